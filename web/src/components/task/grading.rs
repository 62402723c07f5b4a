//! A teacher grades: links are pasted, one a line, and checked in the tab.

use super::super::{copy::Copy, icon::icon};
use super::playground;
use crate::check::{Checker, Heard, Limit, Reply, Request, refused};
use catalog::Scenario;
use session::check::Mark;
use session::task::{Grade, Graded, PropertyGrade, Task, answers, graded};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// The answers, and the worker that is asked of one after the other.
struct Inner {
    task: Task,
    all: Vec<Graded>,
    /// Which is asked, and what is searched.
    at: Option<(usize, Scenario)>,
    checker: Option<Checker>,
    problem: Option<String>,
    draw: Callback<()>,
}

type Shared = Rc<RefCell<Inner>>;

/// Asks for the next answer that is not graded.
fn go_on(shared: &Shared) {
    let inner = &mut *shared.borrow_mut();
    let task = &inner.task;
    let next = inner.all.iter_mut().enumerate().find_map(|(at, it)| Some((at, it.asks(task)?)));
    inner.at = next;
    let Some((_, scenario)) = &inner.at else { return };
    let request = Request::check(scenario, Limit::Unasked);
    let on_reply = hear(Rc::downgrade(shared));
    if Checker::ask_anew(&mut inner.checker, on_reply, &request).is_err() {
        inner.problem = Some(refused());
    }
}

fn hear(shared: Weak<RefCell<Inner>>) -> Heard {
    Rc::new(move |reply: Reply| {
        let Some(shared) = shared.upgrade() else { return };
        {
            let inner = &mut *shared.borrow_mut();
            let Some((at, scenario)) = &inner.at else { return };
            match reply {
                Reply::Progress(..) | Reply::Answer(_) => return,
                Reply::Found(found) => inner.all[*at].take(&inner.task, scenario, &found),
                Reply::Problem(why) => inner.all[*at].grade = Grade::Rejected(why),
                Reply::Died(why) => {
                    inner.problem = Some(why);
                    inner.at = None;
                }
            }
        }
        if shared.borrow().problem.is_none() {
            go_on(&shared);
        }
        let draw = shared.borrow().draw.clone();
        draw.emit(());
    })
}

#[derive(Properties, PartialEq)]
pub struct GradingProps {
    pub task: Task,
}

#[component]
pub fn Grading(GradingProps { task }: &GradingProps) -> Html {
    let field = use_node_ref();
    let draw = use_force_update();
    let shared = use_mut_ref(|| Inner {
        task: task.clone(),
        all: Vec::new(),
        at: None,
        checker: None,
        problem: None,
        draw: Callback::from(move |()| draw.force_update()),
    });
    let check = {
        let (shared, field) = (Rc::clone(&shared), field.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(field) = field.cast::<HtmlTextAreaElement>() else { return };
            {
                let inner = &mut *shared.borrow_mut();
                inner.checker = None;
                inner.problem = None;
                inner.all =
                    answers(&inner.task, &field.value()).into_iter().map(Graded::new).collect();
            }
            go_on(&shared);
            let draw = shared.borrow().draw.clone();
            draw.emit(());
        })
    };
    let inner = shared.borrow();
    let title = match inner.all.len() {
        0 => "Grade answers".to_owned(),
        _ => graded(&inner.all),
    };
    let columns = columns(&inner.all);
    let copied = {
        let shared = Rc::clone(&shared);
        Callback::from(move |()| as_text(&shared.borrow().all))
    };
    html! {
        <>
            <h1>{title}</h1>
            <p class="lead">
                {format!("{} Paste answer links, one a line, each with a name before it if you like. They are \
                    checked in this tab.", task.question)}
            </p>
            <label class="task-links">{"Answer links"}
                <textarea class="code" ref={field} rows="6" spellcheck="false" />
            </label>
            <div class="buttons">
                <button class="primary" onclick={check}>{"Check the answers"}</button>
                if !inner.all.is_empty() { <Copy label="Copy as a table" text={copied} /> }
            </div>
            if let Some(why) = &inner.problem { <p role="alert">{why}</p> }
            if !inner.all.is_empty() {
                <div class="wide">
                    <table class="grades">
                        <thead><tr>
                            <th scope="col">{"Name"}</th><th scope="col">{"Answer"}</th>
                            { for columns.iter().map(|(name, is_hidden)| html! {
                                <th scope="col">{name}if *is_hidden { <small>{" hidden"}</small> }</th>
                            }) }
                        </tr></thead>
                        <tbody>{ for inner.all.iter().enumerate().map(|it| row(it, &columns, task)) }</tbody>
                    </table>
                </div>
            }
        </>
    }
}

