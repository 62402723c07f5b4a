//! `docs/ALGORITHMS.md` is made from the articles and the golden table. Write it anew with
//! `UPDATE=1 cargo test -p tests --test native document`.

use catalog::{Entry, entries};
use session::words::{QUESTIONS, family};
use std::{env, fs, path::Path};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ALGORITHMS.md");

const HEAD: &str = "\
# The algorithms

One line for each, made from its article: what nobody expects of it, and how many states its default has. The
article under each playground says what the checker found, and every number is in
[tests/golden.txt](../tests/golden.txt).

| | source | what nobody expects | states |
|---|---|---|---:|
";

/// The line of an algorithm.
fn line(entry: &Entry) -> String {
    let (paper, article) = (entry.paper, entry.about().article);
    let states = golden::row(entry.slug).and_then(golden::states);
    let states = states.map_or_else(String::new, grouped);
    let file = format!("../crates/algorithms/listings/{}.md", entry.slug.replace('-', "_"));
    format!(
        "| [{}]({file}) | [{}, {}]({}) | {} | {states} |\n",
        entry.name, paper.surnames, paper.year, paper.url, article.surprise
    )
}

/// "150 798", as a verdict says it.
fn grouped(states: usize) -> String {
    let digits = states.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|chunk| str::from_utf8(chunk).unwrap()).collect();
    parts.join(" ")
}

fn document() -> String {
    let mut lines = vec![HEAD.to_owned()];
    for (question, _, families) in QUESTIONS {
        for one in families {
            lines.push(format!("| **{question}** {} | | | |\n", family(*one)));
            lines.extend(entries().iter().filter(|entry| entry.family == *one).map(line));
        }
    }
    lines.concat()
}

#[test]
fn every_algorithm_has_its_line() {
    let text = document();
    let rows = text.lines().filter(|line| line.starts_with("| [")).count();
    assert_eq!(rows, entries().len());
    if env::var_os("UPDATE").is_some() {
        fs::write(FILE, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(FILE).unwrap(), text, "made anew with UPDATE=1");
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&format!("There are {rows} algorithms")), "{rows} in the README");
}

/// A document in which both sides of a conflict were left says each thing twice.
#[test]
fn no_document_is_half_merged() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = [root.clone(), root.join("docs")].map(|folder| fs::read_dir(folder).unwrap());
    let files = files.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for file in files.filter(|file| file.extension().is_some_and(|it| it == "md")) {
        let text = fs::read_to_string(&file).unwrap();
        let marked =
            text.lines().find(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "));
        assert_eq!(marked, None, "{}", file.display());
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}
