//! What `verify` says.

use anyhow::Result;

use super::Check;
use crate::terminal::output::escape_control;

/// One line a check, and one that sums up.
pub(crate) fn text(checks: &[Check]) -> String {
    let line = |check: &Check| {
        format!("{:>5}  {:<8} {}\n", if check.holds { "ok" } else { "WRONG" }, check.subject, check.found)
    };
    let wrong = checks.iter().filter(|check| !check.holds).count();
    let sum = match wrong {
        0 => format!("all {} checks hold", checks.len()),
        _ => format!("{wrong} of {} checks do not hold", checks.len()),
    };
    let lines: Vec<String> = checks.iter().map(line).collect();
    escape_lines(&format!("{}{sum}\n", lines.concat()))
}

fn escape_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", escape_control(line))).collect::<Vec<_>>().concat()
}

/// The same as one JSON object.
///
/// # Errors
/// None that can happen.
pub(crate) fn json(checks: &[Check]) -> Result<String> {
    let holds = checks.iter().all(|check| check.holds);
    Ok(serde_json::to_string_pretty(&serde_json::json!({ "holds": holds, "checks": checks }))? + "\n")
}
