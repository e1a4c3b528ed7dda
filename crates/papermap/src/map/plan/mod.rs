//! What a run would change, decided before anything is written or embedded.

mod before;
mod forget;
mod known_dumps;
mod options;
mod versions;

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use papermap_clustering::topics::Asked;
use papermap_corpus::read::Dump;
use papermap_corpus::{DumpAccount, Gathered, Paper, gather_with};

use self::before::{Before, is_outdated};
use self::known_dumps::tell_apart;
use self::versions::Holdings;
use crate::args::{DEFAULT_MAP, MapArgs};
use crate::digest;
use crate::map::account_text;
use crate::map::fresh::Fresh;
use crate::map::vectors::Missing;
use crate::model::encoder::Loaded;
use crate::store::{Encoder, Options, Replaced, Store};
use crate::terminal::table::counted;

pub(crate) use self::forget::DumpKey;
pub(crate) use self::known_dumps::MoreRecords;

/// What a run is to do.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a step that is due or not")]
pub(crate) struct Plan {
    /// All papers after the run, by id, and what became of the records.
    pub(crate) gathered: Gathered,
    /// The dumps that the map does not hold yet, each name and content once.
    pub(crate) new_dumps: Vec<DumpAccount>,
    /// What becomes of the dumps that it holds.
    pub(crate) sources: SourceChanges,
    /// What is said of the dumps, one line each.
    pub(crate) notes: Vec<String>,
    /// The options after the run.
    pub(crate) options: Options,
    /// The encoder of the map before the run.
    pub(crate) encoder: Option<Encoder>,
    /// Whether topics are to be formed.
    pub(crate) form: bool,
    /// Whether the number of topics is one that this run asks for; one that is remembered gives fewer where papers went.
    is_number_asked: bool,
    /// What becomes of the topics of before where topics are formed.
    pub(crate) asked: Asked,
    /// Whether the store is to be changed.
    pub(crate) change: bool,
    /// Whether papers lack a vector of the map's encoder.
    pub(crate) embed: bool,
    /// Whether all papers of the map are to be embedded anew, perhaps by another model.
    pub(crate) reembed: bool,
}

/// What becomes of the dumps that a map holds.
#[derive(Debug, Default)]
pub(crate) struct SourceChanges {
    /// The dumps that are taken out.
    pub(crate) forgotten: Vec<DumpKey>,
    /// All dumps that a newer version replaced, those of before among them.
    pub(crate) replaced: Vec<Replaced>,
    /// What other reading options found in dumps of before.
    pub(crate) more: Vec<MoreRecords>,
}

impl SourceChanges {
    fn is_nothing(&self) -> bool {
        self.forgotten.is_empty() && self.more.is_empty()
    }
}

/// Adds the dumps to what the map holds, each content once, and says what is known, given twice or a new version.
fn gathered(
    args: &MapArgs,
    dumps: Vec<Dump>,
    before: &mut Before,
    forgotten: Vec<DumpKey>,
    notes: &mut Vec<String>,
) -> (Gathered, SourceChanges, Vec<DumpAccount>) {
    let mut told = tell_apart(dumps, &before.dumps, &before.replaced);
    notes.append(&mut told.notes);
    let dumps = std::mem::take(&mut told.dumps);
    let given: Vec<DumpKey> = dumps.iter().map(|dump| (dump.name.clone(), dump.digest.clone())).collect();
    let places = known_dumps::places(&before.papers, &dumps);
    let held: Holdings = versions::holdings(&before.papers, given.iter().map(|(name, _)| name.as_str()));
    let mut gathered = gather_with(std::mem::take(&mut before.papers), dumps, args.reading.gather_options());
    let is_new = |dump: &&DumpAccount| !before.dumps.iter().any(|held| held.digest == dump.digest);
    let new_dumps: Vec<DumpAccount> = gathered.account.dumps.iter().filter(is_new).cloned().collect();
    let more = known_dumps::more_records(&gathered.papers, &before.dumps, &places, &given);
    let mut replaced = before.replaced.clone();
    let map = map_option(args);
    notes.extend(versions::replace(&mut gathered.papers, &held, &new_dumps, &mut replaced, &map));
    told.name_as_given(&mut gathered.account.dumps);
    (gathered, SourceChanges { forgotten, replaced, more }, new_dumps)
}

/// What a command line needs to name the map, after a space; nothing for the default folder.
fn map_option(args: &MapArgs) -> String {
    let folder = args.map.folder.to_string_lossy();
    if folder == DEFAULT_MAP { String::new() } else { format!(" --map {}", versions::quoted(&folder)) }
}

fn cleaned_again(gathered: &Gathered, changed: usize) -> String {
    format!(
        "the rules of cleaning have changed since the map was made: its texts were cleaned again, and {changed} of {} \
         changed or are new; the vectors of the others are kept",
        counted(gathered.papers.len(), "text")
    )
}

