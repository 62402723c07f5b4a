//! Fenced blocks of code in Markdown.

use regex::Regex;

/// A block that is fenced, without its fences.
pub struct Fence<'a> {
    indent: &'a str,
    /// The mark of its ends, which is repeated: none shorter closes it.
    mark: &'a str,
    /// What stands behind the name.
    pub info: &'a str,
    is_named: bool,
    /// Of the text, from 1.
    pub line: usize,
    pub text: String,
}

/// A text with something else in the place of each fence of a name: a block of its own. A fence may lie in a list, as
/// deep as its first items are; what is indented more may be code that shows a fence.
pub fn replaced<E>(
    text: &str,
    name: &str,
    mut with: impl FnMut(&Fence) -> Result<String, E>,
) -> Result<String, E> {
    let opening =
        Regex::new(r"^( {0,3})(`{3,}|~{3,})\s*([^\s,`{]*)([^`]*)$").expect("an expression");
    let mut all = String::new();
    let mut open: Option<Fence> = None;
    // where the fence that is open begins
    let mut from = 0;
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let Some(fence) = &mut open else {
            let begun = opening.captures(line.trim_end_matches(['\r', '\n']));
            open = begun.map(|parts| {
                let part = |nth| parts.get(nth).map_or("", |part| part.as_str());
                let (indent, mark, info) = (part(1), part(2), part(4));
                let is_named = part(3) == name;
                Fence { indent, mark, info, is_named, line: nth + 1, text: String::new() }
            });
            from = all.len();
            all += line;
            continue;
        };
        all += line;
        if !closes(line, fence.mark) {
            fence.text += line.strip_prefix(fence.indent).unwrap_or(line.trim_start());
            continue;
        }
        if fence.is_named {
            let block = indented(&with(fence)?, fence.indent);
            all.truncate(from);
            all.extend(["\n", &block, "\n"]);
        }
        open = None;
    }
    Ok(all)
}

fn closes(line: &str, mark: &str) -> bool {
    let line = line.trim();
    let sign = mark.chars().next().unwrap_or_default();
    line.len() >= mark.len() && line.chars().all(|character| character == sign)
}

fn indented(block: &str, indent: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".into() } else { format!("{indent}{line}\n") };
    block.lines().map(line).collect()
}
