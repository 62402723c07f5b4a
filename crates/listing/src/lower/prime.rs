//! Properties of steps: `x′` is the value after a step, and `x` that before it.

use super::core::{Code, each_expr_mut};
use super::property::load;
use super::{Env, Lower, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Expr as Tree, PropertyKind};
use program::ir::{Block, End, Expr, Memory};

impl<'t> Lower<'t> {
    /// `x′`. What is read for it is marked as of the other state, until the whole claim is known.
    pub fn primed(&mut self, inner: &'t Tree, span: Span, env: &Env<'t>) -> Result<Val> {
        let Some(primes) = &mut self.primes else {
            if self.remembers {
                let message =
                    "`⇒ always` is about all states from then on, and `′` about one step.";
                let help = "Write `P ⇒ x′ ≥ x` for the steps from where P is true; what has to be remembered \
                            is kept in a `ghost` variable: `was_true ⇒ x′ ≥ x`.";
                return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
            }
            let message = "`′` is the value after a step, and nothing here is about steps.";
            let help = "It stands in `always`, `never` and `reachable`: `always grows: x′ ≥ x`.";
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        };
        *primes += 1;
        let (mut code, mut value) = self.aside(|lower| lower.eval(inner, env))?;
        swap_code(&mut code);
        self.code.extend(code);
        swap_value(&mut value);
        Ok(value)
    }

    /// A claim about each step: whether the last one was against it, or as it asks, is remembered.
    pub fn claim_of_steps(
        &mut self,
        mut holds: Expr,
        kind: &PropertyKind,
        span: Span,
    ) -> Result<Expr> {
        swap_code(&mut self.code);
        swap(&mut holds);
        let is_always = matches!(kind, PropertyKind::Always(_));
        let happens = if is_always { super::domain::not(holds) } else { holds };
        let code = self.query_code;
        let query = self.end_query(code, happens);
        let looks_at_messages = self.program.blocks[code..].iter().any(|block| {
            let mut finds = false;
            block.each_expr(&mut |it| finds |= matches!(it, Expr::InTransit(..)));
            finds
        });
        if looks_at_messages {
            let message = "A property of steps does not look at messages in transit.";
            return self.error(Kind::OutOfPlace, span, message);
        }
        let slot = self.memory_slot();
        let is_reachable = matches!(kind, PropertyKind::Reachable(_));
        // what cannot be computed does not hold
        self.program.memories.push(Memory::Step { slot, when: query, unknown: !is_reachable });
        self.begin_query();
        Ok(if is_always { super::domain::not(load(slot)) } else { load(slot) })
    }
}

fn swap_value(value: &mut Val) {
    value.parts.iter_mut().for_each(swap);
    for (item, condition) in &mut value.items {
        swap_value(item);
        swap(condition);
    }
}

fn swap_code(code: &mut Code) {
    each_expr_mut(code, &mut swap);
}

pub(super) fn swap_block(block: &mut Block) {
    block.instructions.iter_mut().for_each(|it| it.each_expr_mut(&mut swap));
    if let End::Branch(condition, ..) = &mut block.end {
        swap(condition);
    }
}

/// Reads after the step become reads before it, and the other way round.
fn swap(expr: &mut Expr) {
    expr.each_inner_mut(&mut |it| {
        *it = match std::mem::replace(it, Expr::Const(0)) {
            Expr::Load(place) => Expr::Before(place),
            Expr::Before(place) => Expr::Load(place),
            other => other,
        };
    });
}
