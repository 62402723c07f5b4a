//! The texts of the repository: the examples of the language's page, the built-in listings, and what no random
//! algorithm has.

use std::path::Path;

/// A fenced block of `docs/LANGUAGE.md`.
pub struct Fence {
    pub info: String,
    pub text: String,
    /// The line of the page that opens the block, from 1.
    pub line: usize,
}

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

pub fn page() -> String {
    std::fs::read_to_string(repository().join("docs/LANGUAGE.md")).expect("the language's page")
}

pub fn fences() -> Vec<Fence> {
    let page = page();
    let mut fences: Vec<Fence> = Vec::new();
    let mut is_open = false;
    for (number, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(info) => {
                is_open = true;
                let info = info.to_owned();
                fences.push(Fence { info, text: String::new(), line: number + 1 });
            }
            None if is_open => {
                let text = &mut fences.last_mut().expect("an open block").text;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    assert!(!is_open, "the last block of the page is closed");
    fences
}

/// Every whole text, with a name for messages.
pub fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = fences()
        .into_iter()
        .filter(|fence| fence.info == "interleave")
        .map(|fence| (format!("docs/LANGUAGE.md:{}", fence.line), fence.text))
        .collect();
    let folder = repository().join("crates/algorithms/listings");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|it| it.expect("an entry of the folder").path()).collect())
        .unwrap_or_default();
    files.retain(|it: &std::path::PathBuf| it.extension().is_some_and(|it| it == "ilv"));
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a listing");
        texts.push((file.display().to_string(), text));
    }
    texts.extend(sampler::TEXTS.map(|(name, text)| (format!("{name}.ilv"), text.to_owned())));
    assert!(texts.len() >= 6, "the page has examples");
    texts
}
