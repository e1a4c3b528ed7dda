//! Where model folders may be, and what the environment says about the network.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The places that are searched for models, and the network settings of a fetch.
///
/// [`from_environment`](Self::from_environment) fills it; everything else takes it as a value.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The folder of one model, given by `--model`; nothing else is searched then.
    pub model: Option<PathBuf>,
    /// The folder of model folders that `PAPERMAP_MODELS` names.
    pub variable: Option<PathBuf>,
    /// `models/` of the checkout that the program runs in or was built in.
    pub checkout: Option<PathBuf>,
    /// The hub's cache, which holds `models--owner--name` folders.
    pub hub_cache: Option<PathBuf>,
    /// The user's data folder for models.
    pub data: Option<PathBuf>,
    /// Whether and how the network may be used.
    pub network: Network,
}

/// What the environment says about the network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Network {
    /// Never touch the network (`--offline`, `HF_HUB_OFFLINE`).
    pub offline: bool,
    /// The hub or its mirror (`HF_ENDPOINT`), without a last `/`; the hub itself when absent.
    pub endpoint: Option<String>,
    /// The hub's access token (`HF_TOKEN`).
    pub token: Option<String>,
    /// The proxy that requests go through.
    pub proxy: Option<Proxy>,
}

/// A proxy and the environment variable that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    /// The variable, such as `HTTPS_PROXY`.
    pub variable: String,
    /// The address without user name and password.
    pub address: String,
}

/// Which of the [`Places`] a folder belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Origin {
    /// Named by `--model`.
    Option,
    /// Under `PAPERMAP_MODELS`.
    Variable,
    /// Under `models/` of the checkout.
    Checkout,
    /// A snapshot of the hub's cache.
    HubCache,
    /// Under the user's data folder.
    UserData,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Option => "--model",
            Self::Variable => "PAPERMAP_MODELS",
            Self::Checkout => "the checkout's models folder",
            Self::HubCache => "the hub's cache",
            Self::UserData => "the user's data folder",
        })
    }
}

type Variables<'a> = &'a dyn Fn(&str) -> Option<OsString>;

impl Places {
    /// Reads the places from the environment; `model` is the folder that `--model` names.
    ///
    /// The variables are `PAPERMAP_MODELS`, `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE`, `HF_HOME`, `XDG_CACHE_HOME`,
    /// `XDG_DATA_HOME`, `HF_HUB_OFFLINE`, `HF_ENDPOINT`, `HF_TOKEN` and the usual proxy variables; an empty one
    /// counts as unset. The checkout is looked for upwards from the current folder, then from the program's.
    #[must_use]
    pub fn from_environment(model: Option<PathBuf>) -> Self {
        let starts = [env::current_dir().ok(), env::current_exe().ok()];
        let checkout = starts.iter().flatten().find_map(|start| checkout_above(start));
        Self { model, checkout, ..Self::from_variables(&|name| env::var_os(name)) }
    }

    fn from_variables(variables: Variables<'_>) -> Self {
        Self {
            model: None,
            variable: path(variables, "PAPERMAP_MODELS"),
            checkout: None,
            hub_cache: hub_cache(variables),
            data: user_data(variables).map(|data| data.join("papermap").join("models")),
            network: Network::from_variables(variables),
        }
    }

    /// The folders that a download may go to, best first.
    pub(super) fn download_folders(&self) -> Vec<(Origin, &Path)> {
        let checkout = self.checkout.as_deref().map(|path| (Origin::Checkout, path));
        let data = self.data.as_deref().map(|path| (Origin::UserData, path));
        checkout.into_iter().chain(data).collect()
    }

    /// Where stamps of folders go that are not ours to write in.
    pub(super) fn stamps(&self) -> Option<PathBuf> {
        Some(self.data.as_deref()?.parent()?.join("stamps"))
    }
}

impl Network {
    fn from_variables(variables: Variables<'_>) -> Self {
        Self {
            offline: text(variables, "HF_HUB_OFFLINE").is_some_and(|value| is_true(&value)),
            endpoint: text(variables, "HF_ENDPOINT").map(|value| value.trim_end_matches('/').to_owned()),
            token: text(variables, "HF_TOKEN"),
            proxy: Proxy::from_variables(variables),
        }
    }
}

impl Proxy {
    /// The first proxy variable that is set, in the order in which the client looks at them.
    fn from_variables(variables: Variables<'_>) -> Option<Self> {
        let names = ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
        names.into_iter().find_map(|name| {
            let address = without_password(&text(variables, name)?);
            Some(Self { variable: name.to_owned(), address })
        })
    }
}

