//! A name means what its reader thinks, or is an error that says what to write.

mod twice;

use crate::searches::verdicts;
use listing::{ErrorCode, check, compile};

/// The errors of a text, each with its place.
fn errors(text: &str) -> Vec<String> {
    check(text).iter().map(ToString::to_string).collect()
}

/// The only error of a text is of this kind, at this place, and says all of this.
fn error(text: &str, kind: ErrorCode, place: &str, words: &[&str]) {
    let found = check(text);
    assert_eq!(found.len(), 1, "{:?}\n{text}", errors(text));
    assert_eq!(found[0].kind, kind, "{}", found[0]);
    let sentence = found[0].to_string();
    assert!(sentence.starts_with(&format!("{place}: ")), "{sentence}");
    for it in words {
        assert!(sentence.contains(it), "{it}: {sentence}");
    }
}

/// What a search of a text finds.
fn finds(text: &str, words: &[&str]) {
    let system = compile(text, &[]).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let found = verdicts(system);
    for it in words {
        assert!(found.contains(it), "{it}: {found}");
    }
}

const TWO_SHOPS: &str = "algorithm Two shops

shared seen: 0..9

baker:
  own stock: 0..5 = 2
  baking:
    pause

grocer:
  own stock: 0..5 = 5
  selling:
    pause

visitor:
  own has_come: bool
  when not has_come:
    seen ← grocer.stock
    has_come ← true

always bread: baker.stock = 2
always fruit: grocer.stock = 5
reachable five seen: seen = 5
never two seen: seen = 2
";

#[test]
fn a_variable_behind_a_role_is_that_of_the_role() {
    finds(TWO_SHOPS, &["bread: yes", "fruit: yes", "five seen: in", "never two seen: yes"]);
}

#[test]
fn a_name_that_several_roles_have_says_whose_it_is() {
    let text = TWO_SHOPS.replace("bread: baker.stock = 2", "bread: stock = 2");
    error(&text, ErrorCode::SeveralSets, "21:15", &["`baker.stock` or `grocer.stock`"]);
    let text = TWO_SHOPS.replace("bread: baker.stock = 2", "bread: stock[0] = 2");
    error(
        &text,
        ErrorCode::SeveralSets,
        "21:15",
        &["baker and grocer each have their own `stock`"],
    );
    let text = TWO_SHOPS.replace("bread: baker.stock = 2", "bread: stock[visitor] = 2");
    error(&text, ErrorCode::UnknownName, "21:15", &["`visitor` has no variable `stock`"]);
    finds(&TWO_SHOPS.replace("baker.stock = 2", "stock[baker] = 2"), &["bread: yes"]);
}

/// A step of a section has one access, and the variable of another process is none.
#[test]
fn a_section_does_not_read_what_another_process_has() {
    let text = TWO_SHOPS.replace("    pause\n\nvisitor", "    seen ← baker.stock\n\nvisitor");
    error(
        &text,
        ErrorCode::OutOfPlace,
        "13:12",
        &["a section has no access", "`shared stock[process]`"],
    );
    let text =
        TWO_SHOPS.replace("    pause\n\nvisitor", "    atomic seen ← baker.stock\n\nvisitor");
    finds(&text, &["two seen: NO in 1"]);
    let text = TWO_SHOPS.replace("    pause\n\nvisitor", "    seen ← self.stock\n\nvisitor");
    finds(&text, &["five seen: in 1"]);
}

/// Bounds and conditions are looked at, too, and a name that other options declare is told from one that none does.
#[test]
fn names_are_looked_at_in_bounds_and_in_what_options_leave_out() {
    let text = "algorithm Bounds\noption a: on, off\noption b: on, off\ndefine limit: 3\n\
                shared x: 0..limit    with a = on or b = on\nshared x: 0..lmit    with a = off and b = off\n\n\
                process i of 2:\n  going:\n    x ← 1\n";
    assert_eq!(errors(text), ["6:14: Nothing is called `lmit`. Did you mean `limit`?"]);
    let text = "algorithm Left out\noption a: on, off\nshared x: 0..1\nshared y: 0..1    with a = off\n\n\
                process i of 2:\n  going:\n    x ← y\n";
    error(text, ErrorCode::UnknownName, "8:9", &["Nothing is called `y` with these options."]);
    assert_eq!(errors(&text.replace("x ← y", "x ← y    with a = off")), [""; 0]);
}

const TEAMS: &str = "algorithm Two teams

shared ready[process]: bool
shared score[red]: 0..3
shared saw: bool

red i of 1:
  playing:
    ready[self] ← true
    score[i] ← 2
  resting:
    pause

blue i of 2:
  looking:
    if some j: ready[j]: saw ← true
    pause

at end everybody: all j: ready[j]
at end one is ready: (count j: ready[j]) = 1
at end red has scored: all j: score[j] = 2
reachable blue sees red: saw
reachable one rests: some j: j in resting
";

