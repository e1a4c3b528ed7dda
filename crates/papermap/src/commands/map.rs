//! `papermap map`: the main job.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use papermap_clustering::report::{FILE_NAMES, ReportFile};

use crate::args::MapArgs;
use crate::digest;
use crate::edits::EDITS_FILE;
use crate::exit::Outcome;
use crate::inputs::{self, Inputs, NamedAgain};
use crate::map::account_text;
use crate::map::forming;
use crate::map::fresh::Fresh;
use crate::map::lock::{MapLock, check_place};
use crate::map::plan::Plan;
use crate::map::publish::{finish_pending, publish};
use crate::map::result_text;
use crate::map::update_text;
use crate::map::vectors;
use crate::model::encoder::{self, Loaded};
use crate::store::{Encoder, Formed, Run, Store};
use crate::terminal::address;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::terminal::table::counted;
use crate::threads;

/// What is said of a map whose vectors are not all of one precision.
const MIXED: &str = "note: the vectors of this map are partly bf16 and partly f32, whose cosines differ by up to 0.001; \
                     `papermap map --reembed --precision f32` (or bf16) embeds all of them anew in one";

/// What a run of `map` was asked for.
struct Job<'a> {
    args: &'a MapArgs,
    folder: &'a Path,
    console: Console,
    started: i64,
    threads: usize,
}

/// What a run gives before it is written.
struct Prepared {
    facts: Encoder,
    fresh: Fresh,
    formed: Option<Formed>,
}

pub(super) fn run(args: &MapArgs, console: Console) -> Result<Outcome> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
    let folder = args.map.folder.as_path();
    inputs::check_apart(&args.dumps, folder)?;
    check_place(folder)?;
    ensure!(
        !args.dumps.is_empty() || Store::exists(folder),
        "no map at {} and no dump named; name at least one, as in `papermap map seeds`",
        folder.display()
    );
    let threads = threads::start(args.encoder.threads)?;
    Job { args, folder, console, started, threads }.run()
}

