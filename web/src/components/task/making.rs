//! A teacher makes a task of a listing.

use super::super::copy::Copy;
use super::{address, program::program};
use catalog::Scenario;
use session::task::{Disclosure, TaskDraft, WORDS_MAX, pack_answer};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TaskMakerProps {
    pub scenario: Scenario,
}

const TOLD: [(Disclosure, &str); 3] = [
    (Disclosure::Run, "Verdict and run"),
    (Disclosure::Verdict, "Verdict only"),
    (Disclosure::Hidden, "Hidden until graded"),
];

#[component]
pub fn TaskMaker(TaskMakerProps { scenario }: &TaskMakerProps) -> Html {
    let making = use_state(|| Rc::new(TaskDraft::of(scenario)));
    let change = {
        let making = making.clone();
        move |what: &dyn Fn(&mut TaskDraft)| {
            let mut now = TaskDraft::clone(&making);
            what(&mut now);
            making.set(Rc::new(now));
        }
    };
    let lines: Vec<&str> = making.lines.iter().map(|it| &*it.text).collect();
    let free = making.lines.iter().filter(|it| it.is_free).count();
    let class = |at: usize| {
        classes!(making.lines.get(at - 1).is_some_and(|it| it.is_free).then_some("free"))
    };
    let number = |at: usize| {
        let Some(line) = making.lines.get(at - 1) else { return Html::default() };
        let change = change.clone();
        let onclick = move |_| change(&|it| it.turn(at - 1));
        html! {
            <button class="number" {onclick} disabled={line.property.is_some()}
                aria-pressed={line.is_free.to_string()} aria-label={format!("Line {at} is free")}>{at}</button>
        }
    };
    let field = |label: &'static str, value: &str, set: fn(&mut TaskDraft, String)| {
        let change = change.clone();
        let oninput = move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            change(&|it| set(it, value.clone()));
        };
        html! {
            <label>{label}
                <input value={value.to_owned()} maxlength={WORDS_MAX.to_string()} {oninput} />
            </label>
        }
    };
    let property = |(at, name, told): (usize, &String, Disclosure)| {
        let change = change.clone();
        let onchange = move |event: Event| {
            let nth = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let told = usize::try_from(nth)
                .ok()
                .and_then(|it| TOLD.get(it))
                .map_or(Disclosure::Run, |it| it.0);
            change(&|it| {
                if let Some(property) = &mut it.lines[at].property {
                    property.1 = told;
                }
            });
        };
        html! {
            <label key={at}><span>{name}</span>
                <select {onchange}>
                    { for TOLD.iter().map(|(it, words)| html! {
                        <option selected={*it == told}>{*words}</option>
                    }) }
                </select>
            </label>
        }
    };
    let properties = making.lines.iter().enumerate();
    let properties =
        properties.filter_map(|(at, it)| it.property.as_ref().map(|it| (at, &it.0, it.1)));
    let made = making.task();
    html! {
        <>
            <h1>{"Make a task"}</h1>
            <p class="lead">
                {"Click the numbers of the lines that students write. All other lines they can read and not \
                  change. The link carries all of it; nothing is stored anywhere."}
            </p>
            <div class="task">
                <section class="task-card" aria-label="Program">
                    <h2>{format!("Program · {free} free")}</h2>
                    { program(&lines.join("\n"), class, number, |_| None) }
                </section>
                <aside>
                    { field("What you ask", &making.question, |it, value| it.question = value) }
                    { field("Hint, shown on request", &making.hint, |it, value| it.hint = value) }
                    <fieldset>
                        <legend>{"What students see of each property"}</legend>
                        { for properties.map(property) }
                    </fieldset>
                    { match made {
                        Err(why) => html! { <p role="status">{why}</p> },
                        Ok((task, answer)) => links(&task.to_string(), &pack_answer(&answer)),
                    } }
                    <p class="note">
                        {"Hidden properties are encoded in the link, not encrypted. Anybody can decode them."}
                    </p>
                </aside>
            </div>
        </>
    }
}

fn links(task: &str, answer: &str) -> Html {
    let link = address(&format!("task={task}"));
    html! {
        <div class="buttons">
            <Copy label="Copy the task’s link" class="primary" text={move |()| link.clone()} />
            <a class="button" target="_blank" href={address(&format!("task={task}"))}>{"See it as a student"}</a>
            <a class="button" target="_blank" href={address(&format!("task={task}&answer={answer}"))}>
                {"Check your own answer"}
            </a>
            <a class="button" target="_blank" href={address(&format!("grade={task}"))}>{"Grade answers"}</a>
        </div>
    }
}
