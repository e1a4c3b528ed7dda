//! Words that carry no subject.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What a word is good for in a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Names a subject, alone or in a phrase.
    Subject,
    /// Stands in a phrase beside a subject word, but names nothing alone.
    Companion,
    /// Ends a phrase.
    Stop,
}

/// The roles of the listed words.
static LISTED: LazyLock<HashMap<&str, Role>> = LazyLock::new(|| {
    let general = GENERAL.split_ascii_whitespace().map(|word| (word, Role::Companion));
    let stop = [FUNCTION, BOILERPLATE].into_iter().flat_map(str::split_ascii_whitespace);
    general.chain(stop.map(|word| (word, Role::Stop))).collect()
});

/// The listed nouns that end like adjectives.
static LIKE_ADJECTIVES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| NOUNS_LIKE_ADJECTIVES.split_ascii_whitespace().collect());

/// The words that are good beside a subject word only.
pub(crate) fn general() -> impl Iterator<Item = &'static str> {
    GENERAL.split_ascii_whitespace()
}

/// Whether a phrase that ends with `word`, in lower case, says no more than without it: `reasoning tasks`.
pub(crate) fn is_empty_head(word: &str) -> bool {
    EMPTY_HEADS.split_ascii_whitespace().any(|other| other == word)
}

/// Whether `word`, in lower case, looks like an adjective, which no phrase ends with.
pub(crate) fn is_adjective(word: &str) -> bool {
    const ENDINGS: [&str; 12] =
        ["ive", "al", "ic", "ous", "ful", "able", "ible", "ary", "less", "ish", "lar", "near"];
    if let Some((first, last)) = word.rsplit_once('-') {
        return is_compound_adjective(last) || PREPOSITIONS.contains(&first);
    }
    word.len() > 4 && ENDINGS.iter().any(|ending| word.ends_with(ending)) && !LIKE_ADJECTIVES.contains(word)
}

/// Starts of compounds that stand before a noun: `out-of-distribution`.
const PREPOSITIONS: [&str; 4] = ["out-of", "in", "off", "on"];

/// `zero-shot` and `multi-agent` stand before a noun, `fine-tuning` and `GPT-4` are one.
fn is_compound_adjective(last: &str) -> bool {
    const NOUN_ENDINGS: [&str; 11] =
        ["ing", "tion", "sion", "ment", "ness", "ity", "er", "or", "s", "thought", "ray"];
    last.chars().all(char::is_alphabetic) && !NOUN_ENDINGS.iter().any(|ending| last.ends_with(ending))
}

/// The role of `word`, in lower case.
pub(crate) fn role(word: &str) -> Role {
    match LISTED.get(word) {
        Some(role) => *role,
        None if is_adverb(word) => Role::Stop,
        None if is_participle(word) => Role::Companion,
        None => Role::Subject,
    }
}

fn is_adverb(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly") && !LY_NOUNS.split_ascii_whitespace().any(|other| other == word)
}

/// `federated learning` is a subject, `federated` is not.
fn is_participle(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed")
}

/// Nouns that say nothing at the end of a phrase.
const EMPTY_HEADS: &str = "task tasks data dataset datasets sample samples instance instances information content user users
    level levels system systems function functions component components element elements area areas aspect domain domains
    event events input inputs output outputs type space spaces context contexts application applications object objects
    benchmark benchmarks baseline baselines evaluation paradigm paradigms quality score scores model-based ability algorithm algorithms";

/// Nouns that end like adjectives.
const NOUNS_LIKE_ADJECTIVES: &str = "signal retrieval removal approval journal potential animal material hospital capital
    trial arrival goal interval integral differential polynomial binomial multinomial monomial functional residual numeral
    terminal principal proposal portal cardinal ordinal editorial tutorial metal crystal survival appraisal referral
    dismissal rehearsal withdrawal topic logic arithmetic statistic music traffic clinic metric heuristic fabric critic
    public epidemic pandemic antibiotic genetic robotic mosaic ceramic plastic semantic-web rhetoric magic arabic
    objective perspective narrative derivative alternative motive archive incentive additive initiative executive
    primitive detective adjective invective table variable cable vegetable syllable constable dictionary vocabulary
    boundary library summary commentary glossary diary salary february january secretary adversary binary
    unary stationary virus focus corpus census bus calculus stimulus consensus apparatus fungus campus nucleus
    locus radius genus bonus surplus thesaurus parish fish english finish";

const LY_NOUNS: &str = "family anomaly assembly supply poly monopoly butterfly fly italy homily reply
    jelly belly early";

