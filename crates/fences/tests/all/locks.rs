//! Algorithms whose fences are known.

use super::{answer, of_link, of_text, search, sets};
use catalog::Scenario;
use catalog::claims::Claims;
use fences::{Memory, Outcome, Question, Set};
use sampler::Dice;

fn ask(scenario: &Scenario, memory: Memory) -> Question {
    Question::of(scenario, Some(memory), None).unwrap()
}

/// The sets for `tso` and `pso` that mutual exclusion needs, with ` | ` between places.
fn of_exclusion(link: &str) -> [Vec<String>; 2] {
    [Memory::Tso, Memory::Pso].map(|memory| {
        let sets = sets(&ask(&of_link(link), memory), Some("mutual exclusion"));
        sets.iter().map(|set| set.join(" | ")).collect()
    })
}

#[test]
fn locks_of_reads_and_writes() {
    let flag_and_turn = "flag[i] ← true | turn ← 1 − i";
    assert_eq!(of_exclusion("peterson"), [["turn ← 1 − i"], [flag_and_turn]]);
    let wants = "wants[i] ← true | wants[i] ← true";
    assert_eq!(of_exclusion("dekker"), [[wants], [wants]]);
    assert_eq!(of_exclusion("szymanski"), [["flag[i] ← 1 | flag[i] ← 3"]; 2]);
    let doors = ["x ← i | y ← i", "x ← i | y ← i | y ← none"];
    assert_eq!(of_exclusion("fast-mutex"), doors.map(|it| [it]));
    assert_eq!(of_exclusion("burns-lynch?processes=2"), [["flag[i] ← true"]; 2]);
}

/// That nobody waits for ever can need more than mutual exclusion does.
#[test]
fn what_is_waited_for_is_kept_too() {
    let question = ask(&of_link("dekker"), Memory::Pso);
    assert_eq!(sets(&question, None), [["wants[i] ← true", "wants[i] ← true", "turn ← 1 − i"]]);
    let answer = answer(&question, None);
    let last = answer.sets[0].without.last_key_value().unwrap().1.as_ref().unwrap();
    assert_eq!(last.property, "served");
}

#[test]
fn the_bakery_has_a_choice_under_tso() {
    let [tso, pso] = [Memory::Tso, Memory::Pso]
        .map(|memory| sets(&ask(&of_link("bakery?processes=2"), memory), None));
    let number = ["choosing[i] ← true", "number[i] ← 1 + max j ≠ i: number[j]"];
    assert_eq!(tso, [number, ["choosing[i] ← true", "choosing[i] ← false"]]);
    assert_eq!(pso, [number]);
}

#[test]
fn locks_of_atomic_operations_need_none() {
    for link in ["ticket-dispenser", "mcs-lock?processes=2", "clh-lock?processes=2"] {
        for memory in [Memory::Tso, Memory::Pso] {
            assert_eq!(sets(&ask(&of_link(link), memory), None), [[""; 0]], "{link} {memory}");
        }
    }
}

/// But what they guard has to arrive before the lock is given away, where writes overtake each other.
#[test]
fn data_arrive_before_the_release() {
    let tas = "\
algorithm Test and set with data

shared lock: bool
shared data, other: 0..2

process i of 2:
  waiting:
    await not test_and_set(lock)
  critical:
    data ← data + 1
  exit:
    lock ← false

at end counted: data = 2
";
    let ticket = "\
algorithm A ticket lock with data

shared next, serving: 0..2
shared data: 0..2

process i of 2:
  own mine: 0..2
  waiting:
    mine ← fetch_and_add(next, 1)
    await serving = mine
  critical:
    data ← data + 1
  exit:
    serving ← mine + 1

at end counted: data = 2
";
    for text in [tas, ticket] {
        assert_eq!(sets(&ask(&of_text(text), Memory::Tso), None), [[""; 0]]);
        assert_eq!(sets(&ask(&of_text(text), Memory::Pso), None), [["data ← data + 1"]]);
    }
}

#[test]
fn what_is_published_arrives_before_its_sign() {
    let once = "\
algorithm Double-checked publication

shared lock, is_there: bool
shared data: 0..1

process i of 2:
  own seen: 0..1
  look:
    if not is_there:
      await not test_and_set(lock)
      if not is_there:
        data ← 1
        is_there ← true
      lock ← false
    seen ← data
  done:
    pause

always published: all i: i in done ⇒ seen[i] = 1
";
    assert_eq!(sets(&ask(&of_text(once), Memory::Tso), None), [[""; 0]]);
    assert_eq!(sets(&ask(&of_text(once), Memory::Pso), None), [["data ← 1"]]);
    let odd_and_last = ["sequence ← sequence + 1", "b ← n"];
    assert_eq!(sets(&ask(&of_link("sequence-lock"), Memory::Tso), None), [[""; 0]]);
    assert_eq!(sets(&ask(&of_link("sequence-lock"), Memory::Pso), None), [odd_and_last]);
}

