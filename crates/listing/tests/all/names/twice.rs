//! Names that stand twice: sections, variables, rules, and what a line binds.

use super::{error, errors, finds};
use listing::{Kind, check};

const SECTIONS: &str = "algorithm Sections

option way: short, long
option more: no, yes

shared x: 0..3

process i of 1:
  sections first, second
  first:
    x ← 1
  second:              with way = short
    x ← 2
  second:              with way = long
    x ← 2
    x ← 3

at end done: x ≥ 2
";

#[test]
fn a_section_begins_once() {
    finds(SECTIONS, &["done: yes"]);
    for (old, new) in [
        ("with way = long", ""),
        ("with way = long", "with more"),
        ("with way = long", "with way ≠ long or more"),
        ("with way = long", "with is_short and not more"),
    ] {
        let text =
            SECTIONS.replace(old, new).replace("at end", "define is_short: way = short\nat end");
        let words = ["`second` begins in line 12 already", "write `become`"];
        error(&text, Kind::DeclaredTwice, "14:3", &words);
    }
    let text = SECTIONS.replace("sections first, second", "sections first, second, first");
    error(&text, Kind::DeclaredTwice, "9:27", &["`first` begins in line 9 already"]);
}

/// More settings than can be tried say nothing, and end.
#[test]
fn conditions_over_many_options_are_not_tried() {
    let values: Vec<String> = (0..64).map(|it| format!("v{it}")).collect();
    let options = (0..12).map(|it| format!("option o{it}: {}\n", values.join(", ")));
    let all: Vec<String> = (0..12).map(|it| format!("o{it} = v0")).collect();
    let with = all.join(" and ");
    let text = format!(
        "algorithm Many\n{}process i of 2:\n  going:    with {with}\n    pause\n  going:    with {with}\n    \
         pause\n",
        options.collect::<String>()
    );
    assert_eq!(errors(&text), [] as [String; 0]);
}

const HIDDEN: &str = "algorithm Hidden

option where_to: here, there

shared x: 0..2    with where_to = there

process i of 2:
  own x: 0..2     with where_to = here
  going:
    x ← 1

at end one: x = 1 with where_to = there
";

#[test]
fn two_variables_in_force_have_two_names() {
    assert_eq!(errors(HIDDEN), [] as [String; 0]);
    let text = HIDDEN.replace("0..2     with where_to = here", "0..2");
    error(&text, Kind::DeclaredTwice, "8:7", &["`x` is declared in line 5 already"]);
    let text = HIDDEN.replace("own x: 0..2", "own x, i: 0..2");
    error(
        &text,
        Kind::DeclaredTwice,
        "8:10",
        &["`i` is the number of a process, too, which line 7 declares"],
    );
}

const REPLIES: &str = "algorithm Replies

option second: yes, no
message ask, answer(v: yes | no)

asker:
  own sent: bool
  own got: none | yes | no
  when not sent:
    sent ← true
    send ask to answerer
  on answer(v): got ← v
  on any when crashed: skip

answerer:
  own busy: bool
  on ask when busy: send answer(yes) to asker
  on ask: send answer(no) to asker

reachable a no: got[asker] = no
reachable a yes: got[asker] = yes
";

#[test]
fn each_rule_that_fits_may_run() {
    finds(REPLIES, &["a no: in", "a yes: never"]);
    for (old, new) in [
        ("on ask when busy:", "on ask:"),
        ("on ask when busy:", "on any:"),
        (
            "  on ask when busy: send answer(yes) to asker\n",
            "  on timeout: busy ← true\n  on timeout: skip\n  on ask when busy: send answer(yes) to asker\n",
        ),
    ] {
        finds(&REPLIES.replace(old, new), &["a no: in", "a yes: in"]);
    }
    let crash = "  on crash: restart\n  on crash when busy: restart\n  on ask when busy:";
    let text = REPLIES.replace("  on ask when busy:", crash);
    error(&text, Kind::DeadRule, "18:3", &["never runs: the rule in line 17 does."]);
}