impl Job<'_> {
    fn run(&self) -> Result<Outcome> {
        let inputs =
            inputs::read(&self.args.dumps, &self.args.reading.options(), NamedAgain::Skip, self.console)?;
        if let Some(file) = &self.args.report_input {
            inputs.check_output(file)?;
        }
        let Inputs { dumps, not_dumps, used_stdin, .. } = inputs;
        let lock = self.take_lock_of_map()?;
        let store = Store::open_to_read(self.folder)?;
        let plan = Plan::new(self.args, dumps, store.as_ref())?;
        drop(store);
        self.tell_account(&plan, &not_dumps)?;
        plan.check(self.args.strict, &not_dumps)?;
        if self.args.dry_run && (lock.is_none() || !plan.change) {
            return would_add(&plan);
        }
        let loaded = self.load_encoder(&plan)?;
        if self.args.dry_run {
            return self.rehearse(&plan, loaded.as_ref());
        }
        if !plan.change {
            return self.leave(&plan);
        }
        let is_first = lock.is_none();
        let lock = lock.map_or_else(|| MapLock::take(self.folder), Ok)?;
        if is_first && Store::exists(self.folder) {
            drop(lock);
            return self.run_again(used_stdin);
        }
        self.change(&plan, loaded.as_ref())
    }

    /// Locks the folder where it holds a map, and finishes what an earlier run left unfinished.
    fn take_lock_of_map(&self) -> Result<Option<MapLock>> {
        if !Store::exists(self.folder) {
            return Ok(None);
        }
        let lock = MapLock::take(self.folder)?;
        if !self.args.dry_run {
            finish_pending(self.folder)?;
        }
        Ok(Some(lock))
    }

    /// Starts over, because another run made the map while this one read its dumps.
    fn run_again(&self, used_stdin: bool) -> Result<Outcome> {
        ensure!(
            !used_stdin,
            "another run made the map at {} meanwhile, and standard input can be read only once; run the command again",
            self.folder.display()
        );
        self.console.note("another run made the map meanwhile; starting over");
        self.run()
    }

    fn tell_account(&self, plan: &Plan, not_dumps: &[String]) -> Result<()> {
        let account = &plan.gathered.account;
        for fault in not_dumps {
            Console::warn(&format!("skipped: {fault}"));
        }
        plan.notes.iter().for_each(|note| self.console.note(note));
        if let Some(file) = &self.args.report_input {
            fs::write(file, account_text::json(account)?).with_context(|| {
                format!("{}: cannot be written; check the folder of --report-input", file.display())
            })?;
        }
        if !account.dumps.is_empty() && !self.console.is_quiet() {
            output::write_if_read(&format!("{}\n", account_text::text(account)))?;
        }
        if !self.args.strict {
            result_text::tell_faults(account);
        }
        Ok(())
    }

    /// Loads the model where texts are to be embedded or topics to be named, or where the options name one.
    fn load_encoder(&self, plan: &Plan) -> Result<Option<Loaded>> {
        if !plan.embed && !plan.form && plan.encoder.is_some() && self.args.encoder.model.is_none() {
            return Ok(None);
        }
        let loaded = encoder::load(&self.args.encoder, self.console)?;
        if let (Some(map), false) = (&plan.encoder, plan.reembed) {
            encoder::check_model(map, &loaded, self.folder)?;
        }
        Ok(Some(loaded))
    }

    /// Nothing is new: the map stays as it is, and only a report file that is missing comes back.
    fn leave(&self, plan: &Plan) -> Result<Outcome> {
        let store = self.open_map()?;
        tell_stale(&store.stale()?);
        let stands = report_stands(self.folder, &store)?;
        drop(store);
        if !stands {
            let store = Store::open_to_write(self.folder)?;
            publish(&store, self.folder, || Ok(()))?;
            self.console.note("a file of the report was missing or altered; the report was written again");
        }
        if !self.console.is_quiet() {
            let papers = counted(plan.gathered.papers.len(), "paper");
            output::line(&format!(
                "Nothing is new: the map at {} keeps its {papers}.",
                self.folder.display()
            ))?;
        }
        self.show_address()
    }

    /// Says what the run would change; writes nothing.
    fn rehearse(&self, plan: &Plan, loaded: Option<&Loaded>) -> Result<Outcome> {
        let store = self.open_map()?;
        let prepared = self.prepare(plan, loaded, &store, Fresh::held())?;
        let update = prepared.formed.as_ref().map(update_text::would_change);
        output::write_if_read(&update.unwrap_or_else(|| update_text::NOTHING_MOVES.to_owned()))?;
        would_add(plan)?;
        Ok(self.refusal(&prepared).map_or(Outcome::Done, |_| Outcome::No))
    }

    fn open_map(&self) -> Result<Store> {
        let folder = self.folder.display();
        Store::open_to_read(self.folder)?
            .with_context(|| format!("no map at {folder} any more; run the command again"))
    }

    fn change(&self, plan: &Plan, loaded: Option<&Loaded>) -> Result<Outcome> {
        let held = if self.args.max_moved.is_some() && Store::exists(self.folder) {
            let prepared = self.prepare(plan, loaded, &self.open_map()?, Fresh::held())?;
            if let Some(refusal) = self.refusal(&prepared) {
                Console::warn(&refusal);
                return Ok(Outcome::No);
            }
            Some(prepared)
        } else {
            None
        };
        let store = Store::open_to_write(self.folder)?;
        match self.build(plan, loaded, held, &store) {
            Ok(files) => {
                if !self.console.is_quiet() {
                    output::write_if_read(&result_text::result(&store, plan, self.folder, &files)?)?;
                }
                self.show_address()
            }
            Err(error) => {
                // The first fault is the one to tell.
                let _ = store.remove_if_blank();
                Err(error)
            }
        }
    }

    /// Why the run is not to count, where it moves more papers of before than is allowed.
    fn refusal(&self, prepared: &Prepared) -> Option<String> {
        let limit = self.args.max_moved?;
        let update = &prepared.formed.as_ref()?.update;
        (!limit.allows(update.moved, update.known)).then(|| update_text::too_many(update, limit))
    }

    fn build(
        &self,
        plan: &Plan,
        loaded: Option<&Loaded>,
        held: Option<Prepared>,
        store: &Store,
    ) -> Result<Vec<ReportFile>> {
        let prepared = held.map_or_else(|| self.prepare(plan, loaded, store, plan.fresh(loaded)), Ok)?;
        let run = store.last_run()? + 1;
        publish(store, self.folder, || self.write(store, plan, &prepared, run))
    }

    /// Embeds what has no vector and forms the topics.
    fn prepare(
        &self,
        plan: &Plan,
        loaded: Option<&Loaded>,
        store: &Store,
        mut fresh: Fresh,
    ) -> Result<Prepared> {
        let interrupt = Interrupt::listen()?;
        let facts = loaded.map(|loaded| &loaded.facts).or(plan.encoder.as_ref());
        let mut facts = facts.context("no model was loaded; this is a fault of the program")?.clone();
        if let Some(loaded) = loaded {
            let before = Self::take_vectors_on(plan, loaded, store, &mut fresh)?;
            let missing = plan.missing(&plan.kept_texts(fresh.texts(store, &facts.fingerprint)?, loaded));
            let kept = plan.gathered.papers.len().saturating_sub(missing.len());
            facts = encoder::of_all_vectors(before.as_ref(), facts, missing.len(), kept);
            if encoder::mixes_precisions(&facts) {
                self.console.note(MIXED);
            }
            vectors::embed(store, loaded, &missing, &mut fresh, self.console, &interrupt)?;
        }
        let form = || {
            let loaded = loaded.context("no model was loaded; this is a fault of the program")?;
            forming::form(store, plan, loaded, &fresh, self.console, &interrupt)
        };
        let formed = plan.form.then(form).transpose()?;
        tell_stale(formed.as_ref().map_or(&[], |formed| &formed.stale));
        Ok(Prepared { facts, fresh, formed })
    }

    /// Keeps the vectors of texts that the newer rules of cleaning leave as they were; the encoder of all that is kept.
    fn take_vectors_on(
        plan: &Plan,
        loaded: &Loaded,
        store: &Store,
        fresh: &mut Fresh,
    ) -> Result<Option<Encoder>> {
        let (Some(before), now) = (&plan.encoder, &loaded.facts) else { return Ok(None) };
        let is_same_model = encoder::is_made_with(before, loaded.embedder.fingerprint());
        if !plan.cleaned_again() || plan.reembed || !is_same_model {
            return Ok(Some(before.clone()));
        }
        fresh.take_on(store, &before.fingerprint, &now.fingerprint, &plan.texts())?;
        Ok(Some(Encoder { fingerprint: now.fingerprint.clone(), ..before.clone() }))
    }

    /// Everything of a run but the vectors that are kept already.
    fn write(&self, store: &Store, plan: &Plan, prepared: &Prepared, run: u32) -> Result<()> {
        let Prepared { facts, fresh, formed } = prepared;
        fresh.release(store, &facts.fingerprint)?;
        store.put_papers(&plan.gathered.papers)?;
        store.add_arrivals(plan.gathered.new.iter().map(String::as_str), run)?;
        store.put_dumps(&plan.new_dumps, &plan.sources, run)?;
        if let Some(formed) = formed {
            store.put_formed(formed)?;
        }
        store.put_options(&plan.options)?;
        store.put_encoder(facts)?;
        store.put_seed(forming::SEED)?;
        store.put_program(env!("CARGO_PKG_VERSION"))?;
        store.put_last_run(run)?;
        store.prune_vectors(&facts.fingerprint)?;
        let command: Vec<String> =
            std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let new_papers = plan.gathered.new.len();
        store.add_run(
            run,
            &Run { started: self.started, command: command.join(" "), threads: self.threads, new_papers },
        )
    }

    /// Ends stdout with the report's address, and opens it where that was asked for.
    fn show_address(&self) -> Result<Outcome> {
        let page = self.folder.join("index.html");
        let page = absolute(&page)?;
        if self.args.open
            && let Err(error) = opener::open(&page)
        {
            Console::warn(&format!("the report cannot be opened: {error}; open its address by hand"));
        }
        output::line(&address::file_address(&page))?;
        Ok(Outcome::Done)
    }
}

/// The whole path of a file; without links where that gives a path that browsers read, which it does not on Windows.
fn absolute(file: &Path) -> std::io::Result<PathBuf> {
    if cfg!(windows) { std::path::absolute(file) } else { fs::canonicalize(file) }
}

/// Whether all files of the report are as the last run wrote them.
fn report_stands(folder: &Path, store: &Store) -> Result<bool> {
    let reports = store.reports()?;
    let stands = |name: &&str| match (&reports, fs::read(folder.join(name))) {
        (_, Err(_)) => false,
        (None, Ok(_)) => true,
        (Some(reports), Ok(bytes)) => reports.get(*name) == Some(&digest::hex_of(&bytes)),
    };
    Ok(FILE_NAMES.iter().all(stands))
}

/// Names the edits that match nothing any more.
fn tell_stale(stale: &[String]) {
    for rule in stale {
        Console::warn(&format!("{EDITS_FILE}: {rule}; mend the rule or take it out"));
    }
}

fn would_add(plan: &Plan) -> Result<Outcome> {
    let new = counted(plan.gathered.new.len(), "new paper");
    output::line(&format!("Dry run: {new} would be added; nothing was written in the map folder."))?;
    Ok(Outcome::Done)
}
