//! Loops that only wait, and what is to be written if they do so without a step.

use crate::core::Waits;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Env;
use crate::tree::{Binary, Block, Expr as Tree, ExprKind, StatementKind};

impl<'t> Instance<'t> {
    /// `while j = i or up[j]: skip`: how to write that it waits, and what its parts read.
    pub fn waits(&mut self, condition: &'t Tree, body: &'t Block, env: &Env<'t>) -> Option<Waits> {
        let mut statements = body.iter().flat_map(|line| &line.statements);
        let is_for_ever = condition.name() == Some("true");
        if is_for_ever || !statements.all(|statement| matches!(statement.kind, StatementKind::Skip))
        {
            return None;
        }
        let found = self.found.len();
        let parts = condition.joined_by(&[Binary::And, Binary::Or]).into_iter();
        let parts = parts
            .map(|part| {
                let condition = self.condition(part, env);
                (part.span, condition.map_or_else(|()| Vec::new(), |condition| condition.code))
            })
            .collect();
        // what is wrong with it is told where the loop is made
        self.found.truncate(found);
        Some(Waits { instead: self.negated(condition), parts })
    }

    fn negated(&self, condition: &Tree) -> String {
        let text = condition.span.of(self.source.text);
        match &condition.kind {
            ExprKind::Not(inner) => inner.span.of(self.source.text).to_owned(),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Call(..) => {
                format!("not {text}")
            }
            _ => format!("not ({text})"),
        }
    }
}
