//! From a source to its dumps: containers are opened, and every content is read by its format.

use super::{
    Dumps, ReadError, ReadOptions,
    container::{self, Archive, Content, Gauge, Opened, Peek},
    content,
    error::Fault,
    feed, xlsx,
};

/// The dumps of one source, as they are found.
pub(super) struct Opening<'a> {
    pub(super) options: &'a ReadOptions,
    pub(super) found: Dumps,
}

impl Opening<'_> {
    /// Takes the dumps of `source`, which lies in `depth` containers.
    pub(super) fn take(
        &mut self,
        name: &str,
        source: Peek<'_>,
        gauge: &Gauge,
        mut depth: usize,
    ) -> Result<(), ReadError> {
        let opened = container::open(source, gauge, &mut depth);
        check(name, gauge)?;
        match opened.map_err(|fault| fault.of(name))? {
            Opened::Content(content) => self.take_content(name, content, gauge),
            Opened::Archive(archive) if archive.is_workbook() => self.take_workbook(name, *archive),
            Opened::Archive(archive) => self.take_archive(name, *archive, depth),
        }
    }

    fn take_content(&mut self, name: &str, content: Content<'_>, gauge: &Gauge) -> Result<(), ReadError> {
        let dump = content::read(name, content, self.options);
        check(name, gauge)?;
        self.found.dumps.push(dump.map_err(|fault| fault.of(name))?);
        Ok(())
    }

    fn take_workbook(&mut self, name: &str, archive: Archive) -> Result<(), ReadError> {
        let bytes = archive.into_sound_bytes().map_err(|fault| fault.of(name))?;
        let parsed = xlsx::read(&bytes, self.options).map_err(|fault| fault.of(name))?;
        self.found.dumps.push(content::dump(name, feed::digest(&bytes), "UTF-8".to_owned(), parsed));
        Ok(())
    }

    /// Takes every member that is a dump; the others are named.
    fn take_archive(&mut self, name: &str, mut archive: Archive, depth: usize) -> Result<(), ReadError> {
        let (dumps, refused) = (self.found.dumps.len(), self.found.refused.len());
        for member in archive.members() {
            let path = format!("{name}/{}", member.name);
            let taken = archive.read(&member, |source, gauge| self.take(&path, source, gauge, depth));
            if archive.gauge.exploded() {
                return Err(Fault::Exploded.of(name));
            }
            let taken = taken.map_err(|fault| fault.of(&path)).flatten();
            self.found.refused.extend(taken.err());
        }
        if let Some(cut) = archive.cut {
            let fault = format!("the archive is damaged or ends early ({cut}); the members before are read");
            self.found.refused.push(ReadError::Unpacking { name: name.to_owned(), fault });
        }
        if self.found.dumps.len() == dumps {
            let refused = self.found.refused.split_off(refused);
            return Err(ReadError::NoMember { name: name.to_owned(), refused });
        }
        Ok(())
    }
}

/// Whether the source failed or gave too much, which tells more than what was made of it.
fn check(name: &str, gauge: &Gauge) -> Result<(), ReadError> {
    if let Some(source) = gauge.failure() {
        return Err(ReadError::Io { name: name.to_owned(), source });
    }
    if gauge.exploded() { Err(Fault::Exploded.of(name)) } else { Ok(()) }
}
