//! Turns dumps of research-paper abstracts into a topic map.

#![forbid(unsafe_code)]

mod account_text;
mod address;
mod args;
mod commands;
mod digest;
mod encoder;
mod exit;
mod forming;
mod hits;
mod hits_text;
mod inputs;
mod interrupt;
mod isa;
mod lock;
mod map_text;
mod model_files;
mod npy;
mod output;
mod plan;
mod progress;
mod publish;
mod query;
mod reasons;
mod staging;
mod store;
mod table;
mod threads;
mod vectors;
mod wrap;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let console = progress::Console::new(cli.volume());
    let result = isa::choose_from_environment().and_then(|()| commands::run(cli.command, console));
    exit::code(result)
}
