//! stderr: notes, warnings and progress.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Volume;
use crate::terminal::output::escape_control;
use crate::terminal::table::grouped;

/// Time between two plain lines of progress.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// Says things on stderr, as loud as was asked for; never in colour.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    volume: Volume,
    terminal: bool,
}

impl Console {
    pub(crate) fn new(volume: Volume) -> Self {
        Self { volume, terminal: stderr().is_terminal() }
    }

    /// Whether only the answer is wanted.
    pub(crate) fn is_quiet(self) -> bool {
        self.volume == Volume::Quiet
    }

    /// Whether every detail is wanted.
    pub(crate) fn is_verbose(self) -> bool {
        self.volume == Volume::Verbose
    }

    /// Says something that `--quiet` silences.
    pub(crate) fn note(self, text: &str) {
        if self.volume >= Volume::Normal {
            say(text);
        }
    }

    /// Says something that only `--verbose` wants to hear.
    pub(crate) fn detail(self, text: &str) {
        if self.volume >= Volume::Verbose {
            say(text);
        }
    }

    /// Says something that even `--quiet` hears.
    pub(crate) fn warn(text: &str) {
        say(&format!("warning: {text}"));
    }

    /// Says why the program cannot go on.
    pub(crate) fn error(text: &str) {
        say(&format!("error: {text}"));
    }

    /// Starts showing how far `total` steps of `what` are; `unit` names a step, in the plural.
    pub(crate) fn progress(self, what: &str, unit: &'static str, total: u64) -> Progress {
        let bar = (self.terminal && self.volume >= Volume::Normal).then(|| bar(what, unit, total));
        let plain = bar.is_none() && self.volume >= Volume::Normal;
        let now = Instant::now();
        let last = Mutex::new(now);
        Progress { what: what.to_owned(), unit, started: now, bar, plain, last }
    }
}

fn say(text: &str) {
    // A closed stderr leaves nobody to tell.
    let _ = writeln!(stderr(), "{}", escape_control(text));
}

fn bar(what: &str, unit: &str, total: u64) -> ProgressBar {
    let position = if unit == "bytes" { "{bytes} of {total_bytes}" } else { "{human_pos} of {human_len}" };
    let rate = if unit == "bytes" { "{bytes_per_sec}" } else { "{per_sec}" };
    let template = format!("{{msg}} {{bar:24}} {position} {unit}, {rate}, {{eta}} left");
    let style = ProgressStyle::with_template(&template.replace("bytes bytes", "bytes"));
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(what.to_owned())
}

/// How far a stage is: a bar on a terminal, a line now and then elsewhere.
#[derive(Debug)]
pub(crate) struct Progress {
    what: String,
    unit: &'static str,
    started: Instant,
    bar: Option<ProgressBar>,
    plain: bool,
    last: Mutex<Instant>,
}

impl Progress {
    /// Shows that `done` steps of `total` are done.
    pub(crate) fn at(&self, done: u64, total: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
        } else if self.plain && self.is_due() {
            say(&self.line(done, total));
        }
    }

    /// Says something above the bar.
    pub(crate) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None if self.plain => say(text),
            None => {}
        }
    }

    /// Ends the bar.
    pub(crate) fn finish(self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn is_due(&self) -> bool {
        let Ok(mut last) = self.last.try_lock() else { return false };
        let due = last.elapsed() >= PLAIN_INTERVAL;
        if due {
            *last = Instant::now();
        }
        due
    }

    fn line(&self, done: u64, total: u64) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = done as f64 / seconds.max(1e-3);
        let left = Duration::from_secs_f64(total.saturating_sub(done) as f64 / rate.max(1e-3));
        format!(
            "{}: {} of {} {}, {rate:.1} a second, about {} left",
            self.what,
            grouped(done),
            grouped(total),
            self.unit,
            rough(left)
        )
    }
}

/// A duration as people say it.
pub(crate) fn rough(duration: Duration) -> String {
    match duration.as_secs() {
        0..=1 => "a second".to_owned(),
        seconds @ 2..=90 => format!("{seconds} seconds"),
        seconds @ 91..=5400 => format!("{} minutes", (seconds + 30) / 60),
        seconds => format!("{:.1} hours", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        let said = [1, 45, 150, 9000].map(|seconds| rough(Duration::from_secs(seconds)));
        assert_eq!(said, ["a second", "45 seconds", "3 minutes", "2.5 hours"]);
    }

    #[test]
    fn quiet_is_less_than_verbose() {
        assert!(Console::new(Volume::Quiet).is_quiet());
        assert!(Volume::Quiet < Volume::Normal && Volume::Normal < Volume::Verbose);
    }
}
