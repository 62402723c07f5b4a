//! Lines as other languages have them: each error writes out the line that is meant, and that line is right.

use crate::habits::meant;
use listing::{Kind, check};

#[test]
fn a_message_is_taken_by_a_rule_or_by_await() {
    let head = "message m(v: 0..2), go\np i of 2:\n  own n: 0..2\n  going:\n    send go to i\n    send m(1) to i\n";
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("upon m(v) from j: n ← v", "on m(v) from j: n ← v"),
        ("upon go: n ← 1", "on go: n ← 1"),
        ("upon receiving go from j: n ← 1", "on go from j: n ← 1"),
        ("upon receipt of m(v): n ← 1", "on m(v): n ← 1"),
        ("receive m(v) from j when n = 0: n ← v", "on m(v) from j when n = 0: n ← v"),
        ("when receive go: n ← 1", "on go: n ← 1"),
        ("on receive go from j: n ← 1", "on go from j: n ← 1"),
        ("upon n = 1: n ← 2", "when n = 1: n ← 2"),
        ("upon not (n = 1): n ← 1", "when not (n = 1): n ← 1"),
    ] {
        let words = format!("Write `{}:`.", instead.split(": ").next().unwrap_or_default());
        meant(&format!("{head}  {line}\n"), "8:3", other, &words, (line, instead));
    }
    for (line, instead, words) in [
        ("receive m(v) from j", "await m(v) from j", "Write `await m(v) from j`."),
        ("await receive go from j", "await go from j", "Write `await go from j`."),
        ("when receive go: n ← 1", "await go; n ← 1", "Write `await go`, and below it"),
        ("upon go from j: n ← 1", "await go from j; n ← 1", "Write `await go from j`, and below"),
        ("upon n = 0: n ← 1", "if n = 0: n ← 1", "or `if n = 0:` to go on otherwise"),
    ] {
        let text = format!("{head}    {line}\n    pause\n");
        meant(&text, "8:5", other, words, (line, instead));
    }
    for (line, instead) in [("wait for go", "await go"), ("wait until n = 0", "await n = 0")] {
        let text = format!("{head}    {line}\n");
        meant(&text, "8:5", other, "Write `await` here.", (line, instead));
    }
    // in a role, what has no colon stands in a section
    let text = format!("{head}  receive go from j\n");
    let instead = ("  receive go from j", "  taking:\n    await go from j");
    meant(&text, "8:3", other, "Write `await go from j`.", instead);
    // they are words like others
    let text = "message receive\np i of 2:\n  own upon, received: bool\n  going:\n    send receive to i\n    \
                upon ← true\n  receipt:\n    await receive from j\n  on receive from j: skip\n  \
                when received and upon: upon ← false\n";
    assert_eq!(check(&format!("algorithm A\n{text}")), []);
}

#[test]
fn declarations_and_properties_stand_outside_of_processes() {
    let head = "shared x: 0..2\np i of 2:\n";
    for (line, help) in [
        ("define a: i + 1", "Move it above the process"),
        ("message m", "Move it above the process"),
        ("option o: a, b", "Move it above the process"),
        ("always small: x < 2", "Move it below the process"),
    ] {
        let out = Kind::OutOfPlace;
        let outside = match help.contains("above") {
            true => format!("{line}\n{head}  going:\n    x ← i\n"),
            false => format!("{head}  going:\n    x ← i\n{line}\n"),
        };
        let text = format!("{head}  {line}\n  going:\n    x ← i\n");
        meant(&text, "4:3", out, help, (&text, &outside));
        let text = format!("{head}  going:\n    x ← i\n    {line}\n");
        meant(&text, "6:5", out, help, (&text, &outside));
    }
}

