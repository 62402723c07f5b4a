//! A text means what it says, or its verdicts say what it does not mean.

use checker::Limits;
use checker::{Bound, Coverage, Outcome, Report};
use listing::ErrorCode;
use std::sync::Arc;

pub fn check(text: &str) -> Report {
    let compiled = listing::compile(text, &[]);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
    checker::check(Arc::new(compiled), Limits::default())
}

pub fn outcome<'r>(report: &'r Report, property: &str) -> Option<&'r Outcome> {
    let is_it = |verdict: &&checker::Verdict| model::is_called(verdict.property, property);
    report.verdicts.iter().find(is_it).map(|verdict| &verdict.outcome)
}

/// The length of the run to a step that cannot be computed.
pub fn error(text: &str) -> Option<usize> {
    let report = check(text);
    let outcome = outcome(&report, "values stay in their domains")?;
    assert_eq!(report.coverage, Coverage::Bounded(vec![Bound::Error]), "{text}");
    let Outcome::Fails { run } = outcome else { panic!("{outcome:?}") };
    Some(run.len())
}

fn one_step(line: &str) -> String {
    format!(
        "algorithm A\nshared x: 0..3\nshared a[0..1]: 0..3\nshared q: list of 0..3 up to 1\n\
         shared last: none | 0..3\nshared lasts[0..1]: none | 0..3\n\
         process i of 2:\n  going:\n    {line}\n"
    )
}

#[test]
fn a_step_that_cannot_be_computed_is_a_failed_claim() {
    for (line, steps) in [
        ("atomic x ← x − 1", 0),
        ("atomic x ← x + 2", 1),
        ("atomic a[x + i + i] ← 1", 0),
        ("atomic x ← head(q)", 0),
        ("atomic x ← 3 mod x", 0),
        ("atomic q ← q + [1]", 1),
        ("atomic x ← 0 · last", 0),
        ("atomic x ← fetch_and_add(last, 0) · 0", 0),
        ("atomic x ← min(last, 1)", 0),
        ("atomic x ← min(lasts)", 0),
        ("atomic x ← 0 · sum j in 0..1: lasts[j]", 0),
        ("atomic x ← 0 · min j in 0..1 where lasts[j] = none: lasts[j]", 0),
    ] {
        assert_eq!(error(&one_step(line)), Some(steps), "{line}");
    }
    for line in [
        "atomic x ← x + 1",
        "atomic a[i] ← 3",
        "atomic q ← [1]",
        // a number is asked for only where it is one
        "atomic x ← last + 1 if last ≠ none else 0",
        "atomic x ← sum j in 0..1 where lasts[j] ≠ none: lasts[j]",
        "atomic x ← 1 if last ≠ none and last + 1 > 0 else 0",
    ] {
        assert_eq!(error(&one_step(line)), None, "{line}");
    }
}

/// Nobody is critical in the first state, where the index is outside.
#[test]
fn what_is_not_asked_for_cannot_fail() {
    for claim in [
        "always t: all i in critical: (a[n], i) < (5, i)",
        "always t: critical ≠ {} ⇒ (a[n], 0) < (5, 0)",
        "always t: critical = {} or (a[n], 0) < (5, 0)",
        "always t: not (critical ≠ {} and (a[n], 0) > (5, 0))",
        "always t: not (some i in critical: (a[n], i) > (5, i))",
    ] {
        let text = format!(
            "algorithm A\nshared n: 0..3 = 3\nshared a[0..1]: 0..3\np i of 2:\n  waiting:\n    n ← 0\n  \
             critical:\n    pause\n{claim}\n"
        );
        assert_eq!(outcome(&check(&text), "t"), Some(&Outcome::Holds), "{claim}");
    }
}

/// The index 3 is outside, and what stands before it is known to leave it out.
#[test]
fn what_is_known_to_be_left_out_has_no_index() {
    for line in [
        "await all j in 0..3 where j ≤ 2: a[j] = 0",
        "await all j in 0..3: j ≤ 2 ⇒ a[j] = 0",
        "await all j in 0..3: j > 2 or a[j] = 0",
        "await some j in 0..3: j ≤ 2 and a[j] = 0",
        "await not some j in 0..3 where j < 3: a[j] = 1",
        "k ← count j in 0..3 where j ≤ 2: a[j] = 0",
        "k ← sum j in 0..3 where j ≤ 2: a[j]",
        "for each j in 0..3 where j ≤ 2: a[j] ← 0",
    ] {
        let text = |line: &str| {
            format!(
                "algorithm A\nshared a[0..2]: 0..1\np i of 2:\n  own k: 0..3\n  s:\n    {line}\nat end all: \
                 a[0] = 0\n"
            )
        };
        assert_eq!(outcome(&check(&text(line)), "all"), Some(&Outcome::Holds), "{line}");
        let wider =
            line.replace("j ≤ 2", "j ≤ 3").replace("j < 3", "j < 4").replace("j > 2", "j > 3");
        let found = listing::check(&text(&wider));
        assert_eq!(found.first().map(|it| it.kind), Some(ErrorCode::IndexOutside), "{wider}");
    }
}

