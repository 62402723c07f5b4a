//! `inductive NAME:` with one conjunct behind the colon, or one on each line below.

use super::properties::PROPERTY_TITLE;
use super::{Parser, Result};
use crate::token::{Span, Token};
use crate::tree::{Conjunct, Item, ItemKind, Name, Property, PropertyKind};

impl Parser<'_> {
    pub(super) fn inductive(&mut self, start: Span) -> Result<Item> {
        let word = self.word().to_owned();
        self.advance();
        let mut title = self.title_to_colon(PROPERTY_TITLE)?;
        if title.text.is_empty() {
            title = Name { text: word.clone(), span: start };
        }
        self.refuse_quantifier(&title, &word)?;
        if !matches!(self.peek(), Token::Newline | Token::End) && self.word() != "with" {
            let kind = PropertyKind::Inductive(vec![self.conjunct()?]);
            let with = self.with()?;
            let span = start.to(self.last_span());
            let comment = self.end_of_line()?;
            return Ok(Item { kind: property(title, kind), with, comment, span });
        }
        let with = self.with()?;
        let span = start.to(self.last_span());
        let comment = self.end_of_line()?;
        if self.peek() != Token::Indent {
            return self.missing_block(span);
        }
        self.advance();
        let conjuncts = self.indented(|parser| {
            let conjunct = parser.conjunct()?;
            parser.refuse_with(
                "A line of an `inductive` claim is there with the others",
                "Write it behind the line that names the claim, and give each setting a claim of its own.",
            )?;
            parser.end_of_line()?;
            Ok(conjunct)
        });
        let span = start.to(self.last_span());
        Ok(Item { kind: property(title, PropertyKind::Inductive(conjuncts)), with, comment, span })
    }

    /// Said as in `always`, or, with `never` in front, as there.
    fn conjunct(&mut self) -> Result<Conjunct> {
        let start = self.span();
        let is_never = self.eat_word("never");
        let claim = self.claim()?;
        Ok(Conjunct { is_never, claim, span: start.to(self.last_span()) })
    }
}

fn property(title: Name, kind: PropertyKind) -> ItemKind {
    ItemKind::Property(Property::new(title, kind))
}
