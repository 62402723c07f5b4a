//! The player, along a run and by chance.

use super::{first, open, wander};
use crate::state::{Message, Playing, RANDOM_MAX, State};
use catalog::{Action, Speed};
use std::rc::Rc;

#[test]
fn the_player_follows_the_run_and_stops_at_its_end() {
    let state = wander(&first(), 3).apply(Message::Seek(1)).apply(Message::Play);
    assert_eq!(state.playing, Some(Playing::Replay));
    let state = state.apply(Message::Tick);
    assert_eq!((state.at(), state.playing), (2, Some(Playing::Replay)));
    let state = state.apply(Message::Tick);
    assert_eq!((state.at(), state.len(), state.playing), (3, 3, None));
    assert_eq!(state.apply(Message::Play).playing, None);
    let random = state.after([Message::Play, Message::Play]);
    assert_eq!(random.playing, Some(Playing::Random));
}

/// Plays until it stops, for at most so many steps.
fn played(state: &State, steps: usize) -> State {
    let mut state = state.apply(Message::PlayAtRandom);
    for _ in 0..steps {
        if state.playing.is_some() {
            state = state.apply(Message::Tick);
        }
    }
    state
}

#[test]
fn a_random_schedule_ends_with_the_run_or_at_its_bound() {
    const MANY: usize = 150;
    let mut endless = 0;
    for entry in catalog::entries() {
        let state = played(&open(entry.slug), MANY);
        let goes_on = state.playing.is_some();
        assert_eq!(goes_on, state.can_move(), "{}", entry.slug);
        assert!(!goes_on || state.len() == MANY, "{}", entry.slug);
        endless += usize::from(goes_on);
        // the same seed gives the same run, played or taken step by step
        let steps = state.len().min(50);
        assert_eq!(wander(&open(entry.slug), steps).scenario.run, state.scenario.run[..steps]);
    }
    assert!(endless > 0);
    // a run that is nearly as long as it may be
    let round = [0; 6].map(|_| Action::step(0)).into_iter();
    let mut scenario = open("bakery?processes=2&entries=unbounded").scenario;
    while scenario.run.len() < RANDOM_MAX - 3 {
        scenario.run.extend(round.clone());
    }
    scenario.run.truncate(RANDOM_MAX - 3);
    scenario.at = scenario.run.len();
    let state = State::open(&scenario.into());
    assert_eq!((state.len(), &*state.notices), (RANDOM_MAX - 3, &[][..]));
    let state = played(&state, 9);
    assert_eq!((state.len(), state.playing, state.can_move()), (RANDOM_MAX, None, true));
}

#[test]
fn stepping_by_hand_stops_the_player() {
    let playing = wander(&first(), 3).apply(Message::PlayAtRandom);
    assert!(playing.playing.is_some());
    for message in [Message::Back, Message::Start, Message::Seek(1), Message::Play] {
        assert_eq!(playing.apply(message).playing, None);
    }
}

#[test]
fn a_run_on_show_starts_at_its_end_and_plays_from_its_start() {
    let own = wander(&first(), 5);
    let run = wander(&first().apply(Message::Seed(9)), 12).scenario.run;
    let shown = own.apply(Message::Show {
        run: run.clone(),
        loops_from: None,
        property: "p".into(),
        fails: true,
    });
    assert_eq!((shown.at(), &shown.scenario.run), (12, &run));
    assert_eq!(shown.showing.as_ref().map(|showing| &*showing.property), Some("p"));
    assert_eq!(shown.jumps, own.jumps + 1);
    assert_eq!(shown.branches.forks(&run).len(), 1);
    let replay = shown.apply(Message::Replay);
    assert_eq!((replay.at(), replay.playing), (0, Some(Playing::Replay)));
    // as soon as the reader leaves it, it is the reader's own run
    let left = replay.after([Message::Forward, Message::Act(run[1]), Message::Seek(0)]);
    assert!(left.showing.is_some());
    let other = left.moves_now().into_iter().find(|action| *action != run[0]).unwrap();
    assert_eq!(left.apply(Message::Act(other)).showing, None);
}

