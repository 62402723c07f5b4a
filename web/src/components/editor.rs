//! The listing as a text field over its coloured copy. At every pause the text is read, the run
//! replayed, and every interleaving checked.

mod below;
mod desk;
mod entry;
mod field;
mod hangs;
mod list;
mod owner;
mod press;
mod rows;
mod told;
mod view;
mod words;
mod writing;

pub use owner::Owner;
pub use rows::{Labels, Look};
pub use writing::{HELP, Writing, use_locks, use_writing};

use super::{
    Dispatch,
    kept::Kept,
    text::{edit, heading_of},
    tries::tries,
};
use catalog::{
    Moment, Trace,
    listing::{
        compare::{Comparison, compare},
        tidy_line,
    },
};
use session::{
    editor::{Entry, begin, line_start},
    failure,
    state::{NEW, State},
};
use std::rc::Rc;
use words::Words;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// What stands in it until the reader types, and whenever it changes from outside.
    pub source: Rc<str>,
    pub state: Rc<State>,
    pub tell: Dispatch,
}

#[component]
pub fn Editor(EditorProps { source, state, tell }: &EditorProps) -> Html {
    let slug = state.scenario.slug;
    let published = state.scenario.published().source;
    let owner = Owner::Algorithm { slug, published, tell: tell.clone() };
    let writing = use_writing(source, state.errors(), owner);
    use_opening(&writing, source, state);

    let words_are = use_state_eq(|| false);
    let is_open = *words_are;
    let on_words = use_callback(words_are.setter(), |is: bool, words| words.set(is));
    let on_word = {
        let desk = writing.desk.clone();
        use_callback(slug, move |entry: Entry, _| desk.word(&entry))
    };

    let text = writing.text();
    let compared_with = state.compared_with().unwrap_or(text);
    let comparison = use_memo((compared_with.to_owned(), text.to_owned()), |(published, text)| {
        compare(published, text)
    });
    let runs = state.errors().is_empty() && *text == **source;
    let pins = if runs { pins(&state.trace, &state.moment) } else { Vec::new() };
    let labels = Labels::default();
    let look = Look {
        comparison: &comparison,
        published,
        pins: &pins,
        tags: &picture::tags(&state.moment.view),
        labels: &labels,
        free: &[],
        refusal: None,
    };
    let label = format!("Listing of {}", state.scenario.entry().name);
    html! {
        <>
            <div class="program-head">
                {heading_of(&state.moment)}
                {below::count(text, &comparison, &writing.errors, &labels, &writing.on_line())}
                <button class="words-switch" aria-expanded={is_open.to_string()} aria-controls={words::WORDS}
                    onclick={on_words.reform(move |_| !is_open)}>{"Words"}</button>
                {edit(false, tell)}
            </div>
            <div class="desk">
            {writing.sheet(label, &look)}
            if is_open { <Words {on_word} {on_words} /> }
            </div>
            {writing.bar()}
            {around(&writing, state, &comparison, tell)}
        </>
    }
}

/// What stands below the field.
fn around(writing: &Writing, state: &State, comparison: &Comparison, tell: &Dispatch) -> Html {
    let (text, on_text, labels) = (writing.text(), writing.on_text(), Labels::default());
    let slug = state.scenario.slug;
    let published = state.scenario.published().source;
    html! {
        <>
            {writing.word(&labels)}
            {below::begin_with(text, &on_text)}
            {writing.told(&labels)}
            {below::fit(state)}
            {below::was(text, comparison, published, &on_text)}
            {below::buttons(text, state, published, &on_text)}
            <Kept {slug} shown={Rc::<str>::from(text)} {published} on_open={on_text.clone()} />
            {tries(&state.scenario, tell, &on_text)}
            <p id={HELP} class="editor-help">
                {"Type <- for ←. Ctrl and Space list what can stand at the caret. Each read or write \
                  of a shared variable is a step. Tab leaves the text; Ctrl and ] or [ indent."}
            </p>
        </>
    }
}

/// The line that is in sight when the editor is opened, and when a change is tried.
#[hook]
fn use_opening(writing: &Writing, source: &Rc<str>, state: &Rc<State>) {
    let published = state.scenario.published().source;
    use_effect_with((), {
        let (desk, source, state) = (writing.desk.clone(), Rc::clone(source), Rc::clone(state));
        move |()| {
            // in a new algorithm the second line that runs is the one to play with
            let is_new = state.scenario.slug == NEW && state.errors().is_empty();
            let at = source.find("turn ←").filter(|_| is_new);
            let shown = || line_of_failure(&state).map(|line| line_start(&source, line));
            let begin = || begin(&source, published, state.errors());
            desk.open(&source, at.or_else(shown).unwrap_or_else(begin));
        }
    });
    // where a change is tried, what it breaks is shown beside its line
    use_effect_with(state.showing.is_some(), {
        let (desk, source, state) = (writing.desk.clone(), Rc::clone(source), Rc::clone(state));
        move |is_shown| {
            if *is_shown && state.scenario.text.is_some() {
                desk.show(&source, begin(&source, published, state.errors()));
            }
        }
    });
}

/// The line that ran last, where what it did is shown as a failure and the text has no error to be mended first.
fn line_of_failure(state: &State) -> Option<usize> {
    let is_shown = failure::is_one(state) && state.errors().is_empty();
    let last = state.at().checked_sub(1).filter(|_| is_shown)?;
    let row = state.trace.steps.get(last)?.row;
    state.trace.rows.get(usize::from(row))?.label.parse().ok()
}

/// The processes at each line, by the number of the line.
pub fn pins(trace: &Trace, moment: &Moment) -> Vec<(usize, u8)> {
    let line = |row: u8| trace.rows.get(usize::from(row))?.label.parse().ok();
    (0..).zip(&moment.view.processes).filter_map(|(at, it)| Some((line(it.row?)?, at))).collect()
}

/// The text as it is kept: with the signs of the language in each line.
pub fn tidy(text: &str) -> String {
    text.split('\n').map(tidy_line).collect::<Vec<_>>().join("\n")
}
