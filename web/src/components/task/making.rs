//! A teacher makes a task of a listing.

use super::super::{copy::Copy, icon::icon, pieces::marked};
use super::{
    address,
    checking::{Grades, use_grades},
    playground,
    program::program,
    settings::choices,
};
use crate::check::Mark;
use catalog::Scenario;
use session::task::{
    Answer, Disclosure, Grade, Graded, Task, TaskDraft, WORDS_MAX, own_lines, pack_answer,
};
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

/// Something that the teacher changes.
type Change = Rc<dyn Fn(&mut TaskDraft)>;

#[component]
pub fn TaskMaker(TaskMakerProps { scenario }: &TaskMakerProps) -> Html {
    let making = use_state(|| Rc::new(TaskDraft::of(scenario)));
    // why the last choice of a setting was not taken
    let refused = use_state_eq(|| None::<String>);
    let change = {
        let (making, refused) = (making.clone(), refused.setter());
        Callback::from(move |change: Change| {
            let mut now = TaskDraft::clone(&making);
            change(&mut now);
            refused.set(None);
            making.set(Rc::new(now));
        })
    };
    let on_set = {
        let (making, refused) = (making.clone(), refused.setter());
        Callback::from(move |(option, value)| {
            let mut now = TaskDraft::clone(&making);
            refused.set(now.set(option, value).err());
            making.set(Rc::new(now));
        })
    };
    let made = making.task();
    let grades = use_own_grades(made.as_ref().ok());
    let free = making.lines().iter().filter(|line| line.is_free).count();
    html! {
        <>
            <h1>{"Make a task"}</h1>
            <p class="lead">
                {"Click the numbers of the lines that students write. All other lines they can read and not \
                  change. The link carries all of it; nothing is stored anywhere."}
            </p>
            {match &made {
                Err(why) => html! { <p role="status">{why}</p> },
                Ok(_) => own(&grades, &making.others()),
            }}
            <div class="task">
                <section class="task-card" aria-label="Program">
                    <h2>{format!("Program · {free} free")}</h2>
                    { program(&making, &change.reform(|line: usize| -> Change {
                        Rc::new(move |draft| draft.turn(line))
                    })) }
                </section>
                <aside>
                    { field("What you ask", &making.question, &change, |it, value| it.question = value) }
                    { field("Hint, shown on request", &making.hint, &change, |it, value| it.hint = value) }
                    { choices(&making, refused.as_deref(), &on_set, &change.reform(|()| -> Change { Rc::new(TaskDraft::reset) })) }
                    { disclosures(&making, &change) }
                    if let Ok((task, answer)) = &made { {links(&task.to_string(), &pack_answer(answer))} }
                    <p class="note">
                        {"Hidden properties are encoded in the link, not encrypted. Anybody can decode them."}
                    </p>
                </aside>
            </div>
        </>
    }
}

/// The teacher's own lines, graded whenever the task becomes another one.
#[hook]
fn use_own_grades(made: Option<&(Task, Vec<String>)>) -> Grades {
    let grades = use_grades();
    // words change nothing of what is found
    let asked = made.map(|(task, answer)| {
        let (question, hint) = (String::new(), String::new());
        (Task { question, hint, ..task.clone() }, answer.clone())
    });
    use_effect_with(asked, {
        let grades = grades.clone();
        move |asked| {
            if let Some((task, answer)) = asked {
                let own = Answer { name: String::new(), lines: Ok(answer.clone()) };
                grades.begin(task, vec![own]);
            }
        }
    });
    grades
}

/// Whether the task can be solved at all: by the lines that the teacher has freed.
fn own(grades: &Grades, others: &[String]) -> Html {
    if let Some(why) = grades.problem() {
        return html! { <p role="alert">{why}</p> };
    }
    let all = grades.all();
    let Some(own) = all.first() else { return Html::default() };
    let outcome = own_lines(own, others);
    let (shape, class) = outcome.mark.sign();
    html! {
        <p class={classes!("own", class)} role="status">
            {icon(shape)}<span>{marked(&outcome.words)}{" "}{for failing_run(own)}</span>
        </p>
    }
}

/// The run of the first failure.
fn failing_run(graded: &Graded) -> Option<Html> {
    let Grade::Found { lines, .. } = &graded.grade else { return None };
    let failing = lines.iter().find(|line| line.mark == Mark::Fails)?;
    let run = Scenario::parse(failing.link.as_deref()?).ok()?.scenario;
    Some(html! { <a target="_blank" href={playground(&run)}>{"See the run"}</a> })
}

fn field(
    label: &'static str,
    value: &str,
    change: &Callback<Change>,
    set: fn(&mut TaskDraft, String),
) -> Html {
    let oninput = change.reform(move |event: InputEvent| -> Change {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Rc::new(move |draft| set(draft, value.clone()))
    });
    html! {
        <label>{label}
            <textarea rows="2" value={value.to_owned()} maxlength={WORDS_MAX.to_string()} {oninput} />
        </label>
    }
}

/// What students see of each property.
fn disclosures(making: &TaskDraft, change: &Callback<Change>) -> Html {
    let one = |(at, name, told): (usize, String, Disclosure)| {
        let onchange = change.reform(move |event: Event| -> Change {
            let nth = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let chosen = usize::try_from(nth).ok().and_then(|nth| TOLD.get(nth));
            let told = chosen.map_or(Disclosure::Run, |choice| choice.0);
            Rc::new(move |draft| draft.disclose(at, told))
        });
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
    let properties = making.lines().into_iter();
    let properties =
        properties.filter_map(|line| line.property.map(|(name, told)| (line.number, name, told)));
    html! {
        <fieldset>
            <legend>{"What students see of each property"}</legend>
            { for properties.map(one) }
        </fieldset>
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
