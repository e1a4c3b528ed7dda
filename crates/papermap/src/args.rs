//! The command line: what can be typed, and the help that teaches it.

mod most_moved;
mod reading;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use papermap_clustering::choose_k::TopicCount;

pub(crate) use most_moved::MostMoved;
pub(crate) use reading::ReadingArgs;

/// Folder of the map where none is named.
pub(crate) const DEFAULT_MAP: &str = "topic-map";

/// More threads than this stop a machine, whatever they compute.
const MOST_THREADS: usize = 256;

const EXAMPLES: &str = "\
Examples:
  papermap map seeds                     read every dump in a folder and write topic-map/index.html
  papermap map new-dump.jsonl            add a dump to the map that is there
  papermap similar \"an abstract\"         the papers like it, best first, with reasons
  papermap topics --format csv           the topics as a table

Exit codes: 0 done; 1 ran, but the answer is no (nothing similar above --min-score, a model file that does not \
match); 2 could not run; 130 stopped by Ctrl-C.";

/// Turns dumps of research-paper abstracts into a topic map: one page that opens anywhere, and a search for
/// similar papers. Runs on the CPU; needs no network once the model is there.
#[derive(Debug, Parser)]
#[command(name = "papermap", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Say nothing but the answer, warnings and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more: every file, every place looked at
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How much goes to stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Volume {
    Quiet,
    Normal,
    Verbose,
}

