//! A text with one line more in a claim.

use listing::parse;
use listing::tree::{ItemKind, PropertyKind};

/// The text in which the claim of that name has the line; none if there is no such claim.
pub fn with_line(source: &str, property: &str, line: &str) -> Option<String> {
    let listing = parse(source).listing;
    let mut claims = listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Property(claim) => match &claim.kind {
            PropertyKind::Inductive(all) if claim.claimed() == property => Some((claim, all)),
            _ => None,
        },
        _ => None,
    });
    let (claim, conjuncts) = claims.next()?;
    let (first, last) = (conjuncts.first()?, conjuncts.last()?);
    let line_end = |at: usize| source[at..].find('\n').map_or(source.len(), |end| at + end);
    let [start, end] = [first.span.start as usize, last.span.end as usize];
    let heading_end = line_end(claim.title.span.end as usize);
    if start > heading_end {
        let at = line_end(end);
        let margin = &source[source[..start].rfind('\n').map_or(0, |at| at + 1)..start];
        return Some(format!("{}\n{margin}{line}{}", &source[..at], &source[at..]));
    }
    // what stands behind the colon becomes a line of its own; what stands behind it is said of all
    let heading = source[..start].trim_end();
    let (said, behind) = (&source[start..end], &source[end..heading_end]);
    Some(format!("{heading}{behind}\n  {said}\n  {line}{}", &source[heading_end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str =
        "algorithm A\nshared x: bool\nprocess i of 2:\n  go:\n    x ← true\n    x ← false\n";

    #[test]
    fn a_line_is_added_below_the_others() {
        let text = format!("{LOCK}inductive n:\n  x    # why\n  not x\n\nalways m: x\n");
        let expected = text.replace("  not x\n", "  not x\n  never x\n");
        assert_eq!(with_line(&text, "n", "never x").as_deref(), Some(&*expected));
        assert_eq!(with_line(&text, "m", "never x"), None);
    }

    #[test]
    fn one_behind_the_colon_becomes_a_block() {
        let text = format!("{LOCK}inductive n: x    # why\nalways m: x\n");
        let expected =
            text.replace("inductive n: x    # why\n", "inductive n:    # why\n  x\n  never x\n");
        assert_eq!(with_line(&text, "n", "never x").as_deref(), Some(&*expected));
        assert!(parse(&expected).diagnostics.is_empty());
    }
}
