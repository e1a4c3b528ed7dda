//! The commands, one file each.

mod completions;
mod embed;
mod eval;
mod map;
mod model;
mod similar;
mod status;
mod topics;
mod verify;
mod watch;

use anyhow::Result;

use crate::args::Command;
use crate::exit::Outcome;
use crate::terminal::progress::Console;

/// Runs a command.
pub(crate) fn run(command: Command, console: Console) -> Result<Outcome> {
    match command {
        Command::Map(args) => map::run(&args, console),
        Command::Status(args) => status::run(&args),
        Command::Similar(args) => similar::run(&args, console),
        Command::Topics(args) => topics::run(&args),
        Command::Eval(args) => eval::run(&args, console),
        Command::Embed(args) => embed::run(&args, console),
        Command::Watch(args) => watch::run(&args, console),
        Command::Verify(args) => verify::run(&args, console),
        Command::Model { action } => model::run(&action, console),
        Command::Completions { shell } => completions::run(shell),
    }
}
