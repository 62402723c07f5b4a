//! Variables of a model: each slot of a state has a name.

use program::SYMBOLS;
use program::ir::{Binary, Expr, Memory, Place, Program, SlotId, Unary};
use std::collections::HashMap;

use crate::terms::{Terms, binary};

/// Slots that follow each other, under one name.
pub struct Variable {
    pub name: String,
    pub first: SlotId,
    pub count: usize,
}

pub struct Names<'a> {
    program: &'a Program,
    terms: Terms<'a>,
    pub variables: Vec<Variable>,
    /// Of each slot its variable.
    variable_of: HashMap<SlotId, usize>,
    /// Of each symbol its name in the model and its number.
    pub symbols: Vec<(String, i64)>,
}

/// Words that Promela keeps for itself, and names that the model uses.
const TAKEN: &[&str] = &[
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "do",
    "else",
    "empty",
    "end",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "run",
    "select",
    "short",
    "show",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
    "property",
    "d_step",
    "c_code",
    "c_expr",
    "c_decl",
    "c_state",
    "c_track",
    "D_proctype",
];

impl<'a> Names<'a> {
    pub fn new(program: &'a Program) -> Names<'a> {
        let mut names = Names {
            program,
            terms: Terms::new(program),
            variables: Vec::new(),
            variable_of: HashMap::new(),
            symbols: Vec::new(),
        };
        for it in &program.shared {
            names.add(it.name, it.slot, it.count.unwrap_or(1) * it.words.width());
        }
        for (number, process) in program.processes.iter().enumerate() {
            names.add(&format!("at_{number}"), process.point, 1);
            for it in process.locals.iter().chain(&process.decision) {
                let count = it.count.unwrap_or(1) * it.words.width();
                names.add(&format!("{}_{number}", it.name), it.slot, count);
            }
        }
        for memory in &program.memories {
            match memory {
                Memory::Ahead(it) => names.add("ahead", it.slot, program.processes.len()),
                Memory::Latch { slot, .. } | Memory::Pending { slot, .. } => {
                    names.add(&format!("seen_{slot}"), *slot, 1);
                }
            }
        }
        names.add_rest();
        names.name_symbols();
        names
    }

    /// What a process keeps between two steps, but no text names.
    fn add_rest(&mut self) {
        let mut first = 0;
        while first < self.program.slots.len() {
            let free = (first..self.program.slots.len())
                .take_while(|it| !self.variable_of.contains_key(it))
                .count();
            if free > 0 {
                self.add(&format!("kept_{first}"), first, free);
            }
            first += free.max(1);
        }
    }

    fn add(&mut self, name: &str, first: SlotId, count: usize) {
        let slots = first..first + count;
        if count == 0 || slots.clone().any(|it| self.variable_of.contains_key(&it)) {
            return;
        }
        let name = self.free_name(name);
        self.variable_of.extend(slots.map(|it| (it, self.variables.len())));
        self.variables.push(Variable { name, first, count });
    }

    fn free_name(&self, name: &str) -> String {
        let mut name: String =
            name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let is_used = |name: &str| {
            TAKEN.contains(&name)
                || self.variables.iter().any(|it| it.name == name)
                || self.symbols.iter().any(|it| it.0 == name)
        };
        if !name.starts_with(|it: char| it.is_ascii_alphabetic()) {
            name.insert(0, 'v');
        }
        while is_used(&name) {
            name.push('_');
        }
        name
    }

    /// Symbols lie above all numbers, as in the program.
    fn name_symbols(&mut self) {
        let highest = self.program.slots.iter().map(|it| it.high).max().unwrap_or(0);
        let first = if highest < 200 { 200 } else { 1_000_000 };
        for (at, symbol) in self.program.symbols.iter().enumerate() {
            let name = self.free_name(symbol);
            self.symbols.push((name, first + at as i64));
        }
    }

    /// The number of a value in the model.
    fn number(&self, value: i64) -> i64 {
        match usize::try_from(value - SYMBOLS).ok().and_then(|at| self.symbols.get(at)) {
            Some((_, number)) if value >= SYMBOLS => *number,
            _ => value,
        }
    }

    /// A value as the model writes it.
    pub fn value(&self, value: i64) -> Result<String, String> {
        if value >= SYMBOLS
            && let Some((name, _)) = self.symbols.get((value - SYMBOLS) as usize)
        {
            return Ok(name.clone());
        }
        match i32::try_from(value) {
            Ok(value) => Ok(value.to_string()),
            Err(_) => Err(format!("The value {value} is too large for Promela.")),
        }
    }

    /// The type of a variable.
    pub fn type_of(&self, variable: &Variable) -> &'static str {
        let (mut low, mut high) = (0, 0);
        for slot in &self.program.slots[variable.first..variable.first + variable.count] {
            if slot.high >= slot.low {
                (low, high) = (low.min(slot.low), high.max(slot.high));
            }
            high = slot.symbols.iter().map(|&it| self.number(it)).fold(high, i64::max);
        }
        match (low, high) {
            (0, 0..=1) => "bool",
            (0, 0..=255) => "byte",
            (-32768.., ..=32767) => "short",
            _ => "int",
        }
    }

