use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use super::*;
use crate::model::testing::{TinyModel, places_in, tiny_files, tiny_spec, write_tiny_model};

type Obtain = dyn Fn(&Path) -> Result<(), String> + Send;

struct FakeSource(Box<Obtain>);

impl Source for FakeSource {
    fn name(&self) -> String {
        "a fake".to_owned()
    }

    fn obtain(
        &self,
        _: &ModelSpec,
        work: &Path,
        model: &Path,
        on_progress: OnProgress<'_>,
    ) -> Result<(), String> {
        fs::write(work.join("part"), "half").unwrap();
        on_progress(1, 2);
        (self.0)(model)
    }
}

fn source(obtain: impl Fn(&Path) -> Result<(), String> + Send + 'static) -> Box<dyn Source> {
    Box::new(FakeSource(Box::new(obtain)))
}

fn good() -> Box<dyn Source> {
    source(|model| {
        write_tiny_model(model);
        Ok(())
    })
}

fn run(models: &Path, sources: &[Box<dyn Source>]) -> (Result<ModelFolder, ModelError>, Vec<FetchEvent>) {
    let mut events = Vec::new();
    let outcome = fetch_from(&tiny_spec(), &places_in(models), sources, &mut |event| events.push(event));
    (outcome, events)
}

fn entries(models: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(models)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_fetch_leaves_the_model_and_nothing_else() {
    let models = tempfile::tempdir().unwrap();
    let (outcome, events) = run(models.path(), &[good()]);
    let folder = outcome.unwrap();
    assert_eq!(folder.digest, tiny_spec().digest());
    assert_eq!(entries(models.path()), [".tiny.lock", "tiny"]);
    assert_eq!(fs::read_dir(&folder.path).unwrap().count(), tiny_files().len() + 1);
    let source = "a fake".to_owned();
    let expected = [
        FetchEvent::Trying { source },
        FetchEvent::Progress { done: 1, total: 2 },
        FetchEvent::Done { path: folder.path },
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_model_that_is_there_is_not_fetched_again() {
    let model = TinyModel::new();
    let (outcome, events) = run(model.models(), &[source(|_| panic!("asked"))]);
    assert_eq!(events, [FetchEvent::Done { path: outcome.unwrap().path }]);
}

#[test]
fn a_source_that_fails_or_lies_gives_way_to_the_next() {
    let models = tempfile::tempdir().unwrap();
    let lying = source(|model| {
        write_tiny_model(model);
        fs::write(model.join("tokenizer.json"), "[]").unwrap();
        Ok(())
    });
    let (outcome, events) = run(models.path(), &[source(|_| Err("closed".to_owned())), lying, good()]);
    assert!(outcome.is_ok());
    let failures: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            FetchEvent::SourceFailed { why, .. } => Some(why.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(failures[0], "closed");
    assert!(failures[1].contains("gave wrong files: tokenizer.json is damaged: sha256"), "{failures:?}");
}

#[test]
fn when_every_source_fails_nothing_is_left_and_all_reasons_are_told() {
    let models = tempfile::tempdir().unwrap();
    let half = source(|model| {
        fs::write(model.join("config.json"), "{").unwrap();
        Err("no space left".to_owned())
    });
    let (outcome, _) = run(models.path(), &[source(|_| Err("closed".to_owned())), half]);
    let message = outcome.unwrap_err().to_string();
    assert!(message.contains("closed") && message.contains("no space left"), "{message}");
    assert_eq!(entries(models.path()), [".tiny.lock"]);
}

#[test]
fn the_error_names_the_proxy() {
    let models = tempfile::tempdir().unwrap();
    let proxy = crate::model::Proxy { variable: "HTTPS_PROXY".into(), address: "http://proxy:80".into() };
    let mut places = places_in(models.path());
    places.network.proxy = Some(proxy);
    let failing = [source(|_| Err("refused".to_owned()))];
    let error = fetch_from(&tiny_spec(), &places, &failing, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("A proxy is set: http://proxy:80 (HTTPS_PROXY)"));
}

#[test]
fn offline_no_source_is_asked_and_nothing_is_made() {
    let models = tempfile::tempdir().unwrap();
    let mut places = places_in(models.path());
    places.network.offline = true;
    let asked = [source(|_| panic!("asked"))];
    let error = fetch_from(&tiny_spec(), &places, &asked, &mut |_| ()).unwrap_err();
    assert!(error.is_missing() && error.to_string().contains("--offline"));
    assert_eq!(entries(models.path()), [""; 0]);
}

#[test]
fn a_damaged_folder_is_replaced_by_a_good_fetch_and_kept_by_a_bad_one() {
    let model = TinyModel::new();
    model.write("tokenizer.json", "[]");
    let (failed, _) = run(model.models(), &[source(|_| Err("closed".to_owned()))]);
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(model.path().join("tokenizer.json")).unwrap(), "[]");
    let (fetched, _) = run(model.models(), &[good()]);
    assert_eq!(fetched.unwrap().digest, model.spec.digest());
    assert_eq!(entries(model.models()), [".tiny.lock", "tiny"]);
}

#[test]
fn what_a_killed_fetch_left_is_removed_and_blocks_nobody() {
    let models = tempfile::tempdir().unwrap();
    let left = models.path().join(".tiny.staging-1-0");
    write_tiny_model(&left.join("model-0"));
    fs::write(models.path().join(".tiny.lock"), "").unwrap();
    assert!(locate(&tiny_spec(), &places_in(models.path())).unwrap_err().is_missing());
    let (outcome, _) = run(models.path(), &[good()]);
    assert!(outcome.is_ok());
    assert_eq!(entries(models.path()), [".tiny.lock", "tiny"]);
}

#[test]
fn a_fetch_that_dies_midway_leaves_nothing_that_counts() {
    let models = tempfile::tempdir().unwrap();
    let path = models.path().to_owned();
    let dying =
        std::thread::spawn(move || run(&path, &[source(|_| std::panic::resume_unwind(Box::new("killed")))]));
    assert!(dying.join().is_err());
    assert!(locate(&tiny_spec(), &places_in(models.path())).unwrap_err().is_missing());
    assert!(run(models.path(), &[good()]).0.is_ok());
}

#[test]
fn a_second_fetch_waits_says_so_and_downloads_nothing() {
    let models = tempfile::tempdir().unwrap();
    let path = models.path().to_owned();
    let asked = Arc::new(AtomicUsize::new(0));
    let (started, first_has_started) = channel();
    let (waiting, second_is_waiting) = channel();
    let second_is_waiting = Mutex::new(second_is_waiting);
    let first_asked = Arc::clone(&asked);
    let first = std::thread::spawn(move || {
        let slow = source(move |model| {
            first_asked.fetch_add(1, Ordering::SeqCst);
            started.send(()).unwrap();
            second_is_waiting.lock().unwrap().recv().unwrap();
            write_tiny_model(model);
            Ok(())
        });
        run(&path, &[slow]).0.unwrap()
    });
    first_has_started.recv().unwrap();
    let mut events = Vec::new();
    let second = fetch_from(&tiny_spec(), &places_in(models.path()), &[good()], &mut |event| {
        if matches!(event, FetchEvent::Waiting { .. }) {
            waiting.send(()).unwrap();
        }
        events.push(event);
    });
    let (first, second) = (first.join().unwrap(), second.unwrap());
    assert_eq!(first, second);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let path = models.path().join(".tiny.lock");
    assert_eq!(events, [FetchEvent::Waiting { path }, FetchEvent::Done { path: second.path }]);
}

#[test]
fn a_checkout_that_cannot_be_written_sends_the_download_to_the_users_data() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "").unwrap();
    let places = Places { data: Some(root.path().join("data")), ..places_in(&file.join("models")) };
    let folder = fetch_from(&tiny_spec(), &places, &[good()], &mut |_| ()).unwrap();
    assert_eq!(folder.origin, Origin::UserData);
    let nowhere = fetch_from(&tiny_spec(), &Places::default(), &[good()], &mut |_| ()).unwrap_err();
    assert!(matches!(nowhere, ModelError::NoDownloadFolder { .. }));
    let unwritable =
        fetch_from(&tiny_spec(), &places_in(&file.join("models")), &[good()], &mut |_| ()).unwrap_err();
    assert!(matches!(unwritable, ModelError::Unwritable { .. }));
}
