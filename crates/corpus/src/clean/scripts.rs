//! Raised and lowered text.

const RAISED: (&str, &str) = ("0123456789+-−niabcdekmprstT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿⁱᵃᵇᶜᵈᵉᵏᵐᵖʳˢᵗᵀ");
const LOWERED: (&str, &str) = ("0123456789+aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");

/// Writes `content` raised for `^` or lowered for `_`.
///
/// Numbers with a sign and single letters become the characters that Unicode has for them, where the vocabularies of
/// BERT have them too; other content keeps the sign, in brackets if it is no word. Endings of ordinals and lone marks
/// stand as they are.
pub(super) fn write(sign: char, content: &str, out: &mut String) {
    let content = content.trim();
    let has_letters = content.chars().any(char::is_alphanumeric);
    match content {
        "" => {}
        "°" | "∘" => out.push('°'),
        "st" | "nd" | "rd" | "th" if sign == '^' => out.push_str(content),
        _ if !has_letters && (sign == '_' || content.chars().count() == 1 && out.is_empty()) => {
            out.push_str(content);
        }
        _ if translate(sign, content, out) => {}
        _ if content.chars().all(|c| c.is_alphabetic() || c.is_ascii_digit())
            || content.chars().count() == 1 =>
        {
            out.push(sign);
            out.push_str(content);
        }
        _ => {
            out.push(sign);
            out.extend(["(", content, ")"]);
        }
    }
}

/// Appends the raised or lowered characters of `content` if there are some for all of it.
fn translate(sign: char, content: &str, out: &mut String) -> bool {
    let (plain, special) = if sign == '^' { RAISED } else { LOWERED };
    let numeric = content.chars().all(|c| c.is_ascii_digit() || "+-−".contains(c))
        && content.contains(|c: char| c.is_ascii_digit());
    if !numeric && content.chars().count() != 1 {
        return false;
    }
    let place = |c| plain.chars().position(|known| known == c);
    let translated: Option<String> = content.chars().map(|c| special.chars().nth(place(c)?)).collect();
    translated.map(|text| out.push_str(&text)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_written() {
        for (sign, content, expected) in [
            ('^', "2", "x²"),
            ('^', "-3", "x⁻³"),
            ('^', "−10", "x⁻¹⁰"),
            ('^', "n", "xⁿ"),
            ('^', "T", "xᵀ"),
            ('^', "q", "x^q"),
            ('^', "-1/2", "x^(-1/2)"),
            ('^', "∘", "x°"),
            ('^', "*", "x^*"),
            ('^', "th", "xth"),
            ('^', " ", "x"),
            ('_', "12", "x₁₂"),
            ('_', "i", "xᵢ"),
            ('_', "max", "x_max"),
            ('_', "-1", "x_(-1)"),
            ('_', "1,2", "x_(1,2)"),
            ('_', "*", "x*"),
        ] {
            let mut out = "x".to_owned();
            write(sign, content, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn tables_match() {
        for (plain, special) in [RAISED, LOWERED] {
            assert_eq!(plain.chars().count(), special.chars().count());
        }
    }
}
