//! What is in a block, when nobody watches.

use super::{Block, End, Expr, Instruction, Place};

impl Block {
    /// Shows every place that is read or written.
    pub fn each_place<'a>(&'a self, visit: &mut dyn FnMut(&'a Place)) {
        self.each_expr(&mut |expr| {
            if let Expr::Load(place) | Expr::Before(place) = expr {
                visit(place);
            }
        });
        for instruction in &self.instructions {
            if let Instruction::Store(place, _) = instruction {
                visit(place);
            }
        }
    }
}

impl Block {
    /// Shows every expression that it computes, and all that are in them.
    pub fn each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        let mut each = |expr: &'a Expr| expr.each_inner(visit);
        for instruction in &self.instructions {
            instruction.each_expr(&mut each);
        }
        if let End::Branch(condition, ..) = &self.end {
            each(condition);
        }
    }
}

impl Instruction {
    /// The same as [`Self::each_expr`], to be changed.
    pub fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Instruction::Set(_, value) | Instruction::Observe(value) => visit(value),
            Instruction::Store(place, value) => {
                visit(value);
                if let Some(index) = &mut place.index {
                    visit(&mut index.value);
                }
            }
            Instruction::Send { from, to, fields, .. } => {
                from.iter_mut().for_each(&mut *visit);
                visit(to);
                fields.iter_mut().for_each(visit);
            }
            Instruction::Choose(..)
            | Instruction::Take
            | Instruction::Again
            | Instruction::Event(_) => {}
        }
    }

    /// Shows every expression that it computes.
    pub fn each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match self {
            Instruction::Set(_, value) | Instruction::Observe(value) => visit(value),
            Instruction::Store(place, value) => {
                visit(value);
                if let Some(index) = &place.index {
                    visit(&index.value);
                }
            }
            Instruction::Send { from, to, fields, .. } => {
                from.iter().for_each(&mut *visit);
                visit(to);
                fields.iter().for_each(visit);
            }
            Instruction::Choose(..)
            | Instruction::Take
            | Instruction::Again
            | Instruction::Event(_) => {}
        }
    }
}

impl Expr {
    /// Shows all that are in it and then it, to be changed.
    pub fn each_inner_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Expr::Const(_) | Expr::Temp(_) => {}
            Expr::Load(place) | Expr::Before(place) => {
                if let Some(index) = &mut place.index {
                    index.value.each_inner_mut(visit);
                }
            }
            Expr::Unary(_, inner) | Expr::Below(inner, _) => inner.each_inner_mut(visit),
            Expr::Binary(_, left, right) => {
                left.each_inner_mut(visit);
                right.each_inner_mut(visit);
            }
            Expr::Select(condition, then, otherwise) => {
                condition.each_inner_mut(visit);
                then.each_inner_mut(visit);
                otherwise.each_inner_mut(visit);
            }
            Expr::InTransit(_, from, to) => {
                from.iter_mut().chain(to).for_each(|expr| expr.each_inner_mut(visit));
            }
        }
        visit(self);
    }

    /// Shows it and all that are in it.
    pub fn each_inner<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        match self {
            Expr::Const(_) | Expr::Temp(_) => {}
            Expr::Load(place) | Expr::Before(place) => {
                if let Some(index) = &place.index {
                    index.value.each_inner(visit);
                }
            }
            Expr::Unary(_, inner) | Expr::Below(inner, _) => inner.each_inner(visit),
            Expr::Binary(_, left, right) => {
                left.each_inner(visit);
                right.each_inner(visit);
            }
            Expr::Select(condition, then, otherwise) => {
                condition.each_inner(visit);
                then.each_inner(visit);
                otherwise.each_inner(visit);
            }
            Expr::InTransit(_, from, to) => {
                from.iter().chain(to).for_each(|expr| expr.each_inner(visit));
            }
        }
    }
}
