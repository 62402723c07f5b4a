//! `interleave mdbook`: a preprocessor of mdBook. Each fence named `interleave` becomes a figure: the picture of a moment
//! and the listing, which a reader without script sees as well. <https://rust-lang.github.io/mdBook/for_developers/preprocessors.html>

mod markdown;

use crate::args::{Mdbook, MdbookQuestion};
use crate::output::Output;
use crate::poster::{image, quoted};
use crate::{Answer, Failure, file, target};
use markdown::Fence;
use regex::Regex;
use serde_json::Value;
use std::path::Path;

/// Those that keep the HTML of a chapter.
const RENDERERS: [&str; 3] = ["html", "epub", "pdf"];

/// The largest book, in bytes.
const BOOK_MAX: usize = 256 << 20;

/// Where mdBook of today, and before, has the chapters of a book.
const CHAPTERS: [&str; 2] = ["items", "sections"];

/// What a fence may say behind its name, and an element in an attribute.
const ATTRIBUTES: [&str; 9] =
    ["steps", "panels", "speed", "theme", "ask", "caption", "path", "load", "home"];

const PANELS: &str = "narration,stage,transport,scheduler,listing";

pub fn run(args: &Mdbook, to: &mut Output) -> Result<Answer, Failure> {
    if let Some(MdbookQuestion::Supports { renderer }) = &args.question {
        return Ok(RENDERERS.contains(&&**renderer).into());
    }
    let input = file::read(Path::new("-"), BOOK_MAX)?;
    let [context, mut book]: [Value; 2] = serde_json::from_str(&input).map_err(|error| {
        format!("Standard input is no book as mdBook writes it for a preprocessor: {error}.")
    })?;
    let home = context["config"]["preprocessor"]["interleave"]["home"].as_str();
    let home = home.map(|home| format!("{}/", home.trim_end_matches('/')));
    let chapters = CHAPTERS.into_iter().find(|name| book.get(name).is_some_and(Value::is_array));
    let chapters = chapters.ok_or_else(|| "The book of mdBook has no chapters.".to_owned())?;
    change(&mut book[chapters], home.as_deref())?;
    to.write_document(&book.to_string())?;
    Ok(Answer::Good)
}

/// Of some chapters, and of those below them.
fn change(items: &mut Value, home: Option<&str>) -> Result<(), Failure> {
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item.get_mut("Chapter") else { continue };
        let name = chapter["path"].as_str().or(chapter["name"].as_str()).unwrap_or_default();
        let content = chapter["content"].as_str().unwrap_or_default();
        let changed = with_figures(content, name, home)?;
        chapter["content"] = changed.into();
        change(&mut chapter["sub_items"], home)?;
    }
    Ok(())
}

/// The text of a chapter, with what loads the element if it has one.
fn with_figures(content: &str, chapter: &str, home: Option<&str>) -> Result<String, Failure> {
    let mut has_figures = false;
    let changed = markdown::replaced(content, "interleave", |fence| {
        has_figures = true;
        figure(fence, chapter, home)
    })?;
    Ok(match home.filter(|_| has_figures) {
        None => changed,
        Some(home) => {
            let script = format!("{}interleave-run.js", quoted(home));
            format!("{changed}\n\n<script type=\"module\" src=\"{script}\"></script>\n")
        }
    })
}

/// The element in the place of a fence, and its poster inside. A fence of one word is a link.
fn figure(fence: &Fence, chapter: &str, home: Option<&str>) -> Result<String, Failure> {
    let place = format!("{chapter}, the fence in line {}", fence.line);
    let listing = fence.text.trim();
    let is_link = !listing.contains(char::is_whitespace);
    let link = match is_link {
        true => listing.rsplit('#').next().unwrap_or_default().to_owned(),
        false => target::link(place.clone(), &format!("{listing}\n"))?,
    };
    let at = |failure| match failure {
        Failure::Usage(why) => Failure::Usage(format!("{place}: {why}")),
        other => other,
    };
    let scenario = crate::parse_whole(&link, "drawn").map_err(at)?;
    crate::require_run(&scenario, "drawn").map_err(at)?;
    let image = image(&scenario);
    let given = attributes(fence.info);
    if !is_link {
        let panels = if given.contains(" panels=") {
            String::new()
        } else {
            format!(" panels=\"{PANELS}\"")
        };
        return Ok(format!(
            "<interleave-run{panels}{given}>\n{image}\n\n```interleave\n{listing}\n```\n\n</interleave-run>"
        ));
    }
    let poster = match home {
        None => image,
        Some(home) => {
            let page = format!("{home}{}.html#{link}", scenario.slug);
            format!("<a href=\"{}\">{image}</a>", quoted(&page))
        }
    };
    Ok(format!("<interleave-run link=\"{}\"{given}>\n{poster}\n</interleave-run>", quoted(&link)))
}

/// What stands behind the name of a fence, as `ask=1 caption="Both are in"`, for the element.
fn attributes(info: &str) -> String {
    let pairs = Regex::new(r#"([\w-]+)=(?:"([^"]*)"|([^\s,]+))"#).expect("an expression");
    let pairs = pairs.captures_iter(info).filter(|pair| ATTRIBUTES.contains(&&pair[1]));
    let value = |pair: &regex::Captures| {
        pair.get(2).or_else(|| pair.get(3)).map_or(String::new(), |value| quoted(value.as_str()))
    };
    pairs.fold(String::new(), |all, pair| format!("{all} {}=\"{}\"", &pair[1], value(&pair)))
}
