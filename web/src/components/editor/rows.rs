//! The coloured copy below the field: its lines with their numbers, what differs from the published
//! text, errors, and processes.

use super::below;
use crate::components::pieces::pin;
use catalog::{
    Diagnostic,
    listing::{
        compare::{Comparison, LineChange},
        shade,
    },
};
use session::editor::Editing;
use yew::prelude::*;

/// What there is to see of lines, beside what is written in them.
pub struct Look<'a> {
    pub comparison: &'a Comparison,
    pub published: &'a str,
    pub pins: &'a [(usize, u8)],
    /// What the discs of the processes say.
    pub tags: &'a [String],
    pub labels: &'a Labels,
    /// Of a task: whether each line is free.
    pub free: &'a [bool],
    /// Why what was to be written in the line of the caret was not: a sentence.
    pub refusal: Option<&'static str>,
}

/// What lines are called where they do not have the numbers of the text.
#[derive(Clone, PartialEq, Default)]
pub struct Labels(pub Vec<String>);

impl Labels {
    pub fn of(&self, line: usize) -> String {
        self.0.get(line.wrapping_sub(1)).cloned().unwrap_or_else(|| line.to_string())
    }
}

pub struct Rows<'a> {
    pub editing: &'a Editing,
    pub errors: &'a [Diagnostic],
    pub look: &'a Look<'a>,
}

impl Rows<'_> {
    /// With what stands below one of the lines, by its number: the list, and what is wrong.
    pub fn draw(
        &self,
        list: Option<(usize, Html)>,
        card: Option<(usize, Html)>,
        on_text: &Callback<String>,
    ) -> Html {
        let text = self.editing.text();
        let mut coloured = self.coloured().into_iter();
        let below = |number: usize| {
            let list = list.iter().filter(|it| it.0 == number);
            // what can be chosen is wanted now, and covers what was wrong before
            let card = card.iter().filter(|it| it.0 == number && list.clone().next().is_none());
            list.clone().chain(card).map(|list| list.1.clone()).collect::<Html>()
        };
        let row = |number: usize| {
            let code = coloured.next().unwrap_or_default();
            html! {
                <div class={self.class(number)} key={number}>
                    if let Some(removed) = self.look.comparison.removed.iter().find(|it| it.above + 1 == number) {
                        {below::removed(removed, text, self.look.published, on_text)}
                    }
                    <span class="number" aria-hidden="true">{self.look.labels.of(number)}</span>
                    <span class="pins" aria-hidden="true">
                        {self.pins(number)}
                    </span>
                    <span class="words" aria-hidden="true">{for code}</span>
                    {below(number)}
                </div>
            }
        };
        let lines = text.split('\n').count();
        html! { <div class="rows">{ for (1..=lines).map(row) }</div> }
    }

    /// Who stands at a line: the gutter has room for three.
    fn pins(&self, number: usize) -> Html {
        let here = self.look.pins.iter().filter(|pin| pin.0 == number).map(|pin| pin.1);
        let here: Vec<u8> = here.collect();
        match here[..] {
            [first, ref more @ ..] if here.len() > 3 => {
                html! { <>{pin(first, self.look.tags)}{format!("+{}", more.len())}</> }
            }
            _ => here.into_iter().map(|process| pin(process, self.look.tags)).collect(),
        }
    }

    fn class(&self, number: usize) -> Classes {
        let change = self.look.comparison.lines.get(number - 1).copied();
        let is_changed = matches!(change, Some(LineChange::Changed(_) | LineChange::Added));
        let is_wrong = self.errors.iter().any(|error| error.line as usize == number);
        let free = self.look.free.get(number - 1).copied().unwrap_or_default();
        classes!(
            "row",
            is_changed.then_some("changed"),
            free.then_some("free"),
            is_wrong.then_some("wrong"),
        )
    }

    /// The pieces of each line in colours, with errors underlined.
    fn coloured(&self) -> Vec<Vec<Html>> {
        let text = self.editing.text();
        let mut lines = vec![Vec::new()];
        for piece in shade(&self.editing.document, self.errors) {
            for (nth, part) in text[piece.bytes].split('\n').enumerate() {
                if nth > 0 {
                    lines.push(Vec::new());
                }
                if let Some(line) = lines.last_mut().filter(|_| !part.is_empty()) {
                    let class =
                        classes!(piece.shade.class(), piece.is_wrong.then_some("underlined"));
                    line.push(html! { <span {class}>{part}</span> });
                }
            }
        }
        lines
    }
}
