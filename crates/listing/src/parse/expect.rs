//! Expectations: what a search of the text is to find.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode, nearest};
use crate::expect::{Expectation, Expected};
use crate::token::{Sign, Token};
use crate::tree::Name;
use crate::words::INDUCTIVE;

/// With which words an expectation begins.
const BEGINNINGS: [&str; 7] = ["holds", "fails", "inductive", "reached", "never", "at", "no"];

const ALL: &str = "Write `holds`, `fails`, `fails in 9 steps`, `reached`, `reached in 9 steps`, `never reached`, \
                   `at most 3`, `at least 3`, `no bound`, `3 outcomes`, `inductive` or `2 leads`.";

impl Parser<'_> {
    /// `expect mutual exclusion: holds with order = flag_first`, `expect 58 states`.
    pub(super) fn expectation(&mut self) -> Result<Expectation> {
        self.advance();
        let counts_states = matches!(self.peek(), Token::Number(_))
            && matches!(self.word_after(), "state" | "states");
        let title = match counts_states || self.counts_lines() {
            true => None,
            false => Some(self.title_to_colon(
                "An expectation has the name of a property and a colon: `expect mutual exclusion: holds`.",
            )?),
        };
        let start = self.span();
        let expected = match title {
            None if counts_states => Expected::States(self.count("state")?),
            None => self.lines_not_needed()?,
            Some(_) => self.expected_outcome()?,
        };
        let span = start.to(self.last_span());
        let options = if self.eat_word("with") { self.chosen_options()? } else { Vec::new() };
        Ok(Expectation { title, expected, span, options })
    }

    /// `every line is needed`, `2 lines are not needed`.
    fn counts_lines(&mut self) -> bool {
        let is_number = matches!(self.peek(), Token::Number(_));
        let is_every = self.word() == "every" && self.word_after() == "line";
        is_number && matches!(self.word_after(), "line" | "lines")
            || is_every && self.word_ahead(2) == "is"
    }

    fn lines_not_needed(&mut self) -> Result<Expected> {
        let is_every = self.eat_word("every");
        let count = if is_every { 0 } else { self.whole_number()? };
        let words: &[&str] = match (is_every, count) {
            (true, _) => &["line", "is", "needed"],
            (false, 1) => &["line", "is", "not", "needed"],
            (false, _) => &["lines", "are", "not", "needed"],
        };
        for word in words {
            self.expect_word(word)?;
        }
        Ok(Expected::LinesNotNeeded(count))
    }

    fn expected_outcome(&mut self) -> Result<Expected> {
        if matches!(self.peek(), Token::Number(_)) {
            return match self.word_after() {
                "lead" | "leads" => self.count("lead").map(Expected::Leads),
                _ => self.count("outcome").map(Expected::Outcomes),
            };
        }
        let (word, span) = (self.word(), self.span());
        if !BEGINNINGS.contains(&word) {
            let message = super::missing("an outcome", &self.here());
            let found = DiagnosticDraft::new(ErrorCode::Expected, span, message);
            return self.fail(match nearest(word, BEGINNINGS).filter(|_| !word.is_empty()) {
                Some(near) => found.help(format!("Did you mean `{near}`?")).replace(span, near),
                None => found.help(ALL),
            });
        }
        self.advance();
        Ok(match word {
            "holds" => Expected::Holds,
            INDUCTIVE => Expected::Inductive,
            "fails" => Expected::Fails(self.in_steps()?),
            "reached" => Expected::Reached(self.in_steps()?),
            "never" => {
                self.expect_word("reached")?;
                Expected::NeverReached
            }
            "no" => {
                self.expect_word("bound")?;
                Expected::NoBound
            }
            _ if self.eat_word("most") => Expected::AtMost(self.whole_number()?),
            _ => {
                self.expect_word("least")?;
                Expected::AtLeast(self.whole_number()?)
            }
        })
    }

    /// `in 9 steps`, or nothing.
    fn in_steps(&mut self) -> Result<Option<u64>> {
        if self.eat_word("in") { self.count("step").map(Some) } else { Ok(None) }
    }

    /// A number and a noun, which may be one of several.
    fn count(&mut self, noun: &str) -> Result<u64> {
        let number = self.whole_number()?;
        if !self.eat_word(noun) {
            self.expect_word(&format!("{noun}s"))?;
        }
        Ok(number)
    }

    fn whole_number(&mut self) -> Result<u64> {
        let Token::Number(number) = self.peek() else {
            return self.expected("a number");
        };
        self.advance();
        Ok(number as u64)
    }

    /// `order = turn_first, processes = 2`.
    fn chosen_options(&mut self) -> Result<Vec<(Name, Name)>> {
        let mut options = Vec::new();
        loop {
            let option = self.name("the name of an option")?;
            self.expect(Sign::Equal)?;
            options.push((option, self.option_value()?));
            if matches!(self.word(), "and" | "or") {
                let (span, word) = (self.span(), self.word());
                let message =
                    format!("Options of an expectation are separated by commas, not by `{word}`.");
                let found = DiagnosticDraft::new(ErrorCode::Expected, span, message)
                    .help("Write `,` here.");
                return self.fail(found.replace(span, ","));
            }
            if !self.eat(Sign::Comma) {
                return Ok(options);
            }
        }
    }
}
