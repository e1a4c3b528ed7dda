//! Figures of merit of a map: its agreement with known labels, and how coherent its topics are by themselves.
//!
//! Figures of a partition of vectors alone, without labels or phrases, are in [`crate::choose_k`].

mod agreement;
mod coherence;
mod contingency;
mod neighbourhood;

pub use agreement::{VMeasure, adjusted_mutual_information, v_measure};
pub use coherence::{coherence, diversity};
pub use neighbourhood::neighbour_purity;

pub use crate::choose_k::adjusted_rand_index;
