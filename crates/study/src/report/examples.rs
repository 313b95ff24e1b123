//! Records for tests: built by hand one at a time, or many by a formula.

use crate::job::{Configuration, Question};
use crate::record::{Cost, Machine, Outcome, Record, Sizes, Status};
use boardwright_base::digest::digest;

/// A builder of records.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) record: Record,
}

/// Returns a run of `models/<model>.toml` in group `g` with a limit of 10 s that found a solution in one second.
pub(crate) fn run(model: &str, backend: &str) -> Run {
    let configuration = Configuration {
        formulation: "auto".into(),
        encoding: "auto".into(),
        search: "auto".into(),
        backend: backend.into(),
        symmetry: "auto".into(),
        redundant: "auto".into(),
    };
    let outcome = Outcome {
        answer: "satisfiable".into(),
        reason: None,
        puzzle: "knightdoku".into(),
        route: Some("sat".into()),
        formulation: Some("cardinality".into()),
        ..Outcome::bare(Status::Solved, "")
    };
    let path = format!("models/{model}.toml");
    let record = Record {
        key: String::new(),
        group: "g".into(),
        command: format!("boardwright solve {path} --backend {backend}"),
        model: path,
        set: Default::default(),
        digest: digest(model),
        configuration,
        seed: 0,
        question: Question::One,
        leaf: None,
        time_limit: 10.0,
        wall_limit: Some(30.0),
        memory_limit: None,
        version: "0.1.0".into(),
        outcome,
        cost: Cost { cpu: 1.0, wall: 1.0, memory: 1 << 20 },
        machine: Machine {
            host: "here".into(),
            cpu: "Model A".into(),
            cores: 2,
            system: "linux x86_64".into(),
            memory: None,
            os: None,
        },
        attempt: 1,
        cpus: Vec::new(),
        load: None,
        programs: Vec::new(),
        invocation: None,
    };
    Run { record }.keyed()
}

impl Run {
    fn change(mut self, change: impl FnOnce(&mut Record)) -> Run {
        change(&mut self.record);
        self.keyed()
    }

    /// Returns a key of the same inputs as the key of a job.
    fn keyed(mut self) -> Run {
        let Record { digest: text, configuration, seed, question, time_limit, memory_limit, version, .. } =
            &self.record;
        let parts = format!("{text} {configuration:?} {seed} {question:?} {time_limit} {memory_limit:?} {version}");
        self.record.key = digest(&parts);
        self
    }

    pub(crate) fn group(self, group: &str) -> Run {
        self.change(|record| record.group = group.into())
    }

    pub(crate) fn encoding(self, encoding: &str) -> Run {
        self.change(|record| record.configuration.encoding = encoding.into())
    }

    pub(crate) fn formulation(self, formulation: &str) -> Run {
        self.change(|record| record.configuration.formulation = formulation.into())
    }

    pub(crate) fn seed(self, seed: u64) -> Run {
        self.change(|record| record.seed = seed)
    }

    pub(crate) fn asked(self, question: Question) -> Run {
        self.change(|record| record.question = question)
    }

    pub(crate) fn version(self, version: &str) -> Run {
        self.change(|record| record.version = version.into())
    }

    pub(crate) fn limit(self, seconds: f64) -> Run {
        self.change(|record| record.time_limit = seconds)
    }

    pub(crate) fn on(self, host: &str, cpu: &str) -> Run {
        self.change(|record| {
            record.machine.host = host.into();
            record.machine.cpu = cpu.into();
        })
    }

    /// Sets the result to solved in a number of CPU seconds.
    pub(crate) fn cpu(self, seconds: f64) -> Run {
        self.change(|record| record.cost = Cost { cpu: seconds, wall: seconds, ..record.cost })
    }

    /// Sets a status other than solved.
    pub(crate) fn status(self, status: Status) -> Run {
        self.change(|record| {
            record.outcome.status = status;
            record.outcome.answer = "unknown".into();
        })
    }

