//! A listing that is the program: its own lines in colours, and the processes at theirs.

use super::{
    Dispatch, StateRef,
    editor::{Editor, pins},
    kept::Kept,
    pieces::pin,
    tries::tries,
};
use catalog::{
    Moment,
    listing::{
        Shade,
        compare::{Comparison, LineChange, compare},
        highlight,
    },
};
use session::{
    snippet::side_by_side,
    state::{Message, State},
};
use std::{collections::BTreeSet, rc::Rc};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TextProps {
    pub state: StateRef,
    /// The reader may edit it where that is there.
    pub tell: Option<Dispatch>,
    /// The reader asks what each line is for.
    #[prop_or_default]
    pub on_lines: Option<Callback<()>>,
}

/// The program of a scenario.
#[component]
pub fn Text(props: &TextProps) -> Html {
    let TextProps { state: StateRef(state), tell, on_lines } = props;
    let tell = tell.as_ref();
    let beside = tell.map(|_| side_by_side(&state.scenario)).unwrap_or_default();
    let source = state.scenario.source();
    let is_changed = state.scenario.text.is_some();
    if let (true, Some(tell)) = (state.is_editing, tell) {
        return html! {
            <Editor source={Rc::<str>::from(state.source())}
                state={Rc::clone(state)} tell={tell.clone()} />
        };
    }
    let published = state.scenario.published().source;
    let errors = state.errors().len();
    let compared_with = state.compared_with().filter(|_| is_changed);
    let changes = compared_with.map(|published| compare(published, source));
    let differences = changes.as_ref().map(Comparison::differences);
    html! {
        <>
            <div class="program-head">
                {heading_of(&state.moment)}
                if let Some(tell) = tell { {edit(true, tell)} }
            </div>
            {lines(state, source, changes.map_or_else(Vec::new, |changes| changes.lines))}
            if errors > 0 {
                <p class="differs">
                    {match errors {
                        1 => "Your text has an error: press Edit.".to_owned(),
                        count => format!("Your text has {count} errors: press Edit."),
                    }}
                    {" What runs is the last version without errors."}
                </p>
            } else if let Some(differences) = differences {
                <p class="differs">
                    <span aria-hidden="true">{"≠ "}</span>
                    {match differences {
                        1 => "1 line differs from the published text. ".to_owned(),
                        count => format!("{count} lines differ from the published text. "),
                    }}
                    if tell.is_some() { <a href={beside}>{"Side by side"}</a> }
                </p>
            }
            if let Some(on_lines) = on_lines {
                <button class="link" onclick={on_lines.reform(|_| ())}>{"What is each line for?"}</button>
            }
            if let Some(tell) = tell {
                <Kept slug={state.scenario.slug} shown={Rc::<str>::from(source)} {published}
                    on_open={opening(tell)} />
                {tries(&state.scenario, tell, &opening(tell))}
            }
        </>
    }
}

/// Begins or ends to edit.
pub fn edit(is_editing: bool, tell: &Dispatch) -> Html {
    let onclick = tell.reform(move |_| Message::Edit(is_editing));
    html! { <button class="edit" {onclick}>{if is_editing { "Edit" } else { "Done" }}</button> }
}

/// What the listing is of: the role of all processes, if they have the same.
pub fn heading_of(moment: &Moment) -> Html {
    let mut roles = moment.view.processes.iter().map(|shown| shown.role);
    let first = roles.next();
    let is_single = moment.view.processes.len() == 1;
    match first.filter(|first| roles.all(|role| role == *first)) {
        Some(role) if is_single => html! { <h2>{format!("Program of the {role}")}</h2> },
        Some(role) => html! { <h2>{format!("Program of each {role}")}</h2> },
        None => html! { <h2>{"Program"}</h2> },
    }
}

/// Opens the editor with a text.
fn opening(tell: &Dispatch) -> Callback<String> {
    let tell = tell.clone();
    Callback::from(move |source| {
        tell.emit(Message::Edit(true));
        tell.emit(Message::Write(source));
    })
}

/// Lines that say nothing here: the page has title and options elsewhere.
pub(super) fn is_told_elsewhere(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || ["algorithm ", "option ", "#"].iter().any(|text| line.starts_with(text))
}

