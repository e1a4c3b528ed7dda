//! Which instruction path to use.

use anyhow::{Context, Result, bail};
use papermap_kernels::{Isa, choose};

const VARIABLE: &str = "PAPERMAP_ISA";

/// Takes the instruction path that `PAPERMAP_ISA` names, if it names one.
pub(crate) fn choose_from_environment() -> Result<()> {
    let Some(name) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) else { return Ok(()) };
    let Some(name) = name.to_str() else { bail!("{VARIABLE} is not text") };
    choose(name.parse::<Isa>().with_context(|| format!("{VARIABLE}={name}"))?);
    Ok(())
}