/// All properties that some answer was judged by.
fn columns(all: &[Graded]) -> Vec<(String, bool)> {
    let mut columns: Vec<(String, bool)> = Vec::new();
    for it in all.iter().flat_map(judged) {
        if !columns.iter().any(|known| known.0 == it.property) {
            columns.push((it.property.clone(), it.is_hidden));
        }
    }
    columns
}

fn judged(of: &Graded) -> &[PropertyGrade] {
    match &of.grade {
        Grade::Found { lines, .. } => lines,
        _ => &[],
    }
}

fn row((nth, it): (usize, &Graded), columns: &[(String, bool)], task: &Task) -> Html {
    let cell = |(name, _): &(String, bool)| {
        let found = judged(it).iter().find(|it| it.property == *name);
        let (class, words) = found.map_or((None, Html::default()), |found| {
            let (shape, class) = found.mark.sign();
            (
                Some(class),
                html! { <span class="cell">{icon(shape)}<span>{&found.short}</span></span> },
            )
        });
        let link = found.and_then(|it| it.link.as_deref()).filter(|_| class == Some("bad"));
        html! {
            <td key={name.clone()} {class} data-of={name.clone()}>
                { match link.and_then(|it| Scenario::parse(it).ok()) {
                    Some(it) => html! { <a target="_blank" href={playground(&it.scenario)}>{words}</a> },
                    None => words,
                } }
            </td>
        }
    };
    let name = match it.answer.name.as_str() {
        "" => format!("answer {}", nth + 1),
        name => name.to_owned(),
    };
    let lines = it.answer.lines.as_ref().ok();
    let open = lines.map(|lines| playground(&task.whole(lines)));
    let text = lines.map(|lines| lines.iter().map(|it| it.trim()).collect::<Vec<_>>().join(" … "));
    html! {
        <tr key={nth}>
            <th scope="row">{name}</th>
            <td data-of="Answer">
                if let (Some(text), Some(open)) = (text, open) {
                    <a target="_blank" href={open}><code>{if text.is_empty() { "nothing".to_owned() } else { text }}</code></a>
                }
            </td>
            { match &it.grade {
                Grade::Found { .. } => columns.iter().map(cell).collect::<Html>(),
                Grade::Rejected(why) => html! { <td class="bad" colspan={columns.len().max(1).to_string()}>{why}</td> },
                Grade::Open => html! { <td>{"…"}</td> },
            } }
        </tr>
    }
}

/// For a spreadsheet: fields with tabs between them.
fn as_text(all: &[Graded]) -> String {
    let columns = columns(all);
    let head = ["name", "holds"].into_iter().chain(columns.iter().map(|it| &*it.0));
    let mut text = head.collect::<Vec<_>>().join("\t");
    for it in all {
        let holds = match it.holds() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        };
        let cell = |(name, _): &(String, bool)| {
            let found = judged(it).iter().find(|it| it.property == *name);
            let fails = |it: &PropertyGrade| if it.mark == Mark::Fails { "fails: " } else { "" };
            found.map_or_else(String::new, |it| format!("{}{}", fails(it), it.short))
        };
        let cells = columns.iter().map(cell);
        let fields = [it.answer.name.clone(), holds.to_owned()].into_iter().chain(cells);
        text += "\n";
        text += &fields.collect::<Vec<_>>().join("\t");
    }
    text
}
