//! What holds in every interleaving: a worker checks it, and says how far it has come.

mod checks;
mod compared;
mod coverage;
mod reasons;

use super::{Dispatch, asking::Asking, copy::Copy, pieces::marked, verdict::verdict};
use crate::check::{Found, Limit, Line, Mark, Request, Status};
use catalog::{Action, GRAPH_MAX, Scenario, is_called};
use checks::{Checks, use_checks};
use compared::use_compared;
use coverage::{ELSEWHERE, SAME, coverage, pace_words};
use gloo_timers::callback::Timeout;
use session::{prepared::Findings, state::Message};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct VerdictsProps {
    /// The setting to check; its run does not matter.
    pub scenario: Scenario,
    pub claims: Rc<Vec<Line>>,
    /// Whether to check unasked.
    pub unasked: bool,
    /// What was found of the first setting, where that is known already.
    #[prop_or_default]
    pub known: Option<Findings>,
    /// Whether another memory can be chosen.
    #[prop_or_default]
    pub offers_memory: bool,
    /// The text is somebody's own work: with what is published it is not compared.
    #[prop_or_default]
    pub is_own: bool,
    /// The property whose failure is shown once it is found.
    #[prop_or_default]
    pub wanted: &'static str,
    /// Properties of which the verdict is told, and no run.
    #[prop_or_default]
    pub quiet: Vec<String>,
    /// What a search has found that came to its end.
    #[prop_or_default]
    pub on_found: Callback<Rc<Found>>,
    /// How many properties hold, and how many fail.
    #[prop_or_default]
    pub on_count: Callback<(usize, usize)>,
    /// Draws all states, where they are few.
    #[prop_or_default]
    pub on_states: Option<Callback<()>>,
    pub tell: Dispatch,
}

#[component]
pub fn Verdicts(props: &VerdictsProps) -> Html {
    let VerdictsProps { claims, offers_memory, quiet, on_states, tell, .. } = props;
    let checks = use_checks(props);
    let compared = use_compared(props, &checks);
    let Checks { status, asking, known, is_asked } = &checks;
    let [now, before] = &*known.borrow();
    let memories = now.as_ref().or(before.as_ref()).and_then(|found| found.memories.as_deref());
    // what was found before is still true while it goes further
    let lines = now.as_ref().map_or(&**claims, |found| &found.lines);
    let shown = with_settled(lines, status);
    use_count(&shown, &props.on_count);
    use_wanted(&shown, *is_asked, props);
    let was = |line: &Line| compared.mark(line, before.as_deref());
    let reason = |line: &Line| {
        let of = now.as_ref()?.reasons.iter().find(|of| of.property == line.property)?;
        Some(reasons::reason(of, tell))
    };
    let is_quiet = |line: &Line| quiet.iter().any(|quiet| is_called(&line.property, quiet));
    html! {
        <section class="verdicts" aria-label="In every interleaving">
            <h2>{"In every interleaving"}</h2>
            <ul>
                { for shown.iter().map(|line| match is_quiet(line) {
                    true => verdict(&in_a_word(line), None, was(line), None),
                    false => verdict(line, show(line, tell), was(line), reason(line)),
                }) }
            </ul>
            <div class="checking">
                if let Some(memories) = memories {
                    {memory(if *offers_memory { memories } else { &[] }, tell)}
                }
                { controls(status, asking, before.as_deref(), on_states.as_ref(), tell) }
            </div>
        </section>
    }
}

/// The lines, with what a search that still runs has settled.
fn with_settled<'a>(lines: &'a [Line], status: &'a Status) -> Vec<&'a Line> {
    let settled = match status {
        Status::Running(_, settled) => &**settled,
        _ => &[],
    };
    let newer = |line: &Line| settled.iter().find(|newer| newer.property == line.property);
    lines.iter().map(|line| newer(line).unwrap_or(line)).collect()
}

/// Says how many properties hold, and how many fail.
#[hook]
fn use_count(shown: &[&Line], on_count: &Callback<(usize, usize)>) {
    let count = |mark| shown.iter().filter(|line| line.mark == mark).count();
    use_effect_with((count(Mark::Holds), count(Mark::Fails)), {
        let on_count = on_count.clone();
        move |&count| on_count.emit(count)
    });
}

/// Shows the failure that is wanted, once it is found.
#[hook]
fn use_wanted(shown: &[&Line], is_asked: bool, props: &VerdictsProps) {
    let VerdictsProps { wanted, tell, .. } = props;
    let failing = shown.iter().find(|line| is_called(&line.property, wanted));
    let failing = failing.filter(|line| is_asked && line.mark == Mark::Fails).copied().cloned();
    use_effect_with(failing, {
        let tell = tell.clone();
        move |failing| {
            let run = failing.as_ref().and_then(|line| Some((line, line.run()?)));
            if let Some((line, run)) = run {
                let (loops_from, property) = (line.loops_from, line.property.clone());
                tell.emit(Message::Show { run, loops_from, property, fails: true });
            }
        }
    });
}

