//! Where fences stand in a text, and what is added to it.

use super::{answer, of_link, of_text, sets};
use fences::{Memory, Question, Refused, Set, fences, places, written};

/// The text with a fence at each place.
fn all_written(text: &str) -> String {
    let question = Question::of(&of_text(text), Some(Memory::Tso), None).unwrap();
    question.written(&(0..question.places.len()).collect())
}

#[test]
fn a_fence_stands_behind_what_writes_memory() {
    let text = "\
algorithm Places

option hand: on, off
pool node of 2: next: none | node
shared x, y: 0..2
shared list: none | node

define put(v):
  x ← v
  y ← v

process i of 2:
  own mine: 0..2
  own here: none | node
  work:
    mine ← 1
    x ← 1    with hand = on    # to begin
    x ← 1; y ← 2
    if y = 1: x ← 0
    else: y ← 0
    while mine < 2:
      mine ← mine + 1
      y ← mine
    here ← new node
    here.next ← none
    atomic: x, y ← 0, 0
    mine ← fetch_and_add(x, 1)
    list ← here
    put(1)

always something: x ≤ 2
";
    let fenced = "\
algorithm Places

option hand: on, off
pool node of 2: next: none | node
shared x, y: 0..2
shared list: none | node

define put(v):
  x ← v
  fence
  y ← v
  fence

process i of 2:
  own mine: 0..2
  own here: none | node
  work:
    mine ← 1
    x ← 1    with hand = on    # to begin
    fence    with hand = on
    x ← 1; fence; y ← 2
    fence
    if y = 1: x ← 0; fence
    else: y ← 0; fence
    while mine < 2:
      mine ← mine + 1
      y ← mine
      fence
    here ← new node
    here.next ← none
    fence
    atomic: x, y ← 0, 0
    mine ← fetch_and_add(x, 1)
    list ← here
    fence
    put(1)

always something: x ≤ 2
";
    assert_eq!(all_written(text), fenced);
    assert_eq!(listing::check(fenced), []);
    let question = Question::of(&of_text(text), Some(Memory::Tso), None).unwrap();
    let of = |line: usize| question.places.iter().find(|place| place.line == line).unwrap();
    assert_eq!(of(9).runs_in, [29].into());
    assert_eq!((&*of(17).words, &of(17).runs_in), ("x ← 1", &[17].into()));
    // they are the same places in the text with fences
    let there = places(fenced, &listing::parse(fenced).listing);
    assert!(there.iter().map(|it| &it.words).eq(question.places.iter().map(|it| &it.words)));
}

#[test]
fn where_a_definition_is_part_of_a_step_the_fence_stands_behind_the_call() {
    let text = "\
algorithm A definition

shared x: 0..1

define put(v): x ← v

process i of 2:
  work:
    put(1)
    atomic: put(0)

always something: x ≤ 1
";
    let fenced = text.replace("    put(1)\n", "    put(1)\n    fence\n");
    assert_eq!(all_written(text), fenced);
}

#[test]
fn an_option_is_added_where_it_is_lacking() {
    let plain = of_link("peterson");
    let source = |scenario: &catalog::Scenario, buffer| {
        let question = Question::of(scenario, Some(Memory::Pso), buffer).unwrap();
        let with = question.with(&Set::new());
        let options: Vec<String> = with.turned();
        (with.source().to_owned(), options, question.added().map(str::to_owned).collect::<Vec<_>>())
    };
    let (text, options, added) = source(&plain, Some(3));
    let before = "option order: flag_first, turn_first\n";
    let after = format!("{before}option memory: sequential, tso, pso\noption buffer: 3\n");
    assert_eq!(text, plain.source().replace(before, &after));
    assert_eq!(added, ["option memory: sequential, tso, pso", "option buffer: 3"]);
    assert_eq!(options, ["Memory: pso"]);
    // of a text that has it, only the value is added that it lacks
    let own =
        plain.source().replace(before, "option memory: tso, sequential\noption buffer: 1, 2\n");
    let own = own
        .replace("    with order = flag_first", "")
        .replace("    turn ← 1 − i    with order = turn_first\n", "");
    let own = own.lines().filter(|text| !text.starts_with("expect")).collect::<Vec<_>>().join("\n");
    let (text, options, added) = source(&of_text(&own), Some(2));
    assert_eq!(
        text,
        own.replace("option memory: tso, sequential", "option memory: tso, sequential, pso")
    );
    assert_eq!(
        (added, options),
        (vec!["option memory: …, pso".into()], vec!["Memory: pso".into(), "Buffer: 2".into()])
    );
}

