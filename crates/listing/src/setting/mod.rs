//! The program of one setting: a text in which the values of its options are put in.
//!
//! Each pass reads the text, finds edits and lines that go, and leaves another text that is the same program with this
//! setting. Where a part cannot be put in by an edit within its line, it stays as it is.

mod conditions;
mod decided;
mod declared;
mod expectations;
mod fold;
mod known;
mod page;
mod unnamed;

use crate::Document;
use crate::format::format;
use page::Page;

/// More passes than any text takes: each unwraps a statement, or takes away what only the one before has named.
const PASSES_MAX: usize = 64;

type Setting<'s> = &'s [(&'s str, &'s str)];

impl Document {
    /// The program of one setting of the options, which are given as to [`compile`](Document::compile): for each line
    /// that stays its number in the whole text, counted from 1, and how it reads with this setting.
    ///
    /// Lines that belong to other settings are left out, and so are options and definitions that nothing names any more.
    /// A text of which the names are not right comes back as it is.
    pub fn in_setting(&self, chosen: Setting) -> Vec<(usize, String)> {
        let whole = Page::new(self.text());
        if self.errors_of_names() > 0 || self.listing().options().next().is_none() {
            return whole.lines();
        }
        let page = in_setting(whole.clone(), chosen);
        let is_right = || Document::new(&page.text).compile(&[]).is_ok();
        // what is no program with this setting is shown with its errors, as it stands
        if self.compile(chosen).is_ok() && is_right() { page.lines() } else { whole.lines() }
    }
}

fn in_setting(mut page: Page, chosen: Setting) -> Page {
    for pass in [expectations::pass, conditions::pass] {
        page = pass(&page.document(), chosen).applied_to(&page);
    }
    for pass in [decided::pass, fold::pass, unnamed::pass] {
        for _ in 0..PASSES_MAX {
            let changes = pass(&page.document(), chosen);
            if changes.is_empty() {
                break;
            }
            page = changes.applied_to(&page);
        }
    }
    let page = page.tidied();
    // columns are as wide as the lines that are left
    match format(&page.text) {
        Ok(formatted) => page.with_text(formatted),
        Err(_) => page,
    }
}
