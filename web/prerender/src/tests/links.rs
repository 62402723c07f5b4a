//! No link of any page leads nowhere.

use super::{FILES, is};
use crate::markdown::{Target, read};
use catalog::Scenario;
use std::{fs, path::Path};

/// What the site has beside documents and what lies in `web/static`: all that JavaScript loads by name.
const MADE: [&str; 2] = ["style.css", "engine.js"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The values of an attribute, wherever a tag has it.
fn values<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    let tags = page.split('<').filter_map(|text| text.split('>').next());
    tags.filter_map(|tag| tag.split_once(&*begin)?.1.split('"').next()).collect()
}

fn is_there(name: &str) -> bool {
    FILES.contains_key(name)
        || MADE.contains(&name)
        || root().join("web/static").join(name).is_file()
}

/// Whether what stands behind the `#` is a place on a page, or a moment that the page shows as it stands.
fn leads_somewhere(file: &str, anchor: &str) -> bool {
    if values(&FILES[file], "id").contains(&anchor) {
        return true;
    }
    let anchor = anchor.replace("&amp;", "&").replace("&#39;", "'").replace("&quot;", "\"");
    let link = match file {
        "task.html" => anchor.strip_prefix("make="),
        // the first side
        "compare.html" => anchor.strip_prefix("a=").and_then(|text| text.split('&').next()),
        _ => Some(&*anchor).filter(|_| FILES[file].contains(" data-slug=")),
    };
    link.is_some_and(|link| Scenario::parse(link).is_ok_and(|parsed| parsed.notices.is_empty()))
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let mut seen = 0;
    for (name, page) in FILES.iter().filter(|(name, _)| is("html", name)) {
        for to in [values(page, "href"), values(page, "src")].concat() {
            if to.contains("://") || to.starts_with("data:") {
                continue;
            }
            let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
            let file = file.split('?').next().unwrap_or(file).trim_start_matches("./");
            let file = match file {
                "" if to.starts_with('#') => name,
                "" => "index.html",
                file => file,
            };
            assert!(is_there(file), "{to} in {name}");
            assert!(anchor.is_empty() || leads_somewhere(file, anchor), "{to} in {name}");
            seen += 1;
        }
    }
    assert!(seen > 2000, "{seen}");
}

/// Whether a document has a heading of this address.
fn has(file: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(file).unwrap();
    let headings = read(&text, &|to| Target::To(to.to_owned())).headings;
    headings.iter().any(|heading| heading.id == anchor)
}

/// In the repository, where the same texts are read as files.
#[test]
fn every_link_of_every_document_leads_to_a_file() {
    let folders = [".", "docs", "editors", "web/npm", "web/jupyter", "skills/interleave"];
    let files = folders.map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let files = files.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for file in files.filter(|file| is("md", &file.to_string_lossy())) {
        let text = fs::read_to_string(&file).unwrap();
        for to in text.split("](").skip(1).filter_map(|text| text.split_once(')')).map(|it| it.0) {
            let (path, anchor) = to.split_once('#').unwrap_or((to, ""));
            if path.contains("://") || path.contains(' ') {
                continue;
            }
            let to_file = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
            assert!(to_file.exists(), "{to} in {}", file.display());
            assert!(anchor.is_empty() || has(&to_file, anchor), "{to} in {}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn every_anchor_stands_once() {
    for (name, page) in FILES.iter().filter(|(name, _)| is("html", name)) {
        let mut ids = values(page, "id");
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}");
    }
}

/// What installs the site as an application of its own.
#[test]
fn the_manifest_names_what_is_there() {
    let folder = root().join("web/static");
    let text = fs::read_to_string(folder.join("site.webmanifest")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let texts = |list: &str, name: &str| {
        let all = manifest[list].as_array().expect(list).iter();
        all.map(|value| value[name].as_str().expect(name).to_owned()).collect::<Vec<_>>()
    };
    assert!(texts("shortcuts", "url").iter().all(|url| is_there(url)));
    for (icon, size) in texts("icons", "src").iter().zip(texts("icons", "sizes")) {
        let bytes = fs::read(folder.join(icon)).expect(icon);
        if is("png", icon) {
            // as a PNG says in its header
            let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!(format!("{}x{}", number(16), number(20)), size, "{icon}");
        }
    }
    for page in ["index.html", "bakery.html", "links.html"] {
        assert_eq!(FILES[page].matches("rel=\"manifest\"").count(), 1, "{page}");
    }
}
