//! Runs the real program with the real model, as a person would.
//!
//! The model is fetched once, through the program; from then on every test is offline.

mod bad_input;
mod bad_places;
mod determinism;
mod duplicates;
mod edits;
mod elsewhere;
mod embed;
mod escaping;
mod eval;
mod formats;
mod interrupted;
mod model_cache;
mod model_network;
mod old_stores;
mod options;
mod proof;
mod reading;
mod second_run;
mod seeds;
mod similar;
mod similar_batch;
mod small_corpora;
mod sources;
mod status;
mod support;
mod terminal;
mod topics;
mod update;
mod verify;
mod watch;
