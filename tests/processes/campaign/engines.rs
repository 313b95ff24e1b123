//! Submitting runs to engines: the commands of each, and that they run, where they are installed; Slurm with a node killed.

use super::{Plan, wait_for};
use crate::support::tools::installed;
use crate::support::{Run, boardwright_with};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_boardwright");

impl Plan {
    fn submit(&self, engine: &str, more: &[&str], environment: &[(&str, &str)]) -> Run {
        let arguments = [&["campaign", "submit", &self.path, "--engine", engine], more].concat();
        boardwright_with(&arguments, "", environment)
    }

    /// The plan's folder as the engines name it, within quotation marks of the shell.
    fn inside_quotes(&self) -> String {
        let path = Path::new(&self.path).canonicalize().expect("it is there");
        path.display().to_string().replace('\'', "'\\''")
    }

    fn in_shell(&self, script: &str) {
        let file = self.folder.file("by-hand.sh", script);
        let output = Command::new("sh").arg(file).output().expect("sh is there");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// No program but ours can be found.
const ALONE: &[(&str, &str)] = &[("PATH", "/nonexistent")];

#[test]
fn a_dry_run_prints_a_shell_script_and_does_nothing() {
    let plan = Plan::short("dry");
    assert_eq!(plan.worker(1).code, 0);
    let folder = plan.inside_quotes();
    let shown = |engine: &str, more: &[&str]| {
        let run = plan.submit(engine, &[&["--dry-run"], more].concat(), ALONE);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.stdout
    };
    assert_eq!(
        shown("local", &["--at-a-time", "2", "--", "--quiet"]),
        format!("{PROGRAM} compare --folder '{folder}' --jobs 2 --quiet\n")
    );
    let list = |engine: &str| {
        format!("mkdir -p '{folder}/{engine}'\ncat > '{folder}/{engine}/jobs-1.txt' <<'END'\n0\n2\n3\n4\n5\nEND\n")
    };
    let script = |engine: &str, variable: &str| {
        format!(
            "cat > '{folder}/{engine}/job.sh' <<'END'\n\
             #!/bin/sh\n\
             # One task of an array runs jobs of the plan: those of line offset + task, from 0, of a list.\n\
             # usage: job.sh LIST OFFSET\n\
             set -eu\n\
             line=$(($2 + {variable} + 1))\n\
             jobs=$(sed -n \"${{line}}p\" \"$1\")\n\
             exec {PROGRAM} worker '{folder}' --jobs \"$jobs\"\n\
             END\n"
        )
    };
    assert_eq!(
        shown("slurm", &["--at-a-time", "12", "--", "--partition=long", "--exclusive"]),
        list("slurm")
            + &script("slurm", "SLURM_ARRAY_TASK_ID")
            + &format!(
                "sbatch --parsable --job-name=boardwright --requeue --array=0-4%12 --time=2 \
                 '--output={folder}/slurm/%A.log' --open-mode=append --partition=long --exclusive \
                 '{folder}/slurm/job.sh' '{folder}/slurm/jobs-1.txt' 0\n"
            )
    );
    assert_eq!(
        shown("parallel", &["--", "--sshlogin", "host1,host2"]),
        list("parallel")
            + &format!(
                "parallel --quote --retries 3 --jobs 1 --joblog '{folder}/parallel/jobs-1.log' \
                 --arg-file '{folder}/parallel/jobs-1.txt' --sshlogin host1,host2 \
                 {PROGRAM} worker '{folder}' --jobs '{{}}'\n"
            )
    );
    assert_eq!(
        shown("hyperqueue", &[]),
        list("hyperqueue")
            + &script("hyperqueue", "HQ_TASK_ID")
            + &format!(
                "hq submit --name boardwright --array 0-4 --crash-limit 3 --time-limit 120s --stdout none \
                 --stderr '{folder}/hyperqueue/%{{JOB_ID}}-%{{TASK_ID}}.log' -- \
                 /bin/sh '{folder}/hyperqueue/job.sh' '{folder}/hyperqueue/jobs-1.txt' 0\n"
            )
    );
    let flags = ["--cpus", "0,1", "--keep-logs", "--allow-exec"];
    for (engine, worker) in [
        ("local", "--jobs 1 --cpus=0,1 --keep-logs --allow-exec\n"),
        ("slurm", "--jobs \"$jobs\" --cpus=0,1 --keep-logs --allow-exec\n"),
        ("parallel", "--jobs '{}' --cpus=0,1 --keep-logs --allow-exec\n"),
        ("hyperqueue", "--jobs \"$jobs\" --cpus=0,1 --keep-logs --allow-exec\n"),
    ] {
        let script = shown(engine, &flags);
        assert!(script.contains(worker), "{engine}: {script}");
    }
    let mut names = plan.names("");
    names.retain(|name| ["slurm", "parallel", "hyperqueue"].contains(&name.as_str()));
    assert!(names.is_empty(), "{names:?}");
    assert_eq!(plan.names("results").len(), 1);
}

#[test]
fn an_engine_that_is_not_installed_is_named() {
    let plan = Plan::short("absent");
    for (engine, words) in [
        ("slurm", "program not found: `sbatch`; it belongs to Slurm (Debian: slurm-client)"),
        ("parallel", "program not found: `parallel`; it is GNU parallel (Debian: parallel)"),
        ("hyperqueue", "program not found: `hq`; it is HyperQueue"),
    ] {
        let run = plan.submit(engine, &[], ALONE);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.starts_with(&format!("error: {words}")), "{}", run.stderr);
    }
    let run = plan.submit("hyperqueue", &["--at-a-time", "2"], ALONE);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: --at-a-time is not supported for hyperqueue"), "{}", run.stderr);
}

#[test]
fn the_local_engine_runs_what_is_missing_and_nothing_twice() {
    let plan = Plan::short("local");
    assert_eq!(plan.worker(3).code, 0);
    let run = plan.submit("local", &["--at-a-time", "2", "--", "--format=csv"], &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(!run.stdout.is_empty(), "the report");
    let journal = || std::fs::read_to_string(format!("{}/records.jsonl", plan.path)).expect("there are records");
    let first = journal();
    assert_eq!(first.lines().count(), 5, "the worker's is there already");
    assert_eq!(plan.submit("local", &["--cpus", "0"], &[]).code, 0, "a core that every machine has");
    assert_eq!(journal(), first);
    assert_eq!(plan.merged().len(), 6);
    let run = plan.submit("slurm", &[], ALONE);
    let next = format!("next: boardwright campaign merge '{}'\n", plan.path.replace('\'', "'\\''"));
    assert_eq!((run.code, run.stdout), (0, format!("nothing is missing; {next}")));
}

#[test]
fn gnu_parallel_runs_what_is_missing() {
    if !installed("parallel") {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let plan = Plan::short("parallel");
    assert_eq!(plan.worker(0).code, 0);
    // Its notes go to the home folder, which may be read-only.
    let home = plan.folder.0.display().to_string();
    let run = plan.submit("parallel", &["--at-a-time", "2"], &[("PARALLEL_HOME", &home)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(plan.merged().len(), 6);
    let log = std::fs::read_to_string(format!("{}/parallel/jobs-1.log", plan.path)).expect("it keeps a log");
    assert_eq!(log.lines().count(), 6, "a heading and five jobs:\n{log}");

    let by_hand = Plan::short("parallel-by-hand");
    let script = by_hand.submit("parallel", &["--dry-run"], &[]);
    by_hand.in_shell(&script.stdout);
    assert_eq!(by_hand.merged().len(), 6);
}

#[test]
fn gnu_parallel_says_what_is_missing_still() {
    if !installed("parallel") {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let plan = Plan::short("parallel-broken");
    let path = format!("{}/jobs.jsonl", plan.path);
    let text = std::fs::read_to_string(&path).expect("there is a plan");
    let now = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    // The first job cannot be run by this version, on any machine.
    std::fs::write(&path, text.replacen(&now, "\"version\":\"0.0.1\"", 1)).expect("it can be written");
    let home = plan.folder.0.display().to_string();
    let run = plan.submit("parallel", &[], &[("PARALLEL_HOME", &home)]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.ends_with("error: 1 run failed; run `submit` again for the missing runs\n"), "{}", run.stderr);
    assert_eq!(plan.status()["done"], 5);
}

/// HyperQueue is in no package registry: this stands for its command, and does what it says an array does.
const HQ: &str = r#"#!/bin/sh
set -eu
[ "$1" = submit ]
while [ "$1" != -- ]; do
  [ "$1" != --array ] || array=$2
  shift
done
shift
for task in $(seq "${array%-*}" "${array#*-}"); do
  HQ_TASK_ID=$task "$@"
done
echo "Job submitted successfully, job ID: 1"
"#;

#[test]
fn a_hyperqueue_array_reaches_every_missing_job() {
    let plan = Plan::short("hyperqueue");
    assert_eq!(plan.worker(2).code, 0);
    let program = PathBuf::from(plan.folder.file("hq", HQ));
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = format!("{}:{}", plan.folder.0.display(), std::env::var("PATH").expect("there is a path"));
    let run = plan.submit("hyperqueue", &[], &[("PATH", &path)]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let next = format!("next: boardwright campaign status '{}'\n", plan.path.replace('\'', "'\\''"));
    assert_eq!(run.stdout, format!("hq: Job submitted successfully, job ID: 1\n5 runs submitted; {next}"));
    assert_eq!(plan.merged().len(), 6);
}

/// A Slurm on this host, ended with the test.
struct Slurm {
    folder: String,
    conf: String,
}

impl Slurm {
    fn script(arguments: &[&str]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/slurm.sh");
        let status = Command::new(script).args(arguments).status().expect("it is a script");
        assert!(status.success(), "slurm.sh {arguments:?}");
    }

    fn start(folder: &Path) -> Slurm {
        let listeners = [(); 3].map(|()| std::net::TcpListener::bind("127.0.0.1:0").expect("there are ports"));
        let ports = listeners.each_ref().map(|it| it.local_addr().expect("it has an address").port().to_string());
        drop(listeners);
        let folder = folder.display().to_string();
        let slurm = Slurm { conf: format!("{folder}/slurm.conf"), folder };
        Slurm::script(&["up", &slurm.folder, &ports[0], &ports[1], &ports[2]]);
        slurm
    }

    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program).args(arguments).env("SLURM_CONF", &self.conf).output();
        String::from_utf8_lossy(&output.expect("it is installed").stdout).into_owned()
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        Slurm::script(&["down", &self.folder]);
    }
}

#[test]
#[ignore = "long: run by CI"]
fn a_slurm_node_is_killed_in_the_middle_and_every_record_is_there_once() {
    let programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"];
    if programs.iter().any(|program| !installed(program)) {
        eprintln!("skipped: Slurm is not installed");
        return;
    }
    let user = Command::new("id").arg("-u").output().expect("id is there").stdout;
    if user != b"0\n" {
        eprintln!("skipped: starting a Slurm needs root");
        return;
    }
    // Twenty-four runs on two nodes with two processors each, eight of which take three seconds; arrays have at most
    // eleven tasks here, so they are three.
    let plan = Plan::new(
        "slurm",
        "title = 'On a cluster'\n\
         [[group]]\nname = 'long'\nmodels = ['MODELS/dissection/pentominoes-8x8-hole.toml']\nquestion = 'all'\n\
         time_limit = '3s'\nseeds = [0, 1, 2, 3, 4, 5, 6, 7]\n\
         [[group]]\nname = 'short'\nmodels = ['MODELS/lights-out/all-on-4.toml']\ntime_limit = '20s'\n\
         seeds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]\n",
    );
    let slurm = Slurm::start(&plan.folder.0.join("slurm"));
    wait_for("two idle nodes", Duration::from_secs(30), || {
        (slurm.ask("sinfo", &["--noheader", "--Node", "--format=%T"]) == "idle\nidle\n").then_some(())
    });
    let run = plan.submit("slurm", &[], &[("SLURM_CONF", &slurm.conf)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("sbatch: ")).count(), 3, "{}", run.stdout);

    wait_for("runs on both nodes", Duration::from_secs(60), || (plan.names("attempts").len() >= 4).then_some(()));
    Slurm::script(&["kill", &slurm.folder, "n2"]);
    let done = plan.status()["done"].as_u64().expect("it is a number");
    assert!(done < 24, "the node was killed too late to matter");

    wait_for("the last result", Duration::from_secs(180), || (plan.status()["done"] == 24).then_some(()));
    let records = plan.merged();
    let of = |status: &str| records.iter().filter(|record| record["outcome"]["status"] == status).count();
    assert_eq!((of("timeout"), of("solved")), (8, 16));
    assert!(records.iter().any(|record| record["attempt"] == 2), "no run was lost with the node");
    let run = plan.submit("slurm", &[], &[("SLURM_CONF", &slurm.conf)]);
    assert!(run.stdout.starts_with("nothing is missing"), "{}", run.stdout);
}
