//! What failed at a moment, why, and the ways out of it.

use crate::state::State;
use catalog::{IN_DOMAINS, Knob, NO_DEADLOCK, Row, Scenario, Value, reason};
use std::{collections::BTreeSet, rc::Rc};

/// A failure as the banner shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// "Two are in the critical section."
    pub what: String,
    /// What each had seen, and what was wrong with that; none if `what` has said it.
    pub why: Vec<Why>,
    /// "20 steps, the shortest run that fails."
    pub length: String,
    /// The option that was changed, and its published value: without the change there is no failure
    /// that we know of.
    pub rule: Option<Rule>,
}

/// A sentence of a reason, and the steps that it speaks of.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    pub text: String,
    /// From 0, in order.
    pub steps: Rc<[usize]>,
}

impl Why {
    fn of(clause: &reason::Clause) -> Why {
        let steps: BTreeSet<usize> = clause.steps().collect();
        Why { text: clause.text.clone(), steps: steps.into_iter().collect() }
    }
}

impl Failure {
    /// All sentences of the reason.
    pub fn reason(&self) -> String {
        self.why.iter().map(|why| &*why.text).collect::<Vec<_>>().join(" ")
    }
}

/// On a button there is no room for more.
const WORDS_MAX: usize = 36;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    pub knob: &'static Knob,
    pub value: &'static Value,
    /// The program lacks a published line, or has it elsewhere; other options change what happens around it.
    pub is_removed: bool,
}

impl Rule {
    /// "Crashes: none"
    pub fn option(&self) -> String {
        format!("{}: {}", self.knob.words, self.value.words)
    }

    /// What puts it back, on a button; an option that is too long for that is not named.
    pub fn words(&self) -> String {
        if self.is_removed {
            return "Put the rule back".into();
        }
        let words = format!("Put back: {}", self.option());
        match words.chars().count() > WORDS_MAX {
            true => "Put back what is published".into(),
            false => words,
        }
    }
}

/// What breaks in the step that led here; a liveness property breaks when the run has come to the end of
/// its loop. What broke earlier has its flag in time.
pub fn of(state: &State) -> Option<Failure> {
    let found = reason(state)?;
    let scenario = &state.scenario;
    Some(Failure {
        why: found.clauses.iter().map(Why::of).collect(),
        what: found.head,
        length: length(state),
        rule: rule(scenario),
    })
}

/// The same as the run says it.
pub fn reason(state: &State) -> Option<reason::Reason> {
    let property = property(state)?;
    let State { moment, scenario, trace, .. } = state;
    Some(Scenario { at: moment.at, ..scenario.clone() }.reason(trace, property))
}

/// Whether something fails.
pub fn is_one(state: &State) -> bool {
    property(state).is_some()
}

/// The property that the banner names: what the key moment announces, if it breaks here.
pub fn property(state: &State) -> Option<&'static str> {
    let State { moment, trace, .. } = state;
    let breaks = trace.breaks_at(moment.at);
    let stop = state.here().filter(|(_, stop)| stop.event() == moment.at);
    let announced =
        stop.and_then(|(_, stop)| stop.breaks.first()).filter(|text| breaks.contains(text));
    if announced.is_some() {
        return announced.copied();
    }
    if moment.is_deadlock() {
        return Some(NO_DEADLOCK);
    }
    let initial = if moment.at == 0 { moment.broken.first() } else { None };
    let computed = moment.error(&trace.rows).map(|_| IN_DOMAINS);
    let round = comes_round(&state.scenario).then_some(reason::ROUND);
    breaks.first().or(initial).copied().or(computed).or(round)
}

fn length(state: &State) -> String {
    let counted = |actions| state.trace.steps_in(actions);
    let steps = catalog::steps(counted(state.moment.at));
    match (&state.showing, state.scenario.loops_from) {
        (_, Some(from)) if comes_round(&state.scenario) => {
            match (counted(from) + 1, counted(state.len())) {
                (first, last) if first == last => format!("Step {first} repeats."),
                (first, last) => format!("Steps {first} to {last} repeat."),
            }
        }
        (Some(_), _) => format!("{steps}, the shortest run that fails."),
        _ => format!("After {steps}."),
    }
}

/// Whether the run is at the end of its loop.
fn comes_round(scenario: &Scenario) -> bool {
    scenario.loops_from.is_some() && scenario.at == scenario.run.len()
}

