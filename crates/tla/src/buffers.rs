//! Store buffers: functions of places, the oldest write first.

use crate::expressions::{Speech, indexed};
use crate::fold::{number, of_roles};
use crate::layout::{Kind, Role};
use crate::writer::Writer;
use program::SYMBOLS;
use program::ir::{Binary, Buffer, Expr, Place, SlotId};
use std::fmt::Write;

/// How many writes to a cell are pending.
pub const PENDING: &str = "Pending";
pub const PENDING_OPERATOR: &str =
    "Pending(cells, c) == Cardinality({k \\in DOMAIN cells : cells[k] = c})";
/// What a read gives: the youngest pending value for a cell, else what is in memory.
pub const SEEN: &str = "Seen";
pub const SEEN_OPERATOR: &str = "Seen(cells, values, c, memory) ==\n  \
     LET Own == {k \\in DOMAIN cells : cells[k] = c}\n  \
     IN  IF Own = {} THEN memory ELSE values[CHOOSE k \\in Own : \\A l \\in Own : l <= k]";

impl Speech<'_> {
    /// A read of memory where writes are pending, as a view; none if it is no such.
    pub fn view(&self, expr: &Expr) -> Result<Option<String>, String> {
        let Some((buffer, cell, memory)) = self.viewed(expr) else { return Ok(None) };
        let (Some(cells), Some(values)) = (self.whole(&buffer.cells)?, self.whole(&buffer.values)?)
        else {
            return Ok(None);
        };
        let (cell, memory) = (self.number(cell)?, self.number(memory)?);
        let [cell, memory] = [&cell, &memory].map(|text| crate::fold::inner(text));
        Ok(Some(format!("{SEEN}({cells}, {values}, {cell}, {memory})")))
    }

    /// The buffer, the cell, and what is in memory.
    fn viewed<'e>(&self, expr: &'e Expr) -> Option<(&Buffer, &'e Expr, &'e Expr)> {
        let loaded = |expr: &Expr| match expr {
            Expr::Load(Place { slot, index: None }) => Some(*slot),
            _ => None,
        };
        let step = |expr: &'e Expr| match expr {
            Expr::Select(condition, value, older) => match &**condition {
                Expr::Binary(Binary::Equal, at, cell) => {
                    Some((loaded(at)?, &**cell, loaded(value)?, &**older))
                }
                _ => None,
            },
            _ => None,
        };
        let (last, cell, ..) = step(expr)?;
        let mut buffers = self.source.program.buffers.iter();
        let buffer = buffers.find(|buffer| buffer.cells.last() == Some(&last))?;
        let mut rest = expr;
        for (at, value) in buffer.cells.iter().zip(&buffer.values).rev() {
            let (this, same, of, older) = step(rest)?;
            if (this, same, of) != (*at, cell, *value) {
                return None;
            }
            rest = older;
        }
        Some((buffer, cell, rest))
    }

    /// All places of a buffer, as a function of them.
    fn whole(&self, slots: &[SlotId]) -> Result<Option<String>, String> {
        let place = Place { slot: slots[0], index: None };
        let Some((name, mut at)) = self.element(&place)? else { return Ok(None) };
        at.pop();
        Ok(Some(format!("{name}{}", indexed(&at))))
    }
}

impl Writer<'_> {
    /// Where writes to different cells overtake each other, those to each cell arrive at last: what the cells range
    /// over, and that a write to one has arrived.
    pub fn each_cell(&self, role: &Role) -> Option<[String; 2]> {
        let of = |process: usize| {
            let mut all = self.program().buffers.iter();
            all.find(|buffer| buffer.process == process).filter(|buffer| buffer.overtakes)
        };
        let part = |process: usize| {
            let first = of(process)?.cells[0];
            let (var, at) = self.layout.var(first)?;
            let at: Vec<String> = at.iter().map(|at| number(*at as i64)).collect();
            // the last is the place
            let at = indexed(&at[..at.len() - 1]);
            let name = &var.name;
            Some(format!("{PENDING}({name}'{at}, c) < {PENDING}({name}{at}, c)"))
        };
        let parts: Option<Vec<String>> = role.processes.clone().map(part).collect();
        let cell = &self.program().slots[of(role.processes.start)?.cells[0]];
        Some([format!("\\A c \\in {}..{} : ", cell.low, cell.high), of_roles(&parts?)?])
    }

    /// Says which number a cell has.
    pub fn cells(&self, text: &mut String) {
        let program = self.program();
        if program.buffers.is_empty() {
            return;
        }
        text.push_str("(* A pending write names its cell by a number:");
        for variable in &program.shared {
            let width = variable.words.width();
            let last = variable.slot + variable.count.unwrap_or(1) * width - 1;
            let _ = match last == variable.slot {
                true => write!(text, "\n   {last} {}", variable.name),
                false => write!(text, "\n   {}..{last} {}", variable.slot, variable.name),
            };
        }
        let unused = self.speech.constant(SYMBOLS, Kind::Number).unwrap_or_default();
        let _ = writeln!(text, "\n   {unused} where a place is not used *)");
    }
}
