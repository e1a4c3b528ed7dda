//! The names of tags that are known.

/// What a tag leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Inline,
    /// A space.
    Block,
    /// Its content, raised.
    Raised,
    /// Its content, lowered.
    Lowered,
    /// Its content between spaces.
    Heading,
}

const INLINE: &str = "a abbr acronym b big bdi bold center cite code del dfn em email ext-link fn font i \
    inline-formula inline-graphic ins italic kbd math monospace named-content nobr o:p overline q \
    roman samp sc small span strike strong styled-content tex-math tt u underline uri var wbr xref \
    alternatives";
const BLOCKS: &str = "abstract article blockquote br caption dd disp-formula disp-quote div dl dt footer graphic h1 h2 \
    h3 h4 h5 h6 header hr img label li list list-item ol p pre sec section table tbody td tr ul";

/// Names of tags that need no partner; other names are too often variables, types or tokens of models.
const ALONE: &str = "br hr img inline-graphic li p td wbr";

/// The known name that `written` is, in any case, with what it leaves behind; any name of JATS or `MathML` with a prefix
/// is known.
pub(super) fn known(written: &str) -> Option<(&'static str, Kind)> {
    let lower = written.to_ascii_lowercase();
    let plain = ["jats:", "mml:", "m:"].iter().find_map(|prefix| lower.strip_prefix(prefix));
    let name = plain.unwrap_or(&lower);
    let find = |names: &'static str| names.split(' ').find(|known| *known == name);
    match name {
        "sup" => Some(("sup", Kind::Raised)),
        "sub" => Some(("sub", Kind::Lowered)),
        "title" => Some(("title", Kind::Heading)),
        _ => find(BLOCKS)
            .map(|name| (name, Kind::Block))
            .or_else(|| find(INLINE).map(|name| (name, Kind::Inline)))
            .or_else(|| plain.map(|_| ("", Kind::Inline))),
    }
}

/// Whether a tag needs no partner: void elements, paragraphs that HTML need not close, and names with a prefix.
pub(super) fn stands_alone(written: &str) -> bool {
    let written = if written.contains(':') || written.len() > 1 {
        written.to_ascii_lowercase()
    } else {
        written.to_owned()
    };
    written.contains(':') || ALONE.split(' ').any(|known| known == written)
}
