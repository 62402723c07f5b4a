//! Words of the language that are nearly spelled right, and names that are not near to each other.

use crate::habits::meant;
use crate::misread::errors;
use listing::Kind;

const HEAD: &str = "option size: 1, 2\nmessage ping\nshared x: 0..3\nshared a, b: bool\np i of 2:\n  going:\n    \
                    x ← 1\n";

#[test]
fn a_statement_begins_with_a_word() {
    for (wrong, right, rest) in [
        ("awiat", "await", "x = 1"),
        ("awiat", "await", "ping from 0"),
        ("sned", "send", "ping to 1"),
        ("atomci", "atomic", "x ← 2"),
        ("becmoe", "become", "going"),
        ("fro", "for", "each j ≠ i: x ← 2"),
        ("whlie", "while", "a: x ← 2"),
        ("chose", "choose", "y in 0..1; x ← y"),
        ("decied", "decide", "1"),
        ("fi", "if", "a: x ← 2"),
    ] {
        let (line, help) = (format!("{wrong} {rest}"), format!("Did you mean `{right}`?"));
        let text = format!("{HEAD}    {line}\n");
        meant(&text, "9:5", Kind::Expected, &help, (&line, &format!("{right} {rest}")));
    }
    let words = "Did you mean `pause`?";
    let text = format!("{HEAD}    pasue\n");
    meant(&text, "9:5", Kind::UnknownName, words, ("pasue", "pause"));
}

#[test]
fn words_stand_before_and_behind_values() {
    for (wrong, right, line, place) in [
        ("adn", "and", "await a adn b", "9:13"),
        ("nto", "not", "await a and nto b", "9:17"),
        ("mdo", "mod", "x ← x mdo 3", "9:11"),
        ("wiht", "with", "x ← 2 wiht size = 2", "9:11"),
        ("fi", "if", "x ← 2 fi a else 3", "9:11"),
    ] {
        let (text, help) = (format!("{HEAD}    {line}\n"), format!("Did you mean `{right}`?"));
        meant(&text, place, Kind::Expected, &help, (line, &line.replace(wrong, right)));
    }
}

#[test]
fn a_line_beside_the_sections_begins_with_a_word() {
    for (wrong, right) in [
        ("oen y: bool", "own y: bool"),
        ("whne x = 1: x ← 2", "when x = 1: x ← 2"),
        ("strongyl when x = 1: x ← 2", "strongly when x = 1: x ← 2"),
        ("sectoins c, d", "sections c, d"),
        ("restts in going", "rests in going"),
    ] {
        let help = format!("Did you mean `{}`?", right.split(' ').next().unwrap_or_default());
        let text = format!("{HEAD}  {wrong}\n");
        meant(&text, "9:3", Kind::Expected, &help, (wrong, right));
    }
    // a section of two words
    let words = "Write `off_duty:`.";
    let text = format!("{HEAD}  off duty:\n    pause\n");
    meant(&text, "9:3", Kind::OtherLanguage, words, ("off duty", "off_duty"));
}

#[test]
fn a_condition_has_no_comma() {
    for line in
        ["await a, b", "if a, b: x ← 2", "while a, b: x ← 2", "x ← 2 with size = 1, size < 2"]
    {
        let text = format!("{HEAD}    {line}\n");
        let place = format!("9:{}", 5 + line.chars().take_while(|it| *it != ',').count());
        let right = line.replacen(',', " and", 1);
        meant(&text, &place, Kind::OtherLanguage, "Write `and` here, or `or`.", (line, &right));
    }
    let two = format!("algorithm A\n{}    await ping, pong\n", HEAD.replace("ping", "ping, pong"));
    let words = "Write a rule for each beside the sections: `on a: …`";
    errors(&two, &[("9:15", Kind::OutOfPlace, words)]);
}

#[test]
fn how_often_stands_behind_a_comma() {
    for (wrong, right) in [
        ("i of 2 forever:", "i of 2, for ever:"),
        ("i of 2 for ever:", "i of 2, for ever:"),
        ("i of 2 3 times:", "i of 2, 3 times:"),
        ("i of 2 twice:", "i of 2, 2 times:"),
    ] {
        let text = HEAD.replace("i of 2:", wrong);
        let help = format!("Write `{}` here.", &right[6..right.len() - 1]);
        meant(&text, "6:9", Kind::OtherLanguage, &help, (wrong, right));
    }
}

#[test]
fn a_statement_stands_in_a_section() {
    let words = "Put a line like `waiting:` above it";
    for line in ["x ← 1", "x = 1", "x := x + 1", "y ← 1", "pause"] {
        let text = format!("shared x: 0..3\np i of 2:\n  own y: 0..3\n  {line}\n");
        let right = format!("  waiting:\n    {}", line.replace(" = ", " ← "));
        let instead = (&*format!("  {line}"), &*right);
        meant(&text, "5:3", Kind::OutOfPlace, words, instead);
    }
    // nothing is called so: a variable of another language
    let text = "shared x: 0..3\np i of 2:\n  y := 1\n  going:\n    x ← 1\n";
    let words = "Write `own y: 0..9 = 1`.";
    meant(text, "4:3", Kind::OtherLanguage, words, ("y := 1", "own y: 0..9 = 1"));
}

#[test]
fn another_letter_is_another_name() {
    let text = |line: &str| format!("algorithm A\n{HEAD}    {line}\n");
    let unknown = Kind::UnknownName;
    for line in ["x ← c", "x ← zz", "await j = 1"] {
        let place = if line.starts_with("await") { "9:11" } else { "9:9" };
        errors(&text(line), &[(place, unknown, "Declare it, or mend its spelling.")]);
    }
    errors(&text("X ← 2"), &[("9:5", unknown, "Did you mean `x`?")]);
    errors(&text("x ← szie"), &[("9:9", unknown, "Did you mean `size`?")]);
    let two = text("oj ← 2").replace("shared x", "shared jo: 0..3\nshared x");
    errors(&two, &[("10:5", unknown, "Did you mean `jo`?")]);
}