#[test]
fn a_message_with_a_value_outside_of_its_domain_is_a_failed_claim() {
    let text = "algorithm A\nmessage m(v: 0..1)\nsender i of 2:\n  own n: 0..3\n  when n < 3:\n    \
                n ← n + 1\n    send m(n) to all others\n  on m(v): skip\n";
    assert_eq!(error(text), Some(1));
    assert_eq!(error(&text.replace("m(v: 0..1)", "m(v: 0..3)")), None);
}

const COUNTS: &str = "algorithm Counts\nshared x: 0..9\nprocess i of 1, for ever:\n  going:\n    \
                      atomic x ← x + 1\n";

#[test]
fn only_a_limit_makes_bounded() {
    assert_eq!(error(COUNTS), Some(9));
    let bounded = Coverage::Bounded(vec![Bound::BeyondModel]);
    for (limit, states) in [("limit x", 10), ("limit small: x ≤ 2", 4)] {
        let report = check(&format!("{COUNTS}{limit}\nalways low: x < 3\n"));
        assert_eq!((report.states, &report.coverage), (states, &bounded), "{limit}");
        assert_eq!(outcome(&report, "values stay in their domains"), None);
        assert_eq!(outcome(&report, "no deadlock"), Some(&Outcome::Holds));
        // a state beyond the limit is judged
        assert!(matches!(outcome(&report, "low"), Some(Outcome::Fails { run }) if run.len() == 3));
    }
}

const ASKS: &str = "algorithm A message that never comes
message hello
asker:
  sections idle, SECTION
  when idle: become SECTION
  on hello when SECTION: become idle
other:
  sections quiet
  when quiet and asker in idle and false: send hello to asker
";

#[test]
fn no_name_of_a_section_has_a_meaning() {
    for section in ["waiting", "expecting", "remainder"] {
        let text = ASKS.replace("SECTION", section);
        let report = check(&text);
        let fails = |report: &Report| matches!(outcome(report, "no deadlock"), Some(Outcome::Fails { run }) if run.len() == 1);
        assert!(fails(&report), "{section}");
        let rests = format!("{section}\n  rests in {section}\n  when idle");
        let report = check(&text.replacen(&format!("{section}\n  when idle"), &rests, 1));
        assert_eq!(outcome(&report, "no deadlock"), Some(&Outcome::Holds), "{section}");
    }
}

#[test]
fn initial_values_are_no_steps() {
    let text = "algorithm Initial values\nshared x: 0..2 = any\nshared b: bool = any\n\
                process i of 1:\n  first:\n    pause\nalways never two: x ≠ 2\n";
    let report = check(text);
    assert_eq!((report.states, report.transitions, report.depth), (12, 6, 1));
    let fails = &report.verdicts[0];
    assert_eq!(fails.sentence(&report), "fails in the first state");
    // the run chooses the two values
    assert_eq!(fails.run().map(<[_]>::len), Some(2));
    let assumed = check(&format!("{text}assume low: x < 2\n"));
    assert_eq!((assumed.states, outcome(&assumed, "never two")), (8, Some(&Outcome::Holds)));
}

#[test]
fn what_never_runs_is_told() {
    let text = "algorithm A\nshared x: 0..1\nprocess i of 2:\n  sections idle, gone, lost\n  \
                rests in gone, lost\n  when idle:\n    x ← 1\n    become gone\n  when idle and x = 0 and \
                i > 5:\n    x ← 0\n    become lost\nalways lost alone: at most 1 in lost\n\
                always gone alone: all i: i in gone ⇒ x = 1\nalways nothing: x = 0 and x = 1 ⇒ x > 1\n";
    let report = check(text);
    assert_eq!(report.unreached, [10, 11]);
    let notes: Vec<&[String]> = report.verdicts.iter().map(|verdict| &*verdict.notes).collect();
    let nothing = "Holds vacuously: its premise is never true.";
    assert_eq!(notes, [&["Nobody is ever in `lost`.".to_owned()][..], &[], &[nothing.into()], &[]]);
    // what was not searched to its end says nothing about what never runs
    let compiled = Arc::new(listing::compile(text, &[]).unwrap());
    let report = checker::check(compiled, Limits::states(2));
    assert!(
        report.unreached.is_empty()
            && report.verdicts.iter().all(|verdict| verdict.notes.is_empty())
    );
}