/// Function words of English, and what is left of contractions.
const FUNCTION: &str = "log ln exp sin cos min max sup inf argmin argmax a about above across after again against all almost alone along already also although always am
    among amongst an and another any anyone anything anywhere are aren around as aside at away be became because become
    becomes been before behind being below beneath beside besides between beyond both but by can cannot could couldn did
    didn do does doesn doing don done down due during each either else elsewhere enough etc even ever every everyone
    everything except few fewer first for former from further furthermore had has hasn have haven having he hence her
    here hers herself him himself his how however i if in inside instead into is isn it its itself just last later
    latter least less let like likewise ll lot many may me meanwhile might mine more moreover most much must my myself
    near neither never nevertheless next no nobody none nonetheless nor not nothing notwithstanding now nowhere of off
    often on once one ones only onto or other others otherwise ought our ours ourselves out outside over own per perhaps
    quite rather re really regardless said same second several shall she should shouldn since so some somehow someone
    something sometimes somewhat somewhere still such than that the their theirs them themselves then there thereby
    therefore therein these they third this those though three through throughout thus till to together too toward
    towards two twice under underneath unless unlike until up upon us ve versus very via vs was wasn we were weren what
    whatever when whenever where whereas whereby wherein wherever whether which whichever while who whoever whole whom
    whose why will with within without won would wouldn yes yet you your yours yourself yourselves zero four five six
    seven eight nine ten eleven twelve twenty thirty forty fifty hundred hundreds thousand thousands million millions
    billion half quarter thirds fifth half-point ie eg al et cf viz i.e e.g respectively";

