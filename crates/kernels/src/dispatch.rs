//! Compiles one body for every instruction path.

/// Defines `pub fn name(isa, args…)` that runs `body(args…)` compiled for the instructions of `isa`.
///
/// The body must be `#[inline(always)]`, so that each copy is compiled with the instructions of its path.
macro_rules! per_isa {
    ($(#[$meta:meta])* pub fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:path;) => {
        $(#[$meta])*
        pub fn $name(isa: crate::Isa, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn avx512($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            match isa.path() {
                // SAFETY: an `Isa` with this path exists only where the CPU has these instructions.
                #[cfg(target_arch = "x86_64")]
                crate::isa::Path::Avx512 => unsafe { avx512($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                crate::isa::Path::Avx2 => unsafe { avx2($($arg),*) },
                _ => $body($($arg),*),
            }
        }
    };
}

pub(crate) use per_isa;
