//! Markdown as HTML, with an address for each heading, and what a search needs of it.

use crate::figures;
use export::poster::snippets::escaped;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::mem;

/// Where a link leads.
pub enum Target {
    /// An address.
    To(String),
    /// A file of the repository that is no part of the site.
    File(String),
}

pub struct Text {
    pub html: String,
    pub headings: Vec<Heading>,
}

pub struct Heading {
    pub level: HeadingLevel,
    pub words: String,
    /// Its anchor.
    pub id: String,
    /// What is said below it, up to the next one.
    pub below: String,
}

/// Reads a text. `target` says where a link leads.
pub fn read(markdown: &str, target: &dyn Fn(&str) -> Target) -> Text {
    let mut page = Page { events: Vec::new(), headings: Vec::new(), target, file: None };
    let mut all = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    while let Some(event) = all.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => page.heading(level, &mut all),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let code = until(&mut all, |end| *end == TagEnd::CodeBlock);
                page.block(&info, &words(&code));
            }
            event => page.event(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, page.events.into_iter());
    // a cell above a column without a name is no heading of it
    let unnamed = ["", " style=\"text-align: right\"", " style=\"text-align: center\""];
    let html = unnamed
        .iter()
        .fold(text, |text, style| text.replace(&format!("<th{style}></th>"), "<td></td>"));
    Text { html, headings: page.headings }
}

struct Page<'a> {
    events: Vec<Event<'a>>,
    headings: Vec<Heading>,
    target: &'a dyn Fn(&str) -> Target,
    /// The file to which the link leads that has begun, with its words so far.
    file: Option<(String, String)>,
}

impl<'a> Page<'a> {
    fn put(&mut self, html: String) {
        self.events.push(Event::Html(html.into()));
    }

    fn heading(&mut self, level: HeadingLevel, all: &mut Parser<'a>) {
        let inner = until(all, |end| matches!(end, TagEnd::Heading(_)));
        let words = words(&inner);
        let id = self.free(anchor(&words));
        let mut html = String::new();
        html::push_html(&mut html, inner.into_iter());
        self.put(match level {
            HeadingLevel::H1 => format!("<h1 id=\"{id}\">{html}</h1>\n"),
            _ => format!("<{level} id=\"{id}\"><a href=\"#{id}\">{html}</a></{level}>\n"),
        });
        self.headings.push(Heading { level, words, id, below: String::new() });
    }

    /// An anchor that no heading above has, as hosts of Markdown make it.
    fn free(&self, id: String) -> String {
        let is_taken = |id: &str| self.headings.iter().any(|heading| heading.id == id);
        let mut others = (1..).map(|nth| format!("{id}-{nth}"));
        if is_taken(&id) { others.find(|text| !is_taken(text)).unwrap_or_default() } else { id }
    }

    fn block(&mut self, info: &str, code: &str) {
        if figures::is_searched(info) {
            self.say(code);
        }
        self.put(figures::block(info, code));
    }

    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::Table(columns)) => {
                self.put("<div class=\"wide\">".into());
                self.events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event);
                self.put("</div>".into());
            }
            Event::Start(Tag::Link { dest_url, .. }) => match (self.target)(&dest_url) {
                Target::To(address) => self.put(format!("<a href=\"{}\">", escaped(&address))),
                Target::File(path) => self.file = Some((path, String::new())),
            },
            Event::End(TagEnd::Link) => self.link_ends(),
            event => {
                if let Event::Text(text) | Event::Code(text) = &event {
                    self.say(text);
                }
                self.events.push(event);
            }
        }
    }

    /// Nobody can follow the name of a file, but it can be read, once.
    fn link_ends(&mut self) {
        match mem::take(&mut self.file) {
            None => self.put("</a>".into()),
            Some((path, said)) if said.contains(path.rsplit('/').next().unwrap_or(&path)) => {}
            Some((path, _)) => self.put(format!(" (<code>{}</code>)", escaped(&path))),
        }
    }

    fn say(&mut self, words: &str) {
        if let Some((_, said)) = &mut self.file {
            said.push_str(words);
        }
        if let Some(heading) = self.headings.last_mut() {
            heading.below.push_str(words);
            heading.below.push(' ');
        }
    }
}

/// What stands up to the end of what has begun.
fn until<'a>(all: &mut Parser<'a>, is_end: impl Fn(&TagEnd) -> bool) -> Vec<Event<'a>> {
    all.take_while(|event| !matches!(event, Event::End(end) if is_end(end))).collect()
}

fn words(events: &[Event<'_>]) -> String {
    let words = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        _ => None,
    });
    words.collect()
}

/// The anchor of a heading, as hosts of Markdown make it.
fn anchor(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(to: &str) -> Target {
        match to.strip_prefix("x/") {
            Some(_) => Target::File(to.to_owned()),
            None => Target::To(to.to_owned()),
        }
    }

    #[test]
    fn anchors_are_as_hosts_make_them() {
        assert_eq!(anchor("Exactly what is a step"), "exactly-what-is-a-step");
        assert_eq!(anchor("Sections, waiting, properties"), "sections-waiting-properties");
        let ids =
            read("# A\n## B\n## B\n## B", &target).headings.into_iter().map(|heading| heading.id);
        assert_eq!(ids.collect::<Vec<_>>(), ["a", "b", "b-1", "b-2"]);
    }

    #[test]
    fn a_file_that_is_no_page_is_named_once() {
        let html = |markdown: &str| read(markdown, &target).html;
        assert_eq!(html("[the package](x/npm.md)"), "<p>the package (<code>x/npm.md</code>)</p>\n");
        assert_eq!(html("[`npm.md`](x/npm.md)"), "<p><code>npm.md</code></p>\n");
        assert_eq!(html("[a](b.md#c)"), "<p><a href=\"b.md#c\">a</a></p>\n");
    }

    #[test]
    fn a_column_without_a_name_has_no_heading() {
        let html = read("| |b| |\n|-|-|-:|\n|1|2|3|\n", &target).html;
        assert!(html.contains("<tr><td></td><th>b</th><td></td></tr>"), "{html}");
    }

    #[test]
    fn what_is_said_below_a_heading_can_be_searched() {
        let text = read("# A\nsome `code`\n\n    more\n\n## B\n|x|y|\n|-|-|\n|1|2|\n", &target);
        let below = |nth: usize| text.headings[nth].below.split_whitespace().collect::<Vec<_>>();
        assert_eq!(below(0), ["some", "code", "more"]);
        assert_eq!(below(1), ["x", "y", "1", "2"]);
    }
}
