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
            "**Re**liable **S**ynthetic **I**mage **De**tection (ReSIDe)",
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

proptest! {
    #[test]
    fn nothing_breaks_it(text in r"(\PC|[\\${}_*`\[\]()^~'a-c -]){0,60}") {
        let cleaned = clean(&text);
        prop_assert!(!cleaned.contains("  ") && cleaned.trim() == cleaned);
        prop_assert!(!cleaned.chars().any(char::is_control));
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