impl Plan {
    /// Decides what to do with `dumps` and the options.
    ///
    /// # Errors
    /// A store or a file of words that cannot be read; a dump to forget that the map does not hold, or the only ones
    /// that it holds.
    pub(crate) fn new(args: &MapArgs, dumps: Vec<Dump>, store: Option<&Store>) -> Result<Self> {
        let mut before = Before::read(store)?;
        let options = options::options(args, &before.options)?;
        let forgotten = forget::resolve(&args.forget, &before.dumps, &args.reading.options())?;
        let papers_before = before.papers.len();
        let mut notes: Vec<String> = forget::take_out(&mut before, &forgotten).into_iter().collect();
        let gone = papers_before - before.papers.len();
        let (gathered, sources, new_dumps) = gathered(args, dumps, &mut before, forgotten, &mut notes);
        ensure!(
            sources.forgotten.is_empty() || !gathered.papers.is_empty(),
            "--forget would take every paper out of the map; to be rid of the map, delete its folder {}",
            args.map.folder.display()
        );
        let digests: Vec<[u8; 32]> = gathered.papers.iter().map(text_digest).collect();
        let changed_texts = digests.iter().filter(|digest| !before.texts.contains(*digest)).count();
        let texts_changed = gone > 0 || !gathered.new.is_empty() || changed_texts > 0;
        let program_changed =
            before.program.as_deref() != Some(env!("CARGO_PKG_VERSION")) || before.lacks_evidence;
        let topics_changed = options.topics != before.options.topics;
        let options_changed = args.refit
            || topics_changed
            || options.words()? != before.options.words()?
            || options.edits != before.options.edits;
        let reembed = args.reembed && before.encoder.is_some();
        let form = texts_changed
            || options_changed
            || program_changed
            || reembed
            || is_outdated(before.encoder.as_ref());
        let embed = reembed || digests.iter().any(|digest| !before.cached.contains(digest));
        if is_outdated(before.encoder.as_ref()) {
            notes.push(cleaned_again(&gathered, changed_texts));
        }
        Ok(Self {
            form,
            change: form
                || embed
                || !new_dumps.is_empty()
                || !sources.is_nothing()
                || options != before.options,
            is_number_asked: args.topics.is_some(),
            asked: if args.refit || topics_changed { Asked::Refit } else { Asked::Update },
            embed,
            reembed,
            gathered,
            new_dumps,
            sources,
            notes,
            options,
            encoder: before.encoder,
        })
    }

    /// Whether the papers of the map were cleaned again, because the rules have changed since.
    pub(crate) fn cleaned_again(&self) -> bool {
        is_outdated(self.encoder.as_ref())
    }

    /// Checks that the run can give a map.
    ///
    /// # Errors
    /// No paper at all, in the map or in what was given; more topics than papers; with `--strict`, anything that was not taken.
    pub(crate) fn check(&self, strict: bool, not_dumps: &[String]) -> Result<()> {
        let papers = self.gathered.papers.len();
        let read = self.gathered.account.totals();
        let is_hollow = !self.gathered.account.dumps.is_empty() && read.set_aside == read.records;
        if papers == 0 || is_hollow {
            bail!("no paper found: {}", why_nothing(&self.gathered.account.dumps));
        }
        if let Some(count) = self.options.topics.finest()
            && self.is_number_asked
            && count > papers
        {
            bail!(
                "{} cannot be made of {}; ask for at most {papers} with --topics, or for --topics auto",
                counted(count, "topic"),
                counted(papers, "different paper"),
            );
        }
        if strict {
            check_strict(&account_text::fault_lines(&self.gathered.account), not_dumps)?;
        }
        Ok(())
    }

    /// Digests of the texts of all papers.
    pub(crate) fn texts(&self) -> BTreeSet<[u8; 32]> {
        self.gathered.papers.iter().map(text_digest).collect()
    }

    /// Of the texts that have a vector, those whose vector is kept: none where the same model is to embed all anew.
    pub(crate) fn kept_texts(&self, cached: BTreeSet<[u8; 32]>, loaded: &Loaded) -> BTreeSet<[u8; 32]> {
        if self.replaces_vectors(loaded) { BTreeSet::new() } else { cached }
    }

    /// Where new vectors go: those that take the place of others are held back until the run is written.
    pub(crate) fn fresh(&self, loaded: Option<&Loaded>) -> Fresh {
        if loaded.is_some_and(|loaded| self.replaces_vectors(loaded)) { Fresh::held() } else { Fresh::Kept }
    }

    fn replaces_vectors(&self, loaded: &Loaded) -> bool {
        let before = self.encoder.as_ref().map(|encoder| &encoder.fingerprint);
        self.reembed && before == Some(&loaded.facts.fingerprint)
    }

