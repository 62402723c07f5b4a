//! What can stand at the caret: a list below its line, and keys for hands on glass.

use catalog::listing::edit::Edit;
use session::editor::{Editing, SIGNS, Suggestion, Suggestions, line_at};
use yew::prelude::*;

pub const LIST: &str = "editor-list";

/// The identity of an entry, for those who listen.
pub fn id(nth: usize) -> String {
    format!("{LIST}-{nth}")
}

/// The list, and the line below which it stands.
pub fn list(
    editing: &Editing,
    list: &Suggestions,
    is_up: bool,
    on_edit: &Callback<Edit>,
) -> (usize, Html) {
    let text = editing.text();
    let start = list.chosen().edit.range.start;
    let column = text[..start].rsplit('\n').next().map_or(0, |text| text.chars().count());
    let style = format!("--column: {column}");
    let one = |(nth, it): (usize, &Suggestion)| {
        let is_chosen = nth == list.chosen;
        html! {
            <li id={id(nth)} key={nth} role="option" aria-selected={is_chosen.to_string()}
                onclick={press(&it.edit, on_edit)}>
                <code class={classes!((!it.is_name).then_some("keyword"))}>{&it.label}</code>
                <small>{it.detail.replace('`', "")}</small>
            </li>
        }
    };
    let html = html! {
        <ul id={LIST} class={classes!("suggestions", is_up.then_some("up"))} role="listbox" aria-label="What can stand here" {style}
            onpointerdown={|event: PointerEvent| event.prevent_default()}>
            { for list.all.iter().enumerate().map(one) }
        </ul>
    };
    (line_at(text, start), html)
}

/// Keys for what is likely next, and for signs that are not on the keyboard.
pub fn bar(editing: &Editing, on_edit: &Callback<Edit>) -> Html {
    let Some(at) = editing.caret else { return Html::default() };
    let likely =
        editing.likeliest().into_iter().map(|suggestion| (suggestion.label, suggestion.edit));
    let signs = SIGNS.map(|sign| {
        let caret = at + sign.len();
        let edit = Edit { range: at..at, replacement: sign.to_owned(), selection: caret..caret };
        (sign.to_owned(), edit)
    });
    let one = |(label, edit): (String, Edit)| {
        html! { <button key={label.clone()} onclick={press(&edit, on_edit)}>{label}</button> }
    };
    html! {
        <div class="editor-bar" role="toolbar" aria-label="Insert"
            onpointerdown={|event: PointerEvent| event.prevent_default()}>
            { for signs.into_iter().chain(likely).map(one) }
        </div>
    }
}

fn press(edit: &Edit, on_edit: &Callback<Edit>) -> Callback<MouseEvent> {
    let edit = edit.clone();
    on_edit.reform(move |_| edit.clone())
}
