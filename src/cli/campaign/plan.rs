//! `boardwright campaign plan CAMPAIGN.toml -o DIR`: the list of jobs, written once.
//!
//! Planning again is harmless: existing records stay, and belong to the job with their key.

use super::super::compare::run::duration;
use super::super::compare::{planned, spool::Spool};
use super::super::input::Session;
use super::super::limits::InputLimit;
use super::super::outputs::Output;
use super::super::trust::Trust;
use super::super::{Exit, Quit};
use super::engine::quoted;
use super::jobs::{longest, missing, next_command, runs};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Campaign file
    #[arg(value_name = "CAMPAIGN")]
    campaign: PathBuf,
    /// Write the plan to FOLDER, which later holds the results
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    pub(super) input: InputLimit,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let source = session.read_source(&arguments.campaign)?;
    let (campaign, jobs) = planned(&arguments.campaign, &source, session)?;
    arguments.trust.check(&arguments.campaign, &jobs)?;
    if let Ok(there) = Spool::open(&arguments.output)
        && there.jobs != jobs
    {
        let folder = arguments.output.display();
        return Err(Quit::wrong(format!(
            "{folder} has another plan, which may have running workers: choose another folder, or remove it"
        )));
    }
    let spool = Spool::plan(&arguments.output, &campaign.title, jobs, &campaign.cpus)?;
    let all = missing(&spool, &Default::default());
    let left = missing(&spool, &spool.records()?);
    let folder = arguments.output.display();
    let mut answer = format!("{}: {} planned in {folder}\n", campaign.title, runs(all.len()));
    if left.len() < all.len() {
        answer.push_str(&format!("{} already have records\n", all.len() - left.len()));
    }
    if left.is_empty() {
        answer.push_str(&format!("next: boardwright campaign merge {}\n", quoted(&folder.to_string())));
    } else {
        let longest = duration(longest(&spool, &left));
        answer.push_str(&format!("at most {longest} if run one after the other\n"));
        answer.push_str(&next_command(&arguments.output, &spool));
    }
    Output::Stdout.write(&answer)?;
    Ok(Exit::Answered.code())
}
