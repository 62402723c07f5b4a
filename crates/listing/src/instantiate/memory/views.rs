//! What is asked of pending writes: what a process sees, and how many it has.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::memory::PLACES_MAX;
use crate::instantiate::terms::binary;
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Expr as Tree, Storage};
use program::ir::{Binary, Expr};

impl<'t> Instance<'t> {
    /// `seen(i, x)`: the youngest pending write of a process to `x`, else what is in memory.
    pub fn seen_by(&mut self, arguments: &'t [Tree], span: Span, env: &Env<'t>) -> Result<Val> {
        let [who, what] = arguments else { return Err(()) };
        let help = "A line that reads a variable sees the pending writes of its own process.";
        self.is_no_line("seen", help, span)?;
        let who = self.process_asked(who, env)?;
        let Some(spot) = self.spot(what, env)? else {
            let message = "`seen` asks for a variable, and this is a value.";
            let help = "Write a shared variable, an element or a field: `seen(i, x)`.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::WrongArguments, what.span, message).help(help),
            );
        };
        let variable = &self.vars[spot.var];
        if variable.storage != Storage::Shared || variable.role.is_some() {
            let message = format!("`{}` is no memory: no write to it is pending.", variable.name);
            let help = format!("Write `{}` without `seen`.", what.span.of(self.source.text));
            return self.fail(
                DiagnosticDraft::new(ErrorCode::WrongArguments, what.span, message).help(help),
            );
        }
        let ty = spot.whole_ty();
        let mut slots = Vec::new();
        ty.slots(&self.types.records, &mut slots);
        let to: Vec<usize> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        self.push(Op::Seen { to: to.clone(), who, spot });
        Ok(Val { ty, parts: to.into_iter().map(Expr::Temp).collect(), items: Vec::new() })
    }

    /// `pending(i)`: how many writes of a process are pending.
    pub fn pending_of(&mut self, who: &'t Tree, span: Span, env: &Env<'t>) -> Result<Val> {
        self.is_no_line("pending", "A `fence` waits until nothing is pending.", span)?;
        let who = self.process_asked(who, env)?;
        // without buffers, too, one may ask whether some number is pending
        let most = self.buffering.as_ref().map_or(PLACES_MAX, |memory| memory.places as i64);
        let ty = Ty::numbers(0, most);
        let to = self.temp();
        self.push(Op::Pending { to, who });
        Ok(Val::one(ty, Expr::Temp(to)))
    }

    /// The process of which is asked.
    fn process_asked(&mut self, who: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        let value = self.eval(who, env)?;
        let process = Ty::Scalar(self.process_domain());
        let number = self.fit(value, &process, who.span)?.swap_remove(0);
        Ok(self.simple(number))
    }

    /// What is pending is asked of a state, and no step knows it.
    fn is_no_line(&mut self, name: &str, otherwise: &str, span: Span) -> Result<()> {
        let is_line =
            self.here.process.is_some() && !self.here.is_asked && !self.here.reads_without_step;
        if !is_line {
            return Ok(());
        }
        let message = format!("`{name}` is asked of a state, and no line knows what is pending.");
        let help = format!("Ask it in a property, or assign it to a `ghost`. {otherwise}");
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }
}

pub fn is_process(who: &Expr, process: usize) -> Expr {
    binary(Binary::Equal, who.clone(), Expr::Const(process as i64))
}
