//! The page of a task: a teacher makes one, students answer it, and answers are graded. All there is to
//! know is in the address.

mod answering;
mod checking;
mod field;
mod figure;
mod grading;
mod making;
mod program;
mod settings;

use answering::Answering;
use catalog::Scenario;
use gloo_events::EventListener;
use grading::Grading;
use making::TaskMaker;
use session::task::{Task, pack_answer, unpack_answer};
use yew::prelude::*;

/// What the address asks for.
#[derive(Clone, PartialEq)]
enum TaskRoute {
    /// A listing to make a task of.
    Make(Scenario),
    Answer(Task, Vec<String>),
    Grade(Task),
    /// Nothing, or nothing that can be read: a sentence.
    Nothing(String),
}

const NOTHING: &str =
    "A task begins with an algorithm: open one, press Share, and choose “Make a task”.";

impl TaskRoute {
    fn here() -> TaskRoute {
        let hash =
            web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
        let hash = hash.trim_start_matches('#');
        let pair = |name: &str| {
            hash.split('&').find_map(|text| text.strip_prefix(name)?.strip_prefix('='))
        };
        let asked = match (hash.strip_prefix("make="), pair("task"), pair("grade"), pair("answer"))
        {
            (Some(link), ..) => Scenario::parse(link)
                .map(|parsed| TaskRoute::Make(parsed.scenario))
                .map_err(|problem| problem.to_string()),
            (_, Some(task), _, None) => Task::parse(task).map(|task| {
                let blank = task.blank();
                TaskRoute::Answer(task, blank)
            }),
            (_, Some(task), _, Some(answer)) => Task::parse(task)
                .and_then(|task| Ok(TaskRoute::Answer(task, unpack_answer(answer)?))),
            (_, _, Some(task), _) => Task::parse(task).map(TaskRoute::Grade),
            _ => Err(NOTHING.into()),
        };
        asked.unwrap_or_else(TaskRoute::Nothing)
    }
}

/// An address of this page, from a pair on.
fn address(hash: &str) -> String {
    let here =
        web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    format!("{}#{hash}", here.split('#').next().unwrap_or_default())
}

/// The playground with a scenario.
fn playground(scenario: &Scenario) -> String {
    format!("{}.html#{scenario}", scenario.slug)
}

#[component]
pub fn TaskPage() -> Html {
    let at = use_state(TaskRoute::here);
    use_effect_with((), {
        let at = at.setter();
        move |()| {
            let window = web_sys::window();
            let listener = window.map(|window| {
                EventListener::new(&window, "hashchange", move |_| at.set(TaskRoute::here()))
            });
            move || drop(listener)
        }
    });
    match &*at {
        TaskRoute::Make(scenario) => html! { <TaskMaker scenario={scenario.clone()} /> },
        TaskRoute::Answer(task, answer) => html! {
            <Answering key={format!("{task} {}", pack_answer(answer))} task={task.clone()} answer={answer.clone()} />
        },
        TaskRoute::Grade(task) => html! { <Grading task={task.clone()} /> },
        TaskRoute::Nothing(why) => html! {
            <>
                <h1>{"A task"}</h1>
                <p class="lead">{why}</p>
                <p><a class="button" href="./">{"All algorithms"}</a></p>
            </>
        },
    }
}
