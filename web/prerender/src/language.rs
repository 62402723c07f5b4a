//! The reference of the language as a page, made of `docs/LANGUAGE.md`: its examples run where they stand.

use crate::document::fill;
use anyhow::Result;
use catalog::Scenario;
use export::poster::snippets::escaped;
use listing::highlight;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::fmt::Write;

const TEMPLATE: &str = include_str!("../../language.html");
const TEXT: &str = include_str!("../../../docs/LANGUAGE.md");

pub fn page() -> Result<String> {
    let (text, headings) = read(TEXT);
    fill(TEMPLATE, &[("contents", &contents(&headings)), ("text", &text)])
}

struct Heading {
    level: HeadingLevel,
    words: String,
    /// Its anchor.
    id: String,
}

/// The text as HTML, and its headings.
fn read(markdown: &str) -> (String, Vec<Heading>) {
    let mut page = Page { events: Vec::new(), headings: Vec::new() };
    let mut all = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    while let Some(event) = all.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => page.heading(level, &mut all),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let code = words_until(&mut all, |end| *end == TagEnd::CodeBlock);
                page.put(fence(&info, &code));
            }
            Event::Start(Tag::Table(columns)) => {
                page.put("<div class=\"wide\">".into());
                page.events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                page.events.push(event);
                page.put("</div>".into());
            }
            // other pages of the documentation are no part of the site
            Event::Start(Tag::Link { dest_url, .. }) if !is_on_the_web(&dest_url) => {
                page.put(escaped(&words_until(&mut all, |end| *end == TagEnd::Link)));
            }
            event => page.events.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, page.events.into_iter());
    (text, page.headings)
}

struct Page<'a> {
    events: Vec<Event<'a>>,
    headings: Vec<Heading>,
}

impl<'a> Page<'a> {
    fn put(&mut self, html: String) {
        self.events.push(Event::Html(html.into()));
    }

    fn heading(&mut self, level: HeadingLevel, all: &mut Parser<'a>) {
        let words = words_until(all, |end| matches!(end, TagEnd::Heading(_)));
        let id = anchor(&words);
        self.put(format!("<{level} id=\"{id}\">{}</{level}>\n", escaped(&words)));
        self.headings.push(Heading { level, words, id });
    }
}

/// The words up to the end of what has begun.
fn words_until(all: &mut Parser<'_>, is_end: impl Fn(&TagEnd) -> bool) -> String {
    let mut words = String::new();
    for event in all.by_ref() {
        match event {
            Event::End(end) if is_end(&end) => break,
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            _ => {}
        }
    }
    words
}

/// The anchor of a heading, as hosts of Markdown make it.
fn anchor(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

fn is_on_the_web(to: &str) -> bool {
    to.starts_with('#') || to.contains("://")
}

fn fence(info: &str, code: &str) -> String {
    match info {
        "interleave" => example(code),
        "verdicts" => outcomes(code),
        _ => format!("<pre><code>{}</code></pre>\n", escaped(code)),
    }
}

/// A whole text, which becomes a figure, and a way to its own page.
fn example(code: &str) -> String {
    let link = catalog::entry(session::state::NEW)
        .map(|entry| Scenario::new(entry).with_text(code).to_string());
    let way = link.map_or_else(String::new, |link| {
        format!("<p><a href=\"new.html#{}\">Open and change it</a></p>", escaped(&link))
    });
    format!(
        "<div class=\"example\"><pre class=\"language-interleave\"><code>{}</code></pre>{way}</div>\n",
        shaded(code)
    )
}

fn shaded(code: &str) -> String {
    let mut html = String::new();
    for piece in highlight(code, &[]) {
        let part = escaped(&code[piece.bytes.clone()]);
        let _ = match piece.shade.class() {
            Some(class) => write!(html, "<span class=\"{class}\">{part}</span>"),
            None => write!(html, "{part}"),
        };
    }
    html
}

/// What a search of the example above finds.
fn outcomes(lines: &str) -> String {
    let lines = lines.lines().filter(|line| !line.is_empty());
    let lines = lines.map(|line| {
        let (name, found) = line.split_once(": ").unwrap_or(("", line));
        format!("<li><b>{}</b> {}</li>", escaped(name), escaped(found))
    });
    format!(
        "<ul class=\"outcomes\" aria-label=\"What a search finds\">{}</ul>\n",
        lines.collect::<String>()
    )
}

/// A list of parts, with their sections.
fn contents(headings: &[Heading]) -> String {
    let mut list = String::from("<ul>");
    let mut is_open = false;
    for heading in headings.iter().filter(|heading| heading.level > HeadingLevel::H1) {
        let is_part = heading.level == HeadingLevel::H2;
        if is_part && is_open {
            list.push_str("</ul></li>");
        }
        let _ = write!(list, "<li><a href=\"#{}\">{}</a>", heading.id, escaped(&heading.words));
        list.push_str(if is_part { "<ul>" } else { "</li>" });
        is_open |= is_part;
    }
    if is_open {
        list.push_str("</ul></li>");
    }
    list + "</ul>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_example_has_a_figure_and_every_link_within_the_page_an_end() {
        let page = page().unwrap();
        let examples = TEXT.matches("\n```interleave\n").count();
        assert!(examples > 20);
        assert_eq!(page.matches("class=\"language-interleave\"").count(), examples);
        assert_eq!(page.matches("href=\"new.html#new?text=").count(), examples);
        let ids: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|it| it.split('"').next()).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "an anchor stands twice");
        for to in page.split("href=\"#").skip(1).filter_map(|it| it.split('"').next()) {
            assert!(unique.contains(to), "{to}");
        }
        assert!(!page.contains("{{") && !page.contains("](") && !page.contains("```"));
    }

    #[test]
    fn anchors_are_as_hosts_make_them() {
        assert_eq!(anchor("Exactly what is a step"), "exactly-what-is-a-step");
        assert_eq!(anchor("Sections, waiting, properties"), "sections-waiting-properties");
    }
}
