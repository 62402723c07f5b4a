//! What stands around the field: how much differs, errors in words, what lines were before.

use super::{edit::Edit, tidy};
use catalog::listing::{
    Diagnostic,
    compare::{Comparison, LineChange, Removed},
};
use session::state::{NEW, State};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// So many errors are said at once.
const ERRORS_MAX: usize = 6;

/// "2 lines differ · 1 not understood"
pub fn count(comparison: &Comparison, errors: usize, slug: &str) -> Html {
    let differs = match comparison.differences() {
        0 => None,
        1 => Some("1 line differs".to_owned()),
        count => Some(format!("{count} lines differ")),
    };
    let differs = differs.filter(|_| slug != NEW);
    let wrong = (errors > 0).then(|| format!("{errors} not understood"));
    let said: Vec<String> = differs.into_iter().chain(wrong).collect();
    html! { <p class="editor-count" role="status">{said.join(" · ")}</p> }
}

/// Each error in a sentence, with its line and what mends it.
pub fn errors(
    id: &'static str,
    text: &str,
    state: &State,
    is_read: bool,
    on_edit: &Callback<Edit>,
) -> Html {
    let errors = state.errors();
    let one = |error: &Diagnostic| {
        let mend = mend(text, error).filter(|_| is_read);
        html! {
            <li key={format!("{}:{}", error.line, error.columns.0)}>
                <b>{format!("Line {}. ", error.line)}</b>
                {&error.message}
                if !error.help.is_empty() { {" "}{&error.help} }
                if let Some((old, edit)) = mend {
                    {" "}
                    <button class="link" onclick={
                        let (on_edit, edit) = (on_edit.clone(), edit.clone());
                        move |_| on_edit.emit(edit.clone())
                    }>{mend_words(&old, &edit.replacement)}</button>
                }
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
                    {"Picture and verdicts are those of the last text that could be read."}
                </p>
            }
        </div>
    }
}

/// What mends an error: the text that goes, and the change.
fn mend(text: &str, error: &Diagnostic) -> Option<(String, Edit)> {
    let it = error.replacement.as_ref()?;
    let range = it.span.start as usize..it.span.end as usize;
    let old = text.get(range.clone())?.to_owned();
    let caret = range.start + it.text.len();
    Some((old, Edit { range, replacement: it.text.clone(), selection: caret..caret }))
}

/// Beside each line with an error, the first one in few words: what mends it, or what is wrong. Those
/// who listen hear it from the sentences below.
pub fn notes(text: &str, errors: &[Diagnostic], on_edit: &Callback<Edit>) -> Html {
    let is_first = |at: usize| errors[..at].iter().all(|it| it.line != errors[at].line);
    let lines: Vec<&str> = text.lines().collect();
    let one = |(_, error): (usize, &Diagnostic)| {
        let line = error.line as usize;
        let letters = lines.get(line - 1).map_or(0, |it| it.chars().count());
        let style = format!("--line: {}; --letters: {letters}", line - 1);
        let title = format!("{} {}", error.message, error.help);
        let said = match mend(text, error) {
            Some((_, edit)) if !edit.replacement.trim().is_empty() => {
                let on_edit = on_edit.clone();
                let word = edit.replacement.trim().to_owned();
                let mend = move |_| on_edit.emit(edit.clone());
                html! { <button tabindex="-1" onclick={mend}>{format!("{word}?")}</button> }
            }
            _ => html! { <span>{&error.message}</span> },
        };
        html! { <div key={line} class="note" {title} {style}>{said}</div> }
    };
    let first = errors.iter().enumerate().filter(|(at, _)| is_first(*at));
    html! { <div class="notes" aria-hidden="true">{ for first.map(one) }</div> }
}

fn mend_words(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(str::trim);
    match (old, new) {
        ("", new) => format!("Write “{new}”"),
        (old, "") => format!("Take out “{old}”"),
        (_, new) => format!("Write “{new}”"),
    }
}

