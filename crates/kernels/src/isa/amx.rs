//! Whether this process may use the AMX tiles for bf16.

use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

/// CPUID leaf 1, ECX: the system has switched on the saving of extended state.
const OSXSAVE: u32 = 1 << 27;
/// CPUID leaf 7, EDX (Intel SDM, volume 1, section 18.1).
const AMX_BF16: u32 = 1 << 22;
const AMX_TILE: u32 = 1 << 24;
/// Bits of XCR0: the configuration and the data of the tiles.
const TILE_STATE: u64 = 0b11 << 17;

/// Whether the CPU has the instructions, the system saves their state, and it permits this process to use them.
///
/// A hypervisor that masks AMX shows in the first, an old kernel in the second, a refusal in the third.
pub(super) fn runs_here() -> bool {
    has_instructions() && saves_tiles() && is_permitted()
}

fn has_instructions() -> bool {
    let highest = __cpuid(0).eax;
    highest >= 7 && __cpuid_count(7, 0).edx & (AMX_BF16 | AMX_TILE) == AMX_BF16 | AMX_TILE
}

fn saves_tiles() -> bool {
    // SAFETY: OSXSAVE says that the instruction is there and allowed.
    let enabled = || unsafe { enabled_state() };
    __cpuid(1).ecx & OSXSAVE != 0 && enabled() & TILE_STATE == TILE_STATE
}

#[target_feature(enable = "xsave")]
fn enabled_state() -> u64 {
    // SAFETY: register 0 exists wherever the instruction does.
    unsafe { _xgetbv(0) }
}

/// Asks Linux for the large state of the tiles, for all threads of the process.
#[cfg(target_os = "linux")]
fn is_permitted() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const REQUEST_PERMISSION: u64 = 0x1023;
    const TILE_DATA: u64 = 18;
    let result: i64;
    // SAFETY: `arch_prctl` with these arguments reads and writes no memory of ours; `syscall` changes rcx and r11.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => result,
            in("rdi") REQUEST_PERMISSION,
            in("rsi") TILE_DATA,
            out("rcx") _,
            out("r11") _,
            options(nostack),
        );
    }
    result == 0
}

/// No other system is known to us to ask the same way.
#[cfg(not(target_os = "linux"))]
fn is_permitted() -> bool {
    false
}
