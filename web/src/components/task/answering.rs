//! A student's page: the free lines of a program, what is true of it, and the shortest run that fails.

use super::super::{copy::Copy, verdicts::Verdicts};
use super::{address, field::Field, figure::Figure, settings::settings};
use crate::check::{Found, claims};
use catalog::{Scenario, capital, listing::Diagnostic};
use session::state::Message;
use session::task::{Filled, Task, pack_answer, shortest_failure};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AnsweringProps {
    pub task: Task,
    /// What is there to begin with.
    pub answer: Vec<String>,
}

/// What runs, and what is wrong with what does not.
struct Written {
    scenario: Scenario,
    errors: Rc<[Diagnostic]>,
    problem: Option<String>,
}

impl Written {
    fn of(filled: &Filled) -> Written {
        let scenario = filled.scenario();
        let errors: Rc<[_]> = scenario.text.as_ref().map_or(&[][..], |text| text.errors()).into();
        let problem = match errors.is_empty() {
            true => filled.task().problem(&scenario),
            false => None,
        };
        Written { scenario, errors, problem }
    }

    fn runs(&self) -> bool {
        self.errors.is_empty() && self.problem.is_none()
    }
}

/// What the picture shows.
#[derive(Clone, PartialEq)]
struct Shown {
    /// The program, from its start.
    of: Scenario,
    run: Scenario,
    words: String,
}

impl Shown {
    fn start(of: &Scenario) -> Shown {
        let words = "Your program, from its start".into();
        Shown { of: of.clone(), run: of.clone(), words }
    }

    /// The shortest run that fails, of those that students see.
    fn found(of: &Scenario, found: &Found, quiet: &[String]) -> Shown {
        let failing = shortest_failure(found, quiet).and_then(|line| Some((line, line.run()?)));
        let Some((line, run)) = failing else { return Shown::start(of) };
        let run = Scenario { loops_from: line.loops_from, ..of.with_run(run) };
        let words = format!("{}: the shortest run that fails", capital(&line.property));
        Shown { of: of.clone(), run, words }
    }
}

#[component]
pub fn Answering(AnsweringProps { task, answer }: &AnsweringProps) -> Html {
    let filled = use_state_eq(|| Filled::new(Rc::new(task.clone()), answer));
    let now = use_memo((*filled).clone(), Written::of);
    // what ran before the text had an error
    let last = use_mut_ref(|| None::<Scenario>);
    if now.runs() {
        *last.borrow_mut() = Some(now.scenario.start());
    }
    let on_write = use_callback(filled.setter(), |written: Filled, filled| filled.set(written));
    let link = {
        let (task, answer) = (task.to_string(), filled.answer().to_vec());
        Callback::from(move |()| address(&format!("task={task}&answer={}", pack_answer(&answer))))
    };
    // what is not begun is not wrong
    let errors = if filled.is_blank() { Rc::default() } else { Rc::clone(&now.errors) };
    let name = now.scenario.entry().name;
    let running = last.borrow().clone();
    html! {
        <>
            <h1>{&task.question}</h1>
            <Hint hint={task.hint.clone()} />
            <p class="lead">{format!("{name}, a task. The framed lines are yours, the others are locked.")}</p>
            {settings(task)}
            <div class="task answering">
                <section class="task-card" aria-label="Program">
                    <Field filled={(*filled).clone()} {errors} {on_write} />
                    if let Some(why) = &now.problem { <p role="alert">{why}</p> }
                </section>
                <aside>
                    if let Some(scenario) = running {
                        if !now.runs() {
                            <p class="note">{"For your last version without errors:"}</p>
                        }
                        <Checked {scenario} quiet={task.quiet.clone()} />
                    } else {
                        <p class="note">{"The verdicts appear here as soon as the program has no error."}</p>
                    }
                    {hidden(task.hidden_properties())}
                    <Copy label="Copy my answer’s link" class="primary" text={link} />
                    <p class="note">
                        {"Send this link to your teacher. It holds your lines and nothing about you. You can \
                          hand in at any time, also while something fails."}
                    </p>
                </aside>
            </div>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct HintProps {
    hint: String,
}

/// On request.
#[component]
fn Hint(HintProps { hint }: &HintProps) -> Html {
    let is_shown = use_state_eq(|| false);
    match (hint.is_empty(), *is_shown) {
        (true, _) => Html::default(),
        (_, true) => html! { <p class="hint" role="status">{hint}</p> },
        _ => {
            let shown = is_shown.setter();
            html! { <button onclick={move |_| shown.set(true)}>{"Hint"}</button> }
        }
    }
}

/// What is checked later.
fn hidden(count: usize) -> Html {
    let words = match count {
        0 => return Html::default(),
        1 => {
            "One property is hidden: it is checked when your teacher opens your answer.".to_owned()
        }
        _ => format!(
            "{count} properties are hidden: they are checked when your teacher opens your answer."
        ),
    };
    html! { <p class="note">{words}</p> }
}

#[derive(Properties, PartialEq)]
struct CheckedProps {
    scenario: Scenario,
    quiet: Vec<String>,
}

/// The picture, and below it what is true in every interleaving.
#[component]
fn Checked(CheckedProps { scenario, quiet }: &CheckedProps) -> Html {
    let claims = use_memo(scenario.clone(), claims);
    let shown = use_state_eq(|| Shown::start(scenario));
    let on_found = use_callback((scenario.clone(), quiet.clone(), shown.setter()), {
        |found: Rc<Found>, (scenario, quiet, shown)| {
            shown.set(Shown::found(scenario, &found, quiet));
        }
    });
    let tell = {
        let (scenario, shown) = (scenario.clone(), shown.setter());
        Callback::from(move |message: Message| {
            let Message::Show { run, loops_from, property, .. } = message else { return };
            let run = Scenario { loops_from, ..scenario.with_run(run) };
            shown.set(Shown { of: scenario.clone(), run, words: capital(&property) });
        })
    };
    let is_of_this = shown.of == *scenario;
    html! {
        <>
            <section class="figure" aria-label="Picture">
                <h2>{&shown.words}</h2>
                if !is_of_this { <p class="note">{"This is your version before: the one that you see is still being checked."}</p> }
                <Figure scenario={shown.run.clone()} />
            </section>
            <Verdicts scenario={scenario.clone()} {claims} unasked={true} is_own={true} quiet={quiet.clone()} {on_found} {tell} />
        </>
    }
}