/// The one option that is not as published, sizes aside.
fn rule(scenario: &Scenario) -> Option<Rule> {
    let size = scenario.start_of_size();
    let turned = scenario.setting.iter().zip(size.setting.iter());
    let mut changed = turned.filter(|(now, usual)| now.1 != usual.1).map(|(_, usual)| usual);
    let (knob, value) = changed.next()?;
    let mut usual = scenario.setting.clone();
    usual.set(knob.name, value.name);
    let lines = |setting| -> Vec<String> {
        let rows = scenario.entry().rows(setting).into_iter();
        rows.filter(|row: &Row| !row.fault && !row.left_out).map(|row| row.text.clone()).collect()
    };
    // whether the published lines are all there, in their order
    let now = lines(&scenario.setting);
    let mut rest = now.iter();
    let is_removed = !lines(&usual).iter().all(|line| rest.any(|other| other == line));
    changed.next().is_none().then_some(Rule { knob, value, is_removed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Message;
    use catalog::Action;

    fn open(link: &str) -> State {
        State::open(&Scenario::parse(link).unwrap())
    }

    #[test]
    fn a_broken_lock_says_who_is_inside_and_which_rule_is_gone() {
        let state = open("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw");
        let failure = of(&state).unwrap();
        assert_eq!(failure.what, "Two are in the critical section.");
        assert_eq!(
            failure.reason(),
            "Each had read the other’s number before that was written, so both took 1. Then each read \
             the other’s 1, equal to its own, and went on."
        );
        assert_eq!(failure.length, "After 14 steps.");
        let rule = failure.rule.unwrap();
        assert_eq!((rule.knob.name, rule.value.name), ("tie-break", "process-id"));
        assert_eq!(rule.words(), "Put the rule back");
        assert_eq!(of(&state.apply(Message::Back)), None);
    }

    #[test]
    fn a_sentence_of_a_reason_rings_its_steps_until_the_moment_changes() {
        let state = open("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw");
        let why = of(&state).unwrap().why;
        assert!(why.len() > 1 && why.iter().all(|it| !it.steps.is_empty()), "{why:?}");
        assert!(why.iter().flat_map(|it| &*it.steps).all(|step| *step < state.len()));
        assert_ne!(why[0].steps, why[1].steps);
        let ring = |steps: &Rc<[usize]>| Message::Ring(Rc::clone(steps));
        let ringed = state.apply(ring(&why[0].steps));
        assert_eq!(ringed.ringed, why[0].steps);
        assert_eq!(ringed.apply(ring(&why[1].steps)).ringed, why[1].steps);
        assert!(
            ringed.apply(ring(&why[0].steps)).ringed.is_empty(),
            "a second press takes it back"
        );
        assert!(ringed.apply(Message::Back).ringed.is_empty());
        assert_eq!(ringed.apply(Message::Notice("n".into())).ringed, why[0].steps);
    }

    /// They take turns: who wants to enter before its turn waits for somebody who need not come.
    #[test]
    fn what_never_comes_though_nobody_moves_in_circles_has_a_reason() {
        const TEXT: &str = "algorithm Turns\n\nshared turn: 0..1\n\nprocess i of 2, for ever:\n  \
                            remainder:\n    pause\n  waiting:\n    await turn = i\n  critical:\n    \
                            pause\n  exit:\n    turn ← 1 - i\n\n\
                            eventually nobody starves: waiting → critical\n";
        let new = Scenario::parse(crate::state::NEW).unwrap().scenario;
        let state = State::open(&Scenario::parse(&new.with_text(TEXT).to_string()).unwrap());
        let show = |process| Message::Show {
            run: vec![Action::step(process)],
            loops_from: None,
            property: "nobody starves".into(),
            fails: true,
        };
        let failure = of(&state.apply(show(1))).expect("a failure");
        assert_eq!(failure.what, "Process 1 waits for ever: nobody has to move.");
        assert_eq!(
            failure.reason(),
            "Process 1 waits: turn = 0. Process 0 may stay in remainder for ever."
        );
        assert_eq!(of(&state.apply(show(0))), None, "it can enter, and so has to");
    }

    #[test]
    fn an_option_that_removes_no_rule_is_named() {
        let crash = of(&open("bakery?crash=keep&v=1&run=QAOKsX0f.7vps")).unwrap().rule.unwrap();
        assert_eq!(crash.words(), "Put back: Crashes: none");
        let bound = "bakery?processes=2&entries=unbounded&tickets=3&v=1&run=AMdUFQHG.Ax-J";
        assert_eq!(of(&open(bound)).unwrap().rule.unwrap().words(), "Put back: Each enters: twice");
        let order = of(&open("peterson?order=turn-first&v=1&run=ABVA.ZHBc")).unwrap();
        assert!(order.rule.unwrap().is_removed);
    }

    /// Every option of every algorithm, as it would be put back.
    #[test]
    fn what_puts_an_option_back_is_told_by_a_verb_and_fits_a_button() {
        for knob in catalog::entries().iter().flat_map(|entry| entry.knobs) {
            let words = Rule { knob, value: &knob.values[0], is_removed: false }.words();
            assert!(words.starts_with("Put back") && !words.contains('…'), "{words}");
            assert!(words.chars().count() <= WORDS_MAX, "{words}");
        }
    }

    #[test]
    fn the_banner_names_what_breaks_in_this_step_and_nothing_that_broke_before() {
        let state = open("stable-storage?crashes=2&v=1&run=A4gDs6jrDpPQ4g79Dkxf.9pvA");
        assert!(of(&state).unwrap().what.contains("No copy can be read"));
        let before = of(&state.apply(Message::Seek(19))).unwrap().what;
        assert!(
            before.contains("No copy on disk is whole") && !before.contains("can be read"),
            "{before}"
        );
        let after = state.apply(Message::Seek(20));
        assert!(!after.moment.broken.is_empty());
        assert_eq!(of(&after), None);
    }

    #[test]
    fn a_run_that_goes_round_says_who_waits_and_who_moves() {
        let what = |link: &str| of(&open(link)).unwrap();
        let dekker = what("dekker?gives-way=no&v=1&loop=4&run=ABR.OqMH");
        let waiting = "Processes 0 and 1 are waiting and never in the critical section.";
        assert_eq!(dekker.what, waiting);
        let hungry = what("dining-philosophers?takes=lower-first&v=1&loop=1&run=QCxf.U4Z2");
        assert_eq!(hungry.what, "Philosopher 0 is hungry and never eating.");
        assert!(hungry.reason().contains("all are of philosopher 2"), "{}", hungry.reason());
        let livelock = what("two-phase-locking?processes=2-0&abort=taken&v=1&loop=0&run=AEFH.2aWr");
        assert_eq!(livelock.what, "Processes 0 and 1 can try for ever.");
    }
}
