//! What can go wrong with a model's files, in words that say what to do.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use super::{Proxy, Searched};

/// Why there is no usable model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No place holds the model; a fetch may help.
    #[error("{}", not_found(name, searched, *offline))]
    NotFound {
        /// The model.
        name: String,
        /// Every place looked at, in order.
        searched: Vec<Searched>,
        /// Whether the network was ruled out.
        offline: bool,
    },

    /// A folder of the model is there, but a file of it is not what it should be, and no other place has the model.
    #[error("{}", damaged(name, searched))]
    Damaged {
        /// The model.
        name: String,
        /// Every place looked at, in order.
        searched: Vec<Searched>,
    },

    /// The path given by `--model` is not a folder.
    #[error(
        "{}: not a folder; --model takes the folder of a sentence-transformer (with modules.json, config.json, \
         tokenizer.json and model.safetensors)",
        path.display()
    )]
    NotAFolder {
        /// The path as given.
        path: PathBuf,
    },

    /// A file that every model has is missing.
    #[error("{}: missing; a model folder must have it: {hint}", path.display())]
    MissingFile {
        /// The file.
        path: PathBuf,
        /// What the file is for, or what to do.
        hint: String,
    },

    /// A file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },

    /// A file is not what its name says.
    #[error("{}: {problem}; the file is damaged or of another kind: fetch or copy the model again", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What was found and what was expected.
        problem: String,
    },

    /// The model asks for something that papermap cannot do.
    #[error("{}: {found} is not supported; papermap takes {supported}", path.display())]
    Unsupported {
        /// The file that says so.
        path: PathBuf,
        /// What it asks for.
        found: String,
        /// What is possible.
        supported: String,
    },

    /// Nothing can be written where a download would go.
    #[error("{}: cannot be written: {source}; make room there, or give a model folder with --model DIR", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },

    /// There is no folder that a download could go to.
    #[error(
        "no folder to download {name} to: no checkout and no home folder was found; set HOME or XDG_DATA_HOME, or give a model folder with --model DIR"
    )]
    NoDownloadFolder {
        /// The model.
        name: String,
    },

    /// Every source was tried and none gave the right files.
    #[error("{}", fetch_failed(name, attempts, proxy.as_ref()))]
    FetchFailed {
        /// The model.
        name: String,
        /// The sources in the order tried.
        attempts: Vec<Attempt>,
        /// The proxy in use, if any.
        proxy: Option<Proxy>,
    },
}

/// A source that did not give the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The source, with its address where it has one.
    pub source: String,
    /// Why it failed.
    pub why: String,
}

impl ModelError {
    /// Whether the model is simply not there yet, so that a fetch is the next step.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::NotFound { .. })
    }
}

fn not_found(name: &str, searched: &[Searched], offline: bool) -> String {
    let mut message = format!("model {name} was not found; looked in:\n{}", list(searched));
    if offline {
        message.push_str("The network was not tried (--offline or HF_HUB_OFFLINE).\n");
        let _ = write!(message, "Run `papermap model fetch` once with a network, {}", by_hand(name));
    } else {
        let _ = write!(message, "Run `papermap model fetch`, {}", by_hand(name));
    }
    message
}

fn damaged(name: &str, searched: &[Searched]) -> String {
    let list = list(searched);
    let advice = by_hand(name);
    format!(
        "model {name} is there, but not whole; looked in:\n{list}Run `papermap model fetch` to replace it, {advice}"
    )
}

fn list(searched: &[Searched]) -> String {
    searched.iter().fold(String::new(), |mut text, place| {
        let _ = writeln!(text, "  {place}");
        text
    })
}

fn by_hand(name: &str) -> String {
    format!(
        "or give a folder with --model DIR, or copy the folder {name} from a machine that has it (`papermap model list` \
         says where it is) into one of these places."
    )
}

fn fetch_failed(name: &str, attempts: &[Attempt], proxy: Option<&Proxy>) -> String {
    let mut message = format!("model {name} could not be fetched:\n");
    for attempt in attempts {
        let _ = writeln!(message, "  {}: {}", attempt.source, attempt.why);
    }
    if let Some(proxy) = proxy {
        let _ = writeln!(message, "A proxy is set: {} ({}).", proxy.address, proxy.variable);
    }
    let _ = write!(
        message,
        "Check the network or the proxy and run `papermap model fetch` again (HF_ENDPOINT names a mirror), {}",
        by_hand(name)
    );
    message
}
