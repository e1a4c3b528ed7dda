use super::{strip, strip_formulas};

#[test]
fn commands_are_read() {
    for (raw, expected) in [
        ("Pr{\\'e}server la s{\\'e}paration", "Préserver la séparation"),
        ("Schr\\\"odinger, Schr{\\\"o}dinger, Schr\\\"{o}dinger", "Schrödinger, Schrödinger, Schrödinger"),
        ("\\v{C}ech and \\v Cech", "Čech and Čech"),
        (
            "Kurdyka-{\\L}ojasiewicz, \\L{}ojasiewicz, na\\\"{\\i}ve, na\\\"\\i ve",
            "Kurdyka-Łojasiewicz, Łojasiewicz, naïve, naïve",
        ),
        ("P$\\acute{e}$clet", "Péclet"),
        ("\\textbf{never} more than \\emph{two}", "never more than two"),
        ("$\\textbf{Pref-DetectGPT}$", "Pref-DetectGPT"),
        ("{\\it Given a text}, {\\bf bold}", "Given a text, bold"),
        ("complex \\cite{smith2020,jones21}.", "complex."),
        ("as in~\\cite[p.~2]{a} and", "as in and"),
        (
            "see \\url{https://example.org/a_b} and \\href{https://example.org}{our page}",
            "see https://example.org/a_b and our page",
        ),
        ("100\\% of R\\&D, \\#trams, 3\\,000, a\\_b", "100% of R&D, #trams, 3 000, a_b"),
        ("\\toolname{}, a tool; \\toolname{} wins", "toolname, a tool; toolname wins"),
        ("1{,}500 of {BERT} and {B}ayes", "1,500 of BERT and Bayes"),
        ("``quoted'' words", "“quoted” words"),
        ("10^{-3} of CO_{2}, x_{i,j} and {0,1}^n", "10⁻³ of CO₂, x_(i,j) and {0,1}^n"),
        ("the set {a, b} and {name}s", "the set {a, b} and names"),
        ("first\\nSecond", "first Second"),
    ] {
        assert_eq!(strip(raw), expected, "{raw}");
    }
}

#[test]
fn formulas_are_read() {
    for (raw, expected) in [
        ("$k$-means", "k-means"),
        ("$O(1/G)$", "O(1/G)"),
        ("$\\mathcal{O}(n\\log n)$", "O(n log n)"),
        ("$1.23\\times$ faster", "1.23× faster"),
        ("M$^3$ and ParetoM$^{3}$", "M³ and ParetoM³"),
        ("an $\\epsilon$-stationary", "an ε-stationary"),
        ("$1$--$2\\%$", "1--2%"),
        ("from $0.7927$ to $0.8093$, $\\tau=0.5$", "from 0.7927 to 0.8093, τ=0.5"),
        (
            "$\\frac{1}{\\sqrt{n}}\\sum_{i=1}^{n}\\mathbb{E}[\\|x_i\\|^2]\\leq \\epsilon$",
            "1/√n∑_(i=1)ⁿE[‖xᵢ‖²]≤ ε",
        ),
        ("$\\frac{a+b}{2}$, $x^{-1/2}$, $30^\\circ$", "(a+b)/2, x^(-1/2), 30°"),
        ("$\\alpha\\in(0,1)$", "α∈(0,1)"),
        ("$(\\mathtt{x},\\mathtt{y})$", "(x,y)"),
        ("$x \\text{ if } y$ and $\\tilde{O}(n)$", "x  if  y and Õ(n)"),
        ("\\(k/N\\) and $$a = b$$", "k/N and a = b"),
        ("$\\mathbb C^n$, $ K/J $, $ J $, $>$10", "Cⁿ, K/J, J, >10"),
        (
            "$\\binom{n}{k}$, $x \\not\\in A$, $a \\not= b$, 2\\textsuperscript{nd}",
            "(n choose k), x ∉A, a ≠ b, 2nd",
        ),
        ("$\\begin{array}{cc} a & b \\end{array}$", "a   b"),
        ("$\\alpha_1 \\leq 10^{-3}$, $\\|u\\|_{L^2}^2$", "α₁ ≤ 10⁻³, ‖u‖_(L²)²"),
        ("$10^{26}~$yr, $\\hat\\rho$ and $\\tilde{x}$", "10²⁶ yr, ρ\u{302} and x\u{303}"),
        ("form (\\ref{eq:1}) of [\\cite{a}] is", "form of is"),
        ("$\\{0,1\\}^n$", "{0,1}ⁿ"),
    ] {
        assert_eq!(strip(raw), expected, "{raw}");
    }
}

#[test]
fn formulas_can_be_left_out() {
    for (raw, expected) in [
        ("$k$-means, $\\epsilon$-nets and $\\textbf{Pref-DetectGPT}$", "k-means, ε-nets and Pref-DetectGPT"),
        ("in $\\mathcal{O}(n\\log n)$ time, $f_{\\text{soft max}}$", "in … time, …"),
        ("$$\\min_x f(x)$$ costs $5 and \\(x \\mapsto \\exp x\\)", "… costs $5 and …"),
    ] {
        assert_eq!(strip_formulas(raw), expected, "{raw}");
    }
}

#[test]
fn money_and_lone_dollars_stay() {
    for raw in [
        "A ticket costs $5 and a pass costs $10 in the towns",
        "costs in $ and in $ per ride",
        "between $5-$10, $5, and $7",
        "dollars like $x+y should not swallow the rest of this text",
    ] {
        assert_eq!(strip(raw), raw);
    }
    assert_eq!(
        strip("like $x+y should not swallow the rest, and $k$ is read"),
        "like $x+y should not swallow the rest, and k is read"
    );
    assert_eq!(strip("\\$150-\\$400"), "$150-$400");
}

#[test]
fn deep_and_open_groups_end() {
    for raw in [
        "{".repeat(100_000),
        "{".repeat(1000) + &"}".repeat(1000),
        "\\a{".repeat(20_000),
        "$\\frac".repeat(9_000),
        "\\".to_owned(),
        "$^{".repeat(1000),
        "\\hat".repeat(30_000),
    ] {
        let _ = strip(&raw);
    }
}