/// Words of the trade: how papers talk about themselves.
const BOILERPLATE: &str = "abstract achieve achieved achieves achieving acknowledge address addressed addresses
    addressing adopt adopted adopting adopts advance advanced advances advancing advantage advantages aim aimed aiming
    aims allow allowed allowing allows analyse analysed analyses analyze analyzed analyzing apply applied applies
    applying approach approaches argue argued argues article ask asks aspect aspects assume assumes attempt attempts
    author authors available avoid avoiding avoids based basis behave benefit benefits best better bring brings broad
    broader build building builds built call called calls carry case cases cause certain challenge challenges
    challenging choose chosen claim claims clear code com combine combined combines combining commonly compare compared
    compares comparing comparable comparison comparisons competitive complete comprehensive concept concepts conclude
    conduct conducted consider considered considering considers consist consisting consists contain containing contains
    contribute contribution contributions copyright corresponding create created creates creating crucial current
    deal dealing define defined defines deliver delivers demonstrate demonstrated demonstrates demonstrating depend
    dependent depending depends derive derived derives describe described describes despite detail detailed details
    develop developed developing develops difference different difficult difficulty diverse doi draw drawn effect
    effective effectiveness effects efficacy efficiency efficient effort efforts eliminate emerge emerged emerges
    emerging employ employed employing employs enable enabled enables enabling encounter enhance enhanced enhances
    enhancement enhancing ensure ensures ensuring entire especially essential establish established establishes evaluate
    evaluated evaluates evaluating evidence evident examine examines example examples excellent exhibit exhibited
    exhibits exist existing exists expect expected expensive experiment experimental experiments explain explains exploit
    exploited exploiting exploits explore explored explores exploring extend extended extending extends extensive extent
    face facilitate facilitates fact factor factors fail failing fails far fast faster fewer find finding
    findings finds fit flexible focus focused focuses focusing follow followed following follows form forms found
    framework frameworks full fully fundamental furthermore future gain gains gap gaps general generic get gets github
    give given gives giving go goes going good great greater growing guarantee help helpful helps hence high higher
    highest highlight highlights highly hold holds http https idea ideas identify identified identifies identifying
    illustrate impact implement implementation implemented imply implies important importance impressive improve
    improved improvement improvements improves improving include included includes including incorporate incorporated
    incorporates incorporating increase increased increases increasing indicate indicates inspired insight insights
    integrate integrated integrates integrating interest interesting interestingly introduce introduced introduces
    introducing investigate investigated investigates investigating investigation involve involved involves involving
    issue issues keep keeps key kind kinds know known lack lacking lacks large large-scale larger largest lead leading
    leads learn learned learns learnt left lend leverage leveraged leverages leveraging lie lies limit limitation
    limitations limited limiting limits line literature little long longer look lose low lower made main maintain
    maintained maintaining maintains major make makes making manner match matches matter matters mean meaningful means
    measure measured measures meet method methodology methodologies methods mitigate mitigates mitigating modern modest
    moreover motivate motivated move moving multiple necessary need needed needs new newly non notable note
    notes notice novel number numbers numerous observe observed observes observation observations obtain obtained
    obtaining obtains occur occurs offer offered offering offers open open-source opportunities order original outcome
    outcomes outperform outperformed outperforming outperforms overall overcome overcomes overview paper papers part
    particular particularly parts perform performance performances performed performing performs pipeline play plays
    point points poor popular pose poses position possible potential powerful practical practice practitioners preprint
    present presence presented presenting presents press previous prior problem problems procedure procedures
     produce produced produces producing project promise promising proper properties property propose proposed
    proposes proposing prove proved proven proves provide provided provides providing public publication published
    purpose put range ranging rapid rarely reach reached reaches real real-world reason reasonable
    recent receive received recently recognise recognize reduce reduced reduces reducing reduction refer refers regard
    regarding related relative release released relevant reliable reliability rely relies relying remain remaining
    remains remarkable report reported reports require required requirement requirements requires requiring research
    researchers reserved resolve resource result resulting results return reuse reveal reveals review rich right rights
    rise role run running runs satisfy scale scenario scenarios scheme section see seek seeks seem seen select set sets
    setting settings shed short show showcase showed showing shown shows side significance significant significantly
    similar simple simpler simplicity simultaneously single situation situations slow small smaller solution solutions
    solve solved solves solving special specific spent start state-of-the-art state-of-art sota step steps stems strong
    stronger studied studies study studying sub-optimal substantial success successful succeed suffer suffers suffering
    suggest suggested suggests suitable summarize superior superiority support supports supported surpass surpasses
    surpassing surprising survey tackle tackled tackles tackling take taken takes taking technique techniques tend term
    terms test tested tests theoretically thereby thing things thorough throws tool traditional try trying turn type
    types typical underlying understand understanding understood undertake unified unify unique unprecedented upper
    usage use used useful user-friendly uses using usual utilise utilised utilises utilising utilize utilized utilizes
    utilizing valuable variety various vary varying vast verify verified version viable view want way ways weak well
    wide widely widespread wider widely-used work working works world worse worst www yield yielded yielding yields
    elsevier springer ieee acm arxiv url html pdf orcid supplementary appendix
    conference journal proceedings workshop email keywords keyword et-al well-known so-called
    stays stay lets mark marks mix mixes walk walks fall falls shorten shortens halve halves early late recur recurs
    instantiate instantiates instantiated draws throw pack packs packing agree listen listens steer steers count
    counts rewire rewired reuses fitted stand stands sit sits speak let turns break breaks
    holding keeping kept enter enters raises raise prone formulate formulates formulated formulation
    formulations progress proxy confidence prefer preferred desire desirable respect noted
    attention-worthy prominent intend intended interpret interprets invoke render renders rendered
    reframe reframes revisit revisits scrutinize summarise summarised trade understudied underexplored unlike wide-ranging
    wir der die das und ein eine einen mit von zu im den dem des ist sind nicht auf wenigen drei als auch bei nach wird
    werden le la les et du en dans nous est une un avec qui que pas ce cette el los las y por para con se su como uma um
    os e em il della del di che per
    cost costs aforementioned accordingly additional additionally alternative alternatives amount amounts appropriate
    characterize characterizes common conventional critical degrade degrades degradation deploy deployed deploying
    deployment differ differs directly distinct easy empirical entirely exact final fine finite fixed hard
    heavily ideal implicit explicit inherent initial intuitive intermediate joint largely likely meanwhile minimal
    moderate naive negligible normal notion optimal overlook overlooked partial perspective perspectives precise
    principled proposal rare raw recovers reasonably rigorous robust scarce seamless severe sheer sole sound stable
    standard straightforward systematic tailored true ubiquitous unclear unexplored unseen unsolved valid versatile
    viewed vital accurate accuracy faithful attractive capable capability capabilities ability abilities suite
    consistent consistently subsequent subsequently sufficient trial trials twofold thanks extra faced failed says
    agrees agreed cross crosses learners minutes hours year years day days month months per-cent percent
    add added adding adds adapt adapts affect affects answer answers appear appears arise arises assess assessed
    assesses assessing assign capture captures capturing change changes changing collect collected connect connects
    control-free cover covers decide decouple desired determine determines discover discovers drive driven drives
    encourage encourages estimate estimates estimated expand expose exposes generate generated generates generating
    grow grows guide guided guides handle handles hide hides hinder hinders infer infers inform introduced-by
    isolate keep-out lends link links localize lowers map maps mixed pay preserve preserves preserving
    predict predicted predicting predicts prevent prevents promote promotes quantify quantifies rank ranks recover
    reflect reflects remove removes replace replaces represent represented represents retain retains scale-free
    separate separates serve serves shape shapes share shared shares shift-free spread stop stops store suppress
    tell think train trains transfer transfers treat treats trigger undergo update updates validate validated validates
    wrap wraps write writes written yet-to-be
    begin begins began beginning distinguish distinguishes distinguishing enforce enforces enforced enforcing correlate
    correlates correlated correlating detect detects detected compact concrete noisy ranked distorted controlled
    comply complies dominate dominates dominated arguably accumulate accumulates aggregate aggregates align aligns
    approximate approximates balance balances cope copes diverge diverges emphasize emphasizes encode encodes enrich
    enriches exceed exceeds execute executes filter-free fuse fuses fused induce induces initialize initializes inspect
    inspects iterate iterates minimize minimizes maximize maximizes modify modifies operate operates optimize
    optimizes optimise optimises penalize penalizes perceive perceives prune prunes quantified reasons refine
    refines refined reformulate regularize regularizes resemble resembles respond responds restrict restricts simulate
    simulates specify specifies struggle struggles substitute substitutes tune tunes weigh weighs";

