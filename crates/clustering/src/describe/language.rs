//! Languages whose small words are known.

use rust_stemmers::Algorithm;

/// The language of a text, as far as its words need it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Language {
    /// English, and texts of which nothing is known.
    #[default]
    English,
    Danish,
    Dutch,
    French,
    German,
    Italian,
    Norwegian,
    Portuguese,
    Russian,
    Spanish,
    Swedish,
    /// One without a list: only words of English texts are known as small.
    Other,
}

impl Language {
    /// The language of an ISO 639-3 code.
    pub(crate) fn of_code(code: Option<&str>) -> Self {
        match code {
            None | Some("eng" | "und" | "") => Self::English,
            Some("dan") => Self::Danish,
            Some("nld") => Self::Dutch,
            Some("fra") => Self::French,
            Some("deu") => Self::German,
            Some("ita") => Self::Italian,
            Some("nor" | "nob" | "nno") => Self::Norwegian,
            Some("por") => Self::Portuguese,
            Some("rus") => Self::Russian,
            Some("spa") => Self::Spanish,
            Some("swe") => Self::Swedish,
            Some(_) => Self::Other,
        }
    }

    pub(crate) fn stemmer(self) -> Option<Algorithm> {
        Some(match self {
            Self::English => Algorithm::English,
            Self::Danish => Algorithm::Danish,
            Self::Dutch => Algorithm::Dutch,
            Self::French => Algorithm::French,
            Self::German => Algorithm::German,
            Self::Italian => Algorithm::Italian,
            Self::Norwegian => Algorithm::Norwegian,
            Self::Portuguese => Algorithm::Portuguese,
            Self::Russian => Algorithm::Russian,
            Self::Spanish => Algorithm::Spanish,
            Self::Swedish => Algorithm::Swedish,
            Self::Other => return None,
        })
    }

    /// Whether `word`, in lower case, carries no subject in this language, apart from the words of English.
    pub(crate) fn is_stop(self, word: &str) -> bool {
        self.stop_words().split_ascii_whitespace().any(|other| other == word)
    }

    /// Whether articles and prepositions grow together with the next word: `l'analyse`, `dell'analisi`.
    pub(crate) fn elides(self) -> bool {
        matches!(self, Self::French | Self::Italian)
    }

    fn stop_words(self) -> &'static str {
        match self {
            Self::English | Self::Other => "",
            Self::Danish => DANISH,
            Self::Dutch => DUTCH,
            Self::French => FRENCH,
            Self::German => GERMAN,
            Self::Italian => ITALIAN,
            Self::Norwegian => NORWEGIAN,
            Self::Portuguese => PORTUGUESE,
            Self::Russian => RUSSIAN,
            Self::Spanish => SPANISH,
            Self::Swedish => SWEDISH,
        }
    }
}

const GERMAN: &str = "aber alle allem allen aller alles als also am an andere anderen anderer anhand arbeit auch auf
    aus basierend bei beim beiden beispiel bereits besonders besser beschreiben beschrieben bis bisher da dabei dadurch dafür daher damit dann daran darauf das dass daß
    dazu dem den denen der deren des dessen die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer
    eines einige einigen ergebnis ergebnisse ergebnissen er erste ersten es etwa für gegen gegenüber gezeigt gibt große großen haben hat hatte hier hierbei hohe hohen ich ihm
    ihre ihrem ihren ihrer im in indem ins insbesondere ist jede jedem jeden jeder jedes jedoch kann kein keine können
    könnte liegt lässt machen man mehr mehrere mehreren methode methoden mit mittels muss möglich nach neben neue neuen neuer neues nicht noch nur ob oder
    ohne paper rahmen schließlich sehr sein seine seinen seit selbst sich sie sind so sodass solche solchen sollen sowie sowohl statt
    studie studien stellt stellen über um und uns unser unsere unserer unter untersucht untersuchen untersuchung verschiedene verschiedenen verschiedener verwendet viel viele vielen vom von vor vorgestellt war waren was wäre weiter weitere weiteren
    welche welchem welcher wenige wenigen wenn wer werden wie wir wird wo wobei wodurch wurde wurden während z zeigen zeigt ziel zu zudem zum
    zur zwei zwischen zweite dieses ersten drei vier beitrag artikel vorgeschlagen vorschlagen entwickelt erhöht verbessert basiert bietet ermöglicht";