#[test]
fn a_text_that_works_out_its_memory_is_asked_for_an_option() {
    let text = "\
algorithm A definition
define memory: tso
shared x: 0..1
process i of 2:
  work:
    x ← 1
always something: x ≤ 1
";
    let refused = Question::of(&of_text(text), Some(Memory::Pso), None).err();
    let Some(Refused::Sentence(sentence)) = refused else { panic!("{refused:?}") };
    assert!(sentence.starts_with("The text defines `memory`. Make it an option"), "{sentence}");
    let refused = Question::of(&of_link("paxos"), Some(Memory::Tso), None).err();
    let Some(Refused::Sentence(sentence)) = refused else { panic!("{refused:?}") };
    assert!(
        sentence.starts_with("The text has an option `memory` with other values."),
        "{sentence}"
    );
    let refused = Question::of(&of_link("peterson"), None, None).err();
    let Some(Refused::Sentence(sentence)) = refused else { panic!("{refused:?}") };
    assert!(sentence.contains("`--memory tso`"), "{sentence}");
}

/// Behind the write memory is already as the process's own variable does not say yet.
#[test]
fn a_claim_that_compares_memory_with_an_own_variable_can_need_more_than_fences() {
    let question = Question::of(&of_link("two-phase-locking"), Some(Memory::Tso), None).unwrap();
    let run = answer(&question, Some("money conserved")).hopeless.expect("a run that fails");
    assert_eq!(run.property, "money conserved");
}

#[test]
fn what_buffers_do_not_allow_is_an_error_of_the_text() {
    let refused = Question::of(&of_link("bakery?registers=safe"), Some(Memory::Tso), None).err();
    let Some(Refused::Errors { source, errors }) = refused else { panic!("{refused:?}") };
    assert_eq!(errors[0].message, "A safe register is not buffered.");
    assert!(source.contains("option memory: "));
}

/// Between the two writes of one line no fence can stand.
#[test]
fn two_writes_of_a_statement_cannot_be_kept_apart() {
    let text = "\
algorithm One line

shared data, flag: 0..1

writer:
  write:
    data, flag ← 1, 1

reader:
  own seen: 0..1
  read:
    await flag = 1
    seen ← data
  done:
    pause

always published: reader in done ⇒ seen = 1
";
    let question = Question::of(&of_text(text), Some(Memory::Pso), None).unwrap();
    let answer = answer(&question, None);
    let run = answer.hopeless.expect("a run that fails");
    assert_eq!((run.property, answer.sets.len()), ("published", 0));
    assert!(run.scenario.source().contains("fence"));
    assert!(run.why().is_some());
    // on lines of their own it can
    let apart = text.replace("data, flag ← 1, 1", "data ← 1\n    flag ← 1");
    let question = Question::of(&of_text(&apart), Some(Memory::Pso), None).unwrap();
    assert_eq!(sets(&question, None), [["data ← 1"]]);
}

/// In published listings and in random ones a fence can stand at each place, and the places stay the same.
#[test]
fn a_fence_can_stand_at_each_place() {
    let published = catalog::entries().iter().map(|entry| entry.source.to_owned());
    let random = (0..golden::quick_or(20, 1000)).filter_map(sampler::algorithm);
    let mut count = 0;
    for text in published.chain(random) {
        let of = |text: &str| places(text, &listing::parse(text).listing);
        let found = of(&text);
        let all: Set = (0..found.len()).collect();
        let fenced = written(&text, fences(&found, &all));
        assert!(listing::compile(&fenced, &[]).is_ok(), "{text}\n{fenced}");
        assert!(of(&fenced).iter().map(|it| &it.words).eq(found.iter().map(|it| &it.words)));
        assert_eq!(fenced.matches("fence").count(), text.matches("fence").count() + all.len());
        count += all.len();
    }
    assert!(count > 100, "{count}");
}