/// One process that goes round all by itself.
fn round() -> State {
    let state = first().apply(Message::Turn { knob: "entries", value: "unbounded" });
    let run = vec![Action::step(0); 40];
    let mut scenario = state.scenario.with_run(run);
    let places: Vec<_> = (0..=40)
        .map(|at| {
            scenario.at = at;
            scenario.moment().view
        })
        .collect();
    let from = (1..40).find(|&from| places[from + 1..].contains(&places[from])).unwrap();
    let len = (from + 1..41).find(|&to| places[to] == places[from]).unwrap();
    let run = scenario.run[..len].to_vec();
    state.apply(Message::Show { run, loops_from: Some(from), property: "p".into(), fails: true })
}

#[test]
fn a_loop_is_played_round_and_round() {
    let shown = round();
    let (from, len) = (shown.scenario.loops_from.unwrap(), shown.len());
    assert!(from > 0 && shown.is_derived());
    // the link says it too
    assert!(open(&shown.scenario.to_string()).scenario == shown.scenario);
    let mut state = shown.apply(Message::Play);
    for at in (from + 1..=len).chain(from + 1..=len) {
        state = state.apply(Message::Tick);
        assert_eq!((state.at(), state.playing), (at, Some(Playing::Replay)));
    }
    assert_eq!(state.apply(Message::Play).playing, None);
    assert_eq!(state.rounds, 2);
    // so do steps by hand
    let by_hand = shown.after([Message::Forward, Message::Back, Message::Forward]);
    assert_eq!((by_hand.at(), by_hand.rounds), (from + 1, 0));
    let state = state.apply(Message::Forward);
    assert_eq!((state.at(), state.rounds, state.playing), (from + 1, 3, None));
    assert_eq!(state.apply(Message::Start).rounds, 0);
    // another step leaves the loop, which stays reachable as what it is
    let other =
        state.moves_now().into_iter().find(|action| *action != state.scenario.run[from + 1]);
    let left = state.apply(Message::Act(other.unwrap()));
    assert_eq!((left.scenario.loops_from, left.len(), left.rounds), (None, from + 2, 0));
    let back = left.apply(Message::Branch(0));
    assert_eq!((back.scenario.loops_from, back.len()), (Some(from), len));
    let turned = state.apply(Message::Turn { knob: "processes", value: "2" });
    assert_eq!(turned.scenario.loops_from, None);
}

/// The steps that a blogger asks for, until the reader leaves them.
#[test]
fn chosen_steps_are_played_round_and_round() {
    let run = wander(&first(), 9).scenario;
    let mut state = open(&format!("{run}&steps=3-6&speed=4"));
    assert_eq!((state.at(), state.len(), state.speed.tick_ms), (3, 9, 200));
    state = state.apply(Message::Play);
    for at in [4, 5, 6, 3, 4] {
        state = state.apply(Message::Tick);
        assert_eq!((state.at(), state.playing), (at, Some(Playing::Replay)));
    }
    // the transport stays in them, from the first to the last
    let ends = [Message::End, Message::Start].map(|message| state.apply(message).at());
    assert_eq!(ends, [6, 3]);
    assert!(state.apply(Message::End).scenario.steps.is_some());
    // each of these leaves them
    let last = state.apply(Message::End);
    let other =
        last.moves_now().into_iter().find(|action| *action != last.scenario.run[6]).unwrap();
    for message in [Message::Forward, Message::Seek(2), Message::Act(other)] {
        let left = last.apply(message);
        assert_eq!(left.scenario.steps, None);
        assert_eq!(left.after([Message::Start]).at(), 0);
    }
    // asked for again, they are there again
    let again = open(&format!("{run}&steps=3-6"));
    let back = last.after([Message::Forward, Message::Load(Rc::new(again))]);
    assert_eq!(back.scenario.steps, Some((3, 6)));
}

#[test]
fn speeds_differ() {
    let ticks: Vec<u32> = Speed::ALL.iter().map(|speed| speed.tick_ms).collect();
    assert!(ticks.is_sorted_by(|a, b| a > b), "{ticks:?}");
    assert!(Speed::ALL.contains(&Speed::default()));
}
