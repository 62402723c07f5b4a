//! Verbs of sentences that are made from words of a text.

/// "to find the node before its own" as what a process does: "finds the node before its own"; none where that has
/// another verb behind it.
pub fn of_purpose(purpose: &str) -> Option<String> {
    let does = purpose.strip_prefix("to ")?;
    let (verb, rest) = does.split_once(' ').unwrap_or((does, ""));
    let is_plain = verb.chars().all(|letter| letter.is_ascii_lowercase()) && !verb.is_empty();
    let has_another = [" and ", " or ", ", "].iter().any(|word| rest.contains(word));
    (is_plain && !has_another).then(|| format!("{} {rest}", third_person(verb)).trim_end().into())
}

fn third_person(verb: &str) -> String {
    let is_sibilant = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    match verb {
        "be" => "is".into(),
        "have" => "has".into(),
        _ if is_sibilant => format!("{verb}es"),
        _ => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{verb}s"),
        },
    }
}

/// The verb with which a process goes to a section: it "becomes" hungry, and "starts" eating.
pub fn into_section<'a>(section: &str, [becomes, starts]: [&'a str; 2]) -> &'a str {
    let is_doing = section.ends_with("ing") && !section.contains('_');
    if is_doing { starts } else { becomes }
}

#[cfg(test)]
mod tests {
    use super::{into_section, of_purpose};

    #[test]
    fn what_a_line_is_for_is_what_a_process_does() {
        for (purpose, does) in [
            ("to find the node before its own", Some("finds the node before its own")),
            ("to try again", Some("tries again")),
            ("to pass", Some("passes")),
            ("to be first", Some("is first")),
            ("to say yes", Some("says yes")),
            ("to write, perhaps after a long sleep", None),
            ("to lock it and read", None),
            ("while it picks a number", None),
            ("to ", None),
        ] {
            assert_eq!(of_purpose(purpose).as_deref(), does, "{purpose}");
        }
    }

    #[test]
    fn a_process_starts_what_is_done_and_becomes_what_it_is() {
        let verbs = ["becomes", "starts"];
        for (section, verb) in [
            ("eating", "starts"),
            ("hungry", "becomes"),
            ("leader", "becomes"),
            ("writer_waiting", "becomes"),
        ] {
            assert_eq!(into_section(section, verbs), verb, "{section}");
        }
    }
}
