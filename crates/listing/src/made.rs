//! The program of a text, from its tree: what each pass gives to the next.

use crate::claims::Claims;
use crate::diagnostic::DiagnosticDraft;
use crate::instantiate::instance::Instance;
use crate::instantiate::{Chosen, Result};
use crate::resolve::Meant;
use crate::sequence::Sequence;
use crate::tree::Listing;
use crate::work::Work;
use program::ir::{self, Program};

/// What a text comes to.
#[derive(Default)]
pub struct Made {
    pub program: Option<Program>,
    pub found: Vec<DiagnosticDraft>,
    /// What is declared and of no use, a sentence for each.
    pub unused: Vec<String>,
    /// What the claim consists of that is to be explained.
    pub explained: Option<ir::Explained>,
}

/// Makes the program of a text with these options, and tells of one property what it consists of. Errors of lines
/// that the options leave out are not found here.
pub fn make(
    text: &str,
    listing: &Listing,
    meant: &Meant,
    chosen: &Chosen,
    work: &Work,
    asked: Option<&str>,
) -> Made {
    let mut lines = Instance::new(text, listing, meant, chosen, work);
    if lines.all_lines().is_err() || !lines.found.is_empty() {
        return Made { found: lines.found, ..Made::default() };
    }
    let mut claims = Claims::new(Sequence::of(lines));
    claims.asked_why = asked.map(str::to_owned);
    let is_whole = claims.whole().is_ok();
    let found = std::mem::take(&mut claims.found);
    if !is_whole || !found.is_empty() {
        return Made { found, ..Made::default() };
    }
    let (unused, explained) = (claims.unentered(), claims.explained.take());
    Made { program: Some(claims.steps.program()), found, unused, explained }
}

impl Instance<'_> {
    fn all_lines(&mut self) -> Result<()> {
        self.declare()?;
        self.make_rows()?;
        self.lines_of_all()
    }
}

impl Claims<'_> {
    fn whole(&mut self) -> Result<()> {
        self.code_of_all();
        if !self.found.is_empty() {
            return Err(());
        }
        self.histories()?;
        self.properties();
        self.finish()?;
        self.fill_serial()?;
        self.fill_monitor()
    }
}
