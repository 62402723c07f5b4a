//! What is claimed of the final states: `exists (0:EAX=0 /\ x=1)`.

use crate::header::{number, variable};
use crate::instruction::Syntax;
use crate::token::{Reader, Token};
use crate::{Condition, Quantifier, Result, Variable};
use listing::diagnostic::{DiagnosticDraft, ErrorCode};

const HELP: &str =
    "Write `exists`, `~exists` or `forall`, and a condition such as `(0:EAX=0 /\\ x=1)`.";
const NESTING_MAX: usize = 40;

pub struct Claimed {
    pub quantifier: Quantifier,
    pub condition: Condition,
    /// As it is written.
    pub claim: String,
    /// In the order of threads and names.
    pub observed: Vec<Variable>,
}

struct Reading<'r, 'a> {
    reader: &'r mut Reader<'a>,
    syntax: Syntax,
    threads: usize,
    depth: usize,
}

pub fn read(
    reader: &mut Reader<'_>,
    text: &str,
    syntax: Syntax,
    threads: usize,
) -> Result<Claimed> {
    let mut reading = Reading { reader, syntax, threads, depth: 0 };
    let mut observed = Vec::new();
    while reading.reader.takes_word("locations") {
        reading.locations(&mut observed)?;
    }
    let start = reading.reader.span();
    let quantifier = reading.quantifier()?;
    let first = reading.reader.span();
    let condition = reading.either()?;
    let end = reading.reader.since(first).end;
    let quantifier = match quantifier {
        Some(quantifier) => quantifier,
        None => reading.kinds()?,
    };
    reading.reader.takes(";");
    if reading.reader.peek() != Token::End {
        let start = start.start as usize;
        let message =
            format!("The claim ends before this: {}", on_one_line(&text[start..end as usize]));
        return Err(reading.reader.unexpected(&message, "Nothing stands behind the condition."));
    }
    let claim = format!("{quantifier} {}", on_one_line(&text[first.start as usize..end as usize]));
    observed.extend(condition.variables().into_iter().cloned());
    observed.sort();
    observed.dedup();
    Ok(Claimed { quantifier, condition, claim, observed })
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Reading<'_, '_> {
    /// None for `final`, the quantifier of which stands behind its condition.
    fn quantifier(&mut self) -> Result<Option<Quantifier>> {
        let is_denied = self.reader.takes("~");
        let quantifier = match self.reader.peek() {
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "exists" if is_denied => Some(Quantifier::NotExists),
                "exists" => Some(Quantifier::Exists),
                "forall" if !is_denied => Some(Quantifier::Forall),
                "final" if !is_denied => None,
                _ => return Err(self.reader.unexpected("Here a quantifier is expected.", HELP)),
            },
            _ => return Err(self.reader.unexpected("Here a quantifier is expected.", HELP)),
        };
        self.reader.take();
        Ok(quantifier)
    }

    /// `; with tso: ~exists; cc: exists;`: of several memories that of x86.
    fn kinds(&mut self) -> Result<Quantifier> {
        let help = "Write the quantifier in the place of `final`: `exists`, `~exists` or `forall`.";
        self.reader.takes(";");
        let mut found = None;
        if self.reader.takes_word("with") {
            while let Token::Word(memory) = self.reader.peek() {
                self.reader.take();
                self.reader.expect(":", help)?;
                let quantifier = self.quantifier()?;
                self.reader.expect(";", help)?;
                if memory == "tso" {
                    found = quantifier;
                }
            }
        }
        found.ok_or_else(|| self.reader.unexpected("`final` says nothing of tso.", help))
    }

    /// `[x; 0:EAX;]`
    fn locations(&mut self, observed: &mut Vec<Variable>) -> Result<()> {
        let help = "Write `locations [x; 0:EAX;]`.";
        self.reader.expect("[", help)?;
        while !self.reader.takes("]") {
            observed.push(self.variable()?);
            if !self.reader.takes(";") && self.reader.peek() != Token::Sign("]") {
                return Err(self.reader.unexpected("Here `;` or `]` is expected.", help));
            }
        }
        Ok(())
    }

    fn variable(&mut self) -> Result<Variable> {
        let is_bracketed = self.reader.takes("[");
        let Some(variable) = variable(self.reader, self.syntax, self.threads)? else {
            let message = "Here a register or a variable is expected.";
            return Err(self.reader.unexpected(message, HELP));
        };
        if is_bracketed {
            self.reader.expect("]", HELP)?;
        }
        Ok(variable)
    }

    fn either(&mut self) -> Result<Condition> {
        let mut all = vec![self.both()?];
        while self.reader.takes("\\/") {
            all.push(self.both()?);
        }
        Ok(one_or(all, Condition::Or))
    }

    fn both(&mut self) -> Result<Condition> {
        let mut all = vec![self.single()?];
        while self.reader.takes("/\\") {
            all.push(self.single()?);
        }
        Ok(one_or(all, Condition::And))
    }

    fn single(&mut self) -> Result<Condition> {
        self.depth += 1;
        if self.depth > NESTING_MAX {
            let message =
                format!("A condition has at most {NESTING_MAX} brackets within each other.");
            return Err(DiagnosticDraft::new(
                ErrorCode::NestingTooDeep,
                self.reader.span(),
                message,
            ));
        }
        let condition = if self.reader.takes("(") {
            let inner = self.either()?;
            self.reader.expect(")", HELP)?;
            inner
        } else if self.reader.takes("~") || self.reader.takes_word("not") {
            Condition::Not(Box::new(self.single()?))
        } else if self.reader.takes_word("true") {
            Condition::And(Vec::new())
        } else if self.reader.takes_word("false") {
            Condition::Or(Vec::new())
        } else {
            let variable = self.variable()?;
            self.reader.expect("=", HELP)?;
            Condition::Equal(variable, number(self.reader)?)
        };
        self.depth -= 1;
        Ok(condition)
    }
}

/// One alone stays what it is.
fn one_or(mut all: Vec<Condition>, group: fn(Vec<Condition>) -> Condition) -> Condition {
    match all.len() {
        1 => all.remove(0),
        _ => group(all),
    }
}
