//! A teacher grades: links are pasted, one a line, and checked in the tab.

use super::super::{copy::Copy, icon::icon, pieces::marked};
use super::{checking::use_grades, playground, settings::settings};
use crate::check::Mark;
use catalog::Scenario;
use session::task::{Grade, Graded, PropertyGrade, Task, answers, brief, graded, outcome};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct GradingProps {
    pub task: Task,
}

#[component]
pub fn Grading(GradingProps { task }: &GradingProps) -> Html {
    let field = use_node_ref();
    let grades = use_grades();
    let check = {
        let (grades, field, task) = (grades.clone(), field.clone(), task.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                grades.begin(&task, answers(&task, &field.value()));
            }
        })
    };
    let copied = {
        let grades = grades.clone();
        Callback::from(move |()| as_text(&grades.all()))
    };
    let all = grades.all();
    let title = match all.len() {
        0 => "Grade answers".to_owned(),
        _ => graded(&all),
    };
    html! {
        <>
            <h1>{title}</h1>
            <p class="lead">
                {format!("{} Paste answer links, one a line, each with a name before it if you like. They are \
                    checked in this tab.", task.question)}
            </p>
            {settings(task)}
            <label class="task-links">{"Answer links"}
                <textarea class="code" ref={field} rows="6" spellcheck="false" />
            </label>
            <div class="buttons">
                <button class="primary" onclick={check}>{"Check the answers"}</button>
                if !all.is_empty() { <Copy label="Copy as a table" text={copied} /> }
            </div>
            if let Some(why) = grades.problem() { <p role="alert">{why}</p> }
            if !all.is_empty() { {table(&all, task)} }
        </>
    }
}

/// A property by which some answer was judged.
struct Column {
    property: String,
    is_hidden: bool,
    /// In so many answers it fails.
    failures: usize,
}

/// All properties that some answer was judged by.
fn columns(all: &[Graded]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for judged in all.iter().flat_map(judged) {
        let failures = usize::from(judged.mark == Mark::Fails);
        match columns.iter_mut().find(|known| known.property == judged.property) {
            Some(known) => known.failures += failures,
            None => columns.push(Column {
                property: judged.property.clone(),
                is_hidden: judged.is_hidden,
                failures,
            }),
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

fn table(all: &[Graded], task: &Task) -> Html {
    let columns = columns(all);
    let head = |column: &Column| {
        let Column { property, is_hidden, failures } = column;
        html! {
            <th scope="col">
                {property}
                <small>
                    if *is_hidden { {"hidden · "} }
                    {match failures { 0 => "fails in none".to_owned(), count => format!("fails in {count}") }}
                </small>
            </th>
        }
    };
    html! {
        <table class="grades">
            <thead><tr>
                <th scope="col">{"Name"}</th><th scope="col">{"Answer"}</th>
                { for columns.iter().map(head) }
            </tr></thead>
            <tbody>{ for all.iter().enumerate().map(|answered| row(answered, &columns, task)) }</tbody>
        </table>
    }
}

fn row((nth, answered): (usize, &Graded), columns: &[Column], task: &Task) -> Html {
    let name = match answered.answer.name.as_str() {
        "" => format!("answer {}", nth + 1),
        name => name.to_owned(),
    };
    let (shape, class) = outcome(answered).mark.sign();
    html! {
        <tr key={nth}>
            <th scope="row"><span class={classes!("cell", class)}>{icon(shape)}<span>{name}</span></span></th>
            <td data-of="Answer">{ lines(answered, task) }</td>
            { match &answered.grade {
                Grade::Found { .. } => columns.iter().map(|column| cell(answered, &column.property)).collect::<Html>(),
                Grade::Rejected(why) => html! { <td class="bad why" colspan={columns.len().max(1).to_string()}>{marked(why)}</td> },
                Grade::Open => html! { <td>{"…"}</td> },
            } }
        </tr>
    }
}

/// What was handed in, without what is the same in all answers.
fn lines(answered: &Graded, task: &Task) -> Html {
    let Ok(lines) = &answered.answer.lines else { return Html::default() };
    let brief = brief(task, lines);
    let text = if brief.is_empty() { "nothing".to_owned() } else { brief.join("\n") };
    html! { <a target="_blank" href={playground(&task.whole(lines))}><code>{text}</code></a> }
}

fn cell(answered: &Graded, property: &str) -> Html {
    let Some(found) = judged(answered).iter().find(|grade| grade.property == property) else {
        return html! { <td data-of={property.to_owned()} /> };
    };
    let (shape, class) = found.mark.sign();
    let words = html! { <span class="cell">{icon(shape)}<span>{&found.short}</span></span> };
    let run = found.link.as_deref().filter(|_| found.mark == Mark::Fails);
    html! {
        <td key={property.to_owned()} {class} data-of={property.to_owned()}>
            { match run.and_then(|link| Scenario::parse(link).ok()) {
                Some(run) => html! { <a target="_blank" href={playground(&run.scenario)}>{words}</a> },
                None => words,
            } }
        </td>
    }
}

/// For a spreadsheet: fields with tabs between them.
fn as_text(all: &[Graded]) -> String {
    let columns = columns(all);
    let head = ["name", "holds"].into_iter().chain(columns.iter().map(|column| &*column.property));
    let mut text = head.collect::<Vec<_>>().join("\t");
    for answered in all {
        let holds = match answered.holds() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        };
        let cell = |column: &Column| {
            let found = judged(answered).iter().find(|grade| grade.property == column.property);
            let fails = |property_grade: &PropertyGrade| {
                if property_grade.mark == Mark::Fails { "fails: " } else { "" }
            };
            found.map_or_else(String::new, |grade| format!("{}{}", fails(grade), grade.short))
        };
        let cells = columns.iter().map(cell);
        let fields = [answered.answer.name.clone(), holds.to_owned()].into_iter().chain(cells);
        text += "\n";
        text += &fields.collect::<Vec<_>>().join("\t");
    }
    text
}