pub(super) fn without_password(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").map_or(("", address), |(scheme, rest)| (scheme, rest));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

/// The first folder at or above `start` that holds a `Cargo.toml` and our manifest, as the path of its `models/`.
fn checkout_above(start: &Path) -> Option<PathBuf> {
    start
        .ancestors()
        .find(|folder| folder.join("Cargo.toml").is_file() && folder.join("models/manifest.toml").is_file())
        .map(|folder| folder.join("models"))
}

/// The hub's cache, as the hub's own Python client finds it.
fn hub_cache(variables: Variables<'_>) -> Option<PathBuf> {
    path(variables, "HF_HUB_CACHE")
        .or_else(|| path(variables, "HUGGINGFACE_HUB_CACHE"))
        .or_else(|| path(variables, "HF_HOME").map(|home| home.join("hub")))
        .or_else(|| path(variables, "XDG_CACHE_HOME").map(|cache| cache.join("huggingface").join("hub")))
        .or_else(|| home(variables).map(|home| home.join(".cache").join("huggingface").join("hub")))
}

fn user_data(variables: Variables<'_>) -> Option<PathBuf> {
    let stated = path(variables, "XDG_DATA_HOME").filter(|path| path.is_absolute());
    stated.or_else(|| system_data(variables))
}

#[cfg(target_os = "macos")]
fn system_data(variables: Variables<'_>) -> Option<PathBuf> {
    home(variables).map(|home| home.join("Library").join("Application Support"))
}

#[cfg(windows)]
fn system_data(variables: Variables<'_>) -> Option<PathBuf> {
    path(variables, "LOCALAPPDATA")
}

#[cfg(not(any(target_os = "macos", windows)))]
fn system_data(variables: Variables<'_>) -> Option<PathBuf> {
    home(variables).map(|home| home.join(".local").join("share"))
}

fn home(variables: Variables<'_>) -> Option<PathBuf> {
    path(variables, "HOME").or_else(|| path(variables, "USERPROFILE"))
}

fn path(variables: Variables<'_>, name: &str) -> Option<PathBuf> {
    variables(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn text(variables: Variables<'_>, name: &str) -> Option<String> {
    let value = variables(name)?.to_string_lossy().trim().to_owned();
    (!value.is_empty()).then_some(value)
}

fn is_true(value: &str) -> bool {
    ["1", "on", "yes", "true"].contains(&value.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(pairs: &[(&str, &str)]) -> Places {
        let find =
            |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        Places::from_variables(&find)
    }

    #[test]
    fn the_hubs_cache_is_the_first_that_is_set() {
        let all =
            [("HF_HUB_CACHE", "/a"), ("HUGGINGFACE_HUB_CACHE", "/b"), ("HF_HOME", "/c"), ("HOME", "/h")];
        let cache = |from: usize| places(&all[from..]).hub_cache.unwrap();
        assert_eq!(cache(0), Path::new("/a"));
        assert_eq!(cache(1), Path::new("/b"));
        assert_eq!(cache(2), Path::new("/c/hub"));
        assert_eq!(cache(3), Path::new("/h/.cache/huggingface/hub"));
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let places = places(&[("PAPERMAP_MODELS", ""), ("HF_HUB_OFFLINE", ""), ("HF_ENDPOINT", " ")]);
        assert_eq!(places.variable, None);
        assert_eq!(places.network, Network::default());
    }

    #[test]
    fn offline_is_read_as_the_hubs_own_client_reads_it() {
        let offline = |value| places(&[("HF_HUB_OFFLINE", value)]).network.offline;
        assert!(offline("1") && offline("TRUE") && offline("yes") && offline("On"));
        assert!(!offline("0") && !offline("false"));
    }

    #[test]
    fn a_mirror_keeps_its_path_and_a_proxy_loses_its_password() {
        let variables = [("HF_ENDPOINT", "http://mirror/hub/"), ("HTTPS_PROXY", "http://me:secret@proxy:80")];
        let network = places(&variables).network;
        assert_eq!(network.endpoint.as_deref(), Some("http://mirror/hub"));
        let proxy = Proxy { variable: "HTTPS_PROXY".into(), address: "http://proxy:80".into() };
        assert_eq!(network.proxy, Some(proxy));
    }

    #[test]
    fn a_relative_data_folder_is_ignored_as_its_standard_says() {
        let data = places(&[("XDG_DATA_HOME", "here"), ("HOME", "/h"), ("LOCALAPPDATA", "/h")]).data.unwrap();
        assert!(data.starts_with("/h") && data.ends_with("papermap/models"));
        #[cfg(unix)]
        assert_eq!(places(&[("XDG_DATA_HOME", "/d")]).data.unwrap(), Path::new("/d/papermap/models"));
    }

    #[test]
    fn the_checkout_is_found_from_a_folder_inside() {
        let root = tempfile::tempdir().unwrap();
        let inside = root.path().join("target/release");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::create_dir_all(root.path().join("models")).unwrap();
        std::fs::write(root.path().join("Cargo.toml"), "").unwrap();
        assert_eq!(checkout_above(&inside), None);
        std::fs::write(root.path().join("models/manifest.toml"), "").unwrap();
        assert_eq!(checkout_above(&inside), Some(root.path().join("models")));
    }
}
