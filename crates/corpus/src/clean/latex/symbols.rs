//! Signs that LaTeX names.

use std::{collections::BTreeMap, sync::LazyLock};

/// The commands with the signs that they stand for, sorted.
const SIGNS: &str = "Box=□ Delta=Δ Diamond=◇ Downarrow=⇓ Finv=Ⅎ Gamma=Γ Im=Im Lambda=Λ Leftarrow=⇐ Leftrightarrow=⇔ \
    Longleftrightarrow=⇔ Longrightarrow=⇒ Omega=Ω Phi=Φ Pi=Π Psi=Ψ Re=Re Rightarrow=⇒ Sigma=Σ Subset=⋐ \
    Theta=Θ Uparrow=⇑ Upsilon=Υ Vert=‖ Xi=Ξ aleph=ℵ alpha=α amalg=⨿ angle=∠ approx=≈ approxeq=≊ ast=* \
    asterisk=* asymp=≍ backslash=∖ because=∵ beta=β beth=ℶ between=≬ bigcap=⋂ bigcirc=○ bigcup=⋃ \
    bigodot=⨀ bigoplus=⨁ bigotimes=⨂ bigsqcup=⨆ bigstar=★ bigtriangledown=▽ bigtriangleup=△ biguplus=⨄ \
    bigvee=⋁ bigwedge=⋀ blacksquare=■ blacktriangle=▲ bot=⊥ bowtie=⋈ boxplus=⊞ boxtimes=⊠ bullet=• \
    cap=∩ cdot=· cdotp=· cdots=… checkmark=✓ chi=χ circ=∘ circledast=⊛ colon=: coloneqq=≔ complement=∁ \
    cong=≅ coprod=∐ cup=∪ curvearrowleft=↶ curvearrowright=↷ dag=† dagger=† dashv=⊣ ddots=⋱ delta=δ \
    diamond=⋄ digamma=ϝ div=÷ doteq=≐ dotplus=∔ dots=… dotsb=… dotsc=… dotsm=… downarrow=↓ ell=ℓ \
    emptyset=∅ eps=ε epsilon=ε equiv=≡ eta=η exists=∃ flat=♭ forall=∀ frown=⌢ gamma=γ ge=≥ geq=≥ \
    geqslant=≥ gets=← gg=≫ ggg=⋙ gtrapprox=⪆ gtrsim=≳ hbar=ℏ hookrightarrow=↪ hslash=ℏ iff=⇔ iiint=∭ \
    iint=∬ imath=i impliedby=⇐ implies=⇒ in=∈ infty=∞ int=∫ intercal=⊺ iota=ι jmath=j kappa=κ lVert=‖ \
    lambda=λ land=∧ langle=⟨ lbrace={ lceil=⌈ ldots=… le=≤ leadsto=⇝ leftarrow=← leftharpoonup=↼ \
    leftrightarrow=↔ leq=≤ leqslant=≤ lessapprox=⪅ lessgtr=≶ lesssim=≲ lfloor=⌊ ll=≪ lll=⋘ lnot=¬ \
    longleftarrow=← longleftrightarrow=↔ longmapsto=↦ longrightarrow=→ lor=∨ lozenge=◊ lq=‘ ltimes=⋉ \
    lvert=| mapsto=↦ mho=℧ mid=| models=⊨ mp=∓ mu=μ nabla=∇ natural=♮ ne=≠ nearrow=↗ neg=¬ neq=≠ \
    ngeq=≱ ni=∋ nleq=≰ nmid=∤ notin=∉ nsubseteq=⊈ nu=ν odot=⊙ oint=∮ omega=ω ominus=⊖ oplus=⊕ oslash=⊘ \
    otimes=⊗ over=/ owns=∋ parallel=∥ partial=∂ perp=⊥ phi=φ pi=π pm=± prec=≺ preccurlyeq=≼ preceq=⪯ \
    prime=′ prod=∏ propto=∝ psi=ψ rVert=‖ rangle=⟩ rbrace=} rceil=⌉ rfloor=⌋ rho=ρ rightarrow=→ \
    rightharpoondown=⇁ rightharpoonup=⇀ rightleftharpoons=⇌ rightrightarrows=⇉ rightsquigarrow=⇝ rq=’ \
    rtimes=⋊ rvert=| searrow=↘ setminus=∖ sharp=♯ sigma=σ sim=~ simeq=≃ smallsetminus=∖ smile=⌣ \
    sqcap=⊓ sqcup=⊔ square=□ star=⋆ subset=⊂ subseteq=⊆ subsetneq=⊊ succ=≻ succcurlyeq=≽ succeq=⪰ \
    sum=∑ supset=⊃ supseteq=⊇ supsetneq=⊋ surd=√ tau=τ textmu=μ therefore=∴ theta=θ times=× to=→ top=⊤ \
    triangle=△ triangleleft=◁ trianglelefteq=⊴ triangleq=≜ triangleright=▷ trianglerighteq=⊵ \
    twoheadrightarrow=↠ upalpha=α uparrow=↑ upbeta=β updownarrow=↕ uplus=⊎ upmu=μ uppi=π upsigma=σ \
    upsilon=υ vDash=⊨ varDelta=Δ varGamma=Γ varLambda=Λ varOmega=Ω varPhi=Φ varPi=Π varPsi=Ψ \
    varSigma=Σ varTheta=Θ varXi=Ξ varepsilon=ε varnothing=∅ varphi=φ varpi=ϖ varrho=ϱ varsigma=ς \
    vartheta=ϑ vartriangle=△ vdash=⊢ vdots=⋮ vee=∨ vert=| wedge=∧ wp=℘ wr=≀ xi=ξ xleftarrow=← \
    xrightarrow=→ zeta=ζ";

/// The table above, by command.
static BY_NAME: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| SIGNS.split(' ').filter_map(|pair| pair.split_once('=')).collect());

/// The sign that the command `name` stands for.
pub(super) fn symbol(name: &str) -> Option<&'static str> {
    BY_NAME.get(name).copied()
}