/// What the verdicts assume, and with which memories they can be asked again.
fn memory(others: &[String], tell: &Dispatch) -> Html {
    let one = |name: &String| {
        let message = Message::Memory(name.clone());
        let onclick = tell.reform(move |_| message.clone());
        html! { <>{" "}<button class="link" {onclick}>{name}</button></> }
    };
    html! {
        <p>
            {"Sequentially consistent memory."}
            if !others.is_empty() { {" With store buffers:"}{for others.iter().map(one)} }
        </p>
    }
}

/// Whether it holds, and no more.
fn in_a_word(line: &Line) -> Line {
    let sentence = match line.mark {
        Mark::Fails => "fails".into(),
        Mark::Holds => "holds".into(),
        _ => line.sentence.clone(),
    };
    Line { sentence, ..line.clone() }
}

fn show(line: &Line, tell: &Dispatch) -> Option<Html> {
    let (run, loops_from, property) = (line.run()?, line.loops_from, line.property.clone());
    let fails = line.mark == Mark::Fails;
    let label = format!("Show me: {property}");
    let tell = tell.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        let (run, property) = (run.clone(), property.clone());
        tell.emit(Message::Show { run, loops_from, property, fails });
        reveal(&event);
    });
    Some(html! { <button class="link" {onclick} aria-label={label}>{"show me"}</button> })
}

/// The nearest step that the search did not follow.
fn show_beyond(run: &str, tell: &Dispatch) -> Option<Html> {
    let run: Option<Vec<Action>> =
        run.split_whitespace().map(|action| action.parse().ok()).collect();
    let (run, tell) = (run?, tell.clone());
    let onclick = Callback::from(move |event: MouseEvent| {
        let (run, property) = (run.clone(), "a step beyond the bound".into());
        tell.emit(Message::Show { run, loops_from: None, property, fails: false });
        reveal(&event);
    });
    Some(html! {
        <>{" "}<button class="link" {onclick}>{"Show me the nearest such step"}</button></>
    })
}

/// Goes to the playground where only the article is in the window, once the run is shown there: notices above it go,
/// and its words take another height.
fn reveal(event: &MouseEvent) {
    let lab = event.target_dyn_into::<Element>().and_then(|target| target.closest(".lab").ok()?);
    let narration = lab.and_then(|lab| lab.query_selector(".narration").ok()?);
    let Some(narration) = narration else { return };
    let look = move || {
        if narration.get_bounding_client_rect().top() < 0.0 {
            narration.scroll_into_view();
        }
    };
    Timeout::new(0, look).forget();
}

/// What a button of the panel asks for.
#[derive(Clone, Copy)]
enum Ask {
    Check(Limit),
    Stop,
    GoOn,
}

fn button(words: &'static str, asking: &Asking, ask: Ask) -> Html {
    let asking = asking.clone();
    let onclick = move |_| match ask {
        Ask::Check(limit) => asking.check(limit),
        Ask::Stop => asking.ask(&Request::Stop),
        Ask::GoOn => {
            asking.status.set(Status::started());
            asking.ask(&Request::GoOn);
        }
    };
    html! { <button {onclick}>{words}</button> }
}

fn controls(
    status: &Status,
    asking: &Asking,
    before: Option<&Found>,
    on_states: Option<&Callback<()>>,
    tell: &Dispatch,
) -> Html {
    let check = |words, limit| button(words, asking, Ask::Check(limit));
    let (told, button) = match status {
        Status::Open => (Html::default(), check("Check every interleaving", Limit::Asked)),
        Status::Running(pace, _) => (
            // not read aloud: it changes too often
            html! { <span aria-hidden="true">{pace.map_or("starting".into(), pace_words)}</span> },
            button("Stop", asking, Ask::Stop),
        ),
        Status::Done { found, .. } if found.unfinished => {
            (marked(&coverage(found)), button("Go on", asking, Ask::GoOn))
        }
        Status::Done { found, limit } => {
            let is_same = !found.is_cut && before.is_some_and(|before| before.is_like(found));
            let (more, button) = match (found.is_cut, limit) {
                (false, _) => (if is_same { SAME } else { "" }, check("Check again", *limit)),
                (true, Limit::Unasked) => ("", check("Check further", Limit::Asked)),
                (true, _) => {
                    (ELSEWHERE, html! { <Copy label="Copy its command" text={asking.command()} /> })
                }
            };
            let beyond = found.beyond.as_ref().and_then(|run| show_beyond(run, tell));
            let draw = on_states.filter(|_| found.exhausted && found.states <= GRAPH_MAX).map(|draw| {
                html! { <>{" "}<button class="link" onclick={draw.reform(|_| ())}>{"Draw them"}</button></> }
            });
            (html! { <>{marked(&coverage(found))}{draw}{more}{beyond}</> }, button)
        }
        Status::Failed(why) => (why.into(), check("Try again", Limit::Asked)),
    };
    html! { <><p role="status">{told}</p>{button}</> }
}
