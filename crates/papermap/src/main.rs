//! Turns dumps of research-paper abstracts into a topic map.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod digest;
mod edits;
mod evaluation;
mod exit;
mod inputs;
mod isa;
mod map;
mod model;
mod npy;
mod search;
mod stats;
mod store;
mod terminal;
mod threads;
mod verification;
mod watching;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let console = terminal::progress::Console::new(cli.volume());
    let result = isa::choose_from_environment().and_then(|()| commands::run(cli.command, console));
    exit::code(result)
}