/// `changes` says of each line what became of it, where the text is not the published one.
fn lines(state: &State, source: &str, changes: Vec<LineChange>) -> Html {
    let (trace, moment) = (&state.trace, &state.moment);
    let of_row = |left_out: bool| -> BTreeSet<usize> {
        let rows = trace.rows.iter().filter(|row| row.left_out == left_out);
        rows.filter_map(|row| row.label.parse().ok()).collect()
    };
    let (mut left_out, mut runs) = (of_row(true), of_row(false));
    for (line, is_part) in state.scenario.conditions() {
        if is_part { &mut runs } else { &mut left_out }.insert(line);
    }
    let last = moment.at.checked_sub(1).and_then(|it| trace.steps.get(it)).map(|step| step.row);
    let last: Option<usize> =
        last.and_then(|last| trace.rows.get(usize::from(last))?.label.parse().ok());
    let pins = pins(trace, moment);
    let tags = picture::tags(&moment.view);
    let are_numbers = tags.iter().enumerate().all(|(at, tag)| *tag == at.to_string());
    let next = if are_numbers { " next: process " } else { " next: " };
    let never = state.never_run();
    // coloured as a whole, for the names; then cut into lines
    let mut coloured = split(source, &runs).into_iter();
    let line = |(at, text): (usize, &str)| {
        let number = at + 1;
        let words = coloured.next().unwrap_or_default();
        if is_told_elsewhere(text) || left_out.contains(&number) && !runs.contains(&number) {
            return None;
        }
        let differs = matches!(changes.get(at), Some(LineChange::Changed(_) | LineChange::Added));
        let depth = (text.len() - text.trim_start().len()) / 2;
        let is_unreached = never.contains(&number);
        let class = classes!(
            "line",
            depth_class(depth),
            differs.then_some("changed"),
            is_unreached.then_some("never")
        );
        let here: Vec<u8> = pins.iter().filter(|pin| pin.0 == number).map(|pin| pin.1).collect();
        Some(html! {
            <li key={number} class={classes!((last == Some(number)).then_some("last"))}>
                <span class="pins">
                    if !here.is_empty() { <span class="unseen">{next}</span> }
                    { for here.into_iter().map(|it| html! { {pin(it, &tags)} }) }
                </span>
                <span class={class}>
                    <span class="number" aria-hidden="true">{number}</span>
                    <span class="words">{for words}</span>
                    if differs {
                        <span class="unseen">{" differs from the published text"}</span>
                    }
                    if is_unreached { <span class="note">{" never runs"}</span> }
                </span>
                if last == Some(number) { <span class="unseen">{" ran last"}</span> }
            </li>
        })
    };
    html! { <ol class="code text">{ for source.lines().enumerate().filter_map(line) }</ol> }
}

/// Where a long line goes on: behind its own beginning.
fn depth_class(depth: usize) -> Option<&'static str> {
    ["in1", "in2", "in3", "in4", "in5"][..depth.min(5)].last().copied()
}

/// The pieces of each line, without comments; conditions of lines that run are true.
pub(super) fn split(source: &str, runs: &BTreeSet<usize>) -> Vec<Vec<Html>> {
    let mut lines = vec![Vec::new()];
    let (mut is_over, mut gap) = (false, "");
    for piece in highlight(source, &[]) {
        let words = &source[piece.bytes];
        for (nth, part) in words.split('\n').enumerate() {
            if nth > 0 {
                lines.push(Vec::new());
                (is_over, gap) = (false, "");
            }
            let is_condition = piece.shade == Shade::Keyword && part == "with";
            is_over |= piece.shade == Shade::Comment || is_condition && runs.contains(&lines.len());
            if is_over || part.is_empty() {
                continue;
            }
            let line = lines.last_mut().expect("it begins with one");
            // what stands before a comment is no end of a line
            if part.trim().is_empty() && !line.is_empty() {
                gap = part;
                continue;
            }
            let gap = std::mem::take(&mut gap);
            line.push(html! { <>{gap}<span class={piece.shade.class()}>{part}</span></> });
        }
    }
    lines
}

/// The pieces of each line, with comments and conditions.
pub(super) fn shaded(source: &str) -> Vec<Vec<Html>> {
    let mut lines = vec![Vec::new()];
    for piece in highlight(source, &[]) {
        for (nth, part) in source[piece.bytes].split('\n').enumerate() {
            if nth > 0 {
                lines.push(Vec::new());
            }
            let line = lines.last_mut().expect("it begins with one");
            line.push(html! { <span class={piece.shade.class()}>{part}</span> });
        }
    }
    lines
}
