//! What a run would change, decided before anything is written or embedded.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use papermap_clustering::topics::Asked;
use papermap_corpus::read::Dump;
use papermap_corpus::{CLEANING_VERSION, DumpAccount, Gathered, Paper, clean, gather_with};

use crate::args::MapArgs;
use crate::digest;
use crate::edits;
use crate::map::account_text;
use crate::map::vectors::Missing;
use crate::store::{Encoder, Options, Store};
use crate::terminal::table::counted;

/// What the map holds before the run.
#[derive(Debug, Default)]
struct Before {
    papers: Vec<Paper>,
    /// Digests of the papers' texts.
    texts: BTreeSet<[u8; 32]>,
    dumps: BTreeSet<(String, String)>,
    options: Options,
    encoder: Option<Encoder>,
    /// Digests of the texts that have a vector.
    cached: BTreeSet<[u8; 32]>,
    program: Option<String>,
    lacks_evidence: bool,
}

impl Before {
    fn read(store: Option<&Store>) -> Result<Self> {
        let Some(store) = store else { return Ok(Self::default()) };
        let encoder = store.encoder()?;
        let cleaned_again = is_outdated(encoder.as_ref());
        let cached = match &encoder {
            Some(encoder) if !cleaned_again => store.cached_texts(&encoder.fingerprint)?,
            _ => BTreeSet::new(),
        };
        let (mut papers, texts): (Vec<_>, _) =
            store.papers()?.into_iter().map(|stored| (stored.paper, stored.text_digest)).unzip();
        if cleaned_again {
            papers.iter_mut().for_each(clean_again);
        }
        Ok(Self {
            papers,
            texts,
            dumps: store.dumps()?.into_iter().map(|dump| (dump.name, dump.digest)).collect(),
            options: store.options()?,
            encoder,
            cached,
            program: store.program()?,
            lacks_evidence: store.lacks_evidence()?,
        })
    }
}

/// Whether the papers of a map with this encoder were cleaned by other rules.
fn is_outdated(encoder: Option<&Encoder>) -> bool {
    encoder.is_some_and(|encoder| encoder.cleaning != CLEANING_VERSION)
}

/// Cleans the texts of a paper by the rules of today, from what its dumps gave.
fn clean_again(paper: &mut Paper) {
    let abstract_text = clean(&paper.raw.abstract_text);
    if !abstract_text.is_empty() {
        paper.abstract_text = abstract_text;
    }
    paper.title = paper.raw.title.as_deref().map(clean).filter(|title| !title.is_empty());
    paper.refresh();
}

/// What a run is to do.
#[derive(Debug)]
pub(crate) struct Plan {
    /// All papers after the run, by id, and what became of the records.
    pub(crate) gathered: Gathered,
    /// The dumps that the map does not hold yet, each name and content once.
    pub(crate) new_dumps: Vec<DumpAccount>,
    /// The options after the run.
    pub(crate) options: Options,
    /// The encoder of the map before the run.
    pub(crate) encoder: Option<Encoder>,
    /// Whether topics are to be formed.
    pub(crate) form: bool,
    /// What becomes of the topics of before where topics are formed.
    pub(crate) asked: Asked,
    /// Whether the store is to be changed.
    pub(crate) change: bool,
    /// Whether papers lack a vector of the map's encoder.
    pub(crate) embed: bool,
}

impl Plan {
    /// Decides what to do with `dumps` and the options.
    ///
    /// # Errors
    /// A store or a file of words that cannot be read.
    pub(crate) fn new(args: &MapArgs, dumps: Vec<Dump>, store: Option<&Store>) -> Result<Self> {
        let before = Before::read(store)?;
        let options = options(args, &before.options)?;
        let gathered = gather_with(before.papers, dumps, args.reading.gather_options());
        let is_new = |dump: &&DumpAccount| !before.dumps.contains(&(dump.name.clone(), dump.digest.clone()));
        let new_dumps = joined(gathered.account.dumps.iter().filter(is_new));
        let digests: Vec<[u8; 32]> = gathered.papers.iter().map(text_digest).collect();
        let texts_changed =
            !gathered.new.is_empty() || digests.iter().any(|digest| !before.texts.contains(digest));
        let program_changed =
            before.program.as_deref() != Some(env!("CARGO_PKG_VERSION")) || before.lacks_evidence;
        let topics_changed = options.topics != before.options.topics;
        let options_changed = args.refit
            || topics_changed
            || options.words()? != before.options.words()?
            || options.edits != before.options.edits;
        let form =
            texts_changed || options_changed || program_changed || is_outdated(before.encoder.as_ref());
        let embed = digests.iter().any(|digest| !before.cached.contains(digest));
        Ok(Self {
            form,
            change: form || embed || !new_dumps.is_empty() || options != before.options,
            asked: if args.refit || topics_changed { Asked::Refit } else { Asked::Update },
            embed,
            gathered,
            new_dumps,
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

/// The options of the map after a run with `args`.
fn options(args: &MapArgs, before: &Options) -> Result<Options> {
    let title = match &args.title {
        Some(title) => Some(one_line(title)).filter(|title| !title.is_empty()),
        None => before.title.clone(),
    };
    Ok(Options {
        topics: args.topics.clone().unwrap_or_else(|| before.topics.clone()),
        title,
        stop_words: words(args.stop_words.as_deref(), before.stop_words.as_ref())?,
        label_stop_words: words(args.label_stop_words.as_deref(), before.label_stop_words.as_ref())?,
        edits: edits::load(&args.map.folder)?,
    })
}

/// The words in `file`, or those of before where none is named; none for an empty file.
fn words(file: Option<&Path>, before: Option<&String>) -> Result<Option<String>> {
    let Some(file) = file else { return Ok(before.cloned()) };
    let content = fs::read_to_string(file).with_context(|| {
        format!("{}: cannot be read as words to keep out; expected a text file in UTF-8, one word or phrase a line", file.display())
    })?;
    Ok(Some(content).filter(|content| !content.trim().is_empty()))
}

/// The accounts of dumps, with one for all files of the same name and content, as the store knows them.
fn joined<'a>(dumps: impl Iterator<Item = &'a DumpAccount>) -> Vec<DumpAccount> {
    let mut joined: Vec<DumpAccount> = Vec::new();
    for dump in dumps {
        let is_same = |last: &&mut DumpAccount| (&last.name, &last.digest) == (&dump.name, &dump.digest);
        match joined.last_mut().filter(is_same) {
            Some(last) => add(last, dump),
            None => joined.push(dump.clone()),
        }
    }
    joined
}

fn add(account: &mut DumpAccount, other: &DumpAccount) {
    account.records += other.records;
    account.papers += other.papers;
    account.known += other.known;
    account.merged += other.merged;
    account.suspect += other.suspect;
    account.not_taken.extend(other.not_taken.iter().cloned());
}

fn one_line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
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
        assert_eq!(told(vec![dump("b.jsonl", "Trams", 2024)]), (true, false, false));
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
