//! The listing as a text field over its coloured copy. At every pause the text is read, the run
//! replayed, and every interleaving checked.

mod below;
mod desk;
mod entry;
mod field;
mod list;
mod press;
mod rows;
mod told;
mod view;
mod words;

use super::{
    Tell,
    kept::Kept,
    text::{edit, heading_of},
    tries::tries,
};
use crate::browser::window;
use catalog::{
    Moment, Trace,
    listing::{Diagnostic, compare::compare, edit::Edit, tidy_line},
};
use desk::Desk;
use session::{
    editor::{Did, Editing, Entry, Sent, Suggestions, WordEntry, begin, line_at},
    state::{NEW, State},
};
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use words::Words;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// What stands in it until the reader types, and whenever it changes from outside.
    pub source: Rc<str>,
    pub state: Rc<State>,
    pub tell: Tell,
}

/// What is written, as a component keeps it.
struct Held(Editing);

impl Reducible for Held {
    type Action = Did;

    fn reduce(self: Rc<Self>, did: Did) -> Rc<Self> {
        Rc::new(Held(self.0.after(did)))
    }
}

#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { source, state, tell } = props;
    let editing = use_reducer(|| Held(Editing::new(source)));
    let pointed = use_state_eq(|| None::<WordEntry>);
    let slug = state.scenario.slug;
    let published = state.scenario.published().source;
    let dispatcher = editing.dispatcher();
    let desk = Desk {
        field: use_node_ref(),
        happen: use_callback((), move |did, ()| dispatcher.dispatch(did)),
        tell: tell.clone(),
        waiting: use_mut_ref(|| None),
        sent: use_mut_ref(Sent::default),
        slug,
        published,
    };
    use_effect_with(Rc::clone(source), {
        let desk = desk.clone();
        move |source| desk.put(source)
    });
    use_effect_with((), {
        let (desk, source, state) = (desk.clone(), Rc::clone(source), Rc::clone(state));
        move |()| {
            // in a new algorithm the second line that runs is the one to play with
            let is_new = slug == NEW && state.errors().is_empty();
            let at = source.find("turn ←").filter(|_| is_new);
            desk.open(&source, at.unwrap_or_else(|| begin(&source, published, state.errors())));
        }
    });
    // where a change is tried, what it breaks is shown beside its line
    use_effect_with(state.showing.is_some(), {
        let (desk, source, state) = (desk.clone(), Rc::clone(source), Rc::clone(state));
        move |is_shown| {
            if let Some(field) = desk.field().filter(|_| *is_shown && state.scenario.text.is_some())
            {
                view::reveal_soon(&field, &source, begin(&source, published, state.errors()));
            }
        }
    });

    let before = editing.0.caret;
    let oninput = desk.on(|desk, event: InputEvent| desk.typed(&event.target_unchecked_into()));
    let onblur = desk.on(|desk, event: FocusEvent| desk.leave(&event.target_unchecked_into()));
    let on_edit = desk.on(|desk, edit: Edit| desk.edit(&edit));
    let on_text = desk.on(|desk, new: String| desk.text(&new));
    let on_line = desk.on(Desk::go);
    let onclick = desk.on(move |desk, event: MouseEvent| {
        desk.moved(&event.target_unchecked_into(), before);
    });
    let onkeyup = desk.on(move |desk, event: KeyboardEvent| {
        let field: HtmlTextAreaElement = event.target_unchecked_into();
        desk.moved(&field, before);
        let (text, selection) = field::read(&field);
        view::keep(&field, &text, selection.end);
    });
    let onpointermove = {
        let (pointed, editing) = (pointed.setter(), editing.clone());
        Callback::from(move |event: PointerEvent| {
            pointed.set(field::under(&event).and_then(|at| editing.0.entry(at)));
        })
    };
    let onpointerleave = {
        let pointed = pointed.setter();
        Callback::from(move |_| pointed.set(None))
    };
    let onkeydown = {
        let (list, happen) = (editing.0.list.clone(), desk.happen.clone());
        let on_edit = on_edit.clone();
        Callback::from(move |event| press::key(&event, list.as_ref(), &happen, &on_edit))
    };

    let words_are = use_state_eq(|| None::<bool>);
    let is_open = words_are.unwrap_or_else(words::has_room);
    let on_words = use_callback(words_are.setter(), |is: bool, words| words.set(Some(is)));
    let on_word = {
        let desk = desk.clone();
        use_callback(slug, move |entry: Entry, _| desk.word(&entry))
    };

    let now = &editing.0;
    let text = now.text();
    // below its line, or above where there is no room
    let is_up = use_state_eq(|| false);
    use_effect_with(now.list.as_ref().map(|it| it.chosen().edit.range.start), {
        let (desk, text, is_up) = (desk.clone(), now.text().to_owned(), is_up.setter());
        move |at: &Option<usize>| {
            if let Some((field, at)) = desk.field().zip(*at) {
                is_up.set(view::is_low(&field, &text, at));
            }
        }
    });
    let is_read = *text == **source;
    let errors = if is_read { state.errors() } else { &[] };
    let compared_with = state.compared_with().unwrap_or(text);
    let comparison = use_memo((compared_with.to_owned(), text.to_owned()), |(published, text)| {
        compare(published, text)
    });
    let runs = errors.is_empty() && is_read;
    let pins = if runs { pins(&state.trace, &state.moment) } else { Vec::new() };
    let card = told::carded(text, errors, now.caret);
    let told = card.map(|it| it.line as usize);
    let is_here = told.is_some() && told == now.caret.map(|at| line_at(text, at));
    // with the caret elsewhere nothing scrolls, and the field's foot may be near; another sentence may be longer
    let is_card_up = use_state_eq(|| false);
    use_effect_with((card.cloned(), is_here), {
        let (desk, text, is_up) = (desk.clone(), now.text().to_owned(), is_card_up.setter());
        move |(card, is_here): &(Option<Diagnostic>, bool)| {
            let Some((field, card)) = desk.field().zip(card.as_ref()) else { return };
            is_up.set(!is_here && view::is_low(&field, &text, card.span.start as usize));
            if *is_here {
                view::keep_card(&field);
            }
        }
    });
    let (help, wrong) = ("editor-help", "editor-errors");
    let rows = rows::Rows { editing: now, errors, comparison: &comparison, pins: &pins, published };
    let list = now.list.as_ref();
    let active = list.map(|it: &Suggestions| list::id(it.chosen));
    html! {
        <>
            <div class="program-head">
                {heading_of(&state.moment)}
                {below::count(text, &comparison, errors, &on_line)}
                <button class="words-switch" aria-expanded={is_open.to_string()} aria-controls={words::WORDS}
                    onclick={on_words.reform(move |_| !is_open)}>{"Words"}</button>
                {edit(false, tell)}
            </div>
            <div class="desk">
            <div class={classes!("editor", (!errors.is_empty()).then_some("wrong"))}>
                <div class="sheet">
                    <textarea ref={desk.field.clone()} {oninput} {onkeydown} {onkeyup} {onclick} {onpointermove} {onpointerleave}
                        {onblur} defaultvalue={window().is_none().then(|| AttrValue::from(text.to_owned()))} spellcheck="false" autocomplete="off" autocapitalize="off"
                        aria-label={format!("Listing of {}", state.scenario.entry().name)}
                        aria-autocomplete="list" aria-controls={list.map(|_| list::LIST)} aria-activedescendant={active}
                        aria-invalid={(!errors.is_empty()).to_string()}
                        aria-describedby={format!("{wrong} {help}")} />
                    {rows.draw(
                        list.map(|it| list::list(now, it, *is_up, &on_edit)),
                        card.map(|it| told::card(now, it, *is_card_up, &on_edit)),
                        &on_text,
                    )}
                </div>
            </div>
            if *words_are != Some(false) {
                <Words is_by_room={words_are.is_none()} is_drawn={is_open} {on_word} {on_words} />
            }
            </div>
            if field::is_touched() { {list::bar(now, &on_edit)} }
            {entry::entry((*pointed).clone().or_else(|| now.entry(now.caret?)), text, &on_line)}
            {below::begin_with(text, &on_text)}
            {told::errors(wrong, now, errors, card, &on_edit, &on_line)}
            {below::fit(state)}
            {below::was(text, &comparison, published, &on_text)}
            {below::buttons(text, state, published, &on_text)}
            <Kept {slug} shown={Rc::<str>::from(text)} {published} on_open={on_text.clone()} />
            {tries(&state.scenario, tell, &on_text)}
            <p id={help} class="editor-help">
                {"Type <- for ←. Ctrl and Space list what can stand at the caret. Each read or write \
                  of a shared variable is a step. Tab leaves the text; Ctrl and ] or [ indent."}
            </p>
        </>
    }
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