impl Cli {
    pub(crate) fn volume(&self) -> Volume {
        match (self.quiet, self.verbose) {
            (true, _) => Volume::Quiet,
            (_, true) => Volume::Verbose,
            _ => Volume::Normal,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read dumps, form topics and write the report: the main job
    Map(MapArgs),
    /// Say what a map holds: dumps, papers, topics, model, size
    Status(StatusArgs),
    /// Find the papers that are similar to an abstract
    Similar(SimilarArgs),
    /// List the topics of a map, or what happened to them
    Topics(TopicsArgs),
    /// Score a map against known labels, and by itself
    Eval(EvalArgs),
    /// Write the vectors of dumps as a NumPy file
    Embed(EmbedArgs),
    /// Map every dump that lands in a folder, until Ctrl-C
    Watch(WatchArgs),
    /// Prove that a map's report follows from its store, and the store from its dumps
    Verify(VerifyArgs),
    /// Fetch, list or check the model's files
    Model {
        #[command(subcommand)]
        action: ModelAction,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  papermap completions bash > ~/.local/share/bash-completion/completions/papermap"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct MapFolder {
    /// Folder of the map: the store and the report side by side
    #[arg(long = "map", value_name = "DIR", default_value = DEFAULT_MAP)]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct EncoderArgs {
    /// Folder of a BERT-type sentence-transformer to use instead of the built-in model, or the built-in model's name
    #[arg(long, value_name = "DIR")]
    pub(crate) model: Option<PathBuf>,
    /// Never touch the network (also: `HF_HUB_OFFLINE=1`)
    #[arg(long)]
    pub(crate) offline: bool,
    /// Threads to use [default: the cores that this process may use]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_hyphen_values = true)]
    pub(crate) threads: Option<usize>,
    /// Arithmetic of the encoder: f32, or bf16, which is faster where the CPU has products of bf16 and changes a vector's
    /// cosines by less than 0.001; auto takes bf16 on CPUs with AMX and f32 elsewhere
    #[arg(long, value_name = "PRECISION", value_enum, default_value_t = PrecisionName::Auto)]
    pub(crate) precision: PrecisionName,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrecisionName {
    Auto,
    F32,
    Bf16,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap map seeds                        every dump in the folder, into topic-map/
  papermap map icml.csv --map icml --open   another map folder; open the page when it is done
  papermap map --topics 12                  no dump: change the map that is there
  papermap map --topics 8,24,80             80 topics in 24 areas, and these in 8
  zcat dump.txt.gz | papermap map -         a dump from standard input
  papermap map a.csv --column abstract=Notes    a table whose abstracts have another name
  papermap map new/ --dry-run               say what would be read and changed; write nothing in the map folder
  papermap map new/ --max-moved 1%          update, but only if at most 1 % of the papers of before change topic
  papermap map --forget old.csv             take out the papers that no other dump holds

A dump is known by its content, not by its name: plain text (a header such as `NeurIPS 2026 Papers`, then one \
abstract a paragraph), Markdown, tables (comma, tab, semicolon, pipe, XLSX), JSON in any arrangement, BibTeX, RIS and \
other exports of reference managers, XML of publishers and archives; in any encoding; also in .gz, .xz, .zst or .zip. \
Run again with more dumps the map is updated; with nothing new nothing is \
rewritten. The last line printed is the address of the report.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct MapArgs {
    /// Files, folders, or - for standard input; none re-applies the options to the map that is there
    #[arg(value_name = "DUMP")]
    pub(crate) dumps: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// Number of topics, or auto; several numbers, such as 8,24,80 in any order, are nested levels, of which the greatest is
    /// that of the topics and the others are areas; remembered by the map [default: auto]
    #[arg(long, value_name = "auto|N|N,N", value_parser = str::parse::<TopicCount>, allow_hyphen_values = true)]
    pub(crate) topics: Option<TopicCount>,
    /// Words and phrases to keep out of phrases and labels: one a line, # starts a remark; remembered by the map, until an
    /// empty file is given
    #[arg(long, value_name = "FILE")]
    pub(crate) stop_words: Option<PathBuf>,
    /// The same for labels alone
    #[arg(long, value_name = "FILE")]
    pub(crate) label_stop_words: Option<PathBuf>,
    /// Title of the map; remembered by the map, until an empty one is given [default: venue and year from the dumps' headers]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Form the topics again although nothing is new
    #[arg(long)]
    pub(crate) refit: bool,
    /// Take a dump's papers out of the map, but for those that other dumps hold too: its file name, a path to it, or
    /// NAME@DIGITS (the first digits of its digest, as `papermap status` shows them) for one version; may be repeated
    #[arg(long, value_name = "DUMP")]
    pub(crate) forget: Vec<String>,
    /// Embed all papers of the map anew: with the model of --model, or all in one precision
    #[arg(long)]
    pub(crate) reembed: bool,
    /// Read everything, print the account and, for a map that is there, what the update would change; write nothing in
    /// the map folder
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Refuse an update (exit code 1, nothing written) that would take more of the papers of before to another topic:
    /// a share such as 1%, or a number of papers
    #[arg(long, value_name = "SHARE|N", value_parser = str::parse::<MostMoved>, allow_hyphen_values = true)]
    pub(crate) max_moved: Option<MostMoved>,
    /// Stop with exit code 2, nothing written, if any record or file cannot be taken
    #[arg(long)]
    pub(crate) strict: bool,
    /// Open the report in the browser when it is done
    #[arg(long)]
    pub(crate) open: bool,
    /// Write the account of what was read to this file, as one JSON object
    #[arg(long, value_name = "FILE")]
    pub(crate) report_input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) encoder: EncoderArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap status                        the map in topic-map/
  papermap status --map icml --format json")]
pub(crate) struct StatusArgs {
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap topics                        id, papers, share, label and phrases of each topic
  papermap topics --events               born, kept, grew, shrank, retired: run by run
  papermap topics --edit-file            a file to rename, merge, split and lock topics with
  papermap topics --format csv > topics.csv")]
pub(crate) struct TopicsArgs {
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// What happened to the topics, run by run
    #[arg(long)]
    pub(crate) events: bool,
    /// Write topics.toml, a sample of edits with comments, into the map folder, and print its path: renaming, merging,
    /// splitting, pinning papers, words that labels may not hold, locking
    #[arg(long, conflicts_with_all = ["events", "format"])]
    pub(crate) edit_file: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap watch inbox                           what is in inbox/ now and what lands there, into topic-map/
  papermap watch inbox --map icml --topics 20    options of `papermap map` follow the folder
  papermap watch --poll 30 /mnt/share --max-moved 1%    a network drive; no update that moves much

A dump has landed when its size has not changed for a while, or when it is moved into place; hidden files and names such as \
x.part are passed over. What lands together is mapped together, one update at a time. A file that cannot be mapped is \
reported and left, until it changes.")]
pub(crate) struct WatchArgs {
    /// Seconds for which a file must stay as it is to be complete
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub(crate) settle: Duration,
    /// Look at the folder every so many seconds, where the system does not tell of changes, as on network drives
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) poll: Option<Duration>,
    /// Folder that dumps land in
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Options of `papermap map`
    #[arg(value_name = "MAP OPTIONS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) options: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap verify                        the store, the report and a sample of vectors
  papermap verify seeds                  and that these are the dumps, and that they give the same map again
  papermap verify --map icml --format json

Renders the report again and compares its files byte by byte; checks every digest that the last run wrote down; embeds at \
most 32 papers again, which must give the same bits on the same path of instructions and a cosine of at least 0.999 on \
another. With the dumps of a map of one run, all of it is done again and compared. Options for reading dumps have to be \
given as they were then. Writes nothing. Exit code 1 where anything differs.")]
pub(crate) struct VerifyArgs {
    /// Dumps of the map: files, folders, or - for standard input
    #[arg(value_name = "DUMP")]
    pub(crate) dumps: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) encoder: EncoderArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap eval                          what the map in topic-map/ says of itself
  papermap eval --labels areas.csv       V-measure, ARI, AMI and purity of neighbours beside it
  papermap eval --labels papers.jsonl.gz --label-column category --key-column arxiv_id --format json

Labels are JSON Lines, a JSON array of objects or a table with a header, plain or in .gz. A key is an id that a dump \
gave a paper, or the permanent id of the paper. Papers without a label are left out of the scores and counted.")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// Known labels of papers
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Option<PathBuf>,
    /// Column of the labels
    #[arg(long, value_name = "NAME", default_value = "label", requires = "labels")]
    pub(crate) label_column: String,
    /// Column of the papers' ids
    #[arg(long, value_name = "NAME", default_value = "id", requires = "labels")]
    pub(crate) key_column: String,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  papermap similar \"Sparse attention for long documents\"
  papermap similar --file abstract.txt --top 5
  pbpaste | papermap similar -
  papermap similar --paper p770422b5b1d5e42b       a paper of the map, by its id or its dump's key
  papermap similar --batch queries.tsv > hits.jsonl

The score is the cosine of the two vectors, at most 1. A hit is weak where it scores no higher than papers that \
have nothing to do with each other usually do. Queries of --batch: TSV `id<TAB>text`, or JSON Lines with \"id\" \
and \"text\"; the answers are JSON Lines. Exit code 1 where --min-score leaves no paper; \
--batch always answers with exit code 0.")]
#[command(group(clap::ArgGroup::new("query").required(true).args(["text", "file", "paper", "batch"])))]
pub(crate) struct SimilarArgs {
    /// The abstract, or - to read it from standard input; after -- it may start with a hyphen
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Read the abstract from a file
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// A paper of the map, by its id or by the id its dump gave it
    #[arg(long, value_name = "ID")]
    pub(crate) paper: Option<String>,
    /// Many queries from a file, or - for standard input
    #[arg(long, value_name = "QUERIES")]
    pub(crate) batch: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapFolder,
    /// How many papers
    #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one, allow_hyphen_values = true)]
    pub(crate) top: usize,
    /// Leave out papers that score less
    #[arg(long, value_name = "S", value_parser = score, allow_hyphen_values = true)]
    pub(crate) min_score: Option<f64>,
    /// Leave out the paper that the query is
    #[arg(long)]
    pub(crate) no_self: bool,
    /// Form of the answer; --batch always answers in JSON Lines
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) encoder: EncoderArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  papermap embed seeds --output vectors.npy      then in Python: numpy.load(\"vectors.npy\")

Writes float32, one row a record with text, in input order, nothing merged; beside it a .tsv with the columns \
id and key, the same rows.")]
pub(crate) struct EmbedArgs {
    /// Files, folders, or - for standard input
    #[arg(value_name = "DUMP", required = true)]
    pub(crate) dumps: Vec<PathBuf>,
    /// File to write; its name ends in .npy
    #[arg(short, long, value_name = "V.npy", value_parser = npy_path)]
    pub(crate) output: PathBuf,
    /// Write what the run was and cost to this file, as one JSON object: texts, tokens, seconds by stage, path, memory
    #[arg(long, value_name = "FILE")]
    pub(crate) stats: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) encoder: EncoderArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// Download the model and check it against its known digests
    #[command(
        after_help = "Example:\n  papermap model fetch      once, where there is a network; later runs need none"
    )]
    Fetch {
        /// Never touch the network: say only what is there (also: `HF_HUB_OFFLINE=1`)
        #[arg(long)]
        offline: bool,
    },
    /// List the known models and where they are
    #[command(
        after_help = "Example:\n  papermap model list       each place that is looked at, and what is there"
    )]
    List,
    /// Hash every file of the model again and check the encoder on this machine; exit code 1 if one differs
    #[command(after_help = "Example:\n  papermap model verify --model my-models/all-MiniLM-L6-v2")]
    Verify {
        /// Folder of the model instead of the place where it is found
        #[arg(long, value_name = "DIR")]
        model: Option<PathBuf>,
    },
}

fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_THREADS).contains(&count) => Ok(count),
        _ => Err(format!("expected a whole number from 1 to {MOST_THREADS}")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.1..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds, 0.1 to 86400".to_owned())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => Err("expected a whole number from 1".to_owned()),
    }
}

