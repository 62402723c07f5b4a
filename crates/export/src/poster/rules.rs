//! Of the page's style sheets, what a picture needs: without nesting and `light-dark()`, which
//! readers' programs may not know.

use super::{Theme, markup::Picture};
use picture::{STYLES, TOKENS};
use std::fmt::Write;

/// What a picture that nobody clicks has no use for.
const IDLE: [&str; 2] = ["cursor", "transition"];

/// One selector, and its declarations.
struct Rule {
    selector: String,
    declared: Vec<(String, String)>,
}

/// The style of a file, after rules of its own.
pub fn style(own: &str, picture: &Picture, theme: Theme) -> String {
    let all = rules(&uncommented(&[TOKENS, STYLES].concat()));
    let mut drawn = own.to_owned();
    for Rule { selector, declared } in &all {
        // everything in the file is on the stage
        let selector = selector.strip_prefix(".stage-sheet ").unwrap_or(selector);
        let declared: Vec<String> = declared
            .iter()
            .filter(|(name, _)| !IDLE.contains(&name.as_str()))
            .map(|(name, value)| format!("{name}:{value}"))
            .collect();
        if !declared.is_empty() && is_drawn(selector, picture) {
            let _ = write!(drawn, "{selector}{{{}}}", declared.join(";"));
        }
    }
    let tokens: Vec<_> = all
        .iter()
        .filter(|rule| [":root", ".stage-sheet"].contains(&rule.selector.as_str()))
        .flat_map(|rule| &rule.declared)
        .filter(|(name, _)| {
            drawn.contains(&format!("var({name})")) || drawn.contains(&format!("var({name},"))
        })
        .collect();
    let values = |dark: bool, only_colours: bool| {
        let wanted =
            tokens.iter().filter(|token| !only_colours || token.1.starts_with("light-dark("));
        let values = wanted.map(|(name, value)| format!("{name}:{}", one_of(value, dark)));
        format!("svg{{{}}}", values.collect::<Vec<_>>().join(";"))
    };
    let dark = match theme {
        Theme::System => format!("@media(prefers-color-scheme:dark){{{}}}", values(true, true)),
        Theme::Light | Theme::Dark => String::new(),
    };
    format!("{}{dark}{drawn}", values(theme == Theme::Dark, false))
}

/// Whether a selector is for the stage, and all of its classes occur in the picture.
fn is_drawn(selector: &str, picture: &Picture) -> bool {
    // any of those is enough
    let outside: String =
        selector.split(":is(").map(|text| text.rsplit(')').next().unwrap_or_default()).collect();
    let mut names = outside.split(|c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c)));
    let is_text = selector == "text";
    let has = |name: &str| {
        name.split('.').skip(1).all(|class| picture.classes.iter().any(|known| known == class))
    };
    is_text || (selector.contains('.') && names.all(has))
}

/// Of `light-dark(one, other)`, one; any other value is itself.
fn one_of(value: &str, dark: bool) -> &str {
    let both = value.strip_prefix("light-dark(").and_then(|text| text.strip_suffix(')'));
    match both.and_then(|text| text.split_once(", ")) {
        Some((_, it)) if dark => it,
        Some((it, _)) => it,
        None => value,
    }
}

/// A style sheet's rules without nesting; what depends on the screen is left out.
fn rules(css: &str) -> Vec<Rule> {
    let mut rules = Vec::new();
    flatten(css, &[String::new()], &mut rules);
    rules
}

fn flatten(body: &str, parents: &[String], rules: &mut Vec<Rule>) {
    let (mut declared, mut inner) = (Vec::new(), Vec::new());
    let mut rest = body;
    while let Some(at) = rest.find([';', '{']) {
        let before = rest[..at].trim();
        if rest[at..].starts_with(';') {
            if let Some((name, value)) = before.split_once(':') {
                declared.push((name.trim().to_owned(), value.trim().to_owned()));
            }
            rest = &rest[at + 1..];
            continue;
        }
        let end = at + matching(&rest[at..]);
        if !before.starts_with('@') {
            let own: Vec<String> = parents
                .iter()
                .flat_map(|parent| parts(before).into_iter().map(|part| nested(parent, &part)))
                .collect();
            flatten(&rest[at + 1..end], &own, &mut inner);
        }
        rest = &rest[end + 1..];
    }
    if !declared.is_empty() {
        for selector in parents {
            rules.push(Rule { selector: selector.clone(), declared: declared.clone() });
        }
    }
    rules.append(&mut inner);
}

fn nested(parent: &str, selector: &str) -> String {
    if selector.contains('&') {
        selector.replace('&', parent)
    } else {
        format!("{parent} {selector}").trim().to_owned()
    }
}

/// Where the block ends that begins here.
fn matching(text: &str) -> usize {
    let mut depth = 0;
    text.bytes()
        .position(|byte| {
            depth += i32::from(byte == b'{') - i32::from(byte == b'}');
            depth == 0
        })
        .unwrap_or(text.len() - 1)
}

/// A list of selectors at its commas, but for those in parentheses.
fn parts(list: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn uncommented(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, code)| code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_resolved() {
        let css = ".stage { --a: 1px; & .b, & .c { fill: red; > .d:is(.e, .f) { x: y; } } } @media x { .g { h: i; } }";
        let shown: Vec<_> = rules(css).iter().map(|rule| rule.selector.clone()).collect();
        let wanted = [
            ".stage",
            ".stage .b",
            ".stage .c",
            ".stage .b > .d:is(.e, .f)",
            ".stage .c > .d:is(.e, .f)",
        ];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn one_colour_of_two() {
        assert_eq!(one_of("light-dark(#fff, #000)", false), "#fff");
        assert_eq!(one_of("light-dark(#fff, #000)", true), "#000");
        assert_eq!(one_of("2px", true), "2px");
    }
}
