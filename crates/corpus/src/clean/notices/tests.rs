use proptest::prelude::*;

use super::*;

const BODY: &str =
    "Trams are late in winter. We heat every third point (see Fig. 2) and the delay falls by half.";

#[test]
fn copyright_lines_go() {
    for line in [
        "© 2019 Elsevier B.V. All rights reserved.",
        "(c) 2026 Example Press. All rights reserved. Smith et al. 2024, arXiv:2601.00001v2, doi 10.5555/12345.",
        "Copyright (c) 2010 John Wiley & Sons, Ltd.",
        "Copyright © 2012 S. Karger AG, Basel.",
        "Copyright 2005 Psychonomic Society, Inc.",
        "© The Author(s) 2021. Published by Oxford University Press.",
        "Published by Elsevier Ltd.",
        "All rights reserved.",
        "Crown Copyright (c) 2009",
        "This is an open access article under the CC BY license (http://creativecommons.org/licenses/by/4.0/).",
        "This article is protected by copyright. All rights reserved.",
        "© 2013 Wiley Periodicals, Inc. J. Comput. Chem. 2013, 34, 1-5",
    ] {
        assert_eq!(without_notices(&format!("{BODY} {line}")), BODY, "{line}");
    }
    assert_eq!(without_notices("Trams are late © 2019 Elsevier Ltd"), "Trams are late");
    assert_eq!(without_notices(&format!("© 2019 Elsevier B.V. All rights reserved. {BODY}")), BODY);
    assert_eq!(
        without_notices(&format!("Copyright (c) 2019, AAAI (www.aaai.org). All rights reserved. {BODY}")),
        BODY
    );
}

#[test]
fn sentences_that_only_lead_go() {
    for line in [
        "Our code is available at https://github.com/sony/ctm.",
        "The code is available at github.com/zjukg/GEEA.",
        "Code: https://github.com/syguo96/Out-of-Variable-Generalization",
        "Project page: https://dreamllm.github.io.",
        "The code and models used in the paper are available at https://github.com/ Sanqiang/text_simplification.",
        "Our code is availableat https://github.com/Graph-COM/SPE.",
        "Code is available at this https URL",
        "https://example.org/hedonic-games/",
        "Videos are available at https://relay-policy-learning.github.io/",
        "See the project page for code, data, and request pre-trained models: https://emernerf.github.io",
    ] {
        assert_eq!(without_notices(&format!("{BODY} {line}")), BODY, "{line}");
    }
    assert_eq!(without_notices("It is low.The code is at https://a.org/b."), "It is low.");
}

#[test]
fn addresses_leave_their_sentences() {
    for (text, expected) in [
        ("We present TramNet (https://tram.net/), a planner.", "We present TramNet, a planner."),
        (
            "Trams. We introduce GrGen.NET (www.grgen.net) by solving a case.",
            "Trams. We introduce GrGen.NET by solving a case.",
        ),
        (
            "Trams. We present 10k rides at https://a.org/b, with labels.",
            "Trams. We present 10k rides at, with labels.",
        ),
        ("Our code is at https://a.org/b.", "Our code is at."),
        ("We use VFLAIR (available at https://a.org/b), which is fair.", "We use VFLAIR, which is fair."),
        ("It is low.This helps. See https://a.org/b", "It is low.This helps."),
    ] {
        assert_eq!(without_notices(text), expected);
    }
}

#[test]
fn other_texts_stay() {
    for text in [
        BODY,
        "Generated text may raise copyright claims. We study copyright in 2020 and copyrighted books.",
        "We use (a) trams, (b) buses, (c) 2019 data and (d) ferries.",
        "Published by Reporters Without Borders every year, the index reflects fear. We map it.",
        "Google Earth© images of forests show roads. We count them with a network.",
        "https://example.org/",
        "© 2019 Elsevier B.V.",
        "",
    ] {
        assert_eq!(without_notices(text), text);
    }
    let long = format!("© 2019 and all that. {}", BODY.repeat(20));
    assert!(without_notices(&long).ends_with(BODY));
}

#[test]
fn long_texts_are_read_once() {
    for piece in ["a.", "© ", "a. B", "https://", "(c) 2019 ", "x://y. Code ", "this URL ", "Copyright "] {
        let _ = without_notices(&piece.repeat(1 << 16));
    }
}

proptest! {
    #[test]
    fn words_are_only_left_out(text in "(We|show|trams|code|https://a.b/c|©|2019|All rights reserved|[.,!?()]|é| ){0,30}") {
        let kept = without_notices(&text);
        let mut letters = text.chars();
        let in_order = kept.chars().filter(|c| *c != ' ').all(|kept| letters.any(|c| c == kept));
        prop_assert!(in_order, "{:?} of {:?}", kept, text);
    }
}
