mod guided;
mod player;

use super::{FORGOTTEN, Message, State, Unreached};
use catalog::{Action, Scenario};
use std::rc::Rc;

fn open(link: &str) -> State {
    State::open(&Scenario::parse(link).expect("a link"))
}

fn first() -> State {
    open(catalog::entries()[0].slug)
}

impl State {
    fn after(&self, messages: impl IntoIterator<Item = Message>) -> State {
        messages.into_iter().fold(self.clone(), |state, message| state.apply(message))
    }

    /// What follows from the scenario must never lag behind it.
    fn is_derived(&self) -> bool {
        *self.trace == self.scenario.trace() && *self.moment == self.scenario.moment()
    }

    fn moves_now(&self) -> Vec<Action> {
        self.moment.steps().map(|step| step.action).collect()
    }
}

/// At random, `steps` steps on.
fn wander(state: &State, steps: usize) -> State {
    state.after((0..steps).map(|_| Message::Forward))
}

#[test]
fn every_algorithm_can_be_walked_through_and_back() {
    for entry in catalog::entries() {
        let state = wander(&open(entry.slug), 30);
        assert!(state.at() > 0 && state.is_derived(), "{}", entry.slug);
        let back = state.apply(Message::Back);
        assert_eq!((back.at(), back.len()), (state.at() - 1, state.len()));
        assert!(back.is_derived());
        assert_eq!(back.apply(Message::Start).at(), 0);
        assert!(back.apply(Message::End) == state);
        assert_eq!(back.apply(Message::Seek(usize::MAX)).at(), state.len());
    }
}

#[test]
fn forward_goes_along_the_run_and_then_by_the_seed() {
    let state = wander(&first(), 10);
    let again = state.apply(Message::Start);
    assert!(wander(&again, 10) == state);
    let other = wander(&first().apply(Message::Seed(8)), 10);
    assert_ne!(other.scenario.run, state.scenario.run);
}

#[test]
fn a_new_run_with_other_options_is_one_notice_and_one_step_of_the_browser() {
    let state = wander(&open("bakery"), 10);
    let anew = state.apply(Message::Try { values: vec![("processes", "2")], breaks: "" });
    assert_eq!((anew.len(), anew.jumps), (0, state.jumps + 1));
    assert_eq!(anew.moment.view.processes.len(), 2);
    assert!(anew.is_derived());
    assert_eq!(anew.notices, ["Your run is put aside for this change."]);
    let undone = anew.apply(Message::Write(String::new())).apply(Message::Undo);
    assert!(undone == State { jumps: state.jumps + 2, ..state.clone() }, "run, options and text");
    assert!(anew.apply(Message::Dismiss(0)).undo.is_none());
    let cut = state.apply(Message::Turn { knob: "processes", value: "2" });
    assert!(cut.len() < state.len() && cut.notices[0].contains("your run stops after step"));
    assert!(cut.apply(Message::Undo).scenario == state.scenario);
    assert_eq!(
        open("bakery").apply(Message::Try { values: Vec::new(), breaks: "" }).notices,
        [""; 0]
    );
}

/// The run that a change breaks comes with the change: one way back leads before both.
#[test]
fn what_a_change_breaks_is_shown_without_another_jump() {
    let state = open("peterson");
    let show = |property: &str| Message::Show {
        run: vec![Action::step(0)],
        loops_from: None,
        property: property.into(),
        fails: true,
    };
    let tried = state
        .apply(Message::Act(Action::step(0)))
        .apply(Message::Try { values: Vec::new(), breaks: "mutual exclusion" });
    assert_eq!((tried.tried, tried.notices.len()), ("mutual exclusion", 1));
    let shown = tried.apply(show("mutual exclusion"));
    assert_eq!((shown.jumps, shown.at(), shown.tried), (tried.jumps, 1, ""));
    assert_eq!(shown.notices, tried.notices);
    assert_eq!(shown.apply(Message::Undo).len(), 1, "the reader's own step");
    // what the reader does meanwhile goes before
    let moved = tried.apply(Message::Act(Action::step(1)));
    assert_eq!(moved.tried, "");
    assert_eq!(moved.apply(show("mutual exclusion")).jumps, moved.jumps + 1);
    assert_eq!(tried.apply(show("served")).jumps, tried.jumps + 1);
}

#[test]
fn stepping_from_the_past_keeps_the_old_future() {
    let state = wander(&first(), 10);
    let past = state.apply(Message::Seek(4));
    let other =
        past.moves_now().into_iter().find(|action| *action != state.scenario.run[4]).unwrap();
    let forked = past.apply(Message::Act(other));
    assert_eq!((forked.at(), forked.len()), (5, 5));
    assert_eq!(forks(&forked), [(None, 4, 6)]);
    assert!(forked.is_derived());

    let back = forked.apply(Message::Branch(0));
    assert_eq!(back.scenario.run, state.scenario.run);
    assert_eq!(back.at(), 4);
    assert_eq!(forks(&back), [(None, 4, 1)]);
    assert_eq!(back.jumps, forked.jumps + 1);
}

