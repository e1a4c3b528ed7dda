//! Which instructions to use, chosen once a process.

#[cfg(target_arch = "x86_64")]
mod amx;

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// An instruction path; a value exists only where the CPU runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Isa(Path);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Path {
    /// AVX-512 with bf16, and AMX tiles of bf16.
    Amx,
    /// AVX-512 F, BW, DQ and VL with FMA.
    Avx512,
    /// AVX2 with FMA.
    Avx2,
    /// What every CPU of the target can run.
    Portable,
}

/// A name that is no instruction path, or one that this CPU cannot run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: this CPU runs {}", complaint(found), names(available))]
pub struct UnknownIsa {
    found: String,
    available: Vec<Isa>,
}

fn complaint(found: &str) -> String {
    let known = Path::ALL.iter().any(|path| path.name() == found);
    if known {
        format!("instruction path `{found}` is not to be had here")
    } else {
        format!("unknown instruction path `{found}`")
    }
}

fn names(paths: &[Isa]) -> String {
    paths.iter().map(Isa::to_string).collect::<Vec<_>>().join(", ")
}

static ACTIVE: OnceLock<Isa> = OnceLock::new();

/// The path of this process: the one that [`choose`] set, else the best that the CPU runs.
#[must_use]
pub fn active() -> Isa {
    *ACTIVE.get_or_init(|| Isa::available()[0])
}

/// Sets the path of this process; returns the path that holds, which is an earlier one if there was a choice.
pub fn choose(isa: Isa) -> Isa {
    *ACTIVE.get_or_init(|| isa)
}

impl Isa {
    /// The path that every CPU runs.
    pub const PORTABLE: Isa = Isa(Path::Portable);

    pub(crate) fn path(self) -> Path {
        self.0
    }

    /// The paths that this CPU runs, best first; never empty. On Linux the first call asks for the use of AMX.
    #[must_use]
    pub fn available() -> Vec<Isa> {
        static AVAILABLE: OnceLock<Vec<Isa>> = OnceLock::new();
        let find = || Path::ALL.into_iter().filter(|path| path.runs_here()).map(Isa).collect();
        AVAILABLE.get_or_init(find).clone()
    }

    /// Whether the path has tile registers that multiply bf16 many times as fast as f32.
    #[must_use]
    pub fn has_tiles(self) -> bool {
        self.0 == Path::Amx
    }

    /// Whether the path multiplies int8 several times as fast as f32.
    #[must_use]
    pub fn multiplies_int8(self) -> bool {
        matches!(self.0, Path::Amx | Path::Avx512) && has_int8_products()
    }

    /// Whether the path multiplies bf16 in hardware.
    pub(crate) fn multiplies_bf16(self) -> bool {
        match self.0 {
            Path::Amx => true,
            Path::Avx512 => has_bf16_products(),
            Path::Avx2 | Path::Portable => false,
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_int8_products() -> bool {
    is_x86_feature_detected!("avx512vnni")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_int8_products() -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
fn has_bf16_products() -> bool {
    is_x86_feature_detected!("avx512bf16")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_bf16_products() -> bool {
    false
}

impl Path {
    /// Best first.
    const ALL: [Path; 4] = [Path::Amx, Path::Avx512, Path::Avx2, Path::Portable];

    fn name(self) -> &'static str {
        match self {
            Path::Amx => "amx",
            Path::Avx512 => "avx512",
            Path::Avx2 => "avx2",
            Path::Portable => "portable",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn runs_here(self) -> bool {
        let avx2 = || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let avx512 = || {
            avx2()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
        };
        match self {
            Path::Amx => avx512() && has_bf16_products() && amx::runs_here(),
            Path::Avx512 => avx512(),
            Path::Avx2 => avx2(),
            Path::Portable => true,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn runs_here(self) -> bool {
        self == Path::Portable
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Isa {
    type Err = UnknownIsa;

    fn from_str(name: &str) -> Result<Self, UnknownIsa> {
        let available = Isa::available();
        let found = available.iter().copied().find(|isa| isa.to_string() == name);
        found.ok_or_else(|| UnknownIsa { found: name.to_owned(), available })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_available_path_has_its_name_back() {
        for isa in Isa::available() {
            assert_eq!(isa.to_string().parse(), Ok(isa));
        }
    }

    #[test]
    fn an_unknown_path_is_refused_with_the_known_ones() {
        let error = "sse9".parse::<Isa>().unwrap_err().to_string();
        assert!(error.contains("sse9") && error.contains("portable"), "{error}");
    }
}
