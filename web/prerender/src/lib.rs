//! Every document of the site as HTML: known before a visit, made without a browser.

mod agents;
mod compare;
mod document;
mod documents;
mod figures;
mod history;
mod markdown;
mod pages;
mod search;
pub mod site;
#[cfg(feature = "social")]
pub mod social;

use anyhow::{Context, Result};
use catalog::{Entry, Limits, Report, Scenario};
use document::Document;
use export::poster::snippets::escaped;
use maud::{PreEscaped, html};
use pages::{about::about, gallery::gallery as list};
use picture::summary::summary;
use session::{path, prepared::Ready};
use site::Site;
use std::thread;

pub const GALLERY: &str = "index.html";
const GALLERY_TITLE: &str = "Be the scheduler";
const COMPARE: &str = "compare.html";
const HISTORY: &str = "history.html";
const LITMUS: &str = "litmus.html";
const TASK: &str = "task.html";
/// What is searched in.
const SEARCH: &str = "search.json";
/// Scripts draw all of them.
const TASK_PAGE: &str = include_str!("../../task.html");
const LITMUS_PAGE: &str = include_str!("../../litmus.html");

/// What a playground's page imports, one script by the other; and the letters of its largest words, so that
/// these are drawn once.
const PRELOADS: &str = "    <link rel=\"preload\" href=\"fonts/serif-400.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
    <link rel=\"modulepreload\" href=\"start.js\">
    <link rel=\"modulepreload\" href=\"pressed.js\">
    <link rel=\"modulepreload\" href=\"load.js\">
    <link rel=\"modulepreload\" href=\"engine.js\">
";

/// The letters of the gallery's first screen, so that it is drawn once.
const LETTERS: &str = "    <link rel=\"preload\" href=\"fonts/serif-600.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
    <link rel=\"preload\" href=\"fonts/serif-400.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
    <link rel=\"preload\" href=\"fonts/sans-400.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
    <link rel=\"preload\" href=\"fonts/sans-500.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
    <link rel=\"preload\" href=\"fonts/mono-400.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>
";

/// What draws its figure, and is imported by what is imported; and the colour of the window around it.
const DOOR: &str = "    <link rel=\"modulepreload\" href=\"door.js\">
    <link rel=\"modulepreload\" href=\"colours.js\">
    <link rel=\"modulepreload\" href=\"search.js\">
    <meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#fbfaf7\">
    <meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#161513\">
";

/// A file's name and what is in it.
pub type File = (String, Vec<u8>);

/// The algorithms of the gallery, and where a reader begins an own one.
fn algorithms() -> impl Iterator<Item = &'static Entry> {
    catalog::entries().iter().chain(catalog::unlisted())
}

/// What the checker says of the setting in which every page opens.
pub fn reports() -> Vec<Report> {
    let check = |entry| {
        let mut search = path::opening(entry).search(Limits::default());
        search.advance(usize::MAX);
        search.report()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = algorithms().map(|entry| scope.spawn(move || check(entry))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect()
    })
}

/// Writes a scenario's page as it begins, by what is known of it.
pub type Written<'a> = &'a dyn Fn(&Scenario, &Ready) -> String;

/// Every document. `reports` are what the checker says of the settings that they open: [`reports`].
pub fn files(reports: &[Report], written: Written<'_>, site: Option<&Site>) -> Result<Vec<File>> {
    let mut files = vec![
        (COMPARE.into(), compare::page(true)?.into()),
        (HISTORY.into(), history::page()?.into()),
        (LITMUS.into(), LITMUS_PAGE.into()),
        (TASK.into(), TASK_PAGE.into()),
        (SEARCH.into(), search::index()?.into()),
        gallery().file(site)?,
    ];
    for file in documents::files() {
        files.push((file.into(), documents::of(file).context("a document")??.into()));
    }
    files.extend(agents::files());
    for (entry, report) in algorithms().zip(reports) {
        files.push(page(entry, preview(entry, report, written)?, site).file(site)?);
        if let Some(site) = site {
            files.push(site.oembed(entry)?);
        }
    }
    if let Some(site) = site {
        files.push(site.map());
        files.extend(pictures(reports)?);
    }
    Ok(files)
}

/// A document as it is without what takes long to make: verdicts, previews and plots. None if the
/// site has no such document.
pub fn bare(file: &str) -> Result<Option<String>> {
    let document = match file {
        "" | GALLERY => gallery(),
        COMPARE => return compare::page(false).map(Some),
        HISTORY => return history::page().map(Some),
        LITMUS => return Ok(Some(LITMUS_PAGE.into())),
        TASK => return Ok(Some(TASK_PAGE.into())),
        SEARCH => return search::index().map(Some),
        _ => {
            if let Some(page) = documents::of(file) {
                return page.map(Some);
            }
            let slug = file.trim_end_matches(".html");
            let Some(entry) = algorithms().find(|entry| entry.slug == slug) else {
                return Ok(None);
            };
            page(entry, String::new(), None)
        }
    };
    Ok(Some(document.text(None)?))
}

/// What a page shows before it is started, and what is known to it then.
fn preview(entry: &'static Entry, report: &Report, written: Written<'_>) -> Result<String> {
    let ready = Ready::of(entry, report);
    let text = serde_json::to_string(&ready)?.replace('<', "\\u003c");
    let preview = html! {
        div.preview { (PreEscaped(written(&path::opening(entry), &ready))) }
        script #ready type="application/json" { (PreEscaped(text)) }
    };
    Ok(preview.into_string())
}

/// The page of an algorithm.
fn page(entry: &'static Entry, preview: String, site: Option<&Site>) -> Document {
    let link = escaped(&path::opening(entry).to_string());
    Document {
        file: format!("{}.html", entry.slug),
        attributes: format!(" data-slug=\"{}\" data-card=\"{link}\"", entry.slug),
        title: format!("{} · Interleave", entry.name),
        description: entry.about().article.lead,
        alt: alt(entry),
        more: PRELOADS.to_owned() + &site.map_or_else(String::new, |site| site.discovery(entry)),
        app: preview,
        below: about(entry).into_string(),
        own: None,
    }
}

fn gallery() -> Document {
    Document {
        file: GALLERY.into(),
        attributes: String::new(),
        title: "Interleave: be the scheduler".into(),
        description: "Watch concurrent algorithms run, be their scheduler, break them, and have \
                      every interleaving checked, all in this tab.",
        alt: format!("{GALLERY_TITLE}. {}", alt(&catalog::entries()[0])),
        more: LETTERS.to_owned() + DOOR,
        app: String::new(),
        below: html! { div #gallery { (list()) } }.into_string(),
        own: Some("gallery"),
    }
}

/// The picture of an algorithm in words.
fn alt(entry: &'static Entry) -> String {
    format!("{}. {}", entry.name, summary(&path::opening(entry).moment()))
}

#[cfg(not(feature = "social"))]
fn pictures(_: &[Report]) -> Result<Vec<File>> {
    anyhow::bail!("pictures for social cards take the feature `social`")
}

/// For social cards.
#[cfg(feature = "social")]
fn pictures(reports: &[Report]) -> Result<Vec<File>> {
    social::pictures(reports)
}

#[cfg(test)]
mod tests;
