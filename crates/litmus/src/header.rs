//! A test as a whole: its first line, what everything begins with, the threads, and what is claimed.

use crate::instruction::{Syntax, register};
use crate::threads::{self, thread};
use crate::token::{Reader, Token, without_comments};
use crate::{Register, Result, Test, Variable, condition};
use listing::Span;
use listing::diagnostic::{DiagnosticDraft, ErrorCode};
use std::collections::BTreeMap;

/// What a variable can be declared as. All have room for every number that is read here.
const TYPES: [&str; 9] = [
    "int",
    "long",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
];

const FIRST_LINE: &str =
    "The first line of a litmus test has the architecture and a name, such as `X86 SB`.";

#[derive(Default)]
struct Begin {
    cells: BTreeMap<String, u32>,
    registers: BTreeMap<Register, u32>,
}

pub fn read(source: &str) -> Result<Test> {
    let text = &without_comments(source);
    let (syntax, name, behind) = first_line(text)?;
    let mut reader = Reader::new(text, begin(text, behind)?)?;
    let Begin { mut cells, registers } = initial(&mut reader, syntax)?;
    let threads = threads::read(&mut reader, syntax)?;
    let claimed = condition::read(&mut reader, text, syntax, threads.len())?;
    let named = threads.iter().flatten().filter_map(threads::cell);
    let observed = claimed.observed.iter().filter_map(|variable| match variable {
        Variable::Cell(name) => Some(name),
        Variable::Register(_) => None,
    });
    for cell in named.chain(observed) {
        cells.entry(cell.clone()).or_insert(0);
    }
    let condition::Claimed { quantifier, condition, claim, mut observed } = claimed;
    if observed.is_empty() {
        observed = cells.keys().cloned().map(Variable::Cell).collect();
    }
    Ok(Test { name, threads, cells, registers, quantifier, condition, claim, observed })
}

/// The syntax of its instructions, its name, and where the next line begins.
fn first_line(text: &str) -> Result<(Syntax, String, usize)> {
    let start = text.len()
        - text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}').len();
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let line = &text[start..end];
    let mut words = line.split_whitespace();
    let architecture = words.next().unwrap_or_default();
    let span = Span::new(start, start + architecture.len());
    let syntax = match architecture.to_ascii_lowercase().as_str() {
        "x86" => Syntax::Intel,
        "x86_64" => Syntax::Att,
        _ => {
            let message = match architecture {
                "" => "The text is empty.".to_owned(),
                other => format!(
                    "`{other}` is no architecture that is read here: litmus tests are for `X86` or `X86_64`."
                ),
            };
            return Err(DiagnosticDraft::new(ErrorCode::Expected, span, message).help(FIRST_LINE));
        }
    };
    match words.next().map(|name| name.trim_end_matches([';', ':']).replace('#', "")) {
        Some(name) if !name.is_empty() => Ok((syntax, name, end)),
        _ => Err(DiagnosticDraft::new(ErrorCode::Expected, span, "The test has no name.")
            .help(FIRST_LINE)),
    }
}

/// Where the line begins with `{`. What stands before says how the test was made.
fn begin(text: &str, from: usize) -> Result<usize> {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let blank = line.len() - line.trim_start().len();
        if line[blank..].starts_with('{') {
            return Ok(at + blank);
        }
        at += line.len();
    }
    let message =
        "No line begins with `{`, which is where a test says what its variables begin with.";
    Err(DiagnosticDraft::new(ErrorCode::Expected, Span::new(text.len(), text.len()), message)
        .help("Write `{ x=0; y=0; }`, or `{}` where all begin with 0."))
}

fn initial(reader: &mut Reader<'_>, syntax: Syntax) -> Result<Begin> {
    let mut begin = Begin::default();
    reader.expect("{", "")?;
    loop {
        while reader.takes(";") {}
        if reader.takes("}") {
            reader.takes(";");
            return Ok(begin);
        }
        declare(reader, syntax, &mut begin)?;
        if !matches!(reader.peek(), Token::Sign(";" | "}")) {
            let help = "Separate what variables begin with by `;`: `{ x=0; y=1; 0:EAX=1; }`.";
            return Err(reader.unexpected("Here `;` or `}` is expected.", help));
        }
    }
}

/// `x=0`, `int x`, `0:EAX=1`.
fn declare(reader: &mut Reader<'_>, syntax: Syntax, begin: &mut Begin) -> Result<()> {
    for name in TYPES {
        if reader.takes_word(name) {
            break;
        }
    }
    let place = reader.span();
    let bracket = reader.takes("[");
    let Some(variable) = variable(reader, syntax, usize::MAX)? else {
        let help = "Write `x=0` for memory and `0:EAX=1` for a register.";
        return Err(reader.unexpected("Here the name of a variable is expected.", help));
    };
    if bracket {
        reader.expect("]", "")?;
    }
    let value = match reader.takes("=") {
        true => number(reader)?,
        false => 0,
    };
    let before = match variable {
        Variable::Cell(name) => begin.cells.insert(name, value),
        Variable::Register(register) => begin.registers.insert(register, value),
    };
    match before {
        Some(other) if other != value => {
            let message = format!("This begins with {other} already.");
            Err(DiagnosticDraft::new(ErrorCode::DeclaredTwice, reader.since(place), message))
        }
        _ => Ok(()),
    }
}

/// `x`, `0:EAX` or `P0:EAX`; none if no variable comes next. A thread is below the number that is given.
pub fn variable(
    reader: &mut Reader<'_>,
    syntax: Syntax,
    threads: usize,
) -> Result<Option<Variable>> {
    let place = reader.span();
    let nth = match reader.peek() {
        Token::Number(nth) => Some(nth as usize),
        Token::Word(word) => thread(word),
        _ => return Ok(None),
    };
    let (token, _) = reader.take();
    if !reader.takes(":") {
        return match token {
            Token::Word(name) => Ok(Some(Variable::Cell(name.to_owned()))),
            _ => Err(reader.unexpected("Here `:` and a register are expected.", "Write `0:EAX`.")),
        };
    }
    let Some(nth) = nth.filter(|nth| *nth < threads.min(threads::THREADS_MAX)) else {
        let message = "There is no such thread.";
        return Err(DiagnosticDraft::new(ErrorCode::UnknownName, place, message).help(
            "Threads are P0, P1 and so on; a register of the first is `0:EAX` or `P0:EAX`.",
        ));
    };
    reader.takes("%");
    let register = register(reader, syntax, nth)?;
    Ok(Some(Variable::Register(register)))
}

pub fn number(reader: &mut Reader<'_>) -> Result<u32> {
    reader.takes("$");
    match reader.peek() {
        Token::Number(value) => {
            reader.take();
            Ok(value)
        }
        _ => Err(reader.unexpected(
            "Here a number is expected.",
            "Variables have numbers from 0 on, and no addresses.",
        )),
    }
}