/// By how many steps branches leave which others, and where.
fn forks(state: &State) -> Vec<(Option<usize>, usize, usize)> {
    let forks = state.branches.forks(&state.scenario.run);
    forks.iter().map(|fork| (fork.parent, fork.at, fork.steps)).collect()
}

/// Takes another step than the run's after `at` of its steps.
fn leave(state: &State, at: usize) -> State {
    let past = state.apply(Message::Seek(at));
    let mut moves = past.moves_now().into_iter();
    past.apply(Message::Act(moves.find(|action| *action != state.scenario.run[at]).unwrap()))
}

#[test]
fn branches_are_a_tree_and_none_is_lost_by_going_to_another() {
    let first = wander(&first(), 10);
    let second = wander(&leave(&first, 4), 6);
    let third = leave(&second, 7);
    assert_eq!(forks(&third), [(None, 4, 6), (None, 7, 4)]);
    let again = third.apply(Message::Branch(0));
    assert_eq!((&again.scenario.run, again.at()), (&first.scenario.run, 4));
    // seen from there the second leaves the third
    assert_eq!(forks(&again), [(Some(1), 7, 4), (None, 4, 4)]);
    let back = again.apply(Message::Branch(1));
    assert_eq!(back.scenario.run, third.scenario.run);
    assert_eq!(back.branches.forks(&back.scenario.run).len(), 2);
}

#[test]
fn of_very_many_branches_the_oldest_goes_and_that_is_said() {
    let mut state = wander(&first(), 12);
    for at in (2..11).rev() {
        state = leave(&state, at);
        assert!(state.notices.is_empty(), "{:?}", state.notices);
    }
    assert_eq!(state.branches.forks(&state.scenario.run).len(), 9);
    let state = leave(&state, 1);
    assert_eq!((state.notices.len(), &*state.notices[0]), (1, FORGOTTEN));
    let forks = state.branches.forks(&state.scenario.run);
    assert_eq!(forks.len(), 9);
    // the run of twelve steps was the oldest
    assert!(forks.iter().all(|fork| fork.at + fork.steps < 12), "{forks:?}");
}

#[test]
fn the_same_step_again_is_no_branch() {
    let state = wander(&first(), 10);
    let past = state.apply(Message::Seek(4));
    let same = past.apply(Message::Act(state.scenario.run[4]));
    assert_eq!((same.at(), same.len()), (5, 10));
    assert!(same.branches.forks(&same.scenario.run).is_empty());
}

#[test]
fn what_is_held_back_is_not_taken_by_chance() {
    let state = first();
    let all = state.moves_now();
    let held = all.iter().skip(1).fold(state, |state, &it| state.apply(Message::Hold(it)));
    assert_eq!(held.apply(Message::Forward).scenario.run, [all[0]]);
    let stuck = held.apply(Message::Hold(all[0]));
    assert!(!stuck.can_move());
    assert!(stuck.apply(Message::Forward).is_empty());
    assert_eq!(stuck.apply(Message::Play).playing, None);
    // the reader may still take it, and then it is free again
    let acted = stuck.apply(Message::Act(all[0]));
    assert_eq!(acted.scenario.run, [all[0]]);
    assert!(!acted.held.contains(&all[0]));
}

/// A message is sent, lies in the network, and is what somebody receives.
#[test]
fn messages_are_delivered() {
    let sent = open("ricart-agrawala?processes=2&faults=loss").apply(Message::Act(Action::step(0)));
    let mail = |state: &State| state.moment.view.messages.len();
    assert_eq!(mail(&sent), 1);
    let deliver = sent.moves_now().into_iter().find(|action| matches!(action, Action::Deliver(_)));
    let received = sent.apply(Message::Act(deliver.expect("it can arrive")));
    let said = catalog::plain(&received.moment.said);
    assert_eq!(
        said,
        "Process 1 receives request(1) from process 0 and sends a reply to process 0."
    );
    let mut next = sent.moment.next.iter();
    assert!(next.any(|it| matches!(it.action, Action::Lose(_))), "it may be lost");
}