fn score(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(score) if (-1.0..=1.0).contains(&score) => Ok(score),
        _ => Err("expected a number from -1 to 1".to_owned()),
    }
}

fn npy_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    if named { Ok(path) } else { Err("expected a file name that ends in .npy".to_owned()) }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split_whitespace())
    }

    #[test]
    fn the_definitions_hold_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn topics_are_auto_or_a_number_from_one() {
        for text in ["auto", "1", "8,24,80"] {
            let Ok(Command::Map(map)) =
                parse(&format!("papermap map --topics {text}")).map(|cli| cli.command)
            else {
                panic!("{text} is refused");
            };
            assert_eq!(map.topics, text.parse().ok());
        }
        for text in ["0", "-1", "x", "1.5", "9999999999999999999999"] {
            let error = parse(&format!("papermap map --topics {text}")).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains("whole number from 1"), "{error}");
        }
    }

    #[test]
    fn a_query_is_asked_for_exactly_once() {
        assert!(parse("papermap similar").is_err());
        assert!(parse("papermap similar text --paper p1").is_err());
        assert!(parse("papermap similar -").is_ok());
    }

    #[test]
    fn a_mistyped_option_is_no_query() {
        for option in ["--no-slef", "-x"] {
            assert!(parse(&format!("papermap similar {option}")).is_err(), "{option} is taken for the query");
        }
        assert!(parse("papermap similar -- --text-with-hyphens").is_ok());
    }

    #[test]
    fn hits_are_counted_from_one() {
        for text in ["0", "-1", "many"] {
            assert!(parse(&format!("papermap similar text --top {text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn threads_are_counted_from_one_to_a_bound() {
        assert!(parse("papermap map seeds --threads 256").is_ok());
        for text in ["0", "-1", "257", "100000"] {
            assert!(parse(&format!("papermap map seeds --threads {text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn vectors_go_to_an_npy_file() {
        assert!(parse("papermap embed seeds --output v.csv").is_err());
        assert!(parse("papermap embed seeds --output v.npy").is_ok());
    }
}