    /// A place of an array and the index there, where the index is computed.
    pub fn index(&self, place: &Place) -> Result<Option<(&str, String)>, String> {
        let (Some(index), Some(variable)) = (&place.index, self.variable(place)) else {
            return Ok(None);
        };
        if variable.count == 1 {
            return Ok(None);
        }
        let stride = Expr::Const(index.stride as i64);
        let by = binary(Binary::Multiply, index.value.clone(), stride);
        let offset = Expr::Const((place.slot - variable.first) as i64);
        let by = self.expr(&binary(Binary::Add, by, offset))?;
        Ok(Some((&variable.name, inner(&by).to_owned())))
    }

    fn variable(&self, place: &Place) -> Option<&Variable> {
        self.variable_of.get(&place.slot).map(|&at| &self.variables[at])
    }

    pub fn place(&self, place: &Place) -> Result<String, String> {
        if let Some((name, index)) = self.index(place)? {
            return Ok(format!("{name}[{index}]"));
        }
        let Some(variable) = self.variable(place) else {
            return Err("A variable has no place in the state.".into());
        };
        Ok(match variable.count {
            1 => variable.name.clone(),
            _ => format!("{}[{}]", variable.name, place.slot - variable.first),
        })
    }

    pub fn expr(&self, expr: &Expr) -> Result<String, String> {
        Ok(match expr {
            Expr::Const(value) => self.value(*value)?,
            Expr::Load(place) => self.place(place)?,
            Expr::Below(inner, _) => self.expr(inner)?,
            Expr::Select(condition, then, otherwise) => {
                let is_plain = is_truth(condition);
                let condition = self.expr(condition)?;
                match (&**then, &**otherwise) {
                    (Expr::Const(1), Expr::Const(0)) if is_plain => condition,
                    (then, Expr::Const(0)) if !matches!(then, Expr::Const(_)) && is_truth(then) => {
                        format!("({condition} && {})", self.expr(then)?)
                    }
                    (Expr::Const(1), otherwise) if is_truth(otherwise) => {
                        format!("({condition} || {})", self.expr(otherwise)?)
                    }
                    (then, otherwise) => {
                        format!("({condition} -> {} : {})", self.expr(then)?, self.expr(otherwise)?)
                    }
                }
            }
            Expr::Unary(operator, inner) => self.unary(*operator, inner)?,
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Expr::Temp(_) | Expr::InTransit(..) => {
                return Err("Messages are not exported.".into());
            }
        })
    }

    fn unary(&self, operator: Unary, expr: &Expr) -> Result<String, String> {
        let text = self.expr(expr)?;
        let bits = || {
            let highest = self.terms.highest(expr).filter(|&it| it < 31);
            highest.ok_or("A set with more than 31 possible members is not exported.")
        };
        let bit = |at: u32| format!("(({text} >> {at}) & 1)");
        Ok(match operator {
            // `!!` is an operator of Promela
            Unary::Not if text.starts_with('!') => format!("!({text})"),
            Unary::Not => format!("!{text}"),
            Unary::Minus => format!("(-{text})"),
            Unary::Bit => format!("(1 << {text})"),
            Unary::Size => {
                let all: Vec<String> = (0..=bits()?).map(bit).collect();
                format!("({})", all.join(" + "))
            }
            Unary::Lowest => (0..bits()?)
                .rev()
                .fold(bits()?.to_string(), |rest, at| format!("({} -> {at} : {rest})", bit(at))),
            Unary::Highest => {
                (1..=bits()?).fold("0".into(), |rest, at| format!("({} -> {at} : {rest})", bit(at)))
            }
        })
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Result<String, String> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let sign = match operator {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide | Binary::Modulo => {
                // C rounds to zero, the language down
                if !self.terms.is_natural(left) || !self.terms.is_natural(right) {
                    if operator == Binary::Modulo {
                        return Ok(format!("((({a} % {b}) + {b}) % {b})"));
                    }
                    return Err("A division of negative numbers is not exported.".into());
                }
                if operator == Binary::Divide { "/" } else { "%" }
            }
            Binary::Min => return Ok(format!("({a} < {b} -> {a} : {b})")),
            Binary::Max => return Ok(format!("({a} > {b} -> {a} : {b})")),
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Without => return Ok(format!("({a} & ~{b})")),
            Binary::Contains => return Ok(format!("(({a} >> {b}) & 1)")),
        };
        Ok(format!("({a} {sign} {b})"))
    }
}

/// Whether only the truth of a value counts where it stands behind `&&`.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value) => (0..=1).contains(value),
        Expr::Unary(Unary::Not, _) => true,
        Expr::Binary(operator, left, right) => match operator {
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Contains => true,
            Binary::And | Binary::Or => is_truth(left) && is_truth(right),
            _ => false,
        },
        Expr::Select(_, then, otherwise) => is_truth(then) && is_truth(otherwise),
        _ => false,
    }
}

/// Without the brackets around the whole.
pub fn inner(text: &str) -> &str {
    // Promela asks for brackets around a condition with two values
    if text.contains("->") {
        return text;
    }
    let Some(short) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    for char in short.chars() {
        depth += match char {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    short
}
