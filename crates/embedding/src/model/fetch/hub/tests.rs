use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use super::*;
use crate::model::testing::{REVISION, tiny_files, tiny_spec};

/// Answers as the hub does for the tiny model, under the path `/mirror`; everything else is not found.
fn tiny_hub() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().flatten().for_each(|stream| drop(answer(stream))));
    format!("http://{address}/mirror")
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().unwrap()?;
    let range =
        lines.map_while(Result::ok).take_while(|line| !line.is_empty()).find(|line| line.contains("bytes="));
    let path = request.split(' ').nth(1).unwrap_or_default();
    let prefix = format!("/mirror/owner/tiny/resolve/{REVISION}/");
    let file =
        path.strip_prefix(&prefix).and_then(|path| tiny_files().into_iter().find(|(name, _)| *name == path));
    let Some((name, bytes)) = file else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let body = if range.is_some_and(|range| range.ends_with("0-0")) { &bytes[..1] } else { &bytes[..] };
    let (length, size, etag) = (body.len(), bytes.len(), name.replace('/', "-"));
    write!(
        stream,
        "HTTP/1.1 206 Partial Content\r\nContent-Length: {length}\r\nContent-Range: bytes 0-{}/{size}\r\n\
         ETag: \"{etag}\"\r\nX-Repo-Commit: {REVISION}\r\nConnection: close\r\n\r\n",
        length - 1
    )?;
    stream.write_all(body)
}

fn source(endpoint: String, patience: Duration) -> HubSource {
    HubSource {
        endpoint: Some(endpoint),
        token: None,
        patience: Patience { first: patience, then: patience },
    }
}

fn obtain(source: &HubSource, folder: &Path, on_progress: OnProgress<'_>) -> Result<(), String> {
    let (work, model) = (folder.join("work"), folder.join("model"));
    fs::create_dir_all(&work).unwrap();
    source.obtain(&tiny_spec(), &work, &model, on_progress)
}

#[test]
fn a_mirror_with_a_path_gives_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut last = (0, 0);
    let source = source(tiny_hub(), Duration::from_secs(30));
    obtain(&source, folder.path(), &mut |done, total| last = (done, total)).unwrap();
    let model = folder.path().join("model");
    assert!(crate::model::verify(&tiny_spec(), &model).iter().all(|check| check.fault.is_none()));
    assert_eq!(last, (tiny_spec().total_size(), tiny_spec().total_size()));
}

#[test]
fn a_hub_that_refuses_is_told_with_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(format!("{}/elsewhere", tiny_hub()), Duration::from_secs(30));
    let why = obtain(&source, folder.path(), &mut |_, _| ()).unwrap_err();
    assert!(why.contains("404"), "{why}");
}

#[test]
fn a_hub_that_never_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let why =
        obtain(&source(endpoint, Duration::from_millis(200)), folder.path(), &mut |_, _| ()).unwrap_err();
    assert_eq!(why, "no answer within 0.2 seconds");
}
