//! Properties of steps: `x′` is the value after a step, and `x` that before it.

use crate::core::{Code, each_expr_mut};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::Expr as Tree;
use program::ir::Expr;

impl<'t> Instance<'t> {
    /// `x′`. What is read for it is marked as of the other state, until the whole claim is known.
    pub fn primed(&mut self, inner: &'t Tree, span: Span, env: &Env<'t>) -> Result<Val> {
        let Some(primes) = &mut self.claimed.primes else {
            if self.claimed.remembers {
                let message =
                    "`⇒ always` is about all states from then on, and `′` about one step.";
                let help = "Write `P ⇒ x′ ≥ x` for the steps from where P is true; what has to be remembered \
                            is kept in a `ghost` variable: `was_true ⇒ x′ ≥ x`.";
                return self
                    .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
            }
            let message = "`′` is the value after a step, and nothing here is about steps.";
            let help = "It stands in `always`, `never` and `reachable`: `always grows: x′ ≥ x`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        };
        *primes += 1;
        let (mut code, mut value) = self.aside(|instance| instance.eval(inner, env))?;
        swap_code(&mut code);
        self.hand.code.extend(code);
        swap_value(&mut value);
        Ok(value)
    }
}

fn swap_value(value: &mut Val) {
    value.parts.iter_mut().for_each(swap);
    for (item, condition) in &mut value.items {
        swap_value(item);
        swap(condition);
    }
}

pub fn swap_code(code: &mut Code) {
    each_expr_mut(code, &mut swap);
}

/// Reads after the step become reads before it, and the other way round.
pub fn swap(expr: &mut Expr) {
    expr.each_inner_mut(&mut |expr| {
        *expr = match std::mem::replace(expr, Expr::Const(0)) {
            Expr::Load(place) => Expr::Before(place),
            Expr::Before(place) => Expr::Load(place),
            other => other,
        };
    });
}
