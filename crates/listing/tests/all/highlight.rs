//! Colours: each byte once, each word by what it is.

use listing::{Piece, Shade, highlight, parse};

const TEXT: &str = "\
algorithm Two roles
option ties: lower_first, nobody
shared safe x[process], turn: process; y: 0..9 = 1
message ask(n: 0..9), reply

client i of 2, 3 times:
  own mine: 0..9
  sections asking, resting
  waiting:
    mine ← x[i] + 1    with ties = nobody    # why
    await reply from server
    become asking

server:
  own x: 0..9
  on ask(n) from j when x < n:
    tick(n)
    decide x

define tick(n): x ← n
always first come, first served: waiting before asking
most waits: steps in waiting
expect first come, first served: fails in 9 steps with ties = nobody
expect 58 states
";

fn shade_of(text: &str, line: &str, word: &str) -> Shade {
    let start = text.find(line).unwrap_or_else(|| panic!("a line {line}"));
    let at = start + line.find(word).unwrap_or_else(|| panic!("{word} in {line}"));
    let pieces = highlight(text, &[]);
    pieces.iter().find(|piece| piece.bytes.contains(&at)).expect("a piece").shade
}

#[test]
fn words_have_the_shade_of_what_they_are() {
    assert!(parse(TEXT).diagnostics.is_empty(), "{:?}", parse(TEXT).diagnostics);
    for (line, word, shade) in [
        ("algorithm Two roles", "algorithm", Shade::Keyword),
        ("algorithm Two roles", "Two", Shade::Title),
        ("algorithm Two roles", " roles", Shade::Title),
        ("option ties", "ties", Shade::Option),
        ("option ties: lower_first", "lower_first", Shade::Option),
        ("shared safe x", "safe", Shade::Keyword),
        ("shared safe x", "x", Shade::Shared),
        ("turn: process", "turn", Shade::Shared),
        ("turn: process", "process", Shade::Plain),
        ("y: 0..9 = 1", "y", Shade::Shared),
        ("y: 0..9 = 1", "9", Shade::Number),
        ("message ask(n: 0..9)", "ask", Shade::Message),
        ("message ask(n: 0..9)", "n", Shade::Plain),
        ("client i of 2", "client", Shade::Plain),
        ("client i of 2", "of", Shade::Keyword),
        ("3 times:", "times", Shade::Keyword),
        ("own mine", "mine", Shade::Own),
        ("sections asking", "asking", Shade::Section),
        ("  waiting:", "waiting", Shade::Section),
        ("mine ← x[i]", "mine", Shade::Own),
        ("mine ← x[i]", "←", Shade::Operator),
        ("mine ← x[i]", "x", Shade::Shared),
        ("with ties = nobody", "with", Shade::Keyword),
        ("with ties = nobody", "nobody", Shade::Option),
        ("# why", "# why", Shade::Comment),
        ("await reply from server", "reply", Shade::Message),
        ("await reply from server", "from", Shade::Keyword),
        ("become asking", "asking", Shade::Section),
        ("on ask(n) from j when x < n", "x", Shade::Own),
        ("    tick(n)", "tick", Shade::Definition),
        // only the server uses it, and the server's own `x` hides the shared one
        ("define tick(n): x ← n", "x", Shade::Own),
        ("always first come, first served: waiting", "always", Shade::Keyword),
        ("always first come, first served: waiting", "come", Shade::Property),
        ("always first come, first served: waiting", ": waiting", Shade::Operator),
        ("waiting before asking", "before", Shade::Keyword),
        ("most waits: steps in waiting", "most", Shade::Keyword),
        ("most waits: steps in waiting", "in", Shade::Keyword),
        ("expect first come", "expect", Shade::Keyword),
        ("expect first come, first", " come, first", Shade::Property),
        ("fails in 9 steps with", "fails", Shade::Keyword),
        ("fails in 9 steps with", "9", Shade::Number),
        ("fails in 9 steps with", "steps", Shade::Keyword),
        ("fails in 9 steps with ties = nobody", "ties", Shade::Option),
        ("fails in 9 steps with ties = nobody", "nobody", Shade::Option),
        ("expect 58 states", "58", Shade::Number),
        ("expect 58 states", "states", Shade::Keyword),
    ] {
        assert_eq!(shade_of(TEXT, line, word), shade, "{word} in {line}");
    }
}

#[test]
fn a_text_with_errors_has_colours_and_underlines() {
    let text =
        "algorithm A\nshared x: 0..9\nprocess i of 2:\n  a:\n    x ← x € 1\n    await\n  b: x = 1";
    let errors = parse(text).diagnostics;
    assert!(errors.len() >= 2, "{errors:?}");
    let pieces = highlight(text, &errors);
    let euro = text.find('€').expect("the character");
    assert!(
        pieces.iter().any(|piece| piece.shade == Shade::Error && piece.bytes == (euro..euro + 3))
    );
    for error in &errors {
        let line = text.lines().nth(error.line as usize - 1).expect("the line");
        let start = text.find(line).expect("the line");
        let is_there =
            |piece: &Piece| piece.bytes.start >= start && piece.bytes.end <= start + line.len();
        assert!(
            pieces.iter().any(|piece| piece.is_wrong && is_there(piece)),
            "{error} in {pieces:?}"
        );
    }
    assert!(!highlight(text, &[]).iter().any(|it| it.is_wrong));
}

#[test]
fn a_text_beyond_the_bounds_is_one_plain_piece() {
    let text = "x ← 1\n".repeat(20_000);
    assert_eq!(highlight(&text, &[]).len(), 1);
    assert!(highlight("", &[]).is_empty());
}