/// A rule goes on behind `become`, so that the last one of them counts.
#[test]
fn a_rule_goes_to_one_section() {
    const VOTE: &str = "algorithm Vote

option sure: yes, no

voter i of 2:
  sections waiting, asked, done
  own n: 0..2
  when waiting:
    if n = 0: become asked
    become done
";
    let told = "A rule runs to its end, and this `become` takes the place of that in line 9.";
    let compiles = |text: &str| assert!(check(text).is_empty(), "{text}");
    error(VOTE, Kind::SecondBecome, "10:12", &[told, "under `else`"]);
    let nested = VOTE.replace("    become done", "    if n = 1:\n      become done");
    error(&nested, Kind::SecondBecome, "11:14", &[told]);
    for right in ["    else: become done", "    become asked", "    n ← 1"] {
        compiles(&VOTE.replace("    become done", right));
    }
    let either = VOTE.replace("become asked", "become asked    with sure = yes");
    compiles(&either.replace("become done", "become done    with sure = no"));
}

#[test]
fn something_is_chosen_as_a_message_arrives_and_after_a_time_out() {
    let chooses = "on ask:\n    choose v in yes | no\n    send answer(v) to asker";
    finds(
        &REPLIES.replace("on ask: send answer(no) to asker", chooses),
        &["a no: in", "a yes: in"],
    );
    let times_out = "on timeout:\n    choose b in bool\n    busy ← b\n  on ask when not busy:";
    finds(&REPLIES.replace("on ask:", times_out), &["a no: in", "a yes: in"]);
    let waits = "algorithm Takes\nmessage ask\nasker:\n  asking:\n    send ask to taker\ntaker:\n  own b: \
                 0..2\n  taking:\n    await ask\n    choose b in 1..2\n    pause\n\
                 reachable a no: b[taker] = 2\nreachable a yes: b[taker] = 1\n";
    finds(waits, &["a no: in", "a yes: in"]);
}

const BOUND: &str = "algorithm Bound names

shared x: 0..2
message give(a: 0..2)

process i of 2:
  own mine: 0..2
  going:
    for each j ≠ i: send give(x) to j
    await give(a) from 1 − i
    pause
    choose mine in 0..2 where mine ≤ a
  on give(b) from k when mine = 0: x ← min(b, low(k))

define low(j): mine if j = i else 2 − size({j in process: j = i})

always low: all i: mine[i] ≤ 2
";

/// A definition has names of its own; where it is put in, they hide nothing that it reads.
#[test]
fn a_bound_name_hides_no_other() {
    assert_eq!(errors(BOUND), [] as [String; 0]);
    for (old, new, place) in [
        ("each j ≠ i", "each i", "9:14"),
        ("each j ≠ i", "each mine", "9:14"),
        ("each j ≠ i: send", "each j ≠ i: for each j: send", "9:30"),
        ("choose mine", "choose a", "12:12"),
        ("on give(b) from k", "on give(mine) from k", "13:11"),
        ("on give(b) from k", "on give(b) from i", "13:19"),
        ("always low: all i: ", "always low: all x: all i: ", "17:17"),
    ] {
        let text =
            BOUND.replace(old, new).replace("to j", "to 1 − i").replace("give(x)", "give(0)");
        let found = check(&text);
        let sentence = found[0].to_string();
        assert!(
            sentence.starts_with(place) && sentence.contains("another meaning"),
            "{new}: {sentence}"
        );
        assert_eq!(found[0].kind, Kind::DeclaredTwice);
    }
}

#[test]
fn a_word_from_which_a_definition_chooses_is_a_value() {
    let text = "algorithm A\nprocess i of 2:\n  own c: bool\n  working:\n    grab\n  finished:\n    \
                pause\n\ndefine grab:\n  choose x in red | blue\n  c ← x = red\n\nreachable red: c[0] \
                and not c[1]\n";
    finds(text, &["red: in"]);
}

/// A text with these lines for the whole, and these for a second role.
fn with_lines(whole: &str, own: &str) -> String {
    format!(
        "algorithm A\noption way: short, long\n{whole}\nshared x: 0..9\nfirst i of 1:\n  going:\n    x ← 1\n\
         second k of 1:\n{own}  coming:\n    x ← 2\n"
    )
}