#[test]
fn arrows_are_no_dots_and_no_guards() {
    let head = "pool node of 2: next: none | node\nshared top: none | node\nshared x: 0..3\np i of 2:\n  \
                own n: none | node\n  going:\n    n ← new node\n";
    let other = Kind::OtherLanguage;
    for (line, place) in [
        ("n->next ← top", "9:6"),
        ("top ← n->next", "9:12"),
        ("await n->next = none", "9:12"),
        ("if n->next = none: x ← 1", "9:9"),
    ] {
        let text = format!("{head}    {line}\n    free n\n");
        meant(&text, place, other, "A field is written with a dot.", ("->", "."));
    }
    let text = format!("{head}    free n\nreachable a: top ≠ none and top->next = top\n");
    meant(&text, "10:32", other, "A field is written with a dot.", ("->", "."));
    let block = "A block begins with a colon. Write `:` here.";
    meant(&format!("{head}    if x = 1 -> x ← 2\n"), "9:14", other, block, (" ->", ":"));
    for (line, place, instead) in [
        ("x = 1 -> x ← 2; free n", "9:11", "await x = 1; x ← 2; free n"),
        ("x = 1 → x ← 2", "9:11", "if x = 1: x ← 2"),
        ("x > 0 -> skip", "9:11", "await x > 0; skip"),
        ("n.next = none -> x ← 2", "9:19", "if n.next = none: x ← 2"),
    ] {
        let words = format!("`{instead}`");
        meant(&format!("{head}    {line}\n"), place, other, &words, (line, instead));
    }
    let (line, instead) = ("x < 3 -> x ← x + 1", "when x < 3: x ← x + 1");
    let words = format!("Write `{instead}`.");
    meant(&format!("{head}  {line}\n"), "9:9", other, &words, (line, instead));
}

#[test]
fn messages_are_sent_and_taken_by_words() {
    let head = "message m(v: 0..3), go\nserver:\n  on m(v) from j: send go to j\np i of 2:\n  own n: 0..3\n  \
                going:\n    send m(1) to server\n";
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("server!m(1)", "send m(1) to server"),
        ("server ! m(n)", "send m(n) to server"),
        ("server?go", "await go from server"),
    ] {
        let words = format!("Write `{instead}`.");
        meant(&format!("{head}    {line}\n"), "9:5", other, &words, (line, instead));
    }
    let (line, instead) = ("ch?go; n ← 1", "await go from j; n ← 1");
    let words = "Write `await go from j`, where `j` is that process.";
    meant(&format!("{head}    {line}\n"), "9:5", other, words, (line, instead));
    let words = "Write `send MESSAGE(1) to j`";
    meant(&format!("{head}    ch!1\n"), "9:5", other, words, ("ch!1", "send m(1) to server"));
    let (line, instead) = ("n ← n = 1 ? 2 : 0", "n ← 2 if n = 1 else 0");
    meant(&format!("{head}    {line}\n"), "9:15", other, "`a if C else b`", (line, instead));
    // a negation is one
    let text = "p i of 2:\n  own b: bool\n  going:\n    if !b: b ← true\n    pause\n";
    meant(text, "5:8", other, "A negation is written `not`.", ("!b", "not b"));
}

#[test]
fn a_loop_runs_over_each() {
    let head = "shared up[process]: bool\np i of 3:\n  own n: 0..3\n  going:\n    up[i] ← true\n";
    let other = Kind::OtherLanguage;
    for (line, place, wrong, right) in [
        ("for j in 0..3: n ← j", "7:9", "for j", "for each j"),
        ("for j ≠ i: await up[j]", "7:9", "for j", "for each j"),
        ("for all j: await up[j]", "7:9", "all", "each"),
        ("for every j ≠ i: await up[j]", "7:9", "every", "each"),
        ("forall j: await up[j]", "7:5", "forall", "for each"),
        ("foreach j: await up[j]", "7:5", "foreach", "for each"),
        ("all j in 1..2: n ← j", "7:5", "all", "for each"),
        ("for j = 0 to 3: n ← j", "7:9", "j = 0 to 3", "each j in 0..3"),
        ("for j := 1 to 2 + 1: n ← j", "7:9", "j := 1 to 2 + 1", "each j in 1..2 + 1"),
        ("for j = 0..3: n ← j", "7:9", "j = 0..3", "each j in 0..3"),
        ("for j from 0 to 3: n ← j", "7:9", "j from 0 to 3", "each j in 0..3"),
        ("for j in range(3): n ← j", "7:9", "j in range(3)", "each j in 0..2"),
        ("for j in range(1, 3): n ← j", "7:9", "j in range(1, 3)", "each j in 1..2"),
        ("for (j = 0; j < 3; j++): n ← j", "7:9", "for (j = 0; j < 3; j++)", "for each j in 0..3"),
        ("for each j in [0..3]: n ← j", "7:19", "[0..3]", "0..3"),
        ("for each j in 0 to 3: n ← j", "7:9", "each j in 0 to 3", "each j in 0..3"),
        ("for each process j: n ← j", "7:14", "process j", "j in process"),
        ("for each j < i: await up[j]", "7:14", "j < i", "j where j < i"),
        ("await all j < i: up[j]", "7:15", "j < i", "j where j < i"),
        ("await not some j ≥ 1: up[j]", "7:20", "j ≥ 1", "j where j ≥ 1"),
    ] {
        let text = format!("{head}    {line}\n");
        meant(&text, place, other, "", (wrong, right));
    }
    let text = format!("{head}always low: all j < 2: up[j] or not up[j]\n");
    meant(&text, "7:17", other, "Write `j where j < …` here.", ("j < 2", "j where j < 2"));
}

