//! `papermap completions`.

use anyhow::Result;
use clap::CommandFactory;

use crate::args::Cli;
use crate::exit::Outcome;
use crate::terminal::output;

pub(super) fn run(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "papermap", &mut script);
    output::write(&String::from_utf8(script)?)?;
    Ok(Outcome::Done)
}
