//! What holds in every interleaving: a worker checks it, and says how far it has come.

mod coverage;
mod reasons;

use super::{Dispatch, asking::Asking, copy::Copy, pieces::marked, verdict::verdict};
use crate::check::{Found, Limit, Line, Mark, Request, Status};
use catalog::{Action, GRAPH_MAX, Scenario, is_called};
use coverage::{ELSEWHERE, SAME, coverage, pace_words};
use gloo_timers::callback::Timeout;
use session::{
    ready::Findings,
    state::{Message, NEW, Unreached},
};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// The page draws what an option has changed, and then the check begins, unless a worker is there.
const QUIET_MS: u32 = 30;

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
    let VerdictsProps {
        scenario,
        claims,
        unasked,
        known: given,
        offers_memory,
        is_own,
        wanted,
        quiet,
        on_found,
        on_count,
        on_states,
        tell,
    } = props;
    let first = given.as_ref().map(|it| &it.0);
    let status = use_state_eq(|| Status::known(first));
    let checker = use_mut_ref(|| None);
    // what was found of this setting, and of the one before it
    let known = use_mut_ref(|| [None, None]);
    let checked = use_mut_ref(|| None::<Scenario>);
    if let Status::Done { found, .. } = &*status {
        known.borrow_mut()[0] = Some(Rc::clone(found));
    }
    use_effect_with(status.clone(), {
        let (tell, on_found, of) = (tell.clone(), on_found.clone(), scenario.clone());
        let is_first = first.cloned();
        move |status| {
            if let Status::Done { found, .. } = &**status {
                on_found.emit(Rc::clone(found));
                let lines = found.unreached.clone();
                // of what a page begins with there is nothing to tell but lines that never run
                if lines.is_empty() && is_first.is_some_and(|it| it == *found) {
                    return;
                }
                tell.emit(Message::Unreached(Rc::new(Unreached { of, lines })));
            }
        }
    });
    let setter = status.setter();
    let asking = Asking { checker, status: setter, scenario: scenario.clone(), from_here: None };
    // what is found is of another setting until that is asked
    let is_asked = checked.borrow().as_ref() == Some(scenario);
    use_effect_with((scenario.clone(), *unasked), {
        let (asking, known) = (asking.clone(), Rc::clone(&known));
        let is_known = first.is_some();
        move |(scenario, unasked)| {
            let is_begin = checked.borrow().is_none();
            if is_begin && is_known {
                checked.replace(Some(scenario.clone()));
                return Box::new(|| ()) as Box<dyn FnOnce()>;
            }
            // texts are compared with the published one, options with what was before
            let last = checked.replace(Some(scenario.clone()));
            let are_texts = last.is_some_and(|it| it.text.is_some()) && scenario.text.is_some();
            let found = known.borrow_mut()[0].take();
            if !are_texts {
                known.borrow_mut()[1] = found;
            }
            if *unasked && asking.is_ready() {
                asking.check(Limit::Unasked);
                return Box::new(|| ());
            }
            asking.end();
            asking.status.set(Status::Open);
            let later =
                unasked.then(|| Timeout::new(QUIET_MS, move || asking.check(Limit::Unasked)));
            Box::new(move || drop(later))
        }
    });
    // a link that opens with changed options is compared with the published ones
    let usual = use_state_eq(|| Status::known(given.as_ref().and_then(|it| it.1.as_ref())));
    let is_given = use_mut_ref(|| matches!(&*usual, Status::Done { .. }));
    let usual_checker = use_mut_ref(|| None);
    let default = scenario.as_published().start_of_size();
    let is_text = scenario.text.is_some() && scenario.slug != NEW && !is_own;
    // a text is compared with the published one, options with the published ones; of a new algorithm a text is
    // compared with what was before
    let published = if is_text { scenario.as_published() } else { default.clone() };
    let is_compared = is_text || scenario.text.is_none();
    let is_changed = *unasked && is_compared && published != *scenario;
    let is_default = published == default;
    let is_done = matches!(&*status, Status::Done { .. });
    let is_wanted = is_done && (is_text || known.borrow()[1].is_none());
    use_effect_with((published, is_changed, is_wanted), {
        let status = usual.setter();
        move |(published, is_changed, is_wanted)| {
            if *is_changed && *is_wanted && !(is_given.replace(false) && is_default) {
                let scenario = published.clone();
                let asking = Asking { checker: usual_checker, status, scenario, from_here: None };
                asking.check(Limit::Unasked);
            }
        }
    });
    let usual = match &*usual {
        Status::Done { found, .. } if is_changed => Some(Rc::clone(found)),
        _ => None,
    };
    let [now, before] = &*known.borrow();
    let memories = now.as_ref().or(before.as_ref()).and_then(|found| found.memories.as_deref());
    // what was found before is still true while it goes further
    let lines = now.as_ref().map_or(&**claims, |it| &it.lines);
    let settled = match &*status {
        Status::Running(_, settled) => &**settled,
        _ => &[],
    };
    let shown: Vec<&Line> = lines
        .iter()
        .map(|line| settled.iter().find(|it| it.property == line.property).unwrap_or(line))
        .collect();
    let count = |mark| shown.iter().filter(|it| it.mark == mark).count();
    use_effect_with((count(Mark::Holds), count(Mark::Fails)), {
        let on_count = on_count.clone();
        move |&count| on_count.emit(count)
    });
    let was = |line: &Line| {
        let before = if is_text { usual.as_ref() } else { before.as_ref().or(usual.as_ref()) }?;
        let before = before.lines.iter().find(|it| it.property == line.property);
        before.map(|it| it.mark)
    };
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
    let reason = |line: &Line| {
        let of = now.as_ref()?.reasons.iter().find(|of| of.property == line.property)?;
        Some(reasons::reason(of, tell))
    };
    let is_quiet = |line: &Line| quiet.iter().any(|it| is_called(&line.property, it));
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
                { controls(&status, &asking, before.as_deref(), on_states.as_ref(), tell) }
            </div>
        </section>
    }
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
    let run: Option<Vec<Action>> = run.split_whitespace().map(|it| it.parse().ok()).collect();
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

/// Goes to the playground where only the article is in the window.
fn reveal(event: &MouseEvent) {
    let lab = event.target_dyn_into::<Element>().and_then(|it| it.closest(".lab").ok()?);
    let narration = lab.and_then(|it| it.query_selector(".narration").ok()?);
    if let Some(narration) = narration.filter(|it| it.get_bounding_client_rect().top() < 0.0) {
        narration.scroll_into_view();
    }
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
            let is_same = !found.is_cut && before.is_some_and(|it| it.is_like(found));
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
