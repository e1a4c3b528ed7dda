//! Compiles one body for every instruction path.

/// Defines a function `name(isa, args…)` that runs `body(args…)` compiled for the instructions of `isa`.
///
/// The body must be `#[inline(always)]`, so that each copy is compiled with the instructions of its path. A body that
/// is named `body::<FMA>` gets `true` there where the path has fused multiply-adds.
macro_rules! per_isa {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:ident::<FMA>;) => {
        per_isa!(@define [$(#[$meta])*] [$vis] $name [$($arg: $type),*] [$($result)?] [$body::<true>] [$body::<false>]);
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:ident;) => {
        per_isa!(@define [$(#[$meta])*] [$vis] $name [$($arg: $type),*] [$($result)?] [$body] [$body]);
    };
    (@define [$($meta:tt)*] [$vis:vis] $name:ident [$($arg:ident: $type:ty),*] [$($result:ty)?] [$($fused:tt)*] [$($plain:tt)*]) => {
        $($meta)*
        $vis fn $name(isa: crate::Isa, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn avx512($($arg: $type),*) $(-> $result)? {
                $($fused)*($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                $($fused)*($($arg),*)
            }
            match isa.path() {
                // SAFETY: an `Isa` with one of these paths exists only where the CPU has these instructions.
                #[cfg(target_arch = "x86_64")]
                crate::isa::Path::Amx | crate::isa::Path::Avx512 => unsafe { avx512($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                crate::isa::Path::Avx2 => unsafe { avx2($($arg),*) },
                _ => $($plain)*($($arg),*),
            }
        }
    };
}

pub(crate) use per_isa;

/// `a · b + c`, rounded once where `FMA`.
#[inline(always)]
pub(crate) fn multiply_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}
