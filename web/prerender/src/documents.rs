//! The documents as pages, made of `docs/`, and the contents of all of them.

pub mod sources;

use crate::{
    document::fill,
    markdown::{Heading, Target, Text, read},
};
use anyhow::Result;
use export::poster::snippets::escaped;
use maud::{Markup, html};
use pulldown_cmark::HeadingLevel;
use sources::{GROUPS, LANGUAGE, Source, sources};
use std::{path::Path, sync::LazyLock};

const TEMPLATE: &str = include_str!("../../document.html");
/// Where all of them are listed.
pub const CONTENTS: &str = "documents.html";
/// What the figures of the reference run by.
const FIGURES: &str = "\n    <script type=\"module\" src=\"interleave-code.js\"></script>";

pub struct Document {
    group: &'static str,
    pub source: &'static Source,
    pub text: Text,
}

impl Document {
    fn of(group: &'static str, source: &'static Source) -> Self {
        Self { group, source, text: read(source.text, &|to| target(source.path, to)) }
    }

    pub fn title(&self) -> &str {
        self.text.headings.first().map_or(self.source.path, |heading| &heading.words)
    }

    fn page(&self) -> Result<String> {
        let Self { source, text, .. } = self;
        let scripts = if source.file == LANGUAGE { FIGURES } else { "" };
        page(source.file, self.title(), source.about, &here(&text.headings), &text.html, scripts)
    }
}

/// All of them, in order.
pub static ALL: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let all = |(group, sources): &(&'static str, &'static [Source])| {
        let group = *group;
        sources.iter().map(move |source| Document::of(group, source))
    };
    GROUPS.iter().flat_map(all).collect()
});

/// Each group with its documents.
fn groups() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static Document>)> {
    GROUPS.iter().map(|(group, _)| (*group, ALL.iter().filter(|document| document.group == *group)))
}

/// The page of a file, if it is a document's.
pub fn of(file: &str) -> Option<Result<String>> {
    if file == CONTENTS {
        return Some(contents());
    }
    Some(ALL.iter().find(|document| document.source.file == file)?.page())
}

pub fn files() -> impl Iterator<Item = &'static str> {
    [CONTENTS].into_iter().chain(sources().map(|source| source.file))
}

fn page(
    file: &str,
    title: &str,
    about: &str,
    here: &str,
    text: &str,
    scripts: &str,
) -> Result<String> {
    fill(
        TEMPLATE,
        &[
            ("title", &escaped(title)),
            ("about", &escaped(about)),
            ("documents", &list(file).into_string()),
            ("here", here),
            ("text", text),
            ("scripts", scripts),
        ],
    )
}

