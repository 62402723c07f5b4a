//! Properties: what is claimed or asked of an algorithm.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Span, Token};
use crate::tree::{Claim, Cost, Expr, Measure, Name, Progress, Property, PropertyKind, Scope};
use crate::words::SEQUENTIALLY_CONSISTENT;
use model::FREED_IS_TOUCHED;

pub(super) const PROPERTY_TITLE: &str =
    "A property has a name and a colon: `always mutual exclusion: …`.";

impl Parser<'_> {
    /// A name of several words. Without a colon, `missing` says what a line needs.
    pub(super) fn title_to_colon(&mut self, missing: &str) -> Result<Name> {
        let start = self.span().start;
        let mut end = start;
        while self.peek() != Token::Sign(Sign::Colon) {
            // an open bracket hides the end of the line
            let next = Span { start, end: self.span().start };
            let is_below = next.of(self.text).contains('\n');
            if is_below || matches!(self.peek(), Token::Newline | Token::End) {
                let span = Span { start, end: end.max(start) };
                let help = "Put `:` between its name and what it says.";
                return self
                    .fail(DiagnosticDraft::new(ErrorCode::Expected, span, missing).help(help));
            }
            end = self.span().end;
            self.advance();
        }
        self.advance();
        let span = Span { start, end };
        Ok(Name { text: span.of(self.text).trim().to_owned(), span })
    }

    pub(super) fn property(&mut self) -> Result<Property> {
        let word = self.word().to_owned();
        let start = self.span();
        self.advance();
        if let Some((kind, end)) = self.order_of_operations(&word, start)? {
            let span = start.to(end);
            let text = match kind {
                PropertyKind::Linearizable(_) => word,
                _ => SEQUENTIALLY_CONSISTENT.to_owned(),
            };
            return Ok(Property::new(Name { text, span }, kind));
        }
        if word == "never"
            && let Some(title) = self.freed_is_touched()
        {
            return Ok(Property::new(title, PropertyKind::Never(Claim::FreedIsTouched)));
        }
        let is_eventually_always = word == "eventually" && self.eat_word("always");
        if word == "at" {
            self.expect_word("end")?;
        }
        let mut title = self.title_to_colon(PROPERTY_TITLE)?;
        if title.text.is_empty() {
            title = Name { text: word.clone(), span: start };
        }
        self.refuse_eventually(&title, &word)?;
        self.refuse_quantifier(&title, &word)?;
        let kind = match word.as_str() {
            "always" => PropertyKind::Always(self.claim()?),
            "never" => PropertyKind::Never(self.claim()?),
            "reachable" => PropertyKind::Reachable(self.claim()?),
            "eventually" if is_eventually_always => PropertyKind::EventuallyAlways(self.expr()?),
            "eventually" => {
                if let Some(kind) = self.leads_in_brackets()? {
                    return Ok(Property::new(title, kind));
                }
                let first = self.expr()?;
                let (from, to) = match self.eat(Sign::Leads) {
                    true => (Some(first), self.expr()?),
                    false => (None, first),
                };
                PropertyKind::Eventually { each: Vec::new(), from, to }
            }
            "at" => PropertyKind::AtEnd(self.expr()?),
            "outcomes" => PropertyKind::Outcomes(self.exprs()?),
            "serializable" => PropertyKind::Serializable(self.exprs()?),
            "most" => PropertyKind::Most(self.measure()?),
            "least" => PropertyKind::Least(self.measure()?),
            progress => self.progress(progress)?,
        };
        Ok(Property::new(title, kind))
    }

    /// `wait-free name: waiting to critical`, behind its colon.
    fn progress(&mut self, word: &str) -> Result<PropertyKind> {
        let kind = match word {
            "wait-free" => Progress::WaitFree,
            "lock-free" => Progress::LockFree,
            _ => Progress::ObstructionFree,
        };
        let from = self.name("the name of a section or of an operation")?;
        let to = match self.eat_word("to") {
            true => Some(self.name("the name of a section")?),
            false => None,
        };
        Ok(PropertyKind::Progress(kind, from, to))
    }

    /// `a freed cell is touched`, which is a name and a claim at once; with a colon behind it, it is a name.
    fn freed_is_touched(&mut self) -> Option<Name> {
        let words = || FREED_IS_TOUCHED.split(' ');
        let is_it = words().enumerate().all(|(at, word)| self.word_ahead(at) == word);
        if !is_it || self.sign_ahead(words().count()) == Some(Sign::Colon) {
            return None;
        }
        let start = self.span();
        for _ in words() {
            self.advance();
        }
        Some(Name { text: FREED_IS_TOUCHED.to_owned(), span: start.to(self.last_span()) })
    }

    /// `always eventually served: …`, as temporal logic has it.
    fn refuse_eventually(&mut self, title: &Name, word: &str) -> Result<()> {
        let is_about_states = matches!(word, "always" | "never" | "reachable");
        if !is_about_states || !title.text.starts_with("eventually ") {
            return Ok(());
        }
        let message = format!("A property does not begin with `{word} eventually`.");
        let help = "What comes again and again is `eventually NAME: true → …`, and what comes and stays \
                    is `eventually always NAME: …`.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, title.span, message).help(help))
    }

    /// `always all i in critical: lock`, where the first colon ends the name of the property.
    pub(super) fn refuse_quantifier(&mut self, title: &Name, word: &str) -> Result<()> {
        let mut words = title.text.split_whitespace();
        let is_quantifier = matches!(words.next(), Some("all" | "some" | "count"));
        // `all i`, or `all i in S`; `all served` is a name
        let rest: Vec<&str> = words.collect();
        let binds = matches!(rest[..], [name] if name.chars().count() == 1)
            || rest.iter().any(|word| matches!(*word, "in" | "≠" | "!="));
        if !is_quantifier || !binds {
            return Ok(());
        }
        let message = format!("`{}` stands where the property has its name.", title.text);
        let help = format!("Give it a name first: `{word} NAME: {}: …`.", title.text);
        self.fail(DiagnosticDraft::new(ErrorCode::Expected, title.span, message).help(help))
    }

    /// What is claimed of all operations, and has no name; and where its words end.
    fn order_of_operations(
        &mut self,
        word: &str,
        start: Span,
    ) -> Result<Option<(PropertyKind, Span)>> {
        match word {
            "linearizable" => Ok(Some((PropertyKind::Linearizable(self.like()?), start))),
            "sequentially" => {
                self.expect_word("consistent")?;
                let end = self.last_span();
                Ok(Some((PropertyKind::SequentiallyConsistent(self.like()?), end)))
            }
            _ => Ok(None),
        }
    }

    /// `: like object = atomic`
    fn like(&mut self) -> Result<Option<Expr>> {
        if !self.eat(Sign::Colon) {
            return Ok(None);
        }
        self.expect_word("like")?;
        Ok(Some(self.expr()?))
    }

    pub(super) fn claim(&mut self) -> Result<Claim> {
        if self.word() == "at" && self.word_after() == "most" {
            self.advance();
            self.advance();
            let count = self.sum()?;
            self.expect_word("in")?;
            let section = self.name("the name of a section")?;
            let and = if self.eat_word("and") { Some(self.expr()?) } else { None };
            return Ok(Claim::AtMost { count, section, and });
        }
        if self.word() == "all" && self.word_after() == "decisions" {
            self.advance();
            self.advance();
            if self.eat_word("equal") {
                return Ok(Claim::DecisionsEqual);
            }
            self.expect_word("are")?;
            self.expect_word("inputs")?;
            return Ok(Claim::DecisionsAreInputs);
        }
        let is_not = self.word() == "not" && self.word_ahead(2) == "before";
        if is_not || self.word_after() == "before" {
            if is_not {
                self.advance();
            }
            let first = self.name("the name of a section")?;
            self.advance();
            let second = self.name("the name of a section")?;
            return Ok(match is_not {
                true => Claim::NotBefore(first, second),
                false => Claim::Before(first, second),
            });
        }
        Ok(Claim::Holds(self.expr()?))
    }

    fn measure(&mut self) -> Result<Measure> {
        let cost = match self.word() {
            "steps" => Cost::Steps,
            "messages" => Cost::Messages,
            "overtakes" => Cost::Overtakes,
            _ => return self.expr().map(Measure::Value),
        };
        if !matches!(self.word_after(), "in" | "from") {
            return self.expr().map(Measure::Value);
        }
        self.advance();
        if self.eat_word("from") {
            return Ok(Measure::Cost(cost, self.scope_from_to()?));
        }
        self.expect_word("in")?;
        if self.eat_word("all") {
            return Ok(Measure::Cost(cost, Scope::All));
        }
        let section = self.name("the name of a section")?;
        if !(matches!(cost, Cost::Steps) && self.eat_word("from")) {
            return Ok(Measure::Cost(cost, Scope::In(section)));
        }
        Ok(Measure::Cost(Cost::StepsIn(section), self.scope_from_to()?))
    }

    /// What follows `from`.
    fn scope_from_to(&mut self) -> Result<Scope> {
        let from = self.name("the name of a section")?;
        self.expect_word("to")?;
        Ok(Scope::FromTo(from, self.name("the name of a section")?))
    }
}