const FRENCH: &str = "à afin ainsi alors article au aucun aucune aussi autre autres aux avec avoir avons ayant basé basée c
    ce cela celle celles celui ces cet cette ceux chaque ci comme comment contre d dans de des depuis deux différents différentes dont du donc
    elle elles en encore entre est et été étant être étude études eu fait font fois grâce ici il ils je l la laquelle le les lequel lesquels leur leurs
    lors lorsque lui mais méthode méthodes même mêmes moins montre montrent montrons n ne ni non nos notre nous nouveau nouvelle nouvelles on ont ou où par parmi parce
    pas permet permettent permettant peu peut peuvent plus plusieurs pour pouvant présente présentons première premier principaux propose proposée proposons près puis qu quand que quel quelle quelles
    quels qui quoi résultat résultats s sa sans se selon ses si sont son sous sur ta tel telle tels toujours tous tout toute toutes travail travaux très
    trois un une utilisant utilise utilisé utilisée utilisés vers via vos votre vous y entre d'une également notamment cependant enfin effet";

const SPANISH: &str = "a además al algo algunos algunas ambos ante antes aquel artículo así aún aunque basado basada cada como cómo con
    contra cual cuales cuando cuanto de del desde después diferentes donde dos durante e el él ella ellos en entre era es esa esas ese eso
    esos esta está están estas este esto estos estudio estudios etc fue fueron ha han hacia hasta hay la las le les lo los más mas me mediante mejor menos
    método métodos mi mientras mismo misma muestra muestran mostramos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros nueva nuevas nuevo nuevos o otra otras
    otro otros para pero poco por porque presenta presentamos presentan primer primera propone proponemos propuesta puede pueden que qué quien resultado resultados realizó s se según ser si sí sido
    sin sobre son su sus también tal tan tanto tiene tienen toda todas todo todos trabajo tras tres través un una unas uno unos usando utilizando utiliza
    varios varias vez y ya permite permiten obtenidos objetivo";

const PORTUGUESE: &str = "a à além algumas alguns ao aos apenas apresenta apresentamos aquele aquela artigo as às assim até baseada baseado cada com como
    contra cujo da das de dela dele demais desde dessa desse desta deste diferentes do dois dos durante e é ela elas ele eles em enquanto entre era
    essa essas esse esses esta está estão estas este estes estudo estudos etc eu foi foram há isso isto já lhe mais mas mediante melhor menos mesma mesmo método métodos
    mostra mostram mostramos muito muitos na não nas nem no nos nós nossa nossas nosso nossos nova novas novo novos num numa o onde os ou outra outras outro outros
    para pela pelas pelo pelos pode podem por porque primeira primeiro propomos propõe proposta qual quais quando que quem resultado resultados são se segundo seja sem ser seu seus
    sob sobre sua suas são também tal tanto tem têm toda todas todo todos trabalho três um uma umas uns usando utilizando vários várias através permite objetivo";

const ITALIAN: &str = "a abbiamo agli ai al alcune alcuni all alla alle allo altra altre altri altro anche ancora articolo attraverso
    basata basato c che chi ci ciascun ciò come con contro cui da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dell
    di diversi diverse dopo dove due durante e è ed era essere fra fino gli ha hanno i il in infine inoltre io l la lavoro le lei lo loro lui ma
    maggior mediante meno mentre metodo metodi molti molto mostra mostrano mostriamo ne negli nei nel nell nella nelle nello no noi non nostra nostri nostro nuova
    nuove nuovi nuovo o od ogni oltre per perché però più poi possono presenta presentiamo presentato prima primo propone proponiamo proposto può qual quale quali quando quanto quella
    quelle quelli quello questa queste questi questo quindi risultati risultato s sarà se sé secondo sempre senza si sia sono sopra sotto stata stati stato
    studio studi su sua sue sugli sui sul sull sulla sulle suo suoi tale tali tanto tra tre tutta tutte tutti tutto un una uno utilizzando utilizza viene vengono verso
    vari varie permette obiettivo";