/// The names of all documents, beside one of them.
fn list(file: &str) -> Markup {
    html! {
        nav aria-label="Documents" {
            @for (group, documents) in groups() {
                p { (group) }
                ul {
                    @for document in documents {
                        @let is_here = document.source.file == file;
                        li {
                            a href=(document.source.file) aria-current=[is_here.then_some("page")] {
                                (document.title())
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The headings of a document beside it.
fn here(headings: &[Heading]) -> String {
    let page = html! {
        nav aria-label="On this page" {
            p { "On this page" }
            (outline("", headings))
        }
    };
    page.into_string()
}

/// Parts, each with its sections.
fn outline(file: &str, headings: &[Heading]) -> Markup {
    let below = |level| move |heading: &&Heading| heading.level == level;
    let mut parts: Vec<(&Heading, &[Heading])> = Vec::new();
    for (at, heading) in headings.iter().enumerate().filter(|(_, it)| it.level == HeadingLevel::H2)
    {
        let rest = &headings[at + 1..];
        let end =
            rest.iter().position(|heading| heading.level <= HeadingLevel::H2).unwrap_or(rest.len());
        parts.push((heading, &rest[..end]));
    }
    let link = |heading: &Heading| html! { a href={ (file) "#" (heading.id) } { (heading.words) } };
    html! {
        ul {
            @for (part, sections) in parts {
                li {
                    (link(part))
                    @if !sections.is_empty() {
                        ul { @for section in sections.iter().filter(below(HeadingLevel::H3)) { li { (link(section)) } } }
                    }
                }
            }
        }
    }
}

/// All documents with all their headings.
fn contents() -> Result<String> {
    let text = html! {
        h1 { "Documents" }
        @for (group, documents) in groups() {
            h2 { (group) }
            div.contents {
                @for document in documents {
                    section {
                        h3 { a href=(document.source.file) { (document.title()) } }
                        p { (document.source.about) }
                        (outline(document.source.file, &document.text.headings))
                    }
                }
            }
        }
    };
    let about = "How Interleave works, its language, its command line, and how to link, embed and export: all headings.";
    page(CONTENTS, "Documents", about, "", &text.into_string(), "")
}

/// Where a link in a file of the repository leads on the site.
fn target(from: &str, to: &str) -> Target {
    if to.starts_with('#') || to.contains("://") {
        return Target::To(to.to_owned());
    }
    let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let path = beside(from, path);
    if let Some(page) = sources().find(|source| source.path == path) {
        return Target::To(format!("{}{anchor}", page.file));
    }
    site_file(&path).map_or(Target::File(path), Target::To)
}

/// The path of what a file of the repository names from where it stands.
fn beside(from: &str, to: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.trim_end_matches('/').split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What a file of the repository is on the site, beside documents: its scripts, and the page of a listing.
fn site_file(path: &str) -> Option<String> {
    if let Some(file) = path.strip_prefix("web/static/") {
        return Some(file.to_owned());
    }
    let name = Path::new(path.strip_prefix("crates/algorithms/listings/")?).file_stem()?;
    let slug = name.to_str()?.replace('_', "-");
    catalog::entry(&slug).map(|entry| format!("{}.html", entry.slug))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_link_between_documents_is_one_between_pages() {
        let to = |from: &str, to: &str| match target(from, to) {
            Target::To(address) => address,
            Target::File(path) => format!("file {path}"),
        };
        assert_eq!(to("docs/STABILITY.md", "LINKS.md#versions"), "links.html#versions");
        assert_eq!(to("docs/STABILITY.md", "../CHANGELOG.md"), "changes.html");
        assert_eq!(to("CHANGELOG.md", "docs/STABILITY.md"), "stability.html");
        assert_eq!(to("docs/LINKS.md", "#the-run"), "#the-run");
        assert_eq!(to("docs/LINKS.md", "https://a.b/c.md"), "https://a.b/c.md");
        assert_eq!(to("docs/EXPORT.md", "../web/static/interleave.d.ts"), "interleave.d.ts");
        let listing = "../crates/algorithms/listings/jones_bakery.md";
        assert_eq!(to("docs/ALGORITHMS.md", listing), "jones-bakery.html");
        assert_eq!(to("docs/EXPORT.md", "schema"), "file docs/schema");
    }

    #[test]
    fn every_document_begins_with_its_title_and_has_no_other() {
        for Document { source, text, .. } in &*ALL {
            let levels = text.headings.iter().map(|heading| heading.level);
            let titles = levels.filter(|level| *level == HeadingLevel::H1).count();
            assert_eq!(titles, 1, "{}", source.path);
            assert!(source.text.starts_with("# "), "{}", source.path);
        }
    }

    /// No page of an algorithm, and none of another kind, has the name of a document.
    #[test]
    fn documents_have_names_of_their_own() {
        let names: BTreeSet<&str> = files().collect();
        assert_eq!(names.len(), files().count());
        for entry in crate::algorithms() {
            assert!(!names.contains(&*format!("{}.html", entry.slug)), "{}", entry.slug);
        }
    }

    #[test]
    fn every_example_of_the_reference_has_a_figure() {
        let page = of(LANGUAGE).unwrap().unwrap();
        let text = sources().find(|source| source.file == LANGUAGE).unwrap().text;
        let examples = text.matches("\n```interleave\n").count();
        assert!(examples > 20);
        assert_eq!(page.matches("class=\"language-interleave\"").count(), examples);
        assert_eq!(page.matches("href=\"new.html#new?text=").count(), examples);
        assert!(!page.contains("{{") && !page.contains("](") && !page.contains("```"));
    }
}
