use std::fs;

use super::*;
use crate::model::testing::{REVISION, TinyModel, places_in, tiny_spec, write_tiny_model};

fn cache_with(snapshots: &[&str]) -> (tempfile::TempDir, PathBuf, Places) {
    let root = tempfile::tempdir().unwrap();
    let cache = root.path().join("hub");
    let repository = cache.join("models--owner--tiny");
    for snapshot in snapshots {
        write_tiny_model(&repository.join("snapshots").join(snapshot));
    }
    let data = root.path().join("data").join("models");
    let places = Places { hub_cache: Some(cache), data: Some(data), ..Places::default() };
    (root, repository, places)
}

#[test]
fn the_first_place_with_the_right_files_wins() {
    let (variable, checkout) = (TinyModel::new(), TinyModel::new());
    let both = Places { variable: Some(variable.models().to_owned()), ..places_in(checkout.models()) };
    assert_eq!(locate(&variable.spec, &both).unwrap().origin, Origin::Variable);
    variable.flip_last_byte("model.safetensors");
    let found = locate(&variable.spec, &both).unwrap();
    assert_eq!((found.origin, found.path), (Origin::Checkout, checkout.path()));
}

#[test]
fn a_found_folder_states_name_revision_and_digest() {
    let model = TinyModel::new();
    let found = locate(&model.spec, &places_in(model.models())).unwrap();
    assert_eq!((found.name.as_str(), found.revision.as_deref()), ("tiny", Some(REVISION)));
    assert_eq!(found.digest, model.spec.digest());
    assert_eq!(found.weights(), model.path().join("model.safetensors"));
}

#[test]
fn a_snapshot_needs_no_refs_and_minds_no_newline_in_them() {
    let (_root, repository, places) = cache_with(&[REVISION]);
    assert_eq!(locate(&tiny_spec(), &places).unwrap().origin, Origin::HubCache);
    fs::create_dir_all(repository.join("refs")).unwrap();
    fs::write(repository.join("refs/main"), format!("{REVISION}\n")).unwrap();
    assert_eq!(locate(&tiny_spec(), &places).unwrap().origin, Origin::HubCache);
}

#[test]
fn of_two_snapshots_the_pinned_one_is_taken_and_another_only_with_the_same_bytes() {
    let (_root, repository, places) = cache_with(&["aaaa", REVISION]);
    let pinned = repository.join("snapshots").join(REVISION);
    assert_eq!(locate(&tiny_spec(), &places).unwrap().path, pinned);
    fs::remove_dir_all(pinned).unwrap();
    assert_eq!(locate(&tiny_spec(), &places).unwrap().path, repository.join("snapshots/aaaa"));
    fs::write(repository.join("snapshots/aaaa/tokenizer.json"), "[]").unwrap();
    assert!(locate(&tiny_spec(), &places).unwrap_err().is_missing());
}

#[test]
fn an_empty_snapshot_does_not_count() {
    let (_root, repository, places) = cache_with(&[REVISION]);
    fs::remove_dir_all(repository.join("snapshots").join(REVISION)).unwrap();
    fs::create_dir_all(repository.join("snapshots").join(REVISION)).unwrap();
    assert!(locate(&tiny_spec(), &places).unwrap_err().is_missing());
}

#[test]
fn what_is_not_found_names_every_place_and_what_to_do() {
    let (_root, _, mut places) = cache_with(&[]);
    let checkout = tempfile::tempdir().unwrap();
    places.checkout = Some(checkout.path().to_owned());
    places.network.offline = true;
    let message = locate(&tiny_spec(), &places).unwrap_err().to_string();
    for part in [
        "model tiny",
        "checkout's models",
        "hub's cache",
        "user's data",
        "missing",
        "--model DIR",
        "not tried",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn a_damaged_file_is_named_with_what_was_expected() {
    let model = TinyModel::new();
    let places = places_in(model.models());
    locate(&model.spec, &places).unwrap();
    model.flip_last_byte("model.safetensors");
    fs::File::options()
        .write(true)
        .open(model.path().join("model.safetensors"))
        .unwrap()
        .set_modified(std::time::UNIX_EPOCH)
        .unwrap();
    let error = locate(&model.spec, &places).unwrap_err();
    assert!(!error.is_missing());
    let message = error.to_string();
    assert!(message.contains("model.safetensors is damaged: sha256 is"), "{message}");
    model.write("model.safetensors", "short");
    let message = locate(&model.spec, &places).unwrap_err().to_string();
    assert!(message.contains("5 bytes where"), "{message}");
}

#[test]
fn a_given_folder_is_the_only_place() {
    let model = TinyModel::new();
    let given = |path: PathBuf| Places { model: Some(path), ..places_in(model.models()) };
    let missing = locate(&model.spec, &given(model.models().join("nowhere"))).unwrap_err();
    assert!(matches!(missing, ModelError::NotAFolder { .. }));
    let found = locate(&model.spec, &given(model.path())).unwrap();
    assert_eq!((found.origin, found.revision.as_deref()), (Origin::Option, Some(REVISION)));
    model.flip_last_byte("model.safetensors");
    let damaged = locate(&model.spec, &given(model.path())).unwrap_err();
    assert!(matches!(damaged, ModelError::Damaged { .. }));
}

#[test]
fn a_given_folder_of_another_name_may_hold_another_model() {
    let model = TinyModel::new();
    model.flip_last_byte("model.safetensors");
    let own = model.models().join("my-own");
    fs::rename(model.path(), &own).unwrap();
    let found = locate(&model.spec, &Places { model: Some(own), ..Places::default() }).unwrap();
    assert_eq!((found.name.as_str(), found.revision), ("my-own", None));
    assert_ne!(found.digest, model.spec.digest());
}

#[test]
fn only_folders_of_our_own_get_a_stamp_inside() {
    let (_root, repository, places) = cache_with(&[REVISION]);
    locate(&tiny_spec(), &places).unwrap();
    assert!(!repository.join("snapshots").join(REVISION).join(STAMP_FILE).exists());
    assert_eq!(fs::read_dir(places.stamps().unwrap()).unwrap().count(), 1);
    let model = TinyModel::new();
    locate(&model.spec, &places_in(model.models())).unwrap();
    assert!(model.path().join(STAMP_FILE).exists());
}

#[test]
fn the_survey_tells_the_state_of_every_place() {
    let model = TinyModel::new();
    let (_root, _, places) = cache_with(&[]);
    let places = Places { checkout: Some(model.models().to_owned()), ..places };
    let states: Vec<_> =
        survey(&model.spec, &places).into_iter().map(|place| (place.origin, place.state)).collect();
    let expected = [
        (Origin::Checkout, FolderState::Right),
        (Origin::HubCache, FolderState::Missing),
        (Origin::UserData, FolderState::Missing),
    ];
    assert_eq!(states, expected);
}