/// Nouns and adjectives that every paper uses: good beside a subject word only.
const GENERAL: &str = "natural process processes field fields question questions constant constants minimum maximum accelerated activity adaptive agent-based aggregate algorithm algorithms amounts analysis analytic
    application applications architecture architectures art assumption assumptions automatic automated average
    baseline baselines behavior behaviors behaviour behaviours benchmark benchmarks bound bounds bounded capacity
    category categories class classes collection community complex complexity component components computation
    computational compute computing condition conditions conditional configuration content context contexts constraint
    constraints criteria data dataset datasets data-driven deep decision decisions design designs designed dimension
    dimensions direct discrete distance distances distribution distributions domain domains dynamic element elements
    end end-to-end entity environment environments error errors evaluation evaluations event events experience expert
    experts external feature features flow function functions generalization generalisation global goal goals group
    groups growth guarantees human humans independent individual individuals inference information input inputs instance
    instances internal item items knowledge label labels language-agnostic layer layers learnable learning length level
    levels lightweight linear local loss losses machine mechanism mechanisms metric metrics mode modes model models
    model-agnostic modeling modelling module modules network networks object objects objective objectives
    operation operations optimization optimisation output outputs pair pairs parameter parameters pattern patterns
    people perception phase phases plug-and-play population power prediction predictions predictor predictors product
    protocol protocols quality quantity random rate rates ratio region regions regime regimes relation relations
    relationship relationships representation representations representative response responses rule rules sample
    samples sampling scalable scalability score scores search self sequence sequences series service services signal
    signals simulation simulations size sizes skill skills source sources space spaces speed stage stages state states
    statistical statistics status strategy strategies strength structure structures structural style subject subjects
    supervision system systems target targets task tasks tasks-specific text theoretical theory time times token tokens
    total tradeoff tradeoffs trade-off trade-offs training trained pre-trained pretrained transition unit units
    user users value values variable variables variant variants variation variations weight weights word words
    term-based generation generative generator generators neural intelligent intelligence artificial classifier
    classifiers classification performance-based optimizer low-cost high-quality two-stage high-dimensional
    low-dimensional downstream zero-shot few-shot out-of-distribution multi-task fine-grained
    advantage conflict conflicting failure failures gradient gradients horizon mismatch solver trajectory
    trajectory-level large-language role-playing safety-critical uncertainty signal-based correctness consistency
    robustness stability pathologies extracted pathway frontier area areas minimizing maximizing identity utility window windows probability viewpoint progress
    online offline latent recurrent sparse dense private regular infinite convex concave secure mobile temporal spatial
    diversity similarity dependency dependencies interaction interactions attention embedding embeddings encoder
    encoders decoder decoders transformer-based framework-agnostic person persons";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_list_holds_a_word_twice() {
        for list in [EMPTY_HEADS, NOUNS_LIKE_ADJECTIVES, LY_NOUNS, FUNCTION, BOILERPLATE, GENERAL] {
            let mut seen = HashSet::new();
            let again: Vec<&str> = list.split_ascii_whitespace().filter(|word| !seen.insert(*word)).collect();
            assert!(again.is_empty(), "{again:?}");
        }
    }

    #[test]
    fn boilerplate_stops_and_subjects_pass() {
        for word in ["the", "propose", "method", "state-of-the-art", "significantly", "experiments"] {
            assert_eq!(role(word), Role::Stop, "{word}");
        }
        for word in ["protein", "anomaly", "diffusion", "speed-up", "seed", "graph"] {
            assert_eq!(role(word), Role::Subject, "{word}");
        }
        for word in ["federated", "model", "learning"] {
            assert_eq!(role(word), Role::Companion, "{word}");
        }
    }
}
