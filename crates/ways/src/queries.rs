//! What properties ask of a state, as one expression.

use crate::path::Walk;
use crate::paths::Walker;
use crate::places::require_short;
use crate::source::Source;
use crate::terms::is_true;
use program::ir::{BlockId, End, Expr, Instruction, Place, Query, SlotId};

/// What a query gives, over the state; `unknown` where it cannot be computed.
pub fn value(source: &Source, query: Query, unknown: i64) -> Result<Expr, String> {
    value_after(source, query, unknown, &[])
}

/// The same, after some stores.
pub fn value_after(
    source: &Source,
    query: Query,
    unknown: i64,
    stores: &[(Place, Expr)],
) -> Result<Expr, String> {
    let mut walk = Walk::new(0);
    walk.path.stores = stores.to_vec();
    value_from(source, query, unknown, walk)
}

/// What a query gives of a message of a kind; 0 where it cannot be computed.
pub fn value_of_message(source: &Source, query: Query, kind: u8) -> Result<Expr, String> {
    let mut walk = Walk::new(0);
    walk.unpack(source, kind);
    value_from(source, query, 0, walk)
}

fn value_from(source: &Source, query: Query, unknown: i64, walk: Walk) -> Result<Expr, String> {
    let mut walker = Walker::new(source, 0);
    walker.point = SlotId::MAX;
    walker.query(query, query.code, walk, unknown, 0)
}

impl Walker<'_> {
    /// The value behind a block; all that it reads is over the state.
    fn query(
        &mut self,
        query: Query,
        block: BlockId,
        mut walk: Walk,
        unknown: i64,
        depth: usize,
    ) -> Result<Expr, String> {
        self.enter(depth, &walk)?;
        let block = &self.source.program.blocks[block];
        let guard = std::mem::replace(&mut walk.path.guard, Expr::Const(1));
        for instruction in &block.instructions {
            if !matches!(instruction, Instruction::Set(..) | Instruction::Event(_)) {
                return Err("A property that stores or chooses is not exported.".into());
            }
            self.instruction(instruction, &mut walk)?;
        }
        let value = match &block.end {
            End::Jump(to) => self.query(query, *to, walk.clone(), unknown, depth + 1)?,
            End::Branch(condition, then, otherwise) => {
                let condition = self.checked(condition, &mut walk)?;
                let then = self.query(query, *then, walk.clone(), unknown, depth + 1)?;
                let otherwise = self.query(query, *otherwise, walk.clone(), unknown, depth + 1)?;
                match condition {
                    Expr::Const(0) => otherwise,
                    Expr::Const(_) => then,
                    _ if then == otherwise => then,
                    condition => Expr::Select(condition.into(), then.into(), otherwise.into()),
                }
            }
            End::Done | End::Stop(_) => match walk.temps.get(&query.result) {
                Some(value) => value.clone(),
                None => Expr::Const(unknown),
            },
            End::Retry(_) | End::Blocked => Expr::Const(unknown),
        };
        let fine = std::mem::replace(&mut walk.path.guard, guard);
        let value = match is_true(&fine) {
            true => value,
            false => Expr::Select(fine.into(), value.into(), Expr::Const(unknown).into()),
        };
        require_short(&value)?;
        Ok(value)
    }
}
