//! What lines are for, in texts of which it is known.

use catalog::{Limits, Report, Scenario};
use mutants::{Effect, Line, Mutation, Weighing};

fn of_text(text: &str) -> Scenario {
    let scenario = Scenario::new(catalog::entry("new").unwrap()).with_text(text);
    assert_eq!(scenario.text.as_ref().map_or(&[][..], |it| it.errors()), []);
    scenario
}

fn of_link(link: &str) -> Scenario {
    Scenario::parse(link).unwrap().scenario
}

fn search(scenario: &Scenario, states_max: usize) -> Report {
    let mut search = scenario.search(Limits { states_max, ..Limits::default() });
    while search.advance(1 << 16) {}
    search.report()
}

fn weighed(scenario: &Scenario, rank: usize) -> Mutation {
    let report = search(scenario, usize::MAX);
    let mut weighing = Weighing::of(scenario, &report, None, rank, &[]);
    while let Some(next) = weighing.next_search() {
        weighing.take(&search(&next.scenario, next.states_max));
    }
    weighing.mutation
}

/// Each line with its sentence.
fn sentences(mutation: &Mutation) -> Vec<(usize, String)> {
    mutation.lines.iter().map(|line| (line.number, line.need().sentence())).collect()
}

fn line(mutation: &Mutation, number: usize) -> &Line {
    mutation.lines.iter().find(|line| line.number == number).expect("a line that was changed")
}

/// What another change of a line comes to.
fn other(mutation: &Mutation, number: usize, words: &str) -> String {
    let tried = &line(mutation, number).tried;
    let found = tried.iter().find(|tried| tried.mutant.words == words);
    found.and_then(|tried| tried.effect.as_ref()).map(Effect::words).unwrap_or_default()
}

#[test]
fn every_line_of_petersons_lock_is_needed() {
    let mutation = weighed(&of_link("peterson"), 2);
    let said = sentences(&mutation);
    let said: Vec<(usize, &str)> = said.iter().map(|(line, said)| (*line, &**said)).collect();
    assert_eq!(
        said,
        [
            (14, "Without it both are inside after 6 steps."),
            (15, "Without it both are inside after 7 steps."),
            (17, "Without it both are inside after 6 steps."),
            (21, "Without it process 1 can wait for ever after 8 steps."),
        ]
    );
    assert_eq!(other(&mutation, 14, "behind `turn ← 1 − i`"), "both are inside after 9 steps");
    assert_eq!(other(&mutation, 17, "without `turn = i`"), "nobody can move after 6 steps");
    let waits = other(&mutation, 17, "without `not flag[1 − i]`");
    assert_eq!(waits, "process 0 waits for ever after 3 steps");
    assert_eq!(mutation.summary().needed, 4);
}

/// The bakery's choosing flag, of which everybody asks.
#[test]
fn the_lines_of_the_bakery_are_needed() {
    let mutation = weighed(&of_link("bakery?processes=2"), 1);
    let summary = mutation.summary();
    assert_eq!((summary.not_needed, summary.undecided), (0, 0), "{:?}", sentences(&mutation));
    let steps = |code: &str| {
        let line = mutation.lines.iter().find(|line| line.words == code);
        let line = line.unwrap_or_else(|| panic!("{code}: {:?}", sentences(&mutation)));
        line.need().broken().and_then(|it| it.steps)
    };
    assert_eq!(steps("choosing[i] ← true"), Some(12));
    assert_eq!(steps("await not choosing[j]"), Some(12));
}

const TWICE: &str = "algorithm A lock
shared free: bool = true
process i of 2, for ever:
  idle:
    pause
  entry:
    atomic: await free; free ← false
  critical:
    pause
  exit:
    free ← true
    skip
    if free: free ← true
always mutual exclusion: at most 1 in critical
eventually served: entry → critical
";

#[test]
fn what_nothing_needs_is_told_with_what_to_do() {
    // the second look at `free` may see what the other has taken since
    let mutation =
        weighed(&of_text(&TWICE.replace("if free: free ← true", "if false: free ← true")), 1);
    let need = line(&mutation, 13).need();
    assert_eq!(need.sentence(), "Nothing that is claimed needs it.");
    let advice = need.advice().unwrap();
    assert_eq!(advice, "Without it there are as many states and steps.");
    assert_eq!(mutation.summary().not_needed, 1);
}

/// Where a line cannot be left out, it is said without which part of it nothing changes.
#[test]
fn of_a_line_that_cannot_be_left_out_a_part_is_not_needed() {
    let mutation = weighed(&of_link("dijkstra-ring"), 2);
    let need = line(&mutation, 23).need();
    assert_eq!(need.sentence(), "Nothing that is claimed needs it as it is.");
    let advice = need.advice().unwrap();
    assert_eq!(advice, "Without `+ 1`, there are as many states and steps.");
}

/// No line of the catalogue is told to go that cannot.
#[test]
fn no_advice_speaks_of_a_line_that_cannot_be_left_out() {
    let mut told = 0;
    for link in
        ["dining-philosophers", "paxos?acceptors=2", "torn-assignment", "register-consensus"]
    {
        for line in &weighed(&of_link(link), 2).lines {
            let can_go = line.tried.iter().any(|tried| tried.mutant.is_of_line());
            if let Some(advice) = line.need().advice().filter(|_| !can_go) {
                assert!(!advice.contains("ithout it "), "{link} {}: {advice}", line.words);
                told += 1;
            }
        }
    }
    assert!(told > 2, "{told}");
}