#[test]
fn a_loop_that_only_waits_is_an_await() {
    let head = "shared up[process]: bool\np i of 2:\n  own n: 0..3\n  going:\n    up[i] ← true\n";
    let free = Kind::LoopWithoutStep;
    for (condition, words) in [
        ("n = 1", "To wait, write `await not (n = 1)`."),
        ("not n = 0", "To wait, write `await n = 0`."),
        ("n = 1 or up[1 − i]", "`n = 1` costs no step. To wait, write `await not (n = 1 or"),
        ("n = 1 or up[1 − i] or n = 2", "`n = 1` and `n = 2` cost no step."),
    ] {
        let text = format!("{head}    while {condition}: skip\n");
        let right = match condition.strip_prefix("not ") {
            Some(rest) => format!("await {rest}"),
            None => format!("await not ({condition})"),
        };
        let wrong = format!("while {condition}: skip");
        meant(&text, "7:5", free, words, (&wrong, &right));
    }
    let text = format!("{head}    while true: skip\n");
    meant(&text, "7:5", free, "Put an access to a shared variable", (": skip", ": pause"));
    let text = format!("{head}    while n = 1: n ← 1\n");
    meant(&text, "7:5", free, "Put an access to a shared variable", (": n ← 1", ": pause"));
    let text = format!("{head}    while up[1 − i]: pass\n");
    meant(&text, "7:22", Kind::OtherLanguage, "Write `skip` here", ("pass", "skip"));
}

#[test]
fn a_declaration_is_written_out_as_it_stands_here() {
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("var x = 0", "shared x: 0..9 = 0"),
        ("var x", "shared x: 0..9"),
        ("var x: int", "shared x: 0..9"),
        ("let x: 0..3;", "shared x: 0..3"),
        ("global x", "shared x: 0..9"),
        ("global int x = 12;", "shared x: 0..12 = 12"),
        ("int x = -1", "shared x: −1..9 = -1"),
        ("int x := 0", "shared x: 0..9 = 0"),
        ("int x, y = 2", "shared x: 0..9; y: 0..9 = 2"),
        ("int x[3]", "shared x[0..2]: 0..9"),
        ("int x[N]", "shared x[0..N − 1]: 0..9"),
        ("int[3] x", "shared x[0..2]: 0..9"),
        ("bool flag[2]", "shared flag[0..1]: bool"),
        ("bool flag[2] = false", "shared flag[0..1]: bool = false"),
        ("boolean done", "shared done: bool"),
        ("const SIZE = 3", "define SIZE: 3"),
        ("shared x", "shared x: 0..9"),
        ("shared x = 0", "shared x: 0..9 = 0"),
        ("shared up = true", "shared up: bool = true"),
        ("shared int x = 0", "shared x: 0..9 = 0"),
        ("shared bool flag[process]", "shared flag[process]: bool"),
        ("shared x: 0-3", "shared x: 0..3"),
        ("shared x: [0..3]", "shared x: 0..3"),
        ("shared x: {0, 1, 2}", "shared x: 0..2"),
        ("shared x: {red, green} = green", "shared x: red | green = green"),
        ("shared x in 0..3", "shared x: 0..3"),
        ("shared x = 0 in 0..3", "shared x: 0..3 = 0"),
        ("x = 1 in {1, 2}", "shared x: 1..2 = 1"),
        ("shared flag: bool[2]", "shared flag[0..1]: bool"),
        ("shared flag: array[2] of bool", "shared flag[0..1]: bool"),
        ("x: 0..3", "shared x: 0..3"),
        ("x = 0", "shared x: 0..9 = 0"),
    ] {
        let text =
            format!("option N: 2, 3\n{line}\np i of 2:\n  own n: 0..N\n  going:\n    pause\n");
        meant(&text, "3:1", other, &format!("Write `{instead}`."), (line, instead));
    }
    for (line, instead) in [
        ("int x = 0", "own x: 0..9 = 0"),
        ("local x", "own x: 0..9"),
        ("bool b = true", "own b: bool = true"),
        ("own x: 0-3", "own x: 0..3"),
        ("own x = 2 in 0..3", "own x: 0..3 = 2"),
        ("own x", "own x: 0..9"),
        ("x: 0..3", "own x: 0..3"),
        ("x = 2", "own x: 0..9 = 2"),
    ] {
        let text = format!("p i of 2:\n  {line}\n  going:\n    pause\n");
        meant(&text, "3:3", other, &format!("Write `{instead}`."), (line, instead));
        let text = format!("p i of 2:\n  going:\n    {line}\n    pause\n");
        if !line.starts_with('x') {
            let whole = format!("  {instead}\n  going:\n");
            let wrong = format!("  going:\n    {line}\n");
            meant(&text, "4:5", other, &format!("Write `{instead}` there."), (&wrong, &whole));
        }
    }
    let text = "p i of 2:\n  global x\n  going:\n    pause\n";
    let (wrong, right) = ("p i of 2:\n  global x\n", "shared x: 0..9\np i of 2:\n");
    let words = "Write `shared x: 0..9` above the process";
    meant(text, "3:3", other, words, (wrong, right));
    let text = "shared x: 0–3\np i of 2:\n  going:\n    pause\n";
    let words = "Write `0..3` for the numbers from 0 to 3.";
    meant(text, "2:12", Kind::OtherLanguage, words, ("0–3", "0..3"));
    let text = "local x = 1\np i of 2:\n  going:\n    pause\n";
    let (wrong, right) = ("local x = 1\np i of 2:\n", "p i of 2:\n  own x: 0..9 = 1\n");
    meant(text, "2:1", other, "Write `own x: 0..9 = 1` in a process", (wrong, right));
}

