use proptest::prelude::*;

use super::*;

#[test]
fn marks_of_markdown_vanish() {
    for (raw, expected) in [
        ("Transformers follow _implicit_ curricula", "Transformers follow implicit curricula"),
        (
            "We introduce **TramNet**, a *fast* and __simple__ planner",
            "We introduce TramNet, a fast and simple planner",
        ),
        ("e.g., *Between A and B, which is larger?*. We", "e.g., Between A and B, which is larger?. We"),
        (
            "**Re**liable **S**ynthetic **I**mage **De**tec**ti**on (ReSIDe)",
            "Reliable Synthetic Image Detection (ReSIDe)",
        ),
        (
            "see [code](https://example.org/t) and `tram_net.py` for the `--seed` option. ### Results\n* 12% fewer stops\n* 3x speed",
            "see code and tram_net.py for the --seed option. Results 12% fewer stops 3x speed",
        ),
        ("# Title\n\n- one\n- two", "Title one two"),
    ] {
        assert_eq!(clean(raw), expected);
    }
}

#[test]
fn what_is_no_mark_stays() {
    for text in [
        "tram_net.py and snake_case_name",
        "a * b * c and 2*3*4",
        "x_i and y_j",
        "p < 0.05 (*) and p < 0.01 (**)",
        "3 < 4 && 5 > 2, a<b, x < y and y > z, Vec<T>, <UNK>, AT&T, R&D, &; and &notanentity;",
        "C# and F#",
        "[MASK] and [0,1](x)",
        "C^*-algebras and D^*-algebras",
        "a word-\u{2010}like thing",
        "good 😀",
        "Children's voices",
        "AT&T; 50% ~30%",
    ] {
        assert_eq!(clean(text), text);
    }
}

#[test]
fn white_space_folds_and_accents_compose() {
    assert_eq!(
        clean(" Pre\u{301}server\r\n  la\u{a0}\t s\u{200b}e\u{ad}paration "),
        "Préserver la separation"
    );
}

#[test]
fn topical_texts_hold_no_formulas() {
    let raw = "We sort in $O(n \\log n)$ time by $k$-means. Our code is at https://github.com/a/b. © 2019 Elsevier B.V.";
    assert_eq!(topical_text(raw), "We sort in … time by k-means.");
}

#[test]
fn indices_and_stars_are_no_emphasis() {
    for (raw, expected) in [
        (
            "$\\{I_n\\}_{(n)}$, $I_{r+s}$ and $U'_q(g)$ of $V_{(z)}$",
            "{Iₙ}_((n)), I_(r+s) and U'_q(g) of V_((z))",
        ),
        (
            "*-paranormal, quasi-*-paranormal and *-algebras",
            "*-paranormal, quasi-*-paranormal and *-algebras",
        ),
    ] {
        assert_eq!(clean(raw), expected);
    }
}

fn letters(text: &str) -> Vec<char> {
    text.nfkc().filter(|c| c.is_alphabetic()).collect()
}

proptest! {
    #[test]
    fn nothing_breaks_it(text in r"(\PC|[\\${}_*`\[\]()^~'&;<>a-c\n -]){0,60}") {
        let cleaned = clean(&text);
        prop_assert!(!cleaned.contains("  ") && cleaned.trim() == cleaned);
        prop_assert!(!cleaned.chars().any(char::is_control));
    }

    #[test]
    fn no_letter_is_invented(text in r"([\PC&&[^\\&]]|[${}_*`\[\]()^~'<>a-cé\n -]|<b>|</b>|<p>){0,60}") {
        let raw = letters(&text);
        let mut rest = raw.iter();
        let cleaned = clean(&text);
        prop_assert!(letters(&cleaned).iter().all(|letter| rest.any(|c| c == letter)), "{cleaned}");
    }

    #[test]
    fn clean_text_stays(text in r"([\PC&&[^\\${}~*_`#&<\[]]|[a-cé\r\n\t .,;:'()^%@|>-]| Ã© | â€™ |ﬁ){0,60}") {
        let cleaned = clean(&text);
        prop_assert_eq!(clean(&cleaned), cleaned);
    }

    #[test]
    fn marks_that_are_gone_stay_gone(text in r"(\$x_1\$|\\'e|\{B\}|\\emph\{a\}|<b>|</b>|<p>|&lt;|&amp;|&eacute;|\*|\*\*a\*\*|`b`|a--b| -- |-\n|\n|é|ab| ){0,20}") {
        let cleaned = clean(&text);
        if !cleaned.contains(['\\', '$', '{', '}', '~', '*', '_', '`', '#', '&', '<', '[']) {
            prop_assert_eq!(clean(&cleaned), cleaned);
        }
    }
}

#[test]
fn the_seeds_hold_no_debris() {
    let seeds = [
        include_str!("../../../../seeds/000_1fb232c8072e575b.txt"),
        include_str!("../../../../seeds/002_913daf14e165f9f8.txt"),
    ];
    for paragraph in seeds.iter().flat_map(|seed| seed.split("\n\n")) {
        let cleaned = clean(paragraph);
        assert!(!cleaned.contains(['$', '\\', '{', '}', '*', '`']), "{cleaned}");
        let stray = |word: &&str| word.starts_with('_') || word.ends_with('_');
        assert_eq!(cleaned.split(' ').find(stray), None);
        assert!(!cleaned.contains("--"), "{cleaned}");
        assert_eq!(clean(&cleaned), cleaned);
    }
}