#[test]
fn a_name_without_a_set_runs_over_the_set_that_it_indexes() {
    let words = [
        "everybody: NO in",
        "one is ready: yes",
        "red has scored: yes",
        "blue sees red: in",
        "one rests: in",
    ];
    finds(TEAMS, &words);
}

/// What is like a process of one role is of that role, and so is the name of its number.
#[test]
fn a_name_without_a_set_is_like_what_it_is_compared_with() {
    let text = TEAMS.replace("saw ← true", "for each k ≠ i: saw ← true").replace(
        "reachable one rests: some j: j in resting",
        "reachable all over: all b: b in end\nreachable both: all b: all c ≠ b: c in looking and b in looking",
    );
    let text = text.replace("blue i of 2", "blue b of 2").replace("k ≠ i", "k ≠ b");
    finds(&text, &["all over: in", "both: in 0", "blue sees red: in"]);
}

#[test]
fn a_name_that_indexes_a_range_does_not_run_over_processes() {
    let text = "algorithm A range\n\nshared x[0..2]: bool\n\nprocess i of 2:\n  going:\n    x[i] ← true\n\n\
                at end all: all j: x[j]\n";
    error(
        text,
        ErrorCode::SeveralSets,
        "9:17",
        &["`j` runs over processes", "0..2", "`j in 0..2`"],
    );
    finds(&text.replace("0..2", "0..1"), &["all: yes"]);
    finds(&text.replace("all j: x", "all j in 0..2: x"), &["all: NO"]);
    let text = text.replace("of 2", "of n").replace("\n\nshared", "\noption n: 2, 3\nshared");
    finds(&text.replace("0..2", "0..n − 1"), &["all: yes"]);
}

#[test]
fn a_definition_runs_over_the_set_of_its_use() {
    let text = "algorithm A definition\n\nred i of 1:\n  own n: 0..2 = 1\n  going:\n    pause\n\n\
                blue i of 2:\n  own m: 0..2 = 2\n  going:\n    pause\n\n\
                define low(k): n[k] = 1\ndefine all_low: all j: low(j)\n\n\
                always low: all_low\nalways two: (count j: m[j] = 2) = 2\n";
    finds(text, &["low: yes", "two: yes"]);
}

const VISITS: &str = "algorithm Visits

shared met: 0..3
shared shop[keeper]: 0..3
shared last: none | keeper
shared anyone: none | process
message hello(from: guest)

guest g of 2:
  own seen: set of guest
  own is_on: bool
  coming:
    met ← count k in keeper: anyone = k
  leaving:
    pause

keeper k of 2:
  selling:
    last ← k
    anyone ← k
  resting:
    pause

define opens(x): shop[x] = 1
always one at most: met ≤ 1
";

#[test]
fn processes_of_two_roles_are_never_the_same() {
    finds(VISITS, &["one at most: yes"]);
    let wrong = [
        ("anyone = k", "g = k", "13:34", "guest", "keeper"),
        ("anyone = k", "shop[g] = 1", "13:35", "keeper", "guest"),
        ("anyone = k", "opens(g)", "24:23", "keeper", "guest"),
        ("anyone = k", "k in seen", "13:35", "guest", "keeper"),
        ("anyone = k", "k in coming", "13:35", "guest", "keeper"),
        ("anyone = k", "(k, 1) = (g, 1)", "13:39", "keeper", "guest"),
        ("    pause\n\nkeeper", "    last ← g\n\nkeeper", "15:12", "keeper", "guest"),
        (
            "    pause\n\nkeeper",
            "    send hello(last) to last\n\nkeeper",
            "15:16",
            "guest",
            "keeper",
        ),
        (
            "    pause\n\nkeeper",
            "    if cas(last, none, g): pause\n\nkeeper",
            "15:24",
            "keeper",
            "guest",
        ),
        (
            "    pause\n\nkeeper",
            "    await hello(f) from last; last ← f\n\nkeeper",
            "15:38",
            "keeper",
            "guest",
        ),
        (
            "    pause\n\nkeeper",
            "    for each j ≠ g in keeper: pause\n\nkeeper",
            "15:18",
            "keeper",
            "guest",
        ),
    ];
    for (old, new, place, needed, given) in wrong {
        let words =
            format!("a process of `{needed}` is needed, and this is a process of `{given}`");
        error(&VISITS.replacen(old, new, 1), ErrorCode::OtherRole, place, &[&words]);
    }
}

/// One value or the other is any process, and the domain of all counts it.
#[test]
fn a_condition_chooses_among_processes_of_several_roles() {
    let text = VISITS
        .replacen("    pause\n\nkeeper", "    anyone ← g if is_on else last\n\nkeeper", 1)
        .replacen("always", "reachable first: anyone = 2 and guest = leaving\nalways", 1);
    finds(&text, &["first: in 6", "one at most: yes"]);
}