/// How much of the run the text takes.
pub fn fit(state: &State) -> Html {
    let fit = state.draft.as_ref().and_then(|it| it.fit.as_ref());
    html! {
        <p class="editor-fit" role="status">
            if let Some(fit) = fit.filter(|_| state.errors().is_empty()) { {fit} }
        </p>
    }
}

/// What the changed lines were; a press puts one back.
pub fn was(
    text: &str,
    comparison: &Comparison,
    published: &str,
    on_text: &Callback<String>,
) -> Html {
    let old: Vec<&str> = published.lines().collect();
    let changed = comparison.lines.iter().enumerate().filter_map(|(at, it)| match it {
        LineChange::Changed(was) => Some((at, *old.get(*was)?)),
        _ => None,
    });
    let one = |(at, was): (usize, &str)| {
        let back: Vec<&str> =
            text.lines().enumerate().map(|(it, line)| if it == at { was } else { line }).collect();
        let back = joined(&back, text);
        html! {
            <li key={at}>
                <span class="number">{at + 1}</span>
                <span>{"was: "}<code>{was.trim()}</code>{" "}
                <button class="link" aria-label={format!("put back line {}", at + 1)}
                    onclick={on_text.reform(move |_| back.clone())}>{"put back"}</button></span>
            </li>
        }
    };
    html! { <ul class="editor-was">{ for changed.map(one) }</ul> }
}

/// A thin bar where published lines are missing; a press puts them back.
pub fn removed(removed: &Removed, text: &str, published: &str, on_text: &Callback<String>) -> Html {
    let gone: Vec<&str> =
        published.lines().skip(removed.lines.start).take(removed.lines.len()).collect();
    let label =
        format!("Put back: {}", gone.iter().map(|it| it.trim()).collect::<Vec<_>>().join("; "));
    let mut lines: Vec<&str> = text.lines().collect();
    let at = removed.above.min(lines.len());
    lines.splice(at..at, gone);
    let back = joined(&lines, text);
    html! {
        <button class="gone" aria-label={label.clone()} title={label}
            onclick={on_text.reform(move |_| back.clone())}></button>
    }
}

/// Lines as a text that ends as `like` does.
fn joined(lines: &[&str], like: &str) -> String {
    let end = if like.ends_with('\n') { "\n" } else { "" };
    lines.join("\n") + end
}

pub fn buttons(
    text: &str,
    state: &State,
    published: &'static str,
    on_text: &Callback<String>,
) -> Html {
    let slug = state.scenario.slug;
    let is_published = text == published;
    let name = format!("{slug}.ilv");
    let file =
        format!("data:text/plain;charset=utf-8,{}", js_sys::encode_uri_component(&tidy(text)));
    let on_file = {
        let on_text = on_text.clone();
        Callback::from(move |event: Event| open(&event, &on_text))
    };
    html! {
            <div class="editor-buttons">
                <button disabled={is_published} onclick={on_text.reform(|_| published.to_owned())}>
                    {if slug == NEW { "Begin again" } else { "Back to the published text" }}
                </button>
                <label class="button">
                    {"Open"}<input class="unseen" type="file" accept=".ilv,text/plain" onchange={on_file} />
                </label>
                <a class="button" href={file} download={name}>{"Save"}</a>
            </div>
    }
}

/// Reads a file of the reader's into the editor.
fn open(event: &Event, on_text: &Callback<String>) {
    let field: HtmlInputElement = event.target_unchecked_into();
    let Some(file) = field.files().and_then(|it| it.get(0)) else { return };
    let on_text = on_text.clone();
    spawn_local(async move {
        if let Ok(text) = JsFuture::from(file.text()).await
            && let Some(text) = text.as_string()
        {
            on_text.emit(text.replace("\r\n", "\n"));
        }
        // the same file may be opened again
        field.set_value("");
    });
}
