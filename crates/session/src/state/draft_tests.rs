use super::{Message, State};
use catalog::Scenario;

fn open(link: &str) -> State {
    State::open(&Scenario::parse(link).expect("a link"))
}

fn write(state: &State, source: &str) -> State {
    state.apply(Message::Write(source.to_owned()))
}

fn changed(state: &State, from: &str, to: &str) -> String {
    let source = state.source();
    assert!(source.contains(from), "{from} is not in\n{source}");
    source.replacen(from, to, 1)
}

/// Each process alternately, as far as there are steps.
fn some_steps(state: State, steps: usize) -> State {
    (0..steps).fold(state, |state, _| state.apply(Message::Forward))
}

#[test]
fn a_changed_text_runs_at_once_and_the_published_one_is_no_change() {
    let state = open("peterson").apply(Message::Edit(true));
    let published = state.source().to_owned();
    let other = write(&state, &changed(&state, "or turn = i", "or turn ≠ i"));
    assert!(other.scenario.text.is_some() && other.errors().is_empty());
    assert_eq!(*other.trace, other.scenario.trace());
    assert_eq!(*other.moment, other.scenario.moment());
    assert!(other.linked().to_string().contains("text="));
    let back = write(&other, &published);
    assert_eq!(back.scenario, state.scenario);
}

#[test]
fn errors_are_said_at_a_pause_and_a_text_without_runs_before() {
    let state = open("peterson").apply(Message::Edit(true));
    let wrong = changed(&state, "turn = i", "trun = i");
    let other = changed(&state, "or turn = i", "or turn ≠ i");
    let typed = |state: &State, source: &str| state.apply(Message::Type(source.to_owned()));
    assert!(typed(&state, &wrong) == state);
    let soon = typed(&state, &other);
    assert!(soon.scenario == write(&state, &other).scenario && soon.errors().is_empty());
    assert!(write(&soon, &other) == write(&state, &other));
    // what was said of errors stays until the text has none
    let said = write(&state, &wrong);
    assert!(!said.errors().is_empty());
    assert!(typed(&said, &(wrong + " ")) == said);
    assert!(typed(&said, &other).errors().is_empty());
}

#[test]
fn a_text_with_errors_leaves_everything_as_it_was_and_is_in_the_link() {
    let state = some_steps(open("peterson"), 4).apply(Message::Edit(true));
    let source = changed(&state, "turn = i", "trun = i");
    let wrong = write(&state, &source);
    assert_eq!(wrong.scenario, state.scenario);
    assert_eq!(wrong.errors().len(), 1);
    assert_eq!(wrong.source(), &*source);
    // its link opens at the error, in the editor
    let link = wrong.linked().to_string();
    let again = open(&link);
    assert!(again.is_editing && again.scenario.text.is_none());
    assert_eq!(again.source(), &*source);
    assert_eq!(again.errors()[0].message, wrong.errors()[0].message);
    assert_eq!(again.linked().to_string(), link);
    // closed, it is not lost
    let closed = wrong.apply(Message::Edit(false));
    assert_eq!(closed.apply(Message::Edit(true)).source(), &*source);
}

const OTHER_OPTION: &str =
    "algorithm Some\noption n: 2, 0\nshared x: 0..2\nprocess i of n:\n  adding:\n    x ← 1\n";

/// A text that runs is run at once; what is wrong with its other options is said at the pause.
#[test]
fn what_was_run_before_all_was_read_is_taken_back() {
    let state =
        write(&open("new").apply(Message::Edit(true)), &OTHER_OPTION.replace("2, 0", "2, 1"));
    let state = some_steps(state, 1);
    let soon = state.apply(Message::Type(OTHER_OPTION.to_owned()));
    assert_eq!((soon.source(), soon.errors(), soon.len()), (OTHER_OPTION, &[][..], 1));
    let more = OTHER_OPTION.replace("x ← 1", "x ← 2");
    let pause = write(&soon, OTHER_OPTION);
    for refused in [&pause, &write(&state, OTHER_OPTION), &soon.apply(Message::Forward)] {
        assert_eq!(refused.scenario.text, state.scenario.text);
        assert_eq!((refused.source(), refused.errors()[0].line), (OTHER_OPTION, 2));
    }
    assert!(pause == write(&state, OTHER_OPTION));
    let later = soon.apply(Message::Type(more.clone()));
    assert!(write(&later, &more) == write(&state, &more));
}

