//! Markdown marks: headings, bullets, links, code, emphasis.

/// Removes the marks and keeps the words.
pub(super) fn strip(text: &str) -> String {
    emphasis(&links(&blocks(text)))
}

/// Marks at the starts of lines, rules, and headings within a line.
fn blocks(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut before = "";
    for line in text.split('\n') {
        let whole = line.trim();
        if !is_rule(whole) {
            stripped.push_str(&headings(bullet(whole, before)));
        }
        stripped.push('\n');
        before = whole;
    }
    stripped
}

fn is_rule(line: &str) -> bool {
    let marks = |mark| line.len() >= 3 && line.chars().all(|c| c == mark);
    marks('*') || marks('-') || marks('_') || marks('=')
}

/// The line without a bullet; a hyphen is a bullet only where a list can start.
fn bullet<'a>(line: &'a str, before: &str) -> &'a str {
    if let Some(rest) = line.strip_prefix("* ").or_else(|| line.strip_prefix("• ")) {
        return rest;
    }
    let list = before.is_empty() || before.ends_with(['.', ':', ';', '!', '?']) || before.starts_with("- ");
    line.strip_prefix("- ").filter(|_| list).unwrap_or(line)
}

/// Heading marks: one at the start of a line, two to six anywhere between spaces.
fn headings(line: &str) -> String {
    let line = line.strip_prefix("# ").unwrap_or(line);
    if !line.contains("##") {
        return line.to_owned();
    }
    let is_mark = |word: &&str| !((2..=6).contains(&word.len()) && word.bytes().all(|byte| byte == b'#'));
    line.split(' ').filter(is_mark).collect::<Vec<_>>().join(" ")
}

/// `[text](address)` and `![text](address)` to the text.
fn links(text: &str) -> String {
    if !text.contains("](") {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((words, width)) = link(rest) {
            if plain.ends_with('!') {
                plain.pop();
            }
            plain.push_str(words);
            rest = &rest[width..];
        } else {
            plain.push('[');
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}

/// The text of the link at the start, and the width of the link.
fn link(text: &str) -> Option<(&str, usize)> {
    const LONGEST_TEXT: usize = 300;
    const LONGEST_ADDRESS: usize = 2000;
    let close = text.bytes().take(LONGEST_TEXT).position(|byte| byte == b']')?;
    let address = text[close + 1..].strip_prefix('(')?;
    let end = address.bytes().take(LONGEST_ADDRESS).position(|byte| byte == b')')?;
    let target = &address[..end];
    let starts = ["http://", "https://", "www.", "mailto:", "/", "./", "#"];
    let is_address = starts.iter().any(|start| target.starts_with(start));
    is_address.then_some((&text[1..close], close + 2 + end + 1))
}

/// A run of `*` or `_` that may open or close emphasis.
#[derive(Clone, Copy)]
struct Run {
    at: usize,
    length: usize,
}

/// Removes matched runs of `*` and `_`, and the backticks of code, whose inside stays as it is.
///
/// The rules follow `CommonMark`, section 6.2, but are stricter: runs match in length, a run opens only after a
/// space or punctuation (but see [`within_word`]), and single marks never close within a word, so that `snake_case`, `a * b`, `2*3`, `*-algebra`
/// and the indices of formulas stay.
fn emphasis(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut gone: Vec<(usize, usize)> = Vec::new();
    let mut open = [None::<Run>; 6];
    let mut at = 0;
    while let Some(step) = text[at..].find(['*', '_', '`']) {
        at += step;
        let mark = bytes[at];
        let length = bytes[at..].iter().take_while(|&&byte| byte == mark).count();
        let run = Run { at, length };
        at += length;
        if mark == b'`' {
            at = code(text, run, &mut gone);
            continue;
        }
        if length > 3 {
            continue;
        }
        if let Some(letters) = within_word(text, run) {
            gone.extend([(run.at, 2), (run.at + 2 + letters, 2)]);
            at = run.at + 4 + letters;
            continue;
        }
        let kind = length - 1 + if mark == b'_' { 3 } else { 0 };
        match open[kind].filter(|_| closes(text, run)) {
            Some(opener) => {
                gone.push((opener.at, length));
                gone.push((run.at, length));
                open[kind] = None;
            }
            None if opens(text, run) => open[kind] = Some(run),
            None => {}
        }
    }
    without(text, gone)
}

/// How many letters of a word `run` marks, as in `direction**a**l`, where authors show what an acronym is made of.
fn within_word(text: &str, run: Run) -> Option<usize> {
    const MOST: usize = 6;
    let rest = &text.as_bytes()[run.at..];
    let inside = rest.strip_prefix(b"**").filter(|_| run.length == 2 && before(text, run).is_alphabetic())?;
    let letters = inside.iter().take(MOST).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let closes = inside[letters..].starts_with(b"**") && !inside[letters..].starts_with(b"***");
    (letters > 0 && closes).then_some(letters)
}

fn before(text: &str, run: Run) -> char {
    text[..run.at].chars().next_back().unwrap_or(' ')
}

fn after(text: &str, run: Run) -> char {
    text[run.at + run.length..].chars().next().unwrap_or(' ')
}

fn opens(text: &str, run: Run) -> bool {
    let (before, after) = (before(text, run), after(text, run));
    let starts = before.is_whitespace() || "([{<>\"'“‘«*_-–—/|.,;:!?…".contains(before);
    starts && !after.is_whitespace() && !")]},.;:-".contains(after)
}

fn closes(text: &str, run: Run) -> bool {
    let (before, after) = (before(text, run), after(text, run));
    let within = after.is_alphanumeric() && (run.length == 1 || text.as_bytes()[run.at] == b'_');
    let index = after == '(' && text.as_bytes()[run.at] == b'_';
    !before.is_whitespace() && !"([{^-".contains(before) && !within && !index
}

/// Where to go on after the backticks of `run`; a pair of them is gone, whatever is between them stays.
fn code(text: &str, run: Run, gone: &mut Vec<(usize, usize)>) -> usize {
    let start = run.at + run.length;
    let fence = &text[run.at..start];
    let Some(length) = text[start..].find(fence).filter(|_| run.length <= 3) else { return start };
    gone.push((run.at, run.length));
    gone.push((start + length, run.length));
    start + length + run.length
}

fn without(text: &str, mut gone: Vec<(usize, usize)>) -> String {
    gone.sort_unstable();
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for (start, length) in gone {
        kept.push_str(&text[at..start]);
        at = start + length;
    }
    kept.push_str(&text[at..]);
    kept
}