#[test]
fn a_knob_keeps_the_run_as_far_as_it_fits_and_says_so() {
    for entry in catalog::entries() {
        let state = wander(&open(entry.slug), 40);
        for knob in entry.knobs {
            for value in knob.values {
                let turned = state.apply(Message::Turn { knob: knob.name, value: value.name });
                let len = turned.len();
                assert!(turned.is_derived());
                assert_eq!(turned.trace.refused, None);
                assert_eq!(turned.scenario.run, state.scenario.run[..len]);
                let cut = len < state.len();
                assert_eq!(cut, !turned.notices.is_empty(), "{:?}", turned.notices);
                let same = turned.scenario.setting == state.scenario.setting;
                assert_eq!(turned.jumps, state.jumps + usize::from(!same));
            }
        }
    }
}

#[test]
fn a_step_that_is_not_possible_ends_the_run_with_a_sentence() {
    let mut scenario = first().scenario;
    scenario.run = vec![Action::step(0), Action::Crash(3), Action::step(1)];
    scenario.at = 3;
    let state = State::open(&scenario.into());
    assert_eq!((state.at(), state.len()), (1, 1));
    assert!(state.notices[0].starts_with("Step 2 "), "{:?}", state.notices);
    assert!(state.is_derived());
}

#[test]
fn what_a_link_had_wrong_is_told_until_it_is_put_away() {
    let slug = catalog::entries()[0].slug;
    for bad in ["?nonsense=1", "?processes=99", "?run=%%%", "?v=999&run=AAA.", "?at=7"] {
        let state = open(&format!("{slug}{bad}"));
        assert!(!state.notices.is_empty(), "{bad}");
        let count = state.notices.len();
        assert_eq!(state.apply(Message::Dismiss(0)).notices.len(), count - 1);
        assert!(state.apply(Message::Dismiss(99)) == state);
    }
}

#[test]
fn going_back_in_the_browser_keeps_what_was_left_as_a_branch() {
    let before = wander(&first(), 5);
    let after = wander(&before, 5);
    let opened = open(&before.scenario.to_string());
    let back = after.apply(Message::Load(Rc::new(opened)));
    assert_eq!(back.scenario, before.scenario);
    assert_eq!(back.jumps, after.jumps);
    assert_eq!(forks(&back), [(None, 5, 5)]);
    assert!(back.is_derived());
}

#[test]
fn the_address_of_every_state_opens_the_same_moment() {
    for entry in catalog::entries() {
        let state = wander(&open(entry.slug), 25).after([Message::Seek(9), Message::Pick(Some(3))]);
        let opened = open(&state.scenario.to_string());
        assert!(opened.scenario == state.scenario && opened.notices.is_empty());
    }
}

#[test]
fn lines_that_never_run_are_those_of_this_setting() {
    let state = open("peterson");
    let lines = vec![12, 14];
    let of = state.scenario.start();
    let told = state.apply(Message::Unreached(Rc::new(Unreached { of, lines: lines.clone() })));
    assert_eq!(told.never_run(), lines);
    // a run changes nothing, an option does
    let ran = told.apply(Message::Act(Action::step(0)));
    assert_eq!((ran.at(), ran.never_run()), (1, &lines[..]));
    let turned = told.apply(Message::Turn { knob: "order", value: "turn-first" });
    assert!(turned.never_run().is_empty());
}

#[test]
fn an_expression_stands_beside_the_picture_until_it_is_taken_away() {
    let watch = |text: &str| Message::Watch(text.into());
    let state = open("peterson").after([Message::Act(Action::step(0)), watch(" turn = 0 ")]);
    assert_eq!((state.at(), state.jumps, &state.not_watched), (1, 0, &None));
    let shown = |state: &State| {
        let all = state.watched();
        all.iter()
            .map(|watched| format!("{}: {:?}", watched.words, watched.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&state), ["turn = 0: Some(\"true\")"]);
    // the same again, what means nothing, and nothing
    let refused = state.after([watch("turn = 0"), watch("trun")]);
    assert!(refused.not_watched.as_ref().is_some_and(|not_watched| not_watched.contains("`trun`")));
    assert_eq!(shown(&refused), shown(&state));
    assert!(refused.apply(watch(" ")).not_watched.is_some());
    // in another text it may be nothing
    let text = state.source().replace("turn", "next");
    let other = state.apply(Message::Write(text));
    assert_eq!(shown(&other), ["turn = 0: None"]);
    let gone = state.apply(Message::Unwatch(0));
    assert!(gone.watched().is_empty() && gone.is_derived());
    assert!(listing_compiles(&open("new").watchable()));
}

fn listing_compiles(example: &str) -> bool {
    open("new").scenario.watch(example).is_ok()
}

#[test]
fn what_is_wrong_with_a_link_to_the_same_moment_is_told() {
    let here = open("bakery");
    let wrong = open("bakery?tie-brake=none");
    assert_eq!(wrong.notices.len(), 1);
    let loaded = here.apply(Message::Load(Rc::new(wrong)));
    assert!(loaded.notices[0].contains("has no option “tie-brake”"), "{:?}", loaded.notices);
}
