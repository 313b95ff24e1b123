//! Numbers of jobs as text, and the packing of jobs into tasks of an engine. Imports nothing.

/// Formats numbers in ascending order with ranges: `0-3, 7`.
pub(super) fn ranges(numbers: &[usize], to: &str, separator: &str) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}{to}{last}"),
    });
    words.collect::<Vec<_>>().join(separator)
}

/// Packs jobs, each with its seconds, into tasks of at most `most` seconds, in their order; a longer job is a task of its own.
pub(super) fn packed(jobs: &[(usize, f64)], most: f64) -> Vec<Vec<usize>> {
    let (mut tasks, mut spent): (Vec<Vec<usize>>, f64) = (Vec::new(), 0.0);
    for &(job, seconds) in jobs {
        match tasks.last_mut() {
            Some(task) if spent + seconds <= most => task.push(job),
            _ => {
                tasks.push(vec![job]);
                spent = 0.0;
            }
        }
        spent += seconds;
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_ranges() {
        assert_eq!(ranges(&[], "-", ", "), "");
        assert_eq!(ranges(&[5], "-", ", "), "5");
        assert_eq!(ranges(&[0, 1, 2, 4, 7, 8], "-", ", "), "0-2, 4, 7-8");
        assert_eq!(ranges(&[0, 1, 4], "..", ","), "0..1,4");
    }

    #[test]
    fn tasks_keep_to_their_time() {
        let jobs = [(0, 30.0), (1, 30.0), (4, 30.0), (5, 100.0), (6, 10.0)];
        assert_eq!(packed(&jobs, 60.0), [vec![0, 1], vec![4], vec![5], vec![6]]);
        assert_eq!(packed(&jobs, 0.0).len(), 5, "one job for each task");
        assert!(packed(&[], 60.0).is_empty());
    }
}