#[test]
fn messages_in_all_are_those_of_the_run() {
    let text = "algorithm A\nnode i of 2:\n  sections idle, done\n  rests in done\n  when idle:\n    \
                send hi to all others\n    become done\n  on hi: skip\nmessage hi\n\
                most messages: messages in all\nmost steps: steps in all\n";
    let report = check(text);
    let most = |name| match outcome(&report, name) {
        Some(Outcome::Most { value, .. }) => *value,
        other => panic!("{other:?}"),
    };
    assert_eq!((most("messages"), most("steps")), (2, 2));
}

/// Nobody has proposed 0, the first value that there is, when somebody decides it.
#[test]
fn only_what_was_proposed_is_an_input() {
    const EARLY: &str = "    if board = 0 and i = 0: decide board\n";
    let text = |early: &str| {
        format!(
            "algorithm A\nshared board: 0..2\nprocess i of 2:\n  proposing:\n{early}    propose i + \
             1\n    pause\n    decide i + 1\nalways validity: all decisions are inputs\n"
        )
    };
    let report = check(&text(EARLY));
    assert!(matches!(outcome(&report, "validity"), Some(Outcome::Fails { .. })), "{report:?}");
    let report = check(&text(""));
    assert_eq!(outcome(&report, "validity"), Some(&Outcome::Holds));
}

#[test]
fn passes_that_bound_progress_are_told() {
    let text = "algorithm A\nshared x: 0..4\nprocess i of 2, 2 times:\n  own old: 0..4\n  idle:\n    \
                pause\n  adding:\n    old ← x\n    if not cas(x, old, old + 1): become adding\n  \
                done:\n    pause\nwait-free: adding to done\n";
    let report = check(text);
    assert!(
        report.verdicts[0].notes[0].starts_with("Each process ends after 2 passes"),
        "{report:?}"
    );
    let for_ever = text.replace("2 times", "for ever").replace("old + 1", "(old + 1) mod 5");
    let report = check(&for_ever);
    assert!(!report.verdicts[0].good() && report.verdicts[0].notes.is_empty(), "{report:?}");
}

/// The lines of a rule that never runs are not those of another one.
#[test]
fn a_rule_that_never_runs_is_said_by_its_lines() {
    for body in ["x ← 1", "x ← head([])"] {
        let text = format!(
            "algorithm A\nprocess i of 1:\n  own x: 0..1\n  when false:\n    if x = 0:\n      {body}\n    x ← \
             0\n  when x = 0: x ← 1\nalways small: x[0] < 2\n"
        );
        assert_eq!(check(&text).unreached, [5, 6, 7], "{body}");
    }
}

/// Whether an element of a safe register is being written is asked of that element: also where its index
/// is computed, or where it has two.
#[test]
fn each_element_of_a_safe_array_is_written_by_itself() {
    let text = |written: &str, n: i32, read: &str| {
        format!(
            "algorithm A\nshared safe s[0..1, 0..1]: bool\nshared safe t[0..1]: bool\nshared z: 1..2 = 2\n\
             writer:\n  going:\n    {written} ← false\nreader:\n  own n: 0..2\n  going:\n    atomic n ← {n}\n    \
             await {read}\nreachable read while it is written: reader in end\n"
        )
    };
    for (written, read, overlaps) in [
        ("s[0, 1]", "s[0, n]", true),
        ("s[0, 1]", "s[n, 0]", false),
        ("t[1]", "t[n]", true),
        ("t[0]", "t[n]", false),
    ] {
        let report = check(&text(written, 1, read));
        let found = outcome(&report, "read while it is written");
        assert_eq!(matches!(found, Some(Outcome::Found { .. })), overlaps, "{written} {read}");
    }
    assert_eq!(error(&text("t[0]", 2, "t[n]")), Some(1));
}

