//! What is said of an update before it counts.

use papermap_clustering::topic_map::Update;

use crate::args::MostMoved;
use crate::store::Formed;
use crate::terminal::table::{counted, grouped};

/// What is said where topics are not formed again.
pub(crate) const NOTHING_MOVES: &str = "No paper would change topic.\n";

/// What an update would change.
pub(crate) fn would_change(formed: &Formed) -> String {
    let Update { moved, known, reason, .. } = &formed.update;
    format!(
        "{} of {} of before would change topic; {reason}.\n",
        grouped(*moved as u64),
        counted(*known, "paper")
    )
}

/// Why an update that moves more than `limit` allows is refused.
pub(crate) fn too_many(update: &Update, limit: MostMoved) -> String {
    let share = 100.0 * update.moved as f64 / update.known.max(1) as f64;
    format!(
        "the update would take {} of {} to another topic ({share:.1} %), and --max-moved allows {limit}: nothing was \
         written; look at it with --dry-run, and run it without --max-moved, or with a greater one, to let it through",
        grouped(update.moved as u64),
        counted(update.known, "paper"),
    )
}
