//! Questions, and the guided path.

use super::{first, open, wander};
use crate::state::{Message, Playing, Quiz, State};
use catalog::Action;
use std::rc::Rc;

/// A run with something to predict: two customers race for a ticket.
fn race() -> State {
    open("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw").after([Message::Ask(true)])
}

#[test]
fn the_reader_predicts_what_a_step_leads_to_and_is_told() {
    let state = race().apply(Message::Seek(13));
    let quiz = state.quiz.clone().expect("a question");
    assert_eq!(quiz.question, "Process 1 goes next: read number[0]. What happens?");
    assert_eq!(quiz.answers[quiz.right], "it sees 1, and enters");
    assert_eq!(quiz.answers.len(), 3);
    let right = state.apply(Message::Say(quiz.right));
    assert!(right.at() == 14 && right.is_derived());
    assert_eq!(right.quiz.as_ref().unwrap().told(), "Right, it sees 1, and enters.");
    assert_eq!((right.score.right, right.score.of), (1, 1));
    let wrong = state.apply(Message::Say((quiz.right + 1) % 3));
    assert_eq!((wrong.at(), wrong.score.right, wrong.score.of), (14, 0, 1));
    assert_eq!(wrong.quiz.as_ref().unwrap().told(), "No, it sees 1, and enters.");
    assert!(wrong.apply(Message::Say(quiz.right)) == wrong, "one answer each");
    assert!(state.apply(Message::Say(9)) == state, "no such answer");
}

/// About a step whose outcome can be got wrong, and nobody has to look for it.
#[test]
fn who_wants_to_be_asked_is_asked_at_once() {
    let asked = moment().apply(Message::Ask(true));
    let quiz = asked.quiz.clone().expect("a question");
    assert_eq!(quiz.question, "Process 0 goes next: read number[1]. What happens?");
    // who is at the event goes back to the moment first
    let over = moment().after([Message::End, Message::Ask(true)]);
    assert_eq!((over.at(), &over.quiz), (asked.at(), &asked.quiz));
    // where no run is ahead, one of the possible steps is asked about, and then taken
    for entry in catalog::entries() {
        let mut state = wander(&open(entry.slug), 12);
        state = state.apply(Message::Ask(true));
        let Some(quiz) = state.quiz.clone() else { continue };
        let (at, answered) = (state.at(), state.apply(Message::Say(quiz.right)));
        assert!(answered.is_derived() && answered.at() == at + 1, "{}", entry.slug);
        assert_eq!(answered.score.right, 1);
    }
    assert!(open("bakery").apply(Message::Ask(true)).scenario.asks);
}

#[test]
fn the_next_question_passes_steps_without_one() {
    let start = race().apply(Message::Start);
    assert_eq!(start.quiz, None, "who goes first is anybody's choice");
    let mut state = start.apply(Message::NextQuestion);
    let mut asked = 0;
    while state.at() < 14 {
        let quiz = state.quiz.clone().expect("a question");
        assert!(state.is_derived());
        state = state.after([Message::Say(quiz.right)]);
        asked += 1;
        if state.at() < 14 {
            state = state.apply(Message::NextQuestion);
        }
    }
    assert_eq!((state.score.right, state.score.of), (asked, asked));
    assert!(asked > 2, "{asked}");
}

#[test]
fn a_question_holds_nobody_up() {
    let state = race().after([Message::Start, Message::NextQuestion]);
    assert!(state.is_asked());
    let on = state.apply(Message::Forward);
    assert_eq!((on.at(), on.score.of), (state.at() + 1, 0));
    assert_eq!(state.apply(Message::End).quiz, None);
    assert_eq!(state.apply(Message::Ask(false)).quiz, None);
    // the player shows without asking
    let played = state.after([Message::Play, Message::Tick]);
    assert_eq!((played.at(), &played.quiz), (state.at() + 1, &None));
}

#[test]
fn questions_are_about_what_is_determined() {
    let mut asked = 0;
    for entry in catalog::entries() {
        let mut state = wander(&open(entry.slug), 40).after([Message::Ask(true), Message::Start]);
        while state.at() < state.len() {
            state = state.apply(Message::NextQuestion);
            let Some(quiz) = state.quiz.clone().filter(Quiz::is_open) else { continue };
            assert!((2..=5).contains(&quiz.answers.len()), "{quiz:?}");
            let differ =
                (1..quiz.answers.len()).all(|it| !quiz.answers[..it].contains(&quiz.answers[it]));
            assert!(differ && quiz.right < quiz.answers.len(), "{quiz:?}");
            asked += 1;
            state = state.apply(Message::Say(quiz.right));
        }
        assert_eq!(state.score.right, state.score.of);
    }
    assert!(asked > 200, "{asked}");
}

