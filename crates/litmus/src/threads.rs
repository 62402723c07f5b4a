//! The threads: a table with a column for each.

use crate::instruction::{self, Syntax};
use crate::token::{Reader, Token};
use crate::{Op, PENDING_MAX, Result};
use listing::diagnostic::{DiagnosticDraft, ErrorCode};

/// As many processes as a text can have.
pub const THREADS_MAX: usize = 16;

/// Reads ` P0 | P1 ;` and the rows below it.
pub fn read(reader: &mut Reader<'_>, syntax: Syntax) -> Result<Vec<Vec<Op>>> {
    let mut threads = vec![Vec::new(); names(reader)?];
    while is_row(reader) {
        row(reader, syntax, &mut threads)?;
    }
    Ok(threads)
}

/// How many threads there are.
fn names(reader: &mut Reader<'_>) -> Result<usize> {
    let help = "Write the threads in a line, `P0 | P1 ;`, and their instructions below it.";
    let mut count = 0;
    loop {
        match reader.peek() {
            Token::Word(word) if thread(word) == Some(count) => reader.take(),
            _ => {
                let message = format!("Here `P{count}` is expected.");
                return Err(reader.unexpected(&message, help));
            }
        };
        count += 1;
        if reader.takes(";") {
            return Ok(count);
        }
        if count == THREADS_MAX {
            let message = format!("A test has at most {THREADS_MAX} threads.");
            return Err(DiagnosticDraft::new(ErrorCode::TooManyProcesses, reader.span(), message));
        }
        reader.expect("|", help)?;
    }
}

/// Whether no word comes next with which the claim begins.
fn is_row(reader: &Reader<'_>) -> bool {
    let begins = ["exists", "forall", "final", "locations", "filter", "observed"];
    match reader.peek() {
        Token::Word(word) => !begins.iter().any(|begin| word.eq_ignore_ascii_case(begin)),
        Token::Sign("~") | Token::End => false,
        _ => true,
    }
}

fn row(reader: &mut Reader<'_>, syntax: Syntax, threads: &mut [Vec<Op>]) -> Result<()> {
    let count = threads.len();
    for (nth, ops) in threads.iter_mut().enumerate() {
        if !matches!(reader.peek(), Token::Sign("|" | ";")) {
            let start = reader.span();
            ops.push(instruction::read(reader, syntax, nth)?);
            if pending_max(ops) > PENDING_MAX {
                let message =
                    format!("More than {PENDING_MAX} writes of a thread can be pending here.");
                return Err(DiagnosticDraft::new(ErrorCode::StateTooLarge, reader.since(start), message)
                    .help(format!("A store buffer has at most {PENDING_MAX} places. Put a fence between the writes.")));
            }
        }
        let is_last = nth + 1 == count;
        let sign = if is_last { ";" } else { "|" };
        let help = format!(
            "There are {count} threads: a row has an instruction or nothing for each, with `|` between them and `;` at its end."
        );
        reader.expect(sign, &help)?;
    }
    Ok(())
}

/// The number in `P1`.
pub fn thread(word: &str) -> Option<usize> {
    word.strip_prefix(['P', 'p'])?.parse().ok()
}

/// The most writes of a thread that can be pending: those between two of its fences or atomic operations.
pub fn pending_max(ops: &[Op]) -> usize {
    let is_drained = |op: &Op| matches!(op, Op::Fence | Op::Exchange(..));
    let stores = |ops: &[Op]| ops.iter().filter(|op| matches!(op, Op::Store(..))).count();
    ops.split(is_drained).map(stores).max().unwrap_or(0)
}

/// The cell that an instruction accesses.
pub fn cell(op: &Op) -> Option<&String> {
    match op {
        Op::Store(cell, _) | Op::Load(_, cell) | Op::Exchange(cell, _) => Some(cell),
        Op::Move(..) | Op::Fence => None,
    }
}
