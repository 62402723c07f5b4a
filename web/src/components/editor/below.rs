//! What stands around the field: how much differs, what lines were before, and files.

use super::{rows::Labels, tidy};
use catalog::listing::{
    Diagnostic,
    compare::{Comparison, LineChange, Removed},
};
use session::{
    editor::{beginnings, line_start},
    state::{NEW, State},
};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// "2 lines changed · 1 error · line 27": each leads to its line.
pub fn count(
    text: &str,
    comparison: &Comparison,
    errors: &[Diagnostic],
    labels: &Labels,
    on_line: &Callback<usize>,
) -> Html {
    let link = |at: usize, words: String, class: &'static str| {
        let class = classes!("link", class);
        html! { <button {class} onclick={on_line.reform(move |_| at)}>{words}</button> }
    };
    let changed = comparison.first_change().map(|line| {
        let words = match comparison.differences() {
            1 => "1 line changed".to_owned(),
            count => format!("{count} lines changed"),
        };
        link(line_start(text, line), words, "differs")
    });
    let wrong = errors.first().map(|error| {
        let label = labels.of(error.line as usize);
        let words = match errors.len() {
            1 => format!("1 error · line {label}"),
            count => format!("{count} errors · line {label}"),
        };
        link(error.span.start as usize, words, "bad")
    });
    let between = (changed.is_some() && wrong.is_some()).then_some(" · ");
    html! { <p class="editor-count" role="status">{changed}{between}{wrong}</p> }
}

/// An empty text says nothing of what could be written.
pub fn begin_with(text: &str, on_text: &Callback<String>) -> Html {
    if !text.trim().is_empty() {
        return Html::default();
    }
    html! {
        <div class="editor-buttons" role="group" aria-label="Begin with">
            {"Begin with: "}
            { for beginnings().map(|(words, text)| html! {
                <button onclick={on_text.reform(move |_| text.to_owned())}>{words}</button>
            }) }
        </div>
    }
}

/// How much of the run the text takes.
pub fn fit(state: &State) -> Html {
    let fit = state.draft.as_ref().and_then(|draft| draft.fit.as_ref());
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
        format!("data:text/plain;charset=utf-8,{}", session::snippet::component(&tidy(text)));
    let on_file = {
        let on_text = on_text.clone();
        Callback::from(move |event: Event| open(&event, &on_text))
    };
    html! {
            <div class="editor-buttons">
                <button aria-disabled={is_published.then_some("true")}
                    onclick={on_text.reform(|_: MouseEvent| published.to_owned())}>
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
    let Some(file) = field.files().and_then(|list| list.get(0)) else { return };
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
