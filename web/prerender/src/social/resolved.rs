//! A picture's style for a renderer that knows no custom properties, no `color-mix()`, no `:is()`
//! no heights of lines, and no fonts but those that it is given.

use std::fmt::Write;

/// Whose colour `--p` may be: nobody's, or that of a class.
const WHOSE: [&str; 5] = ["nobody", "p0", "p1", "p2", "p3"];

/// One selector, and its declarations.
type Rule<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// The same rules with every value written out: once for each colour that `--p` may be, for the
/// elements that [`marked`] has given that colour.
pub fn style(style: &str) -> String {
    let rules: Vec<Rule> = style.split('}').filter_map(rule).collect();
    let tokens: Vec<(&str, &str)> =
        rules.iter().filter(|rule| rule.0 == "svg").flat_map(|rule| rule.1.clone()).collect();
    let mut plain = String::new();
    for whose in WHOSE {
        let own = format!("--{whose}");
        let value = |name: &str| {
            let name = if name == "--p" { own.as_str() } else { name };
            tokens.iter().find(|token| token.0 == name).map(|it| generic(it.1))
        };
        for (selector, declared) in rules.iter().filter(|rule| rule.0 != "svg") {
            let mut values = String::new();
            for (name, text) in declared.iter().filter(|it| !it.0.starts_with("--")) {
                if let Some(text) = filled(text, &value) {
                    let text = mixed(&text).replace(" / 1 ", " ");
                    let _ = write!(values, "{name}:{text};");
                }
            }
            for selector in alternatives(selector) {
                let _ = write!(plain, "{selector}.of-{whose}{{{values}}}");
            }
        }
    }
    plain
}

/// A drawing in which every element says whose colour it has: that of the nearest around it.
pub fn marked(drawn: &str) -> String {
    let mut marked = String::new();
    let mut open = vec![WHOSE[0]];
    for part in drawn.split_inclusive('>') {
        let (text, tag) = part.split_once('<').unwrap_or((part, ""));
        marked += text;
        if tag.starts_with('/') {
            open.pop();
        }
        if tag.is_empty() || tag.starts_with('/') {
            marked += &part[text.len()..];
            continue;
        }
        let (before, classes, after) = classes(tag);
        let around = open.last().copied().unwrap_or(WHOSE[0]);
        let own = WHOSE[1..].iter().find(|it| classes.split(' ').any(|class| class == **it));
        let whose = own.copied().unwrap_or(around);
        let _ = write!(marked, "<{before} class=\"{classes} of-{whose}\"{after}");
        if !tag.ends_with("/>") {
            open.push(whose);
        }
    }
    marked
}

/// What stands before, in and after the attribute `class` of a tag.
fn classes(tag: &str) -> (&str, &str, &str) {
    let Some((before, rest)) = tag.split_once(" class=\"") else {
        let name = tag.find([' ', '/', '>']).unwrap_or(tag.len());
        return (&tag[..name], "", &tag[name..]);
    };
    let (classes, after) = rest.split_once('"').unwrap_or((rest, ""));
    (before, classes, after)
}

fn rule(text: &str) -> Option<Rule<'_>> {
    let (selector, declared) = text.split_once('{')?;
    let pairs = declared.split(';').filter_map(|it| it.split_once(':'));
    Some((selector.trim(), pairs.map(|(name, value)| (name.trim(), value.trim())).collect()))
}

/// A value with its tokens filled in; none if one is not set and nothing stands in for it.
fn filled<'a>(value: &str, token: &impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let Some((before, rest)) = value.split_once("var(") else { return Some(value.into()) };
    let end = closing(rest)?;
    let (name, instead) = match rest[..end].split_once(',') {
        Some((name, instead)) => (name.trim(), Some(instead.trim())),
        None => (rest[..end].trim(), None),
    };
    let here = filled(token(name).or(instead)?, token)?;
    Some(format!("{before}{here}{}", filled(&rest[end + 1..], token)?))
}

/// `color-mix(in srgb, #rrggbb N%, #rrggbb)` as one colour; any other value is itself.
fn mixed(value: &str) -> String {
    let mix = || {
        let inner = value.strip_prefix("color-mix(in srgb, ")?.strip_suffix(')')?;
        let (one, other) = inner.split_once(", ")?;
        let (one, share) = one.split_once(' ')?;
        let share: u32 = share.strip_suffix('%')?.parse().ok()?;
        let channel = |colour: &str, at: usize| {
            u32::from_str_radix(colour.get(1 + 2 * at..3 + 2 * at)?, 16).ok()
        };
        let mut mixed = String::from("#");
        for at in 0..3 {
            let sum = channel(one, at)? * share + channel(other, at)? * (100 - share);
            let _ = write!(mixed, "{:02x}", (sum + 50) / 100);
        }
        Some(mixed)
    };
    mix().unwrap_or_else(|| value.into())
}

/// Of a list of fonts, the kind in which it ends; any other value is itself.
fn generic(value: &str) -> &str {
    let last = value.rsplit(", ").next().unwrap_or(value);
    if ["serif", "sans-serif", "monospace"].contains(&last) { last } else { value }
}

/// A selector with one `:is(.a, .b)` as the selectors that it stands for.
fn alternatives(selector: &str) -> Vec<String> {
    let Some((before, rest)) = selector.split_once(":is(") else { return vec![selector.into()] };
    let (inside, after) = rest.split_once(')').unwrap_or((rest, ""));
    inside.split(',').map(|it| format!("{before}{}{after}", it.trim())).collect()
}

/// Where the parenthesis ends in which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_i32;
    text.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_written_out() {
        let plain = style(
            "svg{--p1:#ff0000;--panel:#ffffff;--soft:#777777;--sans:Inter, sans-serif}\
             .p1{--p:var(--p1)}\
             .a:is(.b, .c) > .d{fill:color-mix(in srgb, var(--p, var(--panel)) 10%, var(--panel))}\
             text{stroke:var(--p);fill:var(--soft)}\
             .e{font:400 1px / 1 var(--sans)}",
        );
        for wanted in [
            ".a.b > .d.of-p1{fill:#ffe6e6;}",
            ".a.c > .d.of-nobody{fill:#ffffff;}",
            "text.of-p1{stroke:#ff0000;fill:#777777;}",
            "text.of-nobody{fill:#777777;}",
            ".e.of-p0{font:400 1px sans-serif;}",
        ] {
            assert!(plain.contains(wanted), "{wanted} in {plain}");
        }
        assert!(!plain.contains("var("), "{plain}");
    }

    #[test]
    fn the_nearest_colour_counts() {
        let drawn =
            "<g class=\"p1 a\"><text x=\"1\">b</text><g class=\"p0\"><path/></g></g><path/>";
        assert_eq!(
            marked(drawn),
            "<g class=\"p1 a of-p1\"><text class=\" of-p1\" x=\"1\">b</text>\
             <g class=\"p0 of-p0\"><path class=\" of-p0\"/></g></g><path class=\" of-nobody\"/>"
        );
    }
}
