//! What may be impossible to compute, so that it must run only where its value is asked for.

use crate::core::{Code, Counting, Op};
use crate::sequence::Sequence;
use program::ir::{Expr, Instruction};

impl Sequence<'_> {
    /// Whether code computes something that may be impossible.
    pub fn may_fail(&self, code: &Code) -> bool {
        code.iter().any(|op| self.op_may_fail(op))
    }

    fn op_may_fail(&self, op: &Op) -> bool {
        let fails = |value: &Expr| self.put(value.clone()).can_fail();
        let here = match op {
            Op::Do(Instruction::Set(_, value)) | Op::Keep { value, .. } => fails(value),
            Op::Read { spot, .. } | Op::Operate { spot, .. } => {
                let spot = self.put_in_spot(spot.clone());
                !self.is_free(&spot) && spot.offsets.iter().any(|offset| offset.0.can_fail())
            }
            Op::Member(member) => match &member.how {
                Counting::If { filter, at_once, .. } if filter.is_some() || at_once.is_none() => {
                    member.after.values.iter().any(|kept| fails(&kept.1))
                }
                _ => false,
            },
            _ => false,
        };
        here || op.inner().into_iter().any(|inner| self.may_fail(inner))
    }
}
