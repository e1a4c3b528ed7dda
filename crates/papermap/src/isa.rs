//! Which instruction path to use.

use std::ffi::OsStr;

use anyhow::{Context, Result};
use papermap_kernels::{Isa, choose};

const VARIABLE: &str = "PAPERMAP_ISA";

/// Takes the instruction path that `PAPERMAP_ISA` names, if it names one.
pub(crate) fn choose_from_environment() -> Result<()> {
    let Some(name) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) else { return Ok(()) };
    choose(named(&name)?);
    Ok(())
}

fn named(name: &OsStr) -> Result<Isa> {
    let shown = name.to_string_lossy();
    let text = name.to_str().with_context(|| {
        let available: Vec<String> = Isa::available().iter().map(Isa::to_string).collect();
        format!("{VARIABLE}={shown} is not UTF-8, expected one of: {}; or unset it", available.join(", "))
    })?;
    text.parse().with_context(|| format!("{VARIABLE}={shown}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_by_its_name() {
        assert_eq!(named(OsStr::new("portable")).unwrap().to_string(), "portable");
        assert!(named(OsStr::new("sse9")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_not_text_is_told_with_what_was_expected() {
        use std::os::unix::ffi::OsStrExt;
        let error = named(OsStr::from_bytes(b"avx\xff")).unwrap_err().to_string();
        assert!(error.contains("not UTF-8, expected one of: ") && error.contains("portable"), "{error}");
    }
}