/// What declares a name: a line of the text, or one of the second role.
const DECLARATIONS: [(&str, &str, &str); 9] = [
    ("an option", "option n: 1, 2\n", ""),
    ("a domain", "domain n: 0..3\n", ""),
    ("a record", "record n(a: 0..3)\n", ""),
    ("a pool", "pool n of 2: next: 0..1\n", ""),
    ("a message", "message n\n", ""),
    ("a definition", "define n: 1\n", ""),
    ("a role", "n j of 1:\n  leaving:\n    x ← 3\n", ""),
    ("a variable", "shared n: 0..3\n", ""),
    ("a section", "", "  n:\n    pause\n"),
];

#[test]
fn what_could_be_mistaken_has_two_names() {
    // what stands in other places: a message is sent, a record is made, a section is asked for
    let apart = [
        ("a message", ""),
        ("a record", "an option"),
        ("a record", "a variable"),
        ("a record", "a section"),
        ("a role", "a variable"),
    ];
    for (at, (one, whole, own)) in DECLARATIONS.iter().enumerate() {
        assert_eq!(errors(&with_lines(whole, own)), [] as [String; 0], "{one}");
        for (other, another_whole, another_own) in &DECLARATIONS[at + 1..] {
            let text =
                with_lines(&format!("{whole}{another_whole}"), &format!("{own}{another_own}"));
            let is_apart = apart.iter().any(|(a, b)| {
                [(*one, *other), (*other, *one)]
                    .iter()
                    .any(|pair| pair.0 == *a && (b.is_empty() || pair.1 == *b))
            });
            let found = check(&text);
            let says = found.iter().any(|error| {
                error.kind == Kind::DeclaredTwice
                    && error.message.contains("`n` is ")
                    && error.message.contains("too")
            });
            assert_eq!(says, !is_apart, "{one} and {other}: {:?}\n{text}", errors(&text));
        }
    }
}

#[test]
fn what_is_declared_twice_is_an_error() {
    for (lines, place) in [
        ("domain d: 0..3\ndomain d: 0..4\n", "4:8"),
        ("record r(a: 0..3)\nrecord r(b: 0..3)\n", "4:8"),
        ("record r(a: 0..3, a: 0..2)\n", "3:19"),
        ("message m(a: 0..3)\nmessage m\n", "4:9"),
        ("message m, m\n", "3:12"),
        ("message m(a: 0..3, a: 0..2)\n", "3:20"),
        ("define f: 1\ndefine f: 2\n", "4:8"),
        ("define f(a, a): a\n", "3:13"),
        ("define f((a, b), b): a\n", "3:18"),
        ("option o: 1, 2, 1\n", "3:17"),
        ("option a_way as way: 1, 2\n", "3:17"),
        ("domain d: red | blue | red\n", "3:24"),
        ("always p: x < 3\nnever p: x = 2\n", "4:7"),
        ("always no deadlock: x < 3\n", "3:8"),
        ("always p: all a, a in 0..3: a ≤ x\n", "3:18"),
        ("define b: x, x ← 1, 2\n", "3:14"),
        ("shared z: 0..3 = any\nassume p: z < 3\nassume p: z < 2\n", "5:8"),
        ("limit p: x < 3\nlimit p: x < 2\n", "4:7"),
    ] {
        let text = with_lines(lines, "  leaving:\n    b\n");
        let text =
            if lines.contains("define b") { text } else { text.replace("    b\n", "    pause\n") };
        error(&text, Kind::DeclaredTwice, place, &[]);
    }
    // of which only one can be in force
    for lines in [
        "define f: 1    with way = short\ndefine f: 2    with way = long\n",
        "always p: x < 3    with way = short\nalways p: x < 4    with way = long\n",
        "domain d: 0..3    with way = short\ndomain d: 0..4    with way = long\n",
    ] {
        assert_eq!(errors(&with_lines(lines, "")), [] as [String; 0], "{lines}");
        let text = with_lines(&lines.replace("way = long", "way in {short, long}"), "");
        error(&text, Kind::DeclaredTwice, "4:8", &[]);
    }
}

/// Two roles may call what is their own as they like.
#[test]
fn two_roles_may_use_the_same_names() {
    let text = "algorithm A\nshared x: 0..9\nfirst i of 1:\n  own n: 0..3\n  going:\n    x ← n\nsecond i of 1:\n  \
                own n: 0..4\n  going:\n    x ← n\n";
    assert_eq!(errors(text), [] as [String; 0]);
}
