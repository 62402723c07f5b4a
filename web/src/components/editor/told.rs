//! What is wrong with the text: a card below the line, and sentences for the other errors.

use super::{desk::Desk, rows::Labels};
use crate::components::pieces::marked;
use catalog::listing::Diagnostic;
use session::editor::{Editing, Fix, fixes, line_at, of_error};
use yew::prelude::*;

/// So many errors are said at once.
const ERRORS_MAX: usize = 6;

/// A card covers so many lines: with the caret in one of them it stands above its line.
const CARD_LINES: usize = 4;

/// The error that has its card: the first in the line of the caret, or the first of all.
pub fn carded<'a>(
    text: &str,
    errors: &'a [Diagnostic],
    caret: Option<usize>,
) -> Option<&'a Diagnostic> {
    let line = caret.map(|at| line_at(text, at));
    errors.iter().find(|error| Some(error.line as usize) == line).or(errors.first())
}

/// The sentence below the line of an error, with what mends it, and the number of that line. `is_up` where there is
/// no room below.
pub fn card(editing: &Editing, error: &Diagnostic, is_up: bool, desk: &Desk) -> (usize, Html) {
    let line = error.line as usize;
    let caret = editing.caret.map_or(line, |at| line_at(editing.text(), at));
    let is_covered = (line + 1..=line + CARD_LINES).contains(&caret);
    let html = html! {
        <div class={classes!("card", (is_up || is_covered).then_some("above"))}>
            <p>{sentence(error)}</p>
            {mending(editing, error, desk)}
        </div>
    };
    (line, html)
}

/// At a line that is locked.
pub fn refusal(line: usize, why: &str) -> (usize, Html) {
    (line, html! { <div class="card" aria-hidden="true"><p>{why}</p></div> })
}

fn sentence(error: &Diagnostic) -> Html {
    let help = if error.help.is_empty() { String::new() } else { format!(" {}", error.help) };
    marked(&format!("{}{help}", error.message))
}

/// Buttons that mend an error, and where the reference says more.
fn mending(editing: &Editing, error: &Diagnostic, desk: &Desk) -> Html {
    let one = |fix: Fix| {
        let onclick = desk.on(move |desk, _| desk.mend(&fix.edit));
        html! { <button {onclick}>{fix.words}</button> }
    };
    let fixes = fixes(&editing.document, error).into_iter().filter(|fix| desk.owner.may(&fix.edit));
    html! {
        <p class="mending">
            { for fixes.map(one) }
            <a href={format!("language.html#{}", of_error(error.kind))} target="_blank" rel="noopener">
                {"In the reference"}
            </a>
        </p>
    }
}

/// Each error in a sentence, with its line. Those who see have one of them at its line.
pub fn errors(
    id: &'static str,
    editing: &Editing,
    errors: &[Diagnostic],
    carded: Option<&Diagnostic>,
    labels: &Labels,
    desk: &Desk,
) -> Html {
    let on_line = desk.on(Desk::go);
    let one = |error: &Diagnostic| {
        let is_carded = carded.is_some_and(|carded| std::ptr::eq(carded, error));
        let key = format!("{}:{}", error.line, error.columns.0);
        let line = format!("Line {}", labels.of(error.line as usize));
        if is_carded {
            return html! { <li {key} class="unseen">{line}{". "}{sentence(error)}</li> };
        }
        let at = error.span.start as usize;
        html! {
            <li {key}>
                <button class="link" onclick={on_line.reform(move |_| at)}>{line}</button>
                {". "}{sentence(error)}
                {mending(editing, error, desk)}
            </li>
        }
    };
    let rest = errors.len().saturating_sub(ERRORS_MAX);
    html! {
        <div {id} class="editor-errors" role="status">
            if !errors.is_empty() {
                <ul>{ for errors.iter().take(ERRORS_MAX).map(one) }</ul>
                if rest > 0 { <p>{format!("And {rest} more.")}</p> }
                <p class="stale">
                    {"Picture and verdicts are for the last version without errors."}
                </p>
            }
        </div>
    }
}
