//! A student's page: the free lines of a program, and what is true of it.

use super::super::{copy::Copy, pieces::marked, verdicts::Verdicts};
use super::{address, playground, program::program};
use crate::check::claims;
use catalog::Scenario;
use session::state::Message;
use session::task::{ANSWER_MAX, Task, pack_answer};
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AnsweringProps {
    pub task: Task,
    /// What is there to begin with.
    pub answer: Vec<String>,
}

/// What runs, and the errors of what does not.
struct Written {
    scenario: Scenario,
    errors: Vec<(u32, String)>,
}

fn written(task: &Task, answer: &[String]) -> Written {
    let scenario = task.scenario(answer);
    let errors = scenario.text.as_ref().map_or(&[][..], |it| it.errors());
    let errors = errors.iter().map(|it| (it.line, format!("{} {}", it.message, it.help))).collect();
    Written { scenario, errors }
}

#[component]
pub fn Answering(AnsweringProps { task, answer }: &AnsweringProps) -> Html {
    let answer = use_state(|| Rc::new(answer.clone()));
    let is_hinted = use_state_eq(|| false);
    let now = use_memo((*answer).clone(), |answer| written(task, answer));
    // what ran before the text had an error
    let last = use_mut_ref(|| None::<Scenario>);
    if now.errors.is_empty() {
        *last.borrow_mut() = Some(now.scenario.start());
    }
    let change = {
        let answer = answer.clone();
        Callback::from(move |(place, text): (usize, String)| {
            let mut lines = Vec::clone(&answer);
            lines[place] = text;
            if lines.iter().map(String::len).sum::<usize>() <= ANSWER_MAX {
                answer.set(Rc::new(lines));
            }
        })
    };
    let is_free = |at: usize| task.free.iter().position(|it| *it == at);
    let class = |at: usize| classes!(is_free(at).is_some().then_some("free"));
    let instead = |at: usize| {
        let place = is_free(at)?;
        let text = answer.get(place).cloned().unwrap_or_default();
        let change = change.clone();
        let oninput = move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlTextAreaElement>().value();
            change.emit((place, value));
        };
        let rows = text.split('\n').count().to_string();
        Some(html! {
            <textarea class="code" value={text} {rows} {oninput} aria-label={format!("Line {at}")}
                spellcheck="false" autocapitalize="off" autocomplete="off" placeholder="your line" />
        })
    };
    let number = |at: usize| html! { <span class="number" aria-hidden="true">{at}</span> };
    let tell = {
        let last = Rc::clone(&last);
        Callback::from(move |message: Message| {
            let Message::Show { run, loops_from, .. } = message else { return };
            let last = last.borrow().clone();
            if let Some(scenario) = last {
                let shown = Scenario { loops_from, ..scenario.with_run(run) };
                let window = web_sys::window();
                let _ = window.and_then(|it| it.open_with_url(&playground(&shown)).ok());
            }
        })
    };
    let link = {
        let (task, answer) = (task.to_string(), (*answer).clone());
        Callback::from(move |()| address(&format!("task={task}&answer={}", pack_answer(&answer))))
    };
    let hidden = match task.hidden.len() {
        0 => None,
        1 => Some(
            "One property is hidden: it is checked when your teacher opens your answer.".to_owned(),
        ),
        all => Some(format!(
            "{all} properties are hidden: they are checked when your teacher opens your answer."
        )),
    };
    let name = now.scenario.entry().name;
    html! {
        <>
            <h1>{&task.question}</h1>
            <p class="lead">{format!("{name}, a task. The framed lines are yours, the others are locked.")}</p>
            <div class="task">
                <section class="task-card" aria-label="Program">
                    { program(task.text.trim_end_matches('\n'), class, number, instead) }
                    <div class="task-errors" role="status"><ul>
                        // what is not begun is not wrong
                        { for now.errors.iter().filter(|_| **answer != task.blank()).map(|(line, why)| html! {
                            <li><b>{format!("line {line}: ")}</b>{marked(why)}</li>
                        }) }
                    </ul></div>
                    if !task.hint.is_empty() {
                        if *is_hinted {
                            <p class="hint" role="status">{&task.hint}</p>
                        } else {
                            <button onclick={let hint = is_hinted.setter(); move |_| hint.set(true)}>{"Hint"}</button>
                        }
                    }
                </section>
                <aside>
                    if let Some(scenario) = &*last.borrow() {
                        if !now.errors.is_empty() {
                            <p class="note">{"For your last version without errors:"}</p>
                        }
                        <Checked scenario={scenario.clone()} quiet={task.quiet.clone()} {tell} />
                    } else {
                        <p class="note">{"The verdicts appear here as soon as the program has no error."}</p>
                    }
                    if let Some(hidden) = hidden { <p class="note">{hidden}</p> }
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
struct CheckedProps {
    scenario: Scenario,
    quiet: Vec<String>,
    tell: Callback<Message>,
}

#[component]
fn Checked(CheckedProps { scenario, quiet, tell }: &CheckedProps) -> Html {
    let claims = use_memo(scenario.clone(), claims);
    html! {
        <Verdicts scenario={scenario.clone()} {claims} unasked={true} quiet={quiet.clone()} tell={tell.clone()} />
    }
}