#[test]
fn how_many_there_are_is_a_count() {
    let head = "shared up[process]: bool\np i of 2:\n  waiting:\n    up[i] ← true\n  critical:\n    pause\n";
    let not = Kind::NotANumber;
    for (wrong, right) in [
        ("(sum i: i in critical) ≤ 2", "(count i: i in critical) ≤ 2"),
        ("sum i: i in critical ≤ 2", "(count i: i in critical) ≤ 2"),
        ("(sum j ≠ 0: j not in critical) ≤ 2", "(count j ≠ 0: j not in critical) ≤ 2"),
        ("sum i: (i in critical) ≤ 2", "(count i: (i in critical)) ≤ 2"),
        ("(sum i: (i in critical)) ≤ 2", "(count i: (i in critical)) ≤ 2"),
        ("(sum i: up[i]) ≤ 2", "(count i: up[i]) ≤ 2"),
    ] {
        let text = format!("{head}always few: {wrong}\n");
        let words = match wrong.starts_with("sum") {
            true => format!("Write `{right}`."),
            false => "`count".into(),
        };
        let place = match &wrong[..2] {
            "su" => "8:13",
            _ if wrong.contains("up") || wrong.contains("(i in") => "8:21",
            _ => "8:14",
        };
        meant(&text, place, not, &words, (wrong, right));
    }
    let text = format!("{head}always few: count(critical) ≤ 2\n");
    meant(&text, "8:13", Kind::UnknownName, "Did you mean `size`?", ("count", "size"));
    // brackets end what is said of each
    let text = format!("algorithm A\n{head}always few: (count i: (i in critical)) ≤ 2\n");
    assert_eq!(check(&text), []);
}

#[test]
fn the_process_stands_before_the_prime() {
    let head = "record r(f: 0..2)\nshared p[process]: process\nprocess i of 2:\n  own k: 0..2\n  own a[0..1]: 0..2\n  own c: r\n  \
                going:\n    p[i] ← i\n";
    for (wrong, right, place) in [
        ("k′[i]", "k[i]′", "10:22"),
        ("k'[p[i]]", "k[p[i]]′", "10:22"),
        ("c′[i].f", "c[i]′.f", "10:22"),
        ("a′[i][1]", "a[i]′[1]", "10:22"),
    ] {
        let text = format!("{head}always grows: all i: {wrong} ≥ 0\n");
        let words = format!("Write `{}′`.", right.split('′').next().unwrap_or_default());
        meant(&text, place, Kind::UnknownName, &words, (wrong, right));
    }
}
