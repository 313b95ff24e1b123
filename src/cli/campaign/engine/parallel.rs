//! GNU parallel (O. Tange, GNU Parallel, 2018): this machine, or others over ssh that share the folder.
//!
//! ```text
//! boardwright campaign submit DIR --engine parallel -- --sshlogin host1,host2
//! ```
//!
//! It reads the list itself and replaces `{}` by a number. A job whose machine failed is tried three times; if it is still
//! missing, it is in the next list. Each machine runs one job at a time, like `compare`, unless the user asks for more.

use super::{Batch, Handover, text};

pub(in crate::cli::campaign) fn handover(batch: &Batch) -> Handover {
    let (folder, list) = batch.list("parallel");
    let log = folder.join(list.with_extension("log").file_name().unwrap_or_default());
    let mut command: Vec<String> = ["parallel", "--quote", "--retries", "3", "--jobs"].map(String::from).into();
    command.push(batch.at_a_time.unwrap_or(1).to_string());
    command.extend(["--joblog".into(), text(&log), "--arg-file".into(), text(&list)]);
    command.extend(batch.options.iter().cloned());
    command.extend([text(&batch.program), "worker".into(), text(&batch.folder), "--jobs".into(), "{}".into()]);
    command.extend(batch.flags());
    Handover { files: vec![(list, batch.lines())], commands: vec![command] }
}

#[cfg(test)]
mod tests {
    use super::super::tests::batch;

    #[test]
    fn parallel_gets_the_list_and_one_command() {
        let expected = "\
mkdir -p '/data/it'\\''s one/parallel'
cat > '/data/it'\\''s one/parallel/jobs-1.txt' <<'END'
0
4
5
END
parallel --quote --retries 3 --jobs 1 --joblog '/data/it'\\''s one/parallel/jobs-1.log' \
         --arg-file '/data/it'\\''s one/parallel/jobs-1.txt' --partition=long \
         /opt/boardwright worker '/data/it'\\''s one' --jobs '{}'
";
        assert_eq!(super::handover(&batch()).shell(), expected);
    }
}
