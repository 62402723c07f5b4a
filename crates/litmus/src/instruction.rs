//! Instructions of x86: `MOV [x],$1` as Intel writes them, `movl $1,(x)` as AT&T does.

use crate::header::number;
use crate::token::{Reader, Token};
use crate::{Op, Register, Result, Value};
use listing::diagnostic::{DiagnosticDraft, ErrorCode};

/// How instructions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// `X86`: what is written comes first, and memory is `[x]`.
    Intel,
    /// `X86_64`: what is written comes last, and memory is `(x)`.
    Att,
}

enum Operand {
    Memory(String),
    Register(Register),
    Number(u32),
}

const REGISTERS: [&str; 8] = ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"];

impl Syntax {
    /// All that can be written.
    fn help(self) -> &'static str {
        match self {
            Syntax::Intel => {
                "There are `MOV [x],$1`, `MOV [x],EAX`, `MOV EAX,[x]`, `MOV EAX,$1`, `XCHG [x],EAX` and `MFENCE`."
            }
            Syntax::Att => {
                "There are `movl $1,(x)`, `movl %eax,(x)`, `movl (x),%eax`, `movl $1,%eax`, `xchgl %eax,(x)` and `mfence`."
            }
        }
    }

    fn is(self, word: &str, instruction: &str) -> bool {
        let word = word.to_ascii_lowercase();
        let bare = word.strip_suffix(['l', 'q']).filter(|_| self == Syntax::Att);
        word == instruction || bare == Some(instruction)
    }
}

/// One instruction of a thread.
pub fn read(reader: &mut Reader<'_>, syntax: Syntax, thread: usize) -> Result<Op> {
    let start = reader.span();
    let is_locked = reader.takes_word("lock");
    let (token, _) = reader.take();
    let (is_move, is_exchange) = match token {
        Token::Word(word) if word.eq_ignore_ascii_case("mfence") && !is_locked => {
            return Ok(Op::Fence);
        }
        Token::Word(word) => (syntax.is(word, "mov") && !is_locked, syntax.is(word, "xchg")),
        _ => (false, false),
    };
    if !is_move && !is_exchange {
        let message = match token {
            Token::Word(word) if is_locked => format!("`lock {word}` is not read here."),
            Token::Word(word) => format!("`{word}` is no instruction that is read here."),
            _ => "Here an instruction is expected.".into(),
        };
        let found = DiagnosticDraft::new(ErrorCode::NotAStatement, reader.since(start), message);
        return Err(found.help(syntax.help()));
    }
    let first = operand(reader, syntax, thread)?;
    reader.expect(",", syntax.help())?;
    let second = operand(reader, syntax, thread)?;
    let (to, from) = match syntax {
        Syntax::Intel => (first, second),
        Syntax::Att => (second, first),
    };
    match (to, from) {
        (Operand::Memory(cell), Operand::Register(register))
        | (Operand::Register(register), Operand::Memory(cell))
            if is_exchange =>
        {
            Some(Op::Exchange(cell, register))
        }
        _ if is_exchange => None,
        (Operand::Memory(cell), Operand::Number(value)) => {
            Some(Op::Store(cell, Value::Number(value)))
        }
        (Operand::Memory(cell), Operand::Register(register)) => {
            Some(Op::Store(cell, Value::Register(register)))
        }
        (Operand::Register(register), Operand::Memory(cell)) => Some(Op::Load(register, cell)),
        (Operand::Register(register), Operand::Number(value)) => {
            Some(Op::Move(register, Value::Number(value)))
        }
        (Operand::Register(to), Operand::Register(from)) => {
            Some(Op::Move(to, Value::Register(from)))
        }
        (Operand::Memory(_) | Operand::Number(_), _) => None,
    }
    .ok_or_else(|| {
        let message = "An instruction has no such operands.";
        DiagnosticDraft::new(ErrorCode::NotAStatement, reader.since(start), message)
            .help(syntax.help())
    })
}

fn operand(reader: &mut Reader<'_>, syntax: Syntax, thread: usize) -> Result<Operand> {
    let (open, close) = match syntax {
        Syntax::Intel => ("[", "]"),
        Syntax::Att => ("(", ")"),
    };
    if reader.takes(open) {
        return memory(reader, syntax, close);
    }
    match reader.peek() {
        Token::Sign("$") => Ok(Operand::Number(number(reader)?)),
        Token::Number(value) if syntax == Syntax::Intel => {
            reader.take();
            Ok(Operand::Number(value))
        }
        Token::Word(_) | Token::Sign("%") => {
            reader.takes("%");
            Ok(Operand::Register(register(reader, syntax, thread)?))
        }
        _ => {
            let message = "Here a register, a number or a cell of memory is expected.";
            Err(reader.unexpected(message, syntax.help()))
        }
    }
}

fn memory(reader: &mut Reader<'_>, syntax: Syntax, close: &str) -> Result<Operand> {
    match reader.peek() {
        Token::Word(name) if named(name, syntax).is_none() => {
            reader.take();
            reader.expect(close, syntax.help())?;
            Ok(Operand::Memory(name.to_owned()))
        }
        _ => {
            let help = "Memory is named by a variable, such as `x`; no address is computed.";
            Err(reader.unexpected("Here the name of a variable is expected.", help))
        }
    }
}

pub fn register(reader: &mut Reader<'_>, syntax: Syntax, thread: usize) -> Result<Register> {
    let known = match reader.peek() {
        Token::Word(word) => named(word, syntax),
        _ => None,
    };
    let Some(name) = known else {
        let help = match syntax {
            Syntax::Intel => "Registers are EAX, EBX, ECX, EDX, ESI, EDI and EBP; memory is `[x]`.",
            Syntax::Att => {
                "Registers are rax, rbx, rcx, rdx, rsi, rdi, rbp and r8 to r15, also their lower half, as eax; memory is `(x)`."
            }
        };
        return Err(reader.unexpected("Here a register is expected.", help));
    };
    reader.take();
    Ok(Register { thread, name })
}

/// A register as herd prints it. With 64 bits, both halves and the whole have one name, as no number that is read
/// here needs more than the lower one.
fn named(word: &str, syntax: Syntax) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let old = |prefix: char| word.strip_prefix(prefix).filter(|rest| REGISTERS.contains(rest));
    match syntax {
        Syntax::Intel => old('e').map(|_| word.to_ascii_uppercase()),
        Syntax::Att => {
            let rest = word.strip_prefix('r').map(|rest| rest.strip_suffix('d').unwrap_or(rest));
            let is_new = |rest: &&str| (8..=15).any(|nth: u32| nth.to_string() == **rest);
            let rest = old('e').or_else(|| old('r')).or_else(|| rest.filter(is_new));
            rest.map(|rest| format!("r{rest}"))
        }
    }
}