#[test]
fn nobody_is_to_predict_a_fault() {
    let link = "stable-storage?crashes=2&v=1&run=A4gDs6jrDpPQ4g79Dkxf.9pvA";
    let state = open(link).apply(Message::Ask(true));
    for (at, action) in state.scenario.run.iter().enumerate() {
        let quiz = state.apply(Message::Seek(at)).quiz;
        assert!(quiz.is_none() || !action.is_fault(), "{at}");
    }
    assert!(state.scenario.run.iter().any(|it| it.is_fault()));
}

/// The moment at which two customers enter, where the path opens it.
fn moment() -> State {
    let link = first().path[1].opening();
    open(link.trim_start_matches('#'))
}

#[test]
fn play_runs_exactly_the_steps_of_a_moment() {
    let opened = moment();
    assert_eq!((opened.at(), opened.to_event(), opened.came_from), (10, Some(4), Some(1)));
    let mut state = opened.apply(Message::Play);
    for _ in 0..4 {
        assert_eq!(state.playing, Some(Playing::Replay));
        state = state.apply(Message::Tick);
    }
    assert_eq!((state.at(), state.playing, state.to_event()), (14, None, None));
    assert_eq!(state.here().map(|it| it.0), Some(1));
}

#[test]
fn a_click_that_follows_keeps_the_moment_and_one_that_departs_is_the_readers_own() {
    let opened = moment();
    let next = opened.scenario.run[10];
    let kept = opened.apply(Message::Act(next));
    assert_eq!((kept.to_event(), kept.came_from), (Some(3), Some(1)));
    let other = opened.moves_now().into_iter().find(|action| *action != next).unwrap();
    let own = opened.apply(Message::Act(other));
    assert_eq!((own.here(), own.to_event(), own.came_from), (None, None, Some(1)));
}

#[test]
fn a_run_of_the_readers_own_that_breaks_the_same_meets_the_challenge() {
    let opened = moment();
    // the same four steps, and the two processes change places at the start of them
    let mut own = opened.apply(Message::Act(Action::step(1)));
    for process in [0, 0, 1] {
        own = own.apply(Message::Act(Action::step(process)));
    }
    assert!(own.here().is_none() && own.moment.fails(), "{:?}", own.scenario.run);
    assert_eq!(own.met().map(|it| it.0), Some(1));
    // what the checker has found is not the reader's
    let shown = Message::Show {
        run: own.scenario.run.clone(),
        loops_from: None,
        property: "p".into(),
        fails: true,
    };
    assert_eq!(opened.apply(shown).met(), None);
}

#[test]
fn to_play_at_random_is_asked_for_twice() {
    let state = first();
    let offered = state.apply(Message::Play);
    assert!(offered.offers_random && offered.playing.is_none());
    assert!(!offered.apply(Message::Act(Action::step(0))).offers_random);
    let playing = offered.apply(Message::Play);
    assert_eq!(playing.playing, Some(Playing::Random));
    let paused = playing.apply(Message::Play);
    assert!(paused.playing.is_none() && !paused.offers_random);
}

#[test]
fn questions_stay_until_a_link_says_otherwise() {
    let state = open("bakery?ask=1");
    let after = |link: &str| state.apply(Message::Load(Rc::new(open(link))));
    assert!(after("bakery?processes=2").scenario.asks);
    assert!(!after("bakery?processes=2&ask=0").scenario.asks);
    assert!(!after("bakery?ask=0").scenario.asks);
}

#[test]
fn a_guest_asks_if_its_link_says_so() {
    for look in ["", "&view=embed", "&view=embed&panels=stage,transport"] {
        let run = "v=1&at=13&run=AAVBQX.fBdw";
        let link = format!("bakery?processes=2&tie-break=none{look}&ask=1&{run}");
        assert!(open(&link).is_asked(), "{link}");
        assert!(!open(&link.replace("&ask=1", "")).is_asked(), "{link}");
    }
}
