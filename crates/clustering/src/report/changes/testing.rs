//! Events and updates for the tests of this part.

use super::super::sample;
use crate::topic_map::{
    Flow, LedgerEvent, Rise, RisenPhrase, TopicChange, TopicEvent, TopicMap, Update, Way,
};

pub(in super::super) fn event(event: TopicEvent, before: usize, shared: usize) -> LedgerEvent {
    LedgerEvent {
        run: 2,
        topic: "t3".into(),
        event,
        size: shared,
        before,
        shared,
        added: 0,
        came_from: Vec::new(),
        went_to: Vec::new(),
        label: "subject number 2".into(),
        former_label: None,
        by_edit: false,
    }
}

pub(super) fn flow(topic: &str, papers: usize) -> Flow {
    Flow { topic: topic.into(), papers }
}

pub(in super::super) fn update() -> Update {
    let rise = |before, new, low, high| Some(Rise { before, new, low, high });
    let change = |topic: &str, added, rise| TopicChange {
        topic: topic.into(),
        before: 20,
        added,
        came: 0,
        went: 0,
        gone: 0,
        rise,
    };
    Update {
        run: 2,
        way: Way::Joined,
        reason: "few are novel".into(),
        papers: 1012,
        known: 1000,
        new: 12,
        gone: 2,
        moved: 3,
        novel: 4,
        topics: vec![
            change("t1", 9, rise(0.1, 0.75, 0.3, 0.8)),
            change("t2", 3, rise(0.2, 0.25, -0.2, 0.4)),
            change("t3", 0, rise(0.5, 0.0, -0.6, -0.1)),
        ],
        risen: vec![RisenPhrase { text: "subject 0".into(), before: 4, new: 9 }],
    }
}

/// A map of six topics after a run in which the third split into itself and the sixth, and `t9` went into the first.
pub(in super::super) fn changed(mut map: TopicMap) -> TopicMap {
    map.updates = vec![Update { run: 1, way: Way::First, known: 0, new: 1000, ..update() }, update()];
    let came = |topic: &str, papers| vec![flow(topic, papers)];
    map.ledger = vec![
        LedgerEvent { went_to: came("t6", 20), ..event(TopicEvent::Split, 65, 45) },
        LedgerEvent {
            topic: "t6".into(),
            came_from: came("t3", 20),
            size: 20,
            ..event(TopicEvent::Born, 0, 0)
        },
        LedgerEvent {
            topic: "t1".into(),
            came_from: came("t9", 30),
            size: 80,
            ..event(TopicEvent::Merged, 50, 50)
        },
        LedgerEvent {
            topic: "t2".into(),
            former_label: Some("old name".into()),
            ..event(TopicEvent::Renamed, 20, 20)
        },
        LedgerEvent {
            topic: "t9".into(),
            label: "gone subject".into(),
            went_to: came("t1", 30),
            ..event(TopicEvent::Retired, 30, 0)
        },
    ];
    map
}

pub(super) fn map() -> TopicMap {
    changed(sample::map(24, 6))
}
