//! Truth values that some parts decide before others are computed.

use crate::core::{Code, Computed, Decision, Join, Op};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{and, not, or};
use program::ir::{Expr, Slot};

impl Instance<'_> {
    pub fn negated_value(&mut self, inner: Computed) -> Expr {
        if inner.code.is_empty() {
            return not(inner.value);
        }
        let to = self.truth_temp();
        self.decision_value(Decision::Not { to, inner })
    }

    /// `left and right`, `left or right`, `left ⇒ right`: the right one is computed only if it decides.
    pub fn joined_with(
        &mut self,
        left: Computed,
        join: Join,
        right: impl FnOnce(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        // what is known already needs no other side
        if let Some(decided) = left.known().and_then(|holds| join.decided_by(holds != 0)) {
            return Ok(Expr::Const(i64::from(decided)));
        }
        let right = self.computed(right)?;
        if left.code.is_empty() && right.code.is_empty() {
            return Ok(join.of(left.value, right.value));
        }
        let to = self.truth_temp();
        Ok(self.decision_value(Decision::Both { to, join, left, right }))
    }

    /// Whether all members are so, or some: each with whether it counts.
    pub fn each_of(
        &mut self,
        is_all: bool,
        over: Code,
        members: Vec<(Expr, Computed)>,
        in_order: bool,
    ) -> Expr {
        let to = self.truth_temp();
        self.decision_value(Decision::Each { to, is_all, over, members, in_order })
    }

    /// Whether a member counts: of one that is none, the condition computes and reads nothing.
    pub fn counts_if(
        &mut self,
        is_member: Expr,
        filter: impl FnOnce(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        self.joined_with(Computed::of(is_member), Join::And, filter)
    }

    fn decision_value(&mut self, decision: Decision) -> Expr {
        let to = decision.to();
        self.push(Op::Decision(decision.into()));
        Expr::Temp(to)
    }

    fn truth_temp(&mut self) -> usize {
        self.temp_for(Slot::new(Vec::new(), 0, 1))
    }
}

impl Join {
    /// What it is if the left side decides.
    pub fn decided_by(self, left: bool) -> Option<bool> {
        match (self, left) {
            (Join::And, false) => Some(false),
            (Join::Or, true) | (Join::Implies, false) => Some(true),
            _ => None,
        }
    }

    pub fn of(self, left: Expr, right: Expr) -> Expr {
        match self {
            Join::And => and(left, right),
            Join::Or => or(left, right),
            Join::Implies => or(not(left), right),
        }
    }
}