/// A rule that never runs moves nobody, also where it makes no sense.
#[test]
fn a_rule_that_makes_no_sense_and_never_runs_is_left_out() {
    let text = "algorithm A\nshared x: 0..3\nprocess i of 2:\n  own a: 0..1\n  going:\n    atomic x ← x + 1\n    x ← x \
                + 1 - 1\n  done:\n    pause\n  when false:\n    a ← 1\n    a ← head([])\n    become done\n  when x = \
                3: stop\nalways none: a[0] = 0\n";
    let report = check(text);
    assert_eq!(outcome(&report, "none"), Some(&Outcome::Holds));
    assert_eq!(report.unreached[..3], [11, 12, 13]);
}

/// What comes with a message is there in the step that takes it, and in no other one.
#[test]
fn the_step_that_takes_a_message_has_no_access() {
    let text = |wait: &str| {
        format!(
            "algorithm A\nmessage give(v: 0..2)\nshared x: 0..2\nshared w[process]: 0..2\nshared from_whom: \
             process\nsender:\n  going:\n    send give(2) to taker\ntaker:\n  own a[0..2]: 0..2\n  own y: 0..2\n  \
             ready:\n    await {wait}\n    pause\nreachable two: taker.y = 2\n"
        )
    };
    for wait in ["give(x)", "give(w[taker])", "give(a[x])", "give(y) from from_whom"] {
        let found = listing::check(&text(wait));
        let all: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(all.len(), 1, "{wait}: {all:?}");
        assert!(all[0].starts_with("13:11: To take a message is one step"), "{wait}: {all:?}");
    }
    for wait in ["give(y)", "give(a[y])", "give(v); y ← v", "give(y) from sender"] {
        let found = check(&text(wait));
        let is_found = matches!(outcome(&found, "two"), Some(Outcome::Found { .. }));
        assert_eq!(is_found, wait != "give(a[y])", "{wait}");
    }
}

#[test]
fn a_set_is_a_field_of_a_record() {
    let text = "algorithm A\nrecord latch(is_free: bool, by: set of process)\nshared lock: latch\n\
                process i of 2:\n  taking:\n    lock ← latch(false, {i})\n\
                at end one has it: size(lock.by) = 1\nreachable both: 0 in lock.by\n";
    let report = check(text);
    assert_eq!(outcome(&report, "one has it"), Some(&Outcome::Holds));
    assert!(matches!(outcome(&report, "both"), Some(Outcome::Found { .. })));
}

/// A process with lines rests where its condition says so, and only then.
#[test]
fn a_section_with_lines_can_be_rested_in() {
    let text =
        "algorithm A\nshared open: bool\nguest:\n  rests in waiting\n  waiting:\n    await open\n";
    let fails =
        |text: &str| matches!(outcome(&check(text), "no deadlock"), Some(Outcome::Fails { .. }));
    assert!(!fails(text));
    assert!(!fails(&text.replace("in waiting", "in waiting when not open")));
    assert!(fails(&text.replace("in waiting", "in waiting when open")));
    let errors = listing::check(&text.replace("in waiting", "in waiting when opens"));
    assert_eq!((errors[0].line, &*errors[0].help), (4, "Did you mean `open`?"));
}

/// What a time-out takes from the dead it does not take from the living.
#[test]
fn a_time_out_can_be_for_those_who_have_crashed() {
    let text = "algorithm A\nshared taken: bool\ndefine crashes: 1\nowner:\n  holding:\n    taken ← true\n    \
                pause\n  on crash: stop\n  on timeout when crashed and taken: taken ← false\n\
                always kept: owner in end ⇒ taken\nat end given back: owner in crashed ⇒ not taken\n";
    let report = check(text);
    assert_eq!(outcome(&report, "kept"), Some(&Outcome::Holds));
    assert_eq!(outcome(&report, "given back"), Some(&Outcome::Holds));
    let report = check(&text.replace("crashed and taken", "taken"));
    assert!(matches!(outcome(&report, "given back"), Some(Outcome::Fails { .. })));
}

