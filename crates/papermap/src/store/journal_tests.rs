//! Stores that a killed run left behind.

use super::*;

/// A map folder whose store was copied in the middle of a transaction that had reached the disk.
fn killed() -> tempfile::TempDir {
    let (original, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Store::open_to_write(original.path()).unwrap();
    store.put_title("kept");
    store.connection.pragma_update(None, "cache_size", 1).unwrap();
    let transaction = store.connection.unchecked_transaction().unwrap();
    store.put_title("half done");
    for number in 0..64 {
        let value = format!("{number}").repeat(20_000);
        transaction.execute("INSERT INTO meta VALUES (?, ?)", [format!("{number}"), value]).unwrap();
    }
    for entry in fs::read_dir(original.path()).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    assert!(copy.path().join("map.sqlite-journal").exists());
    copy
}

impl Store {
    fn put_title(&self, title: &str) {
        self.put_options(&Options { title: Some(title.into()), ..Options::default() }).unwrap();
    }
}

#[test]
fn what_a_killed_run_left_is_rolled_back_before_reading() {
    let root = killed();
    let store = Store::open_to_read(root.path()).unwrap().unwrap();
    assert_eq!(store.options().unwrap().title.as_deref(), Some("kept"));
    assert!(!root.path().join("map.sqlite-journal").exists());
}

#[test]
fn what_a_killed_run_left_is_rolled_back_before_writing() {
    let root = killed();
    let store = Store::open_to_write(root.path()).unwrap();
    assert_eq!(store.options().unwrap().title.as_deref(), Some("kept"));
}

#[test]
fn an_empty_file_is_no_store_yet() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join(STORE_FILE), "").unwrap();
    assert!(Store::open_to_read(root.path()).unwrap().is_none());
    assert_eq!(Store::open_to_write(root.path()).unwrap().paper_count().unwrap(), 0);
    assert!(Store::open_to_read(root.path()).unwrap().is_some());
}

#[test]
fn where_nothing_can_be_rolled_back_the_journal_and_a_way_out_are_named() {
    let root = killed();
    let path = root.path().join(STORE_FILE);
    let error = journal::roll_back(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap_err();
    assert!(journal::must_roll_back(&error));
    let error = error.to_string();
    assert!(error.contains("map.sqlite-journal") && error.contains("name the copy with --map"), "{error}");
}
