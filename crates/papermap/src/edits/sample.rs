//! A file to begin with.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use papermap_clustering::topic_map::TopicEntry;

use super::EDITS_FILE;

const HEAD: &str = "\
# Your decisions about the topics of this map. They hold after every run of `papermap map`, also after --refit, until
# you take them out again; `papermap map` without a dump applies them at once. Everything is optional. A rule begins to
# hold when its # is taken away.

# Topics that keep their papers and their label; new papers may join them. Lists stand before all tables.
# lock = [\"t7\"]

# Words and phrases that no label may hold.
# forbid = [\"novel\", \"state of the art\"]

# Labels by topic.
[rename]
# t3 = \"Graph neural networks\"

# Topics that are shown as one, under the id of the first.
# [[merge]]
# into = \"t4\"
# topics = [\"t9\", \"t12\"]

# Papers of a topic that are about the query become a topic of their own, with an id of its own.
# [[split]]
# topic = \"t5\"
# query = \"speech recognition\"

# Papers that belong to a topic whatever the program says: the id of a paper, or the one that a dump gave it.
[pin]
# \"2301.00001\" = \"t2\"

# The topics today:
";

/// Writes a sample with the topics of the map into its folder, and returns its path.
///
/// # Errors
/// A file that is there already, which stays as it is; a folder that cannot be written.
pub(crate) fn write_sample(folder: &Path, topics: &[TopicEntry]) -> Result<PathBuf> {
    let path = folder.join(EDITS_FILE);
    let mut file = match File::create_new(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!(
                "{} is there already and stays as it is; open it, or move it away for a new one",
                path.display()
            )
        }
        file => file.with_context(|| {
            format!("{}: cannot be written; check the folder's permissions", path.display())
        })?,
    };
    file.write_all(sample(topics).as_bytes())
        .with_context(|| format!("{}: cannot be written; make room on the disk", path.display()))?;
    Ok(path)
}

fn sample(topics: &[TopicEntry]) -> String {
    let mut text = HEAD.to_owned();
    for TopicEntry { id, label, size, .. } in topics {
        let label = label.replace(char::is_control, " ");
        let _ = writeln!(text, "#   {id:<5} {size:>6}  {label}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Decisions, parse};
    use super::*;

    #[test]
    fn the_sample_decides_nothing_and_all_its_rules_can_be_read() {
        let text = sample(&[]);
        assert_eq!(parse(&text, "f").unwrap(), Decisions::default());
        let rules: Vec<&str> = text
            .lines()
            .map(|line| {
                line.strip_prefix("# ")
                    .filter(|rule| rule.contains('=') || rule.starts_with('['))
                    .unwrap_or(line)
            })
            .collect();
        let decisions = parse(&rules.join("\n"), "f").unwrap();
        assert_eq!((decisions.edits.merges.len(), decisions.edits.splits.len()), (1, 1));
        assert_eq!(
            (decisions.edits.locks.len(), decisions.forbidden.len(), decisions.edits.pins.len()),
            (1, 2, 1)
        );
    }
}
