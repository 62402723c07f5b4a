//! Loops that only wait, and what is to be written if they do so without a step.

use super::{Env, Lower};
use crate::tree::{Binary, Block, Expr as Tree, ExprKind, StatementKind};

impl<'t> Lower<'t> {
    /// `while j = i or up[j]: skip`: which part of the condition costs no step, and how to wait.
    pub fn how_to_wait(&self, condition: &'t Tree, body: &'t Block, env: &Env<'t>) -> String {
        let mut statements = body.iter().flat_map(|line| &line.statements);
        let is_for_ever = condition.name() == Some("true");
        if is_for_ever || !statements.all(|statement| matches!(statement.kind, StatementKind::Skip))
        {
            return String::new();
        }
        let parts = condition.joined_by(&[Binary::And, Binary::Or]);
        let free = parts.iter().filter(|part| !self.touches(part, env));
        let free: Vec<_> = free.map(|expr| format!("`{}`", expr.span.of(self.text))).collect();
        let costs = if free.len() == 1 { "costs" } else { "cost" };
        let none = match parts.len() > 1 && !free.is_empty() {
            true => format!("{} {costs} no step. ", free.join(" and ")),
            false => String::new(),
        };
        format!("{none}To wait, write `await {}`.", self.negated(condition))
    }

    fn negated(&self, condition: &Tree) -> String {
        let text = condition.span.of(self.text);
        match &condition.kind {
            ExprKind::Not(inner) => inner.span.of(self.text).to_owned(),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Call(..) => {
                format!("not {text}")
            }
            _ => format!("not ({text})"),
        }
    }
}
