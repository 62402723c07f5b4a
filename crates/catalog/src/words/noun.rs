//! Names of messages as parts of a sentence.

/// There is one of it, which goes round.
const ONE: [&str; 1] = ["token"];

/// Nouns; what else messages are called is a command, or an answer: "ask", "done".
const NOUNS: [&str; 14] = [
    "ack",
    "answer",
    "fork",
    "heartbeat",
    "lease",
    "marker",
    "message",
    "permit",
    "promise",
    "query",
    "release",
    "reply",
    "request",
    "vote",
];

/// What stands before the name of a message without fields: "the ", "a ", "an ", or nothing.
pub fn article(message: &str) -> &'static str {
    match message {
        _ if ONE.contains(&message) => "the ",
        _ if !NOUNS.contains(&message) => "",
        _ if message.starts_with(['a', 'e', 'i', 'o', 'u']) => "an ",
        _ => "a ",
    }
}

/// For which messages a process waits, if its reason says that: "a reply" for "awaiting reply".
pub fn awaited(why: &str) -> Option<String> {
    let what = why.strip_prefix("awaiting ")?;
    // what stands before a message is told behind it
    let (kinds, more) = what.find(", ").map_or((what, ""), |end| what.split_at(end));
    let kinds: Vec<&str> = kinds.split(" or ").collect();
    if kinds.iter().any(|kind| article(kind).is_empty()) {
        return Some(what.to_owned());
    }
    let nouns = kinds.iter().map(|kind| format!("{}{kind}", article(kind)));
    Some(nouns.collect::<Vec<_>>().join(" or ") + more)
}

#[cfg(test)]
mod tests {
    use super::{article, awaited};

    #[test]
    fn a_message_that_is_a_noun_has_an_article() {
        for (why, what) in [
            ("awaiting reply", Some("a reply")),
            ("awaiting token", Some("the token")),
            ("awaiting reply or ack", Some("a reply or an ack")),
            (
                "awaiting reply, but client 0’s V stands before it",
                Some("a reply, but client 0’s V stands before it"),
            ),
            ("awaiting lease or done", Some("lease or done")),
            ("awaiting 1 of 2", Some("1 of 2")),
            ("number[0] = 1", None),
        ] {
            assert_eq!(awaited(why).as_deref(), what, "{why}");
        }
        assert_eq!(article("reply(2)"), "", "what has fields is a value");
    }
}