#[test]
fn what_fails_already_is_no_measure() {
    let mutation = weighed(&of_text(TWICE), 1);
    assert_eq!(mutation.measured.claims.failing(), ["mutual exclusion", "served"]);
    let said = line(&mutation, 13).need().sentence();
    assert_eq!(said, "Without it “mutual exclusion” holds.");
}

#[test]
fn a_line_may_be_needed_at_a_larger_size_only() {
    let mutation = weighed(&of_link("fast-mutex?processes=2"), 1);
    let larger = mutation.lines.iter().filter_map(|line| line.larger.as_ref());
    let sizes: Vec<&str> = larger.map(|it| it.0.as_str()).collect();
    assert!(sizes.contains(&"processes = 3"), "{:?}", sentences(&mutation));
}

#[test]
fn freedom_of_the_world_is_no_promise() {
    let text = "algorithm A choice
shared x: 0..3
process i of 1:
  own v: 0..2
  going:
    choose v in 0..2
    x ← v
always small: x < 3
";
    let mutation = weighed(&of_text(text), 1);
    let said = line(&mutation, 6).need().sentence();
    assert_eq!(said, "Describes what can happen, not what is done about it.");
}

#[test]
fn two_lines_may_do_one_work() {
    let text = "algorithm Two doors
shared a: bool
shared b: bool
process i of 2, for ever:
  idle:
    pause
  entry:
    pause
    atomic: await not a; a ← true
    atomic: await not b; b ← true
  critical:
    pause
  exit:
    b ← false
    a ← false
always mutual exclusion: at most 1 in critical
";
    let mutation = weighed(&of_text(text), 1);
    let numbers: Vec<usize> =
        mutation.not_needed().iter().map(|&at| mutation.lines[at].number).collect();
    assert!(numbers.contains(&9) && numbers.contains(&10), "{:?}", sentences(&mutation));
    let both = mutation
        .pairs()
        .into_iter()
        .find(|((one, other), _)| [*one, *other].map(|at| mutation.lines[at].number) == [9, 10]);
    let (_, changed) = both.expect("the two doors");
    let effect = mutation.measured.effect(&changed, &search(&changed, usize::MAX));
    assert!(matches!(effect, Effect::Breaks(_)), "{effect:?}");
}

/// Two that ask each other, once each.
const ASKS: &str = "algorithm A question
message m
process i of 2:
  sections asking, waiting
  rests in waiting
  when asking:
    send m to 1 − i
    become waiting
  on m: skip
";

/// Without the line a channel is full in the end: that is found out, and no question left open.
#[test]
fn a_line_may_keep_the_model_within_its_bounds() {
    let mutation = weighed(&of_text(ASKS), 1);
    let need = line(&mutation, 8).need();
    let says =
        "Without it 15 messages would be on their way, and there is room for 14, after 14 steps.";
    assert_eq!((need.sentence().as_str(), need.name()), (says, "outgrows-bound"));
    let run = need.run().expect("the run to where the step is possible");
    assert_eq!(run.run.len(), 14);
    assert!(run.moment().outgrown().is_some());
    let summary = mutation.summary();
    assert_eq!((summary.needed, summary.undecided), (1, 0), "{:?}", sentences(&mutation));
}

/// A claim that breaks is told first, and what the text as it is does not keep is not asked of a change.
#[test]
fn a_bound_is_told_behind_claims_and_only_where_the_text_keeps_it() {
    let claimed = format!("{ASKS}never four on their way: in_transit(m) = 4\n");
    let mutation = weighed(&of_text(&claimed), 1);
    assert_eq!(
        line(&mutation, 8).need().sentence(),
        "Without it in_transit(m) is 4 after 4 steps."
    );
    let limited = ASKS.replace("message m\n", "shared n: 0..3\nlimit n\nmessage m\n");
    let limited =
        limited.replace("  on m: skip\n", "  on m: skip\n  when waiting:\n    n ← n + 1\n");
    let mutation = weighed(&of_text(&limited), 1);
    assert!(mutation.measured.bound.is_some());
    let names: Vec<&str> = mutation.lines.iter().map(|line| line.need().name()).collect();
    assert!(!names.contains(&"outgrows-bound"), "{names:?}");
}

/// Behind the bound of the search, far more states are an answer, too.
#[test]
fn far_more_states_are_told() {
    let text = "algorithm A counter
shared n: 0..999
process i of 1, for ever:
  go:
    n ← (n + 1) mod 1000
    n ← 0
";
    let mutation = weighed(&of_text(text), 1);
    let at = mutation.lines.iter().position(|line| line.number == 6).expect("a line that resets");
    let changed = mutation.scenario(at, 0).expect("a text without it");
    let effect =
        |states_max| mutation.measured.effect(&changed, &search(&changed, states_max)).words();
    assert_eq!(mutation.measured.states, 3);
    assert_eq!(effect(299), "not decided: more than 299 states");
    assert_eq!(effect(300), "there are more than 300 states, in the place of 3");
    let all = effect(usize::MAX);
    assert!(all.starts_with("nothing that is claimed changes: "), "{all}");
}
