//! Claims about steps.

use crate::claims::Claims;
use crate::diagnostic::ErrorCode;
use crate::instantiate::Result;
use crate::instantiate::prime::{swap, swap_code};
use crate::instantiate::terms::load;
use crate::token::Span;
use crate::tree::PropertyKind;
use program::ir::{Block, End, Expr, Flag, Monitor};

impl Claims<'_> {
    /// A claim about each step: whether the last one was against it, or as it asks, is remembered.
    pub fn claim_of_steps(
        &mut self,
        mut holds: Expr,
        kind: &PropertyKind,
        span: Span,
    ) -> Result<Expr> {
        swap_code(&mut self.hand.code);
        swap(&mut holds);
        let is_always = matches!(kind, PropertyKind::Always(_));
        let happens = if is_always { crate::instantiate::terms::not(holds) } else { holds };
        let code = self.query_code;
        let query = self.end_query(code, happens);
        let looks_at_messages = self.program.blocks[code..].iter().any(|block| {
            let mut finds = false;
            block.each_expr(&mut |expr| finds |= matches!(expr, Expr::InTransit(..)));
            finds
        });
        if looks_at_messages {
            let message = "A property of steps does not look at messages in transit.";
            return self.error(ErrorCode::OutOfPlace, span, message);
        }
        let slot = self.memory_slot();
        let is_reachable = matches!(kind, PropertyKind::Reachable(_));
        // what cannot be computed does not hold
        self.program.monitors.push(Monitor::Flag(Flag::of_step(slot, query, !is_reachable)));
        self.begin_query();
        Ok(if is_always { crate::instantiate::terms::not(load(slot)) } else { load(slot) })
    }
}

pub fn swap_block(block: &mut Block) {
    block.instructions.iter_mut().for_each(|instruction| instruction.each_expr_mut(&mut swap));
    if let End::Branch(condition, ..) = &mut block.end {
        swap(condition);
    }
}