/// Back at the published text nothing is left to be read, and steps after it stay.
#[test]
fn steps_after_the_published_text_came_back_are_kept() {
    let state = open("new").apply(Message::Edit(true));
    let published = state.source().to_owned();
    let typed = |state: &State, source: &str| state.apply(Message::Type(source.to_owned()));
    let changed = typed(&state, &(published.clone() + "\n# once"));
    let back = some_steps(typed(&changed, &published), 3);
    let refused = write(&typed(&back, OTHER_OPTION), OTHER_OPTION);
    assert_eq!((refused.len(), refused.errors()[0].line), (3, 2));
}

/// A text may run with the options of its link, and with others not.
#[test]
fn a_text_with_errors_in_other_settings_leaves_all_of_the_page_to_the_published_one() {
    let published = open("new");
    let link = published.scenario.with_text(OTHER_OPTION).to_string();
    assert_eq!(Scenario::parse(&link).unwrap().notices, [""; 0]);
    let state = open(&link);
    assert_eq!(state.scenario, published.scenario);
    assert_eq!((&state.trace, &state.moment), (&published.trace, &published.moment));
    assert_eq!(state.errors()[0].line, 2);
    assert_eq!(state.linked().to_string(), link);
    let [notice] = &state.notices[..] else { panic!("{:?}", state.notices) };
    assert!(
        notice.starts_with("The listing in the link cannot be run. Line 2: There are 0"),
        "{notice}"
    );
    // of one that runs with no options the link has said it
    let nobody = published.scenario.with_text(&OTHER_OPTION.replace("of n", "of 0"));
    assert_eq!(open(&nobody.to_string()).notices.len(), 1);
}

#[test]
fn the_run_is_kept_as_far_as_it_fits_and_undo_brings_the_rest_back() {
    let state = some_steps(open("peterson"), 12).apply(Message::Edit(true));
    let published = state.source().to_owned();
    let waits = changed(&state, "await not flag[1 − i] or turn = i", "await false");
    let cut = write(&state, &waits);
    assert!(cut.len() < state.len(), "{} steps", cut.len());
    let fit = cut.draft.as_ref().unwrap().fit.clone().expect("a sentence");
    assert!(fit.contains(&format!("step {}", cut.len())), "{fit}");
    // also over a text that cannot be read
    let wrong = write(&cut, "nothing");
    let back = write(&wrong, &published);
    assert_eq!(back.scenario.run, state.scenario.run);
    assert_eq!(back.at(), state.at());
    assert_eq!(back.draft.unwrap().fit, None);
    // who goes another way keeps that one
    let own = cut.apply(Message::Start).apply(Message::Forward);
    let back = write(&own, &published);
    assert_eq!(back.scenario.run, own.scenario.run);
}

#[test]
fn a_new_algorithm_opens_in_the_editor() {
    let state = open("new");
    assert!(state.is_editing && state.errors().is_empty());
    assert!(!open("new?view=embed").is_editing);
}

#[test]
fn a_memory_with_store_buffers_is_a_change_of_the_text_that_leaves_options_and_run() {
    let state = some_steps(open("peterson?order=turn-first"), 3);
    let tso = state.apply(Message::Memory("tso".into()));
    assert!(tso.is_editing && tso.errors().is_empty());
    assert_eq!(tso.source().replace("option memory: sequential, tso, pso\n", ""), state.source());
    let has = |state: &State, option: &str| state.linked().to_string().contains(option);
    assert!(has(&tso, "order=turn-first") && has(&tso, "memory=tso"), "{}", tso.linked());
    // each is a place to which browsers go back
    assert!(tso.jumps > state.jumps);
    // the text has the option now
    let pso = tso.apply(Message::Memory("pso".into()));
    assert_eq!(pso.source(), tso.source());
    assert!(has(&pso, "memory=pso"), "{}", pso.linked());
    // what is written over the change takes it back
    assert_eq!(write(&pso, state.source()).scenario.setting, state.scenario.setting);
}

#[test]
fn a_memory_that_cannot_be_had_changes_nothing() {
    for (link, memory) in [("bakery?registers=safe", "tso"), ("peterson", "sequential")] {
        let state = open(link);
        assert!(state.apply(Message::Memory(memory.into())) == state, "{link}");
    }
}

/// What nobody has published is compared with nothing.
#[test]
fn a_text_of_another_name_is_the_readers_own() {
    let own = |slug, from, to| {
        let state = open(slug);
        let state = write(&state, &changed(&state, from, to));
        (super::is_of_reader(&state.scenario), state.compared_with().is_some())
    };
    assert_eq!(own("peterson", "or turn = i", "or turn ≠ i"), (false, true));
    assert_eq!(own("peterson", "algorithm Peterson", "algorithm Mine"), (true, false));
    assert_eq!(own("new", "turn = i", "turn ≠ i"), (true, false));
    let given = open("new");
    assert!(!super::is_of_reader(&given.scenario) && given.compared_with().is_none());
}
