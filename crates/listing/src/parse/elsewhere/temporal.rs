//! `always` and `eventually` within a claim, as in temporal logic.

use super::habits::other_than;
use crate::diagnostic::Found;
use crate::parse::Parser;
use crate::token::Span;

const KINDS: &[&str] =
    &["eventually always", "eventually", "always", "never", "reachable", "at end"];
const IMPLIES: &[&str] = &["⇒", "=>", "→", "->"];

impl Parser<'_> {
    /// `eventually ok: always x = 0`: the property that is meant, written out.
    pub(in crate::parse) fn claim_in_a_claim(&mut self) -> Found {
        let span = self.span();
        let word = span.of(self.text);
        let message = format!("`{word}` begins a property, and stands within none.");
        let (start, before) = self.line_before(span);
        let rest = self.rest_of_line(span);
        // conditions over options stay
        let claim = rest.split(" with ").next().unwrap_or(rest).trim_end();
        match one_claim(before, word, claim) {
            Some(line) => {
                let behind = &self.text[span.end as usize..];
                let gap = behind.len() - behind.trim_start().len();
                let whole = Span { start, end: span.end + (gap + claim.len()) as u32 };
                let help = format!("Write `{line}`.");
                other_than(span, &message, &help).replace(whole, line)
            }
            None => other_than(
                span,
                &message,
                "What follows whenever P was true is `eventually NAME: P → Q`, and what comes and stays is \
                 `eventually always NAME: P`.",
            ),
        }
    }
}

/// What is said by a property that stands before another one's first word, and the claim behind that.
fn one_claim(before: &str, word: &str, claim: &str) -> Option<String> {
    let (head, before) = before.split_once(':')?;
    let before = before.trim();
    let kind = KINDS.iter().find(|kind| head == **kind || head.starts_with(&format!("{kind} ")))?;
    let name = &head[kind.len()..];
    // brackets around all of it
    let (before, claim) = match (before.strip_prefix('('), claim.strip_suffix(')')) {
        (Some(before), Some(claim)) => (before.trim(), claim.trim()),
        _ => (before, claim),
    };
    let premise = IMPLIES.iter().find_map(|sign| before.strip_suffix(sign)).map(str::trim);
    let line = match (*kind, premise, word) {
        ("eventually", None, "always") => format!("eventually always{name}: {claim}"),
        ("always" | "eventually always", None, "eventually") => match claim.strip_prefix("always ")
        {
            Some(claim) => format!("eventually always{name}: {claim}"),
            None => format!("eventually{name}: true → {claim}"),
        },
        ("always", Some(premise), "eventually") => format!("eventually{name}: {premise} → {claim}"),
        (_, None, _) if kind.ends_with(word) => format!("{kind}{name}: {claim}"),
        _ => return None,
    };
    let is_whole = premise.is_some() || before.is_empty();
    let (_, said) = line.split_once(": ")?;
    let has_another =
        ["always", "eventually"].iter().any(|word| said.split_whitespace().any(|it| it == *word));
    (is_whole && !has_another).then_some(line)
}
