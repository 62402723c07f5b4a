//! Results as `JUnit` XML, which build servers read.

use super::judge::Judgement;
use super::{Case, Counts, Tested};
use listing::hidden::is_hidden;
use std::fmt::Write;

pub fn document(all: &[Tested]) -> String {
    let suites: String = all.iter().map(suite).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"interleave test\"{}>\n{suites}</testsuites>\n",
        counts(all)
    )
}

/// A file.
fn suite(tested: &Tested) -> String {
    let name = escaped(&tested.text.name);
    let cases: String = match &tested.unread {
        Some(why) => case(&name, "the file", &problem("error", why, "")),
        None if !tested.text.errors.is_empty() => {
            let first = tested.text.errors[0].to_string();
            case(&name, "the text", &problem("error", &first, &tested.text.render(false)))
        }
        None if tested.cases.is_empty() => {
            case(&name, "no expectations", "<skipped message=\"no expectations\"/>")
        }
        None => tested.cases.iter().map(|one| case(&name, &one.words(), &result(one))).collect(),
    };
    let counts = counts(std::slice::from_ref(tested));
    format!("  <testsuite name=\"{name}\"{counts}>\n{cases}  </testsuite>\n")
}

fn counts(all: &[Tested]) -> String {
    let Counts { passed, failed, undecided, wrong } = Counts::of(all);
    let skipped = all.iter().filter(|one| one.is_read() && one.cases.is_empty()).count();
    let (tests, errors) = (passed + failed + undecided + wrong + skipped, undecided + wrong);
    format!(" tests=\"{tests}\" failures=\"{failed}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

fn case(file: &str, name: &str, result: &str) -> String {
    let name = escaped(name);
    format!("    <testcase classname=\"{file}\" name=\"{name}\">{result}</testcase>\n")
}

fn result(case: &Case) -> String {
    let play = case.play.clone().unwrap_or_default();
    match case.judgement {
        Judgement::Met => String::new(),
        Judgement::Unmet => {
            problem("failure", &format!("line {}: {}", case.line, case.found), &play)
        }
        Judgement::Undecided => {
            problem("error", &format!("line {}: {}", case.line, case.found), &play)
        }
    }
}

fn problem(tag: &str, message: &str, text: &str) -> String {
    format!("<{tag} message=\"{}\">{}</{tag}>", escaped(message), escaped(text))
}

/// As XML has it, also between quotation marks. What XML has no way to say becomes a question mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(char));
            }
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            // who reads the document in a terminal sees it as it is
            _ if is_hidden(char) => {
                let _ = write!(escaped, "&#{};", u32::from(char));
            }
            _ => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_character_ends_an_attribute_or_the_document() {
        assert_eq!(escaped("a < \"b\" & c > d"), "a &lt; &quot;b&quot; &amp; c &gt; d");
        assert_eq!(escaped("1\n2\u{1b}[0m\u{ffff}←"), "1&#10;2\u{fffd}[0m\u{fffd}←");
        assert_eq!(escaped("\u{9b}\u{202e}"), "&#155;&#8238;");
    }
}