/// A double-checked initialization of an object with two fields: the sign has to come behind both, and, for nobody to
/// make the object again, before the lock is given away. Total store order keeps all of that.
#[test]
fn a_double_checked_object_is_whole_and_made_once() {
    let text = "\
algorithm Double-checked initialization

option publishes: at_once, fenced
shared lock, is_made: bool
shared name, size: 0..1
ghost made: 0..2

process i of 2:
  own a, b: 0..1
  first:
    if not is_made:
      await not test_and_set(lock)
      if not is_made:
        name ← 1; made ← made + 1
        size ← 1
        fence stores    with publishes = fenced
        is_made ← true
      lock ← false
    a ← name
    b ← size
  done:
    pause

always whole: all i: i in done ⇒ a[i] = 1 and b[i] = 1
always once: made ≤ 1
";
    let asked = |text: &str, memory| ask(&of_text(text), memory);
    let none: [[&str; 0]; 1] = [[]];
    for claim in [Some("whole"), Some("once"), None] {
        assert_eq!(sets(&asked(text, Memory::Tso), claim), none, "{claim:?}");
    }
    let (fields, sign) = ("size ← 1", "is_made ← true");
    let question = asked(text, Memory::Pso);
    assert_eq!(sets(&question, Some("whole")), [[fields]]);
    assert_eq!(sets(&question, Some("once")), [[sign]]);
    assert_eq!(sets(&question, None), [[fields, sign]]);
    compare_with_all_sets(&question);
    // where a fence orders the writes, only the lock is left
    let fenced = text.replace("at_once, fenced", "fenced, at_once");
    assert_eq!(sets(&asked(&fenced, Memory::Pso), None), [[sign]]);
    // in the other order of its fields, the last of them
    let other = text.replace("size ← 1", "later ← 1").replace("name ← 1", "size ← 1");
    let other = other.replace("later ← 1", "name ← 1");
    assert_eq!(sets(&asked(&other, Memory::Pso), Some("whole")), [["name ← 1"]]);
}

/// Each set of places is searched: those that suffice are those that contain a minimal one. How many of these have
/// a fence.
fn compare_with_all_sets(question: &Question) -> usize {
    let found = answer(question, None);
    let claims = Claims::of(&search(&question.sequential()), None);
    for bits in 0..1_usize << question.places.len() {
        let set: Set = (0..question.places.len()).filter(|at| bits >> at & 1 == 1).collect();
        let with = question.with(&set);
        let outcome = question.outcome(&set, &search(&with), &claims);
        let suffices = found.sets.iter().any(|one| one.places.is_subset(&set));
        assert_eq!(matches!(outcome, Outcome::Holds { .. }), suffices, "{}", with.source());
    }
    found.sets.iter().filter(|set| !set.places.is_empty()).count()
}

#[test]
fn no_set_is_missing() {
    let links = ["peterson", "dekker", "szymanski", "sequence-lock", "fast-mutex"];
    for link in links.iter().take(golden::quick_or(1, links.len())) {
        for memory in [Memory::Tso, Memory::Pso] {
            compare_with_all_sets(&ask(&of_link(link), memory));
        }
    }
}

/// A process of two reads and two writes.
fn thread(name: &str, registers: [&str; 2], dice: &mut Dice) -> String {
    let mut lines = format!("\n{name}:\n  own {}: 0..1\n  run:\n", registers.join(", "));
    let mut kinds = vec![Some(registers[0]), Some(registers[1]), None, None];
    while !kinds.is_empty() {
        let cell = dice.pick(&["x", "y"]);
        let (to, value) = match kinds.remove(dice.below(kinds.len())) {
            Some(register) => (register, cell),
            None => (cell, "1"),
        };
        lines.extend(["    ", to, " ← ", value, "\n"]);
    }
    lines + "    pause\n"
}

/// Two of them, with a claim for each result: those hold that sequential memory does not give.
fn two_threads(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let one = thread("one", ["a", "b"], &mut dice);
    let two = thread("two", ["c", "d"], &mut dice);
    let claim = |result: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| result >> at & 1);
        format!(
            "never {result}: one in end and two in end and a = {a} and b = {b} and c = {c} and d = {d}\n"
        )
    };
    let claims: String = (0..16).map(claim).collect();
    format!("algorithm Two threads\n\nshared x, y: 0..1\n{one}{two}\n{claims}")
}

#[test]
fn random_threads_become_sequential_again() {
    let mut needed = 0;
    for seed in 0..golden::quick_or(8, 100) {
        for memory in [Memory::Tso, Memory::Pso] {
            needed += compare_with_all_sets(&ask(&of_text(&two_threads(seed)), memory));
        }
    }
    assert!(needed > 0);
}

/// Of 128 sets few are searched.
#[test]
fn failures_guide_the_search() {
    let answer = answer(&ask(&of_link("fast-mutex"), Memory::Pso), None);
    assert!(answer.is_complete && answer.searches <= 17, "{}", answer.searches);
}

/// A fence that is missing is missed: the run fails in the text that has all others.
#[test]
fn each_fence_has_a_run_without_it() {
    let question = ask(&of_link("peterson"), Memory::Pso);
    let answer = answer(&question, None);
    let [set] = &answer.sets[..] else { panic!("{answer:?}") };
    for (at, run) in &set.without {
        let run = run.as_ref().unwrap();
        let fences = run.scenario.source().matches("    fence").count();
        assert_eq!((run.property, fences), ("mutual exclusion", set.places.len() - 1), "{at}");
        let trace = run.scenario.trace();
        assert!(trace.refused.is_none());
        assert_eq!(trace.steps.last().unwrap().breaks, ["mutual exclusion"]);
    }
}

/// A larger buffer fails where a smaller one does; one place is too few for the bakery's second fence.
#[test]
fn one_place_misleads() {
    let of = |buffer| {
        let question =
            Question::of(&of_link("bakery?processes=2"), Some(Memory::Tso), Some(buffer));
        let sets = sets(&question.unwrap(), Some("mutual exclusion"));
        sets.iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!((of(1), of(2)), (vec![1], vec![2, 2]));
}

/// The larger ones: three processes.
#[test]
fn three_processes_need_the_same() {
    if golden::is_everything() {
        for link in ["burns-lynch", "szymanski?processes=3"] {
            let few = format!("{}?processes=2", link.split('?').next().unwrap());
            assert_eq!(of_exclusion(link), of_exclusion(&few), "{link}");
        }
    }
}
