//! Names that stand twice: sections, variables, rules, and what a line binds.

use super::{error, errors, finds};
use listing::ErrorCode;

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
        error(&text, ErrorCode::DeclaredTwice, "14:3", &words);
    }
    let text = SECTIONS.replace("sections first, second", "sections first, second, first");
    error(&text, ErrorCode::DeclaredTwice, "9:27", &["`first` begins in line 9 already"]);
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
    error(&text, ErrorCode::DeadRule, "18:3", &["never runs: the rule in line 17 does."]);
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

#[test]
fn a_word_from_which_a_definition_chooses_is_a_value() {
    let text = "algorithm A\nprocess i of 2:\n  own c: bool\n  working:\n    grab\n  finished:\n    \
                pause\n\ndefine grab:\n  choose x in red | blue\n  c ← x = red\n\nreachable red: c[0] \
                and not c[1]\n";
    finds(text, &["red: in"]);
}

/// Two roles may call what is their own as they like.
#[test]
fn two_roles_may_use_the_same_names() {
    let text = "algorithm A\nshared x: 0..9\nfirst i of 1:\n  own n: 0..3\n  going:\n    x ← n\nsecond i of 1:\n  \
                own n: 0..4\n  going:\n    x ← n\n";
    assert_eq!(errors(text), [] as [String; 0]);
}