#[test]
fn what_cannot_be_reached_or_compared_is_an_error() {
    let text = "algorithm A\ndomain node: 0..2\nshared next[node]: none | node\nprocess i of 2:\n  \
                own all: set of node\n  a:\n    atomic all ← reach(0, next)\n\
                serializable as one: all\n";
    assert_eq!(listing::check(text), Vec::new());
    // a number is a process where processes are the indices
    let of_processes = text.replace("node: 0..2", "node: process");
    assert_eq!(listing::check(&of_processes), Vec::new());
    assert_eq!(listing::check(&of_processes.replace("reach(0", "reach(2")).len(), 1);
    let says = |from: &str, to: &str| {
        let errors = listing::check(&text.replace(from, to));
        errors[0].message.clone()
    };
    assert!(says("atomic all", "all").starts_with("`reach` reads everything at once"));
    let own = "algorithm A\nnode i of 3:\n  own parent: none | node\n  growing:\n    pause\n    parent ← 0 if i > 0 else \
               none\nat end a tree: all n in node: 0 in reach(n, parent)\n";
    assert_eq!(outcome(&check(own), "a tree"), Some(&Outcome::Holds));
    let astray = own.replace("← 0 if", "← i if");
    assert!(matches!(outcome(&check(&astray), "a tree"), Some(Outcome::Fails { .. })));
    let found = listing::check(&own.replace("(n, parent)", "(n, parent[n])"));
    assert!(found[0].to_string().contains("Write `parent`."), "{found:?}");
    assert!(says("reach(0, next)", "reach(0, 1)").starts_with("`reach` follows arrays"));
    assert!(says("0..2", "0..19").starts_with("`reach` follows arrays of at most 16 elements"));
    assert!(says("of 2", "of 6").starts_with("`serializable` runs at most 5 processes"));
    assert!(says("of 2:", "of 2, for ever:").ends_with("does not come to its end alone."));
}

#[test]
fn an_option_is_named_by_digits_too() {
    let text = "algorithm A\noption at_work: 2_1, 3_0\nshared x: 0..3\nprocess i of 1:\n  a:\n    \
                x ← 2    with at_work = 2_1\n    x ← 3    with at_work = 3_0\nat end two: x = 2\n";
    let outcome_of = |value: &str| {
        let compiled = Arc::new(listing::compile(text, &[("at-work", value)]).unwrap());
        outcome(&checker::check(compiled, Limits::default()), "two").cloned()
    };
    assert_eq!(outcome_of("2-1"), Some(Outcome::Holds));
    assert!(matches!(outcome_of("3-0"), Some(Outcome::Fails { .. })));
}

/// Also in a rule: no line behind it runs.
#[test]
fn what_ends_a_process_ends_its_rule() {
    for (ends, runs) in [("decide 1", false), ("stop", false), ("restart", false), ("skip", true)] {
        let text = format!(
            "algorithm A\n\nshared x: 0..1\nprocess i of 1:\n  sections start\n  own went: bool\n  \
             when not went and x = 0:\n    went ← true\n    {ends}\n    x ← 1\n\
             reachable it ran: x = 1\n"
        );
        let report = crate::searches::search(listing::compile(&text, &[]).expect("it compiles"));
        let is_found = matches!(report.verdicts[0].outcome, Outcome::Found { .. });
        assert_eq!(is_found, runs, "{text}");
    }
}

/// Its reads in an `await` come out false again and again, and yet a rule of its own applies.
#[test]
fn a_rule_that_applies_is_a_step_of_a_process_that_awaits() {
    let text = "algorithm A\nshared a, b: 0..1\nprocess i of 2:\n  own n: 0..1\n  going:\n    await a = 1 \
                and b = 1\n";
    let deadlock = |text: &str| outcome(&check(text), "no deadlock").cloned();
    assert!(matches!(deadlock(text), Some(Outcome::Fails { .. })));
    for rules in ["  when true: skip\n", "  when n = 0: n ← 1\n  when n = 1: n ← 0\n"] {
        assert_eq!(deadlock(&format!("{text}{rules}")), Some(Outcome::Holds), "{rules}");
    }
}

/// Rounds that are written out choose one after the other.
#[test]
fn each_round_of_a_loop_that_is_written_out_chooses() {
    let text = "algorithm A\nprocess i of 1:\n  own s: 0..3\n  own n: 0..1\n  when n = 0:\n    n ← 1\n    for \
                each k in 0..1:\n      choose v in 0..1\n      s ← (2 · s + v) mod 4\n";
    assert_eq!(check(text).states, 5);
}

#[test]
fn lines_of_a_rule_that_never_runs_are_not_reached() {
    let text = "algorithm A\nshared seen[0..1]: bool\nprocess i of 2:\n  when i > 0 and not seen[i − 1]:\n    \
                seen[i − 1] ← true\n    if i = 0:\n      seen[0] ← false\n    else: mark\n\ndefine \
                mark:\n  seen[1] ← true\n";
    // for 0 it does not make sense, and need not
    assert_eq!(check(text).unreached, [7]);
    assert_eq!(check(&text.replace("i > 0", "i > 5")).unreached, [5, 6, 7, 8, 11]);
}