    /// The texts that are not among `cached`, by paper id, each once.
    pub(crate) fn missing(&self, cached: &BTreeSet<[u8; 32]>) -> Vec<Missing> {
        let mut seen = BTreeSet::new();
        let texts = self.gathered.papers.iter().map(|paper| {
            let text = paper.embedded_text();
            Missing { digest: digest::of_text(&text), text }
        });
        texts.filter(|text| !cached.contains(&text.digest) && seen.insert(text.digest)).collect()
    }
}

/// Digest of the text of a paper that is embedded.
pub(crate) fn text_digest(paper: &Paper) -> [u8; 32] {
    digest::of_text(&paper.embedded_text())
}

fn why_nothing(dumps: &[DumpAccount]) -> String {
    let expected = "expected a dump with at least one abstract of a paper";
    if dumps.is_empty() {
        return format!("there was no dump; {expected}");
    }
    let lines: Vec<String> =
        dumps.iter().map(|dump| format!("\n  {}", account_text::dump_line(dump))).collect();
    format!("{expected}; what was read:{}", lines.concat())
}

fn check_strict(faults: &[String], not_dumps: &[String]) -> Result<()> {
    let all: Vec<&String> = not_dumps.iter().chain(faults).collect();
    if all.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = all.iter().map(|fault| format!("\n  {fault}")).collect();
    bail!(
        "--strict: {} in what was given, so nothing was written; mend the dumps, or leave --strict out:{}",
        counted(all.len(), "fault"),
        lines.concat()
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use papermap_corpus::read::{ReadOptions, read_dumps};
    use papermap_corpus::{CLEANING_VERSION, clean};

    use super::*;
    use crate::args::{Cli, Command};

    const TRAMS: &str = "Trams are _late_ in winter because the points freeze, so we heat every third point.";

    fn arguments() -> MapArgs {
        match Cli::parse_from(["papermap", "map"]).command {
            Command::Map(arguments) => arguments,
            _ => unreachable!("the line says map"),
        }
    }

    fn dump(name: &str, title: &str, year: i32) -> Dump {
        let content = format!("{{\"title\": \"{title}\", \"year\": {year}, \"abstract\": \"{TRAMS}\"}}\n");
        read_dumps(name, &mut content.as_bytes(), &ReadOptions::default()).unwrap().dumps.remove(0)
    }

    /// A store with one paper of `a.jsonl`, embedded after a cleaning of this version.
    fn stored(cleaning: u32) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_to_write(folder.path()).unwrap();
        let mut plan = Plan::new(&arguments(), vec![dump("a.jsonl", "Trams", 2024)], None).unwrap();
        let encoder = Encoder {
            model: "m".into(),
            revision: None,
            fingerprint: "f".into(),
            token_limit: 256,
            dim: 1,
            precision: "f32".into(),
            isa: "portable".into(),
            cleaning,
        };
        let vector = crate::store::CachedVector {
            text_digest: &text_digest(&plan.gathered.papers[0]),
            vector: &[1.0],
            tokens: papermap_embedding::TokenCount { total: 1, cut: 0 },
        };
        store.add_vectors("f", &[vector]).unwrap();
        if cleaning != CLEANING_VERSION {
            plan.gathered.papers[0].abstract_text = TRAMS.to_owned();
        }
        store.put_papers(&plan.gathered.papers).unwrap();
        store.add_dump(&plan.new_dumps[0], 1).unwrap();
        store.put_encoder(&encoder).unwrap();
        store.put_program(env!("CARGO_PKG_VERSION")).unwrap();
        (folder, store)
    }

    fn plan(store: &Store, dumps: Vec<Dump>) -> Plan {
        Plan::new(&arguments(), dumps, Some(store)).unwrap()
    }

    #[test]
    fn topics_are_formed_again_only_where_a_text_changed() {
        let (_folder, store) = stored(CLEANING_VERSION);
        let told = |dumps: Vec<Dump>| {
            let plan = plan(&store, dumps);
            (plan.change, plan.form, plan.embed)
        };
        assert_eq!(told(vec![dump("a.jsonl", "Trams", 2024)]), (false, false, false));
        assert_eq!(told(vec![dump("b.jsonl", "Trams", 2024)]), (false, false, false));
        assert_eq!(told(vec![dump("b.jsonl", "Trams", 2023)]), (true, false, false));
        assert_eq!(told(vec![dump("b.jsonl", "Trams in winter", 2024)]), (true, true, true));
    }

    #[test]
    fn texts_of_other_rules_are_cleaned_again() {
        let (_folder, store) = stored(CLEANING_VERSION - 1);
        let plan = plan(&store, Vec::new());
        assert!(plan.cleaned_again() && plan.form && plan.embed && plan.change);
        assert_eq!(plan.gathered.papers[0].abstract_text, clean(TRAMS));
        let (_folder, store) = stored(CLEANING_VERSION);
        assert!(!Plan::new(&arguments(), Vec::new(), Some(&store)).unwrap().cleaned_again());
    }
}
