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

/// How a process goes to a section: it "becomes hungry", "starts eating", "goes to entry"; without `is_third` that
/// is what somebody is told to do.
pub fn into_section(section: &str, is_third: bool) -> String {
    let state = state_of(section);
    let [become_it, start, go, come] = match is_third {
        true => ["becomes", "starts", "goes", "comes"],
        false => ["become", "start", "go", "come"],
    };
    match &*state {
        "end" => format!("{come} to its end"),
        state if PLACES.contains(&state) => format!("{go} {state}"),
        state if state.ends_with("ing") && !state.contains(' ') => format!("{start} {state}"),
        state if is_state(state) => format!("{become_it} {state}"),
        state => format!("{go} to {state}"),
    }
}

/// What a process is in a section, behind "is": "hungry", "in entry".
pub fn standing(section: &str) -> String {
    let state = state_of(section);
    let is_one = PLACES.contains(&&*state) || is_state(&state);
    if is_one { state } else { format!("in {state}") }
}

/// A section as words; of `writer_waiting` what such a writer does.
fn state_of(section: &str) -> String {
    match section.rsplit_once('_') {
        Some((_, last)) if last.ends_with("ing") => last.to_owned(),
        _ => section.replace('_', " "),
    }
}

/// Where something can be, without a word before it.
const PLACES: [&str; 4] = ["inside", "outside", "through", "ahead"];

/// What somebody can be, as far as the end of the word does not tell.
const STATES: [&str; 22] = [
    "active",
    "alive",
    "asleep",
    "awake",
    "black",
    "busy",
    "candidate",
    "certain",
    "dead",
    "done",
    "follower",
    "free",
    "hungry",
    "idle",
    "leader",
    "open",
    "passive",
    "ready",
    "sure",
    "thirsty",
    "uncertain",
    "white",
];

fn is_state(state: &str) -> bool {
    STATES.contains(&state) || state.ends_with("ed") || state.ends_with("ing")
}

#[cfg(test)]
mod tests {
    use super::{into_section, of_purpose, standing};

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
        for (section, goes, is) in [
            ("eating", "starts eating", "eating"),
            ("hungry", "becomes hungry", "hungry"),
            ("leader", "becomes leader", "leader"),
            ("aborted", "becomes aborted", "aborted"),
            ("writer_waiting", "starts waiting", "waiting"),
            ("inside", "goes inside", "inside"),
            ("entry", "goes to entry", "in entry"),
            ("use", "goes to use", "in use"),
            ("second_try", "goes to second try", "in second try"),
        ] {
            assert_eq!(into_section(section, true), goes, "{section}");
            assert_eq!(standing(section), is, "{section}");
        }
        assert_eq!(into_section("end", true), "comes to its end");
        assert_eq!(into_section("use", false), "go to use");
    }
}