const DUTCH: &str = "aan aantal af al alle alleen als altijd andere artikel basis bij bijvoorbeeld daarbij daarom daarnaast dan dat de deze die
    dit doel door dus echter een eerste elk elke en er gebaseerd gebruik gebruiken gebruikt geen haar had hebben heeft hem het hier hierbij hij hoe hun ik in
    is kan kunnen laten maar meer meest met methode methoden mijn moet moeten na naar niet nieuw nieuwe nog nu of om omdat ondanks onder onderzoek onderzocht
    ons onze ook op over paper presenteren resultaat resultaten studie te tegen ten ter tijdens toch toont tonen tot tussen twee uit van vaak veel verschillende via vol
    volgens voor voorgesteld waar waarbij waarin wanneer wat we welke wel werd werden werk wie wij worden wordt zal ze zeer zich zij zijn zo zoals zonder zou zowel";

const RUSSIAN: &str = "а без более больше был была были было быть в вам вас ваш весь во возможность вот все всего всех вы где
    данная данной данные данный данных два две для до другие других его ее если есть еще же за задач задача задачи и из или им исследование исследования их к каждого
    каждой как какая какой когда которая которого которое которой которые который которых кто лучше между метод методов методы метода мы на
    над надо нам нас наш не него нее нет ни них но новая новой новый новых о об один одна однако он она они оно от очень первый перед по под показано показывает показывают
    позволяет поэтому предлагает предлагается предложен предложена предложенный предложенного представлен представлена представлены при про путем работа работе работы различных результат результаты результатов рассматривается рассмотрены с
    сам свои свой себя со статье статья статьи так также такие таких такой там тем то того тоже той только том тот три у уже
    что чтобы эта эти этих это этого этой этом этот использование использованием основе помощью является являются целью";

const SWEDISH: &str = "alla allt andra artikel att av baserad baserat bland blev blir bli bättre båda de del dem den denna deras dess dessa det detta
    dock där då efter eller en enligt ett flera fler finns fram från för första får genom går ha hade han har hon hos hur här i icke ifrån in inga ingen
    inom inte ja jag kan kunde man med mellan men mer mest metod metoder mot mycket måste ni ny nya nytt när nu och också olika om oss på påvisar resultat resultaten
    sedan sig sin sina ska skulle som studie studien så sådan sätt till två under upp ur ut utan vad var vara varje vi via vid vilka vilken vilket vår våra är även över visar används";

const DANISH: &str = "ad af alle alt anden andre artikel at baseret blandt blev blive bliver bruges da de dem den denne der deres det dette dig din disse
    dog du efter eller en end er et flere for fordi fra få får første gennem ham han har havde hun hvad hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ind
    ingen jeg jer kan kunne man med mellem men mere mest metode metoder mod må mange meget ned nogle nu ny nye når og også om op os over på resultat resultater resultaterne sammen selv
    samt sig sin sine skal skulle som studie ud under undersøgelse var ved vi via viser vil ville vores være været";

const NORWEGIAN: &str = "alle alt andre artikkel at av basert begge ble bli blir bruk brukes både da de dem den denne der deres det dette disse du eller
    en enn er et etter flere for fordi fra få får først gjennom ha hadde han har hun hva hver hvilke hvis hvor hvordan i ikke ingen inn jeg kan kunne
    man med mellom men mer mest metode metoder mot må mange mye noe noen nye ny når og også om opp oss over på resultat resultater resultatene samt seg selv sin sine skal skulle som
    studie studien så til to under undersøkelse ut uten var ved vi via viser vil ville vår våre være vært";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_known() {
        assert_eq!(Language::of_code(Some("deu")), Language::German);
        assert_eq!(Language::of_code(Some("jpn")), Language::Other);
        assert_eq!(Language::of_code(None), Language::English);
    }

    #[test]
    fn small_words_are_known_in_their_language_only() {
        assert!(Language::German.is_stop("durch") && !Language::French.is_stop("durch"));
        assert!(Language::Russian.is_stop("который"));
        assert!(!Language::English.is_stop("protein") && !Language::Spanish.is_stop("protein"));
    }
}
