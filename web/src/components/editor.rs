//! The listing as a text field over its coloured copy. At every pause the text is read, the run
//! replayed, and every interleaving checked.

mod below;
mod field;

use super::{Tell, kept::Kept, pieces::pin, tries::tries};
use crate::drafts;
use catalog::{
    Diagnostic, Moment, Trace,
    listing::{
        compare::{Comparison, LineChange, compare},
        edit, highlight, tidy_line,
    },
};
use gloo_timers::callback::Timeout;
use session::{
    edit::{difference, tidied},
    state::{Message, NEW, State},
};
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// A pause of this length, and the text is read: what is wrong with it is said.
const PAUSE_MS: u32 = 250;

/// A text without errors runs after a shorter one.
const SHORT_PAUSE_MS: u32 = 15;

#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// What stands in it until the reader types, and whenever it changes from outside.
    pub source: Rc<str>,
    pub state: Rc<State>,
    pub tell: Tell,
}

#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { source, state, tell } = props;
    let field = use_node_ref();
    let text = use_state_eq(|| Rc::clone(source));
    let waiting = use_mut_ref(|| None::<[Timeout; 2]>);
    // the last text that was read: the reader may have typed on
    let written = use_mut_ref(String::new);
    let slug = state.scenario.slug;
    let published = state.scenario.published().source.unwrap_or_default();

    // the field is the reader's: only a text from elsewhere is put into it
    use_effect_with(Rc::clone(source), {
        let (field, text) = (field.clone(), text.setter());
        let (waiting, written) = (Rc::clone(&waiting), Rc::clone(&written));
        move |source| {
            let is_own = written.replace(source.to_string()) == **source;
            if let Some(field) = field.cast::<HtmlTextAreaElement>().filter(|_| !is_own) {
                waiting.take();
                field.set_value(source);
                text.set(Rc::clone(source));
            }
        }
    });
    use_effect_with((), {
        let (field, errors) = (field.clone(), state.errors().first().cloned());
        let source = Rc::clone(source);
        move |()| {
            drafts::begin(slug, &source);
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                begin(&field, slug, errors.as_ref());
            }
        }
    });

    let write = {
        let (tell, text) = (tell.clone(), text.setter());
        let (waiting, written) = (Rc::clone(&waiting), Rc::clone(&written));
        move |source: String, pause_ms: u32| {
            drafts::keep(slug, &source, published);
            text.set(source.as_str().into());
            let after = |ms: u32, message: fn(String) -> Message| {
                let (tell, written) = (tell.clone(), Rc::clone(&written));
                let source = source.clone();
                Timeout::new(ms, move || {
                    written.replace(source.clone());
                    tell.emit(message(source));
                })
            };
            let short = after(pause_ms.min(SHORT_PAUSE_MS), Message::Type);
            waiting.replace(Some([short, after(pause_ms, Message::Write)]));
        }
    };
    let oninput = {
        let write = write.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlTextAreaElement = event.target_unchecked_into();
            write(field.value(), PAUSE_MS);
        })
    };
    // who leaves the field does not wait for the pause
    let onblur = {
        let tell = tell.clone();
        let (waiting, written) = (Rc::clone(&waiting), Rc::clone(&written));
        Callback::from(move |event: FocusEvent| {
            if waiting.take().is_some() {
                let source = event.target_unchecked_into::<HtmlTextAreaElement>().value();
                written.replace(source.clone());
                tell.emit(Message::Write(source));
            }
        })
    };
    // a button's change: read at once
    let on_edit = {
        let (field, write) = (field.clone(), write.clone());
        Callback::from(move |edit: edit::Edit| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                field::apply(&field, &edit);
                write(field.value(), 0);
            }
        })
    };
    let on_text = {
        let (field, on_edit) = (field.clone(), on_edit.clone());
        Callback::from(move |new: String| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                on_edit.emit(difference(&field.value(), &new));
            }
        })
    };
    let onkeydown = Callback::from(move |event: KeyboardEvent| key(&event));

    let is_read = **text == **source;
    let errors = if is_read { state.errors() } else { &[] };
    let comparison = compare(published, &text);
    let runs = errors.is_empty() && is_read;
    let pins = if runs { pins(&state.trace, &state.moment) } else { Vec::new() };
    let (help, wrong) = ("editor-help", "editor-errors");
    html! {
        <>
            {below::count(&comparison, state.errors().len(), slug)}
            <div class={classes!("editor", (!errors.is_empty()).then_some("wrong"))}>
                {gutter(&text, &comparison, errors, &pins, published, &on_text)}
                <div class="sheet">
                    <pre aria-hidden="true">{for coloured(&text, errors)}{"\n"}</pre>
                    <textarea ref={field} {oninput} {onkeydown} {onblur} spellcheck="false" autocomplete="off"
                        autocapitalize="off" wrap="off" aria-label={format!("Listing of {}", state.scenario.entry().name)}
                        aria-invalid={(!errors.is_empty()).to_string()}
                        aria-describedby={format!("{wrong} {help}")} />
                    {below::notes(&text, errors, &on_edit)}
                </div>
            </div>
            {below::errors(wrong, &text, state, is_read, &on_edit)}
            {below::fit(state)}
            {below::was(&text, &comparison, published, &on_text)}
            {below::buttons(&text, state, published, &on_text)}
            <Kept {slug} shown={Rc::clone(&text)} {published} on_open={on_text.clone()} />
            {tries(&state.scenario, tell, &on_text)}
            <p id={help} class="editor-help">
                {"Type <- for ←. Each read or write of a shared variable is a step. Tab leaves the \
                  text; Ctrl and ] or [ indent."}
            </p>
        </>
    }
}

