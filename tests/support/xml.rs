//! A check that a text is well-formed XML 1.0, as far as drawings need it.

/// Expects one root element, tags that nest, quoted attributes, known entities and legal characters.
#[track_caller]
pub(crate) fn assert_well_formed(text: &str) {
    if let Err(problem) = check(text) {
        panic!("not well-formed XML: {problem}");
    }
}

fn check(text: &str) -> Result<(), String> {
    if let Some(c) = text.chars().find(|c| !is_legal(*c)) {
        return Err(format!("character {c:?}"));
    }
    let mut open: Vec<String> = Vec::new();
    let mut roots = 0;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start], !open.is_empty())?;
        let markup = &rest[start..];
        let end = end_of(markup)?;
        roots += usize::from(open.is_empty() && is_start(markup));
        take(&markup[1..end - 1], &mut open)?;
        rest = &markup[end..];
    }
    check_text(rest, false)?;
    match (roots, open.last()) {
        (1, None) => Ok(()),
        (_, Some(name)) => Err(format!("<{name}> is never closed")),
        _ => Err(format!("{roots} root elements")),
    }
}

/// Section 2.2, Char.
fn is_legal(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn is_start(markup: &str) -> bool {
    !markup.starts_with(['/', '!', '?']) && markup[1..].starts_with(|c: char| c.is_alphabetic())
}

/// Length of the markup that `text` starts with.
fn end_of(text: &str) -> Result<usize, String> {
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if text.starts_with(open) {
            return text
                .find(close)
                .map(|end| end + close.len())
                .ok_or_else(|| format!("{open} is never closed"));
        }
    }
    let mut quote = None;
    for (index, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Ok(index + 1),
            (None, '"' | '\'') => quote = Some(c),
            (Some(_), '<') => return Err("< inside an attribute".to_owned()),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    Err(format!("a tag is never closed: {text:.40}"))
}

fn take(tag: &str, open: &mut Vec<String>) -> Result<(), String> {
    if tag.starts_with(['!', '?']) {
        return Ok(());
    }
    if let Some(name) = tag.strip_prefix('/') {
        let last = open.pop();
        return if last.as_deref() == Some(name.trim_end()) {
            Ok(())
        } else {
            Err(format!("</{name}> after {last:?}"))
        };
    }
    let name: String = tag.chars().take_while(|c| !c.is_whitespace() && *c != '/').collect();
    if !name.starts_with(|c: char| c.is_alphabetic()) {
        return Err(format!("<{tag}> has no name"));
    }
    check_attributes(tag[name.len()..].trim_end_matches('/'))?;
    if !tag.ends_with('/') {
        open.push(name);
    }
    Ok(())
}

fn check_attributes(text: &str) -> Result<(), String> {
    let mut rest = text.trim();
    let mut names = std::collections::BTreeSet::new();
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=').ok_or_else(|| format!("attribute without value: {rest}"))?;
        let quote =
            value.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("attribute without quotes")?;
        let (value, after) = value[1..].split_once(quote).ok_or("attribute that never ends")?;
        check_entities(value)?;
        if name.contains(char::is_whitespace) || !names.insert(name) {
            return Err(format!("attribute {name:?}"));
        }
        rest = after.trim_start();
    }
    Ok(())
}

fn check_text(text: &str, inside: bool) -> Result<(), String> {
    if !inside && !text.trim().is_empty() {
        return Err(format!("text outside the root: {:.40}", text.trim()));
    }
    if text.contains("]]>") {
        return Err("]]> in text".to_owned());
    }
    check_entities(text)
}

fn check_entities(text: &str) -> Result<(), String> {
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').map(|(name, _)| name).ok_or_else(|| format!("&{part:.20}"))?;
        let known = ["amp", "lt", "gt", "quot", "apos"].contains(&name);
        if !known && !number(name).is_some_and(is_legal) {
            return Err(format!("&{name:.20};"));
        }
    }
    Ok(())
}

fn number(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[test]
fn the_check_tells_good_from_bad() {
    assert_well_formed("<?xml version='1.0'?><a b=\"1\" c='&lt;'><!-- < --><d/>x &amp; &#233;</a>\n");
    for bad in [
        "<a>",
        "<a></b>",
        "<a b=1/>",
        "<a b='<'/>",
        "<a>&nbsp;</a>",
        "<a>\u{3}</a>",
        "<a>&#3;</a>",
        "<a/><b/>",
    ] {
        assert!(check(bad).is_err(), "{bad}");
    }
    for bad in ["<a b='1' b='2'/>", "<a> & </a>", "x<a/>", "<a>\u{ffff}</a>", "<a><3</a>", "", "<a b/>"] {
        assert!(check(bad).is_err(), "{bad}");
    }
}