    pub(crate) fn answered(self, answer: &str) -> Run {
        self.change(|record| record.outcome.answer = answer.into())
    }

    pub(crate) fn optimum(self, optimum: i64) -> Run {
        self.change(|record| record.outcome.optimum = Some(optimum))
    }

    pub(crate) fn count(self, count: u64) -> Run {
        self.change(|record| record.outcome.count = Some(count.into()))
    }

    pub(crate) fn because(self, reason: &str) -> Run {
        self.change(|record| record.outcome.reason = Some(reason.into()))
    }

    pub(crate) fn formula(self, formula: &str) -> Run {
        self.change(|record| record.outcome.formulas = vec![formula.into()])
    }

    pub(crate) fn search(self, search: &str) -> Run {
        self.change(|record| record.outcome.search = Some(search.into()))
    }

    pub(crate) fn wall(self, seconds: f64) -> Run {
        self.change(|record| record.cost.wall = seconds)
    }

    pub(crate) fn conflicts(self, conflicts: u64) -> Run {
        self.change(|record| record.outcome.conflicts = Some(conflicts))
    }

    pub(crate) fn sizes(self, variables: usize, clauses: usize, propagated: Option<(usize, usize)>) -> Run {
        self.change(|record| {
            record.outcome.sizes = Sizes {
                variables: Some(variables),
                clauses: Some(clauses),
                propagated_variables: propagated.map(|it| it.0),
                propagated_clauses: propagated.map(|it| it.1),
                ..Sizes::default()
            }
        })
    }
}

/// Returns a campaign by formula: `configurations` x `models` x three seeds in each of `groups`, with a limit of 10 s. Larger
/// models take longer, the ranking of configurations depends on the model, and every status occurs.
pub(crate) fn campaign(groups: usize, models: usize, configurations: usize) -> Vec<Record> {
    const AT_MOST_ONE: [&str; 6] = ["pairwise", "ladder", "bitwise", "commander", "product", "bimander"];
    const BACKENDS: [&str; 4] = ["varisat", "batsat", "cadical", "exec:kissat -q"];
    const FAMILIES: [&str; 3] = ["dissection", "knightdoku", "lights-out"];
    let mut records = Vec::new();
    for group in 0..groups {
        for model in 0..models {
            for configuration in 0..configurations {
                for seed in 0..3 {
                    let family = FAMILIES[model % 3];
                    // A pseudorandom number between 0 and 1, the same on every machine.
                    let mut noise = (group * 31 + model * 17 + configuration * 7 + 3) as u64;
                    noise = (noise * 100 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let noise = (noise >> 40) as f64 / f64::from(1 << 24);
                    let size = 10.0 * (model + 1) as f64 / models as f64;
                    let cpu = 0.004 * 2.1_f64.powf(size) * (1.0 + 0.15 * configuration as f64) * (0.4 + 1.8 * noise);
                    let name = format!("{family}/board-{:02}", model + 1);
                    let variables = 40 * (model + 2) * (model + 2);
                    let clauses = variables * (3 + configuration % 6);
                    let left = (seed == 0).then_some((variables * 3 / 4, clauses * 2 / 3));
                    let made = run(&name, BACKENDS[configuration / 6 % 4])
                        .group(&format!("part {}", group + 1))
                        .formulation("cardinality")
                        .encoding(&format!("at-most-one={}", AT_MOST_ONE[configuration % 6]))
                        .seed(seed)
                        .sizes(variables, clauses, left)
                        .conflicts((cpu * 4000.0) as u64);
                    let mut made = match () {
                        () if configuration % 6 == 5 && model % 7 == 6 => {
                            made.status(Status::Inapplicable).because("bimander needs at least two variables")
                        }
                        () if cpu > 10.0 => made.status(Status::Timeout).cpu(10.02),
                        () if configuration == 3 && model % 20 == 19 => made.status(Status::Memory).cpu(cpu),
                        () => made.cpu(cpu),
                    };
                    made.record.outcome.puzzle = family.into();
                    records.push(made.record);
                }
            }
        }
    }
    records
}