/// Where the caret begins: at the first error, or at what is meant to be changed.
fn begin(field: &HtmlTextAreaElement, slug: &str, error: Option<&Diagnostic>) {
    let text = field.value();
    let at = match error {
        Some(error) => error.span.start as usize,
        // in a new algorithm the second line that runs is the one to play with
        None if slug == NEW => text.find("turn ←").unwrap_or_default(),
        None => 0,
    };
    let at = text.get(..at).map_or(0, |it| it.encode_utf16().count() as u32);
    let _ = field.set_selection_range(at, at);
    let _ = field.focus();
}

/// Keys that do more than type.
fn key(event: &KeyboardEvent) {
    let field: HtmlTextAreaElement = event.target_unchecked_into();
    if event.is_composing() || event.alt_key() {
        return;
    }
    let is_command = event.ctrl_key() || event.meta_key();
    let (text, selection) = field::read(&field);
    let change = match &*event.key() {
        "Enter" if !is_command && !event.shift_key() => {
            if let Some(tidy) = tidied(&text, &selection).filter(|_| selection.is_empty()) {
                field::apply(&field, &tidy);
            }
            let (text, selection) = field::read(&field);
            edit::new_line(&text, selection)
        }
        "]" if is_command => edit::indent(&text, selection),
        "[" if is_command => edit::unindent(&text, selection),
        "ArrowUp" | "ArrowDown" if !is_command && selection.is_empty() => {
            // the line is left: the caret moves by itself
            if let Some(tidy) = tidied(&text, &selection) {
                field::apply(&field, &tidy);
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    field::apply(&field, &change);
}

/// The text in colours, with errors underlined.
fn coloured(text: &str, errors: &[Diagnostic]) -> impl Iterator<Item = Html> {
    highlight(text, errors).into_iter().map(|piece| {
        let class = classes!(piece.shade.class(), piece.is_wrong.then_some("wrong"));
        html! { <span {class}>{&text[piece.bytes]}</span> }
    })
}

/// The processes at each line, by the number of the line.
pub fn pins(trace: &Trace, moment: &Moment) -> Vec<(usize, u8)> {
    let line = |row: u8| trace.rows.get(usize::from(row))?.label.parse().ok();
    (0..).zip(&moment.view.processes).filter_map(|(at, it)| Some((line(it.row?)?, at))).collect()
}

/// Numbers of lines, with what differs from the published text, errors and processes.
fn gutter(
    text: &str,
    comparison: &Comparison,
    errors: &[Diagnostic],
    pins: &[(usize, u8)],
    published: &str,
    on_text: &Callback<String>,
) -> Html {
    let lines = text.lines().count().max(1);
    let row = |number: usize| {
        let change = comparison.lines.get(number - 1).copied();
        let is_wrong = errors.iter().any(|it| it.line as usize == number);
        let class = classes!(
            "number",
            matches!(change, Some(LineChange::Changed(_) | LineChange::Added)).then_some("changed"),
            is_wrong.then_some("wrong")
        );
        let removed = comparison.removed.iter().find(|it| it.above + 1 == number);
        html! {
            <div {class} key={number}>
                if let Some(removed) = removed {
                    {below::removed(removed, text, published, on_text)}
                }
                <span aria-hidden="true">{number}</span>
                <span class="pins" aria-hidden="true">
                    { for pins.iter().filter(|it| it.0 == number).map(|it| html! { {pin(it.1)} }) }
                </span>
            </div>
        }
    };
    html! { <div class="gutter">{ for (1..=lines).map(row) }</div> }
}

/// The text as it is kept: with the signs of the language in each line.
pub fn tidy(text: &str) -> String {
    text.split('\n').map(tidy_line).collect::<Vec<_>>().join("\n")
}
