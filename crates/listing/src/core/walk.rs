//! What is in an operation.

use super::{Choice, Chosen, Code, Computed, Counting, Decision, Member, Op};
use program::ir::Expr;

impl Op {
    /// Whether it alone reads or writes something shared.
    pub fn is_access(&self) -> bool {
        matches!(self, Op::Read { .. } | Op::Act { .. } | Op::Operate { .. } | Op::ReadRow(_))
    }

    /// The codes within it.
    pub fn inner(&self) -> Vec<&Code> {
        match self {
            Op::Operate { code, .. }
            | Op::OnlyIf { code, .. }
            | Op::InOrder(code)
            | Op::TouchesNone(code) => vec![code],
            Op::Decision(decision) => match &**decision {
                Decision::Not { inner, .. } => vec![&inner.code],
                Decision::Both { left, right, .. } => vec![&left.code, &right.code],
                Decision::Each { over, members, .. } => std::iter::once(over)
                    .chain(members.iter().map(|member| &member.1.code))
                    .collect(),
            },
            Op::Choice(choice) => {
                let [one, other] = &choice.ways;
                vec![&choice.condition.code, &one.code, &other.code]
            }
            Op::Member(member) => {
                let filter = match &member.how {
                    Counting::If { filter: Some(filter), .. } => Some(&filter.code),
                    _ => None,
                };
                filter.into_iter().chain([&member.code]).collect()
            }
            Op::Statement(statement) => statement.inner(),
            _ => Vec::new(),
        }
    }
}

/// Whether something is so of any operation, or of one within it.
pub fn any(code: &Code, is_it: &dyn Fn(&Op) -> bool) -> bool {
    code.iter().any(|op| is_it(op) || op.inner().into_iter().any(|inner| any(inner, is_it)))
}

/// Shows every operation, those within others, too.
pub fn each<'c>(code: &'c Code, visit: &mut dyn FnMut(&'c Op)) {
    for op in code {
        visit(op);
        op.inner().into_iter().for_each(|inner| each(inner, visit));
    }
}

/// Shows every expression of what computes a value, to be changed.
pub fn each_expr_mut(code: &mut Code, visit: &mut dyn FnMut(&mut Expr)) {
    for op in code {
        op.each_expr_mut(visit);
    }
}

impl Op {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Op::Do(instruction) => instruction.each_expr_mut(visit),
            Op::Keep { value, .. } => visit(value),
            Op::OnlyIf { counts, code, parts, .. } => {
                visit(counts);
                each_expr_mut(code, visit);
                parts.iter_mut().for_each(visit);
            }
            Op::InOrder(code) | Op::TouchesNone(code) => each_expr_mut(code, visit),
            Op::Decision(decision) => decision.each_expr_mut(visit),
            Op::Choice(choice) => choice.each_expr_mut(visit),
            Op::Member(member) => member.each_expr_mut(visit),
            Op::Guard(condition) => visit(condition),
            _ => {}
        }
    }
}

impl Computed {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        each_expr_mut(&mut self.code, visit);
        visit(&mut self.value);
    }
}

impl Decision {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Decision::Not { inner, .. } => inner.each_expr_mut(visit),
            Decision::Both { left, right, .. } => {
                left.each_expr_mut(visit);
                right.each_expr_mut(visit);
            }
            Decision::Each { over, members, .. } => {
                each_expr_mut(over, visit);
                for (counts, member) in members {
                    visit(counts);
                    member.each_expr_mut(visit);
                }
            }
        }
    }
}

impl Choice {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.condition.each_expr_mut(visit);
        for way in &mut self.ways {
            each_expr_mut(&mut way.code, visit);
            way.parts.iter_mut().for_each(&mut *visit);
        }
        if let Chosen::Members(ways) = &mut self.kind {
            for member in ways.iter_mut().flatten() {
                member.parts.iter_mut().chain([&mut member.counts]).for_each(&mut *visit);
            }
        }
    }
}

impl Member {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for so_far in [&mut self.before, &mut self.after] {
            so_far.values.iter_mut().chain(&mut so_far.is_some).for_each(|kept| visit(&mut kept.1));
        }
        each_expr_mut(&mut self.code, visit);
        if let Counting::If { counts, filter, without, at_once } = &mut self.how {
            visit(counts);
            if let Some(filter) = filter {
                filter.each_expr_mut(visit);
            }
            without.iter_mut().for_each(&mut *visit);
            if let Some((code, parts)) = at_once {
                each_expr_mut(code, visit);
                parts.iter_mut().for_each(visit);
            }
        }
    }
}
