//! What the blocks of code of a document become: examples in the language run where they stand.

use catalog::Scenario;
use export::poster::snippets::escaped;
use listing::highlight;
use std::fmt::Write;

/// Whole texts in the language.
const EXAMPLE: &str = "interleave";
/// What a search of the example above finds.
const OUTCOMES: &str = "verdicts";

/// Whether a block says in words what a document says, and not what a program is.
pub fn is_searched(info: &str) -> bool {
    info != EXAMPLE
}

pub fn block(info: &str, code: &str) -> String {
    match info {
        EXAMPLE => example(code),
        OUTCOMES => outcomes(code),
        _ => format!("<pre class=\"plain\"><code>{}</code></pre>\n", escaped(code)),
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
