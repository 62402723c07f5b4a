//! Above each property what a search found, and the way to the run that shows it.

use super::OPEN;
use super::answers::Client;
use super::document::Document;
use super::judge::Judged;
use gen_lsp_types::{CodeLens, Command, Range};
use listing::editor::TokenKind;
use listing::tree::{ItemKind, Property};
use serde_json::json;
use session::check::Mark;

/// A property of the text.
pub struct Placed<'a> {
    name: String,
    pub range: Range,
    /// Whether it is one with the default options, which are searched.
    is_in_force: bool,
    /// What was found of it.
    pub judged: Option<&'a Judged>,
}

impl Document {
    /// None of a text with errors.
    pub fn lenses(&self, client: &Client) -> Vec<CodeLens> {
        if self.errors.as_ref().is_none_or(|errors| !errors.is_empty()) {
            return Vec::new();
        }
        let own = self.properties().into_iter().map(|property| {
            let title = match (property.is_in_force, &self.verdicts, property.judged) {
                (false, ..) => "not claimed with the default options",
                (true, None, _) => "checking…",
                (true, Some(_), judged) => judged.map_or("not checked", |judged| &judged.sentence),
            };
            let is_open = property.is_in_force && self.verdicts.is_none();
            let mark = (!is_open).then(|| property.judged.map_or(Mark::Open, |judged| judged.mark));
            let lens = lens(property.range, title.to_owned(), property.judged, client);
            with_mark(lens, &property.name, mark)
        });
        own.chain(self.given_lenses(client)).collect()
    }

    /// At the head of the text what is checked of every text: deadlock, and values within their domains.
    fn given_lenses(&self, client: &Client) -> Vec<CodeLens> {
        let head =
            self.known().tokens().into_iter().find(|token| token.kind == TokenKind::Algorithm);
        let range = self.range(head.map_or(0..0, |head| head.bytes));
        let named: Vec<String> =
            self.known().listing().properties().map(Property::claimed).collect();
        let given = self.verdicts.iter().flatten();
        let given = given.filter(|given| !named.iter().any(|name| name == given.property));
        let lens = |it: &Judged| {
            let title = format!("{}: {}", it.property, it.sentence);
            with_mark(lens(range, title, Some(it), client), it.property, Some(it.mark))
        };
        given.map(lens).collect()
    }

    /// Those that the text has, where they stand.
    pub fn properties(&self) -> Vec<Placed<'_>> {
        let conditions = self.known().conditions(&[]);
        let properties = self.known().listing().items.iter().filter_map(|item| match &item.kind {
            ItemKind::Property(property) => Some(property),
            _ => None,
        });
        let found =
            |name: &str| self.verdicts.iter().flatten().find(|judged| judged.property == name);
        let place = properties.map(|property| {
            let span = property.title.span;
            let is_in_force = conditions.get(&span.line(&self.text)) != Some(&false);
            let name = property.claimed();
            Placed {
                range: self.range(span.start as usize..span.end as usize),
                is_in_force,
                judged: found(&name).filter(|_| is_in_force),
                name,
            }
        });
        place.collect()
    }
}

fn lens(range: Range, title: String, judged: Option<&Judged>, client: &Client) -> CodeLens {
    let page = judged.and_then(|judged| judged.page.as_deref());
    let command = Command {
        title,
        tooltip: judged.and_then(|judged| judged.why.clone()),
        // without a command it is text
        command: if page.is_some() { OPEN.into() } else { String::new() },
        arguments: page.map(|page| vec![client.page(page).into()]),
    };
    CodeLens { range, command: Some(command), data: None }
}

/// With what a view of tests needs: the name of the property, and what came out once that is known.
fn with_mark(lens: CodeLens, property: &str, mark: Option<Mark>) -> CodeLens {
    CodeLens { data: Some(json!({ "property": property, "mark": mark })), ..lens }
}
