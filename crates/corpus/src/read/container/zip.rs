//! zip archives, member by member; workbooks are zip archives too.

use std::io::{self, Cursor, Read};

use zip::{
    ZipArchive,
    read::{ZipFile, read_zipfile_from_stream},
    result::{ZipError, ZipResult},
};

use super::{Gauge, Peek};
use crate::read::error::Fault;

/// The most that is kept of an archive while its members are read.
const LARGEST: u64 = 4 << 30;

/// The member by which a workbook is told.
const WORKBOOK: &str = "xl/workbook.xml";

/// Members by which other documents are told.
const DOCUMENTS: [(&str, &str); 4] = [
    ("word/document.xml", "a Word document"),
    ("ppt/presentation.xml", "a PowerPoint presentation"),
    ("META-INF/container.xml", "an e-book"),
    ("META-INF/manifest.xml", "an office document"),
];

/// An archive in memory.
pub(in crate::read) struct Archive {
    files: Files,
    members: Vec<Member>,
    pub(in crate::read) gauge: Gauge,
    /// Why members after the last one are lost.
    pub(in crate::read) cut: Option<String>,
}

enum Files {
    Listed(ZipArchive<Cursor<Vec<u8>>>),
    /// An archive without its directory, which stands at the end.
    Cut(Vec<u8>),
}

/// A file in an archive.
pub(in crate::read) struct Member {
    pub(in crate::read) name: String,
    /// Number in the directory, or offset where there is none.
    place: usize,
}

impl Archive {
    /// Keeps all of `source`, which is refused where it holds a document and no dumps.
    pub(super) fn open(source: Peek<'_>) -> Result<Self, Fault> {
        let mut bytes = Vec::new();
        let outcome = source.take(LARGEST + 1).read_to_end(&mut bytes);
        if bytes.len() as u64 > LARGEST {
            return Err(Fault::Unpacking("it has more than 4 GiB, the most that is unpacked".to_owned()));
        }
        let gauge = Gauge::of_archive(bytes.len() as u64);
        let (files, all, cut) =
            match ZipArchive::new(Cursor::new(bytes.as_slice())).and_then(|zip| listed(&zip)) {
                Ok(all) => (
                    Files::Listed(ZipArchive::new(Cursor::new(bytes)).map_err(|error| fault(&error))?),
                    all,
                    None,
                ),
                Err(error) => {
                    let error = outcome.err().map_or(error, ZipError::Io);
                    let all = found(&bytes);
                    (Files::Cut(bytes), all, Some(error.to_string()))
                }
            };
        let document = DOCUMENTS.iter().find(|(name, _)| all.iter().any(|member| member.name == *name));
        if let Some((_, document)) = document {
            return Err(Fault::NotADump((*document).to_owned()));
        }
        let mut archive = Self { files, members: all, gauge, cut };
        archive.members.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(archive)
    }

    /// Whether the members are the parts of a workbook.
    pub(in crate::read) fn is_workbook(&self) -> bool {
        self.members.iter().any(|member| member.name == WORKBOOK)
    }

    /// The archive as it came, after all its members could be unpacked.
    pub(in crate::read) fn into_sound_bytes(mut self) -> Result<Vec<u8>, Fault> {
        for member in std::mem::take(&mut self.members) {
            let unpacked = self.read(&member, |mut content, _| io::copy(&mut content, &mut io::sink()))?;
            if self.gauge.exploded() {
                return Err(Fault::Exploded);
            }
            unpacked.map_err(|error| fault(&ZipError::Io(error)))?;
        }
        match self.files {
            Files::Listed(zip) => Ok(zip.into_inner().into_inner()),
            Files::Cut(_) => Err(Fault::NotADump("a workbook that is damaged or ends early".to_owned())),
        }
    }

    /// The members that can be dumps, by name; hidden ones and what systems add for themselves are none.
    pub(in crate::read) fn members(&mut self) -> Vec<Member> {
        std::mem::take(&mut self.members).into_iter().filter(|member| !is_hidden(&member.name)).collect()
    }

    /// Hands the content of `member` to `read`.
    pub(in crate::read) fn read<T>(
        &mut self,
        member: &Member,
        read: impl FnOnce(Peek<'_>, &Gauge) -> T,
    ) -> Result<T, Fault> {
        match &mut self.files {
            Files::Listed(zip) => take(zip.by_index(member.place), &self.gauge, read),
            Files::Cut(bytes) => {
                let mut rest = bytes.get(member.place..).unwrap_or_default();
                let file =
                    read_zipfile_from_stream(&mut rest).and_then(|file| file.ok_or(ZipError::FileNotFound));
                take(file, &self.gauge, read)
            }
        }
    }
}

fn take<R: Read, T>(
    file: ZipResult<ZipFile<'_, R>>,
    gauge: &Gauge,
    read: impl FnOnce(Peek<'_>, &Gauge) -> T,
) -> Result<T, Fault> {
    let file = file.map_err(|error| fault(&error))?;
    Ok(read(Peek::new(gauge.measure(file)), gauge))
}

/// The files of the directory.
fn listed<R: Read + std::io::Seek>(zip: &ZipArchive<R>) -> ZipResult<Vec<Member>> {
    let mut members = Vec::new();
    for place in 0..zip.len() {
        let entry = zip.by_index_data(place)?;
        if entry.is_file() {
            members.push(Member { name: shown_name(&entry.name()?), place });
        }
    }
    Ok(members)
}

/// The files that stand one after the other, up to the first that is damaged.
fn found(bytes: &[u8]) -> Vec<Member> {
    let (mut rest, mut members) = (bytes, Vec::new());
    loop {
        let place = bytes.len() - rest.len();
        let Ok(Some(file)) = read_zipfile_from_stream(&mut rest) else { return members };
        if let (true, Ok(name)) = (file.is_file(), file.name()) {
            members.push(Member { name: shown_name(&name), place });
        }
    }
}

/// The name without control characters, which have no place in a report or on a terminal.
fn shown_name(name: &str) -> String {
    name.replace('\\', "/").replace(char::is_control, "\u{fffd}")
}

fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

fn fault(error: &ZipError) -> Fault {
    let error = error.to_string();
    if error.to_lowercase().contains("password") {
        return Fault::Unpacking(
            "it is encrypted; unpack it with its password and give the files".to_owned(),
        );
    }
    Fault::Unpacking(format!("{error}; unpack it with another tool and give the files"))
}
