//! Of what a text expects, what it expects with this setting.

use super::Setting;
use super::page::Changes;
use crate::Document;
use crate::expect::Expectation;
use crate::token::Span;
use crate::tree::ItemKind;

pub fn pass(document: &Document, chosen: Setting) -> Changes {
    let (text, mut changes) = (document.text(), Changes::default());
    for item in &document.listing().items {
        let ItemKind::Expect(expectation) = &item.kind else { continue };
        if !is_of(document, expectation, chosen) {
            changes.remove(text, item.span);
        } else if !expectation.options.is_empty() {
            let options = Span { start: expectation.span.end, end: item.span.end };
            changes.edit(text, options, "");
        }
    }
    changes
}

fn is_of(document: &Document, expectation: &Expectation, chosen: Setting) -> bool {
    let settings = document.settings(chosen);
    document.listing().options().all(|option| {
        let is_it = |named: &&(_, _)| {
            let (name, _): &(crate::tree::Name, crate::tree::Name) = named;
            name.text == option.name.text
        };
        let named = expectation.options.iter().find(is_it);
        let expected = named.map_or(&option.values[0].text, |(_, value)| &value.text);
        let at = settings.get(&option.name.text).copied().unwrap_or(0);
        option.values.get(at).is_some_and(|value| value.text == *expected)
    })
}
