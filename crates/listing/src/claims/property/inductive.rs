//! `inductive`: claims that together hold in every state, each asked by itself as well.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Of, Ty, size};
use crate::instantiate::terms::{and, not};
use crate::token::Span;
use crate::tree::{Claim, Conjunct, Expr as Tree, ExprKind, Property};
use model::intern;
use program::ir::{Expr, Inductive, SlotId};
use std::collections::BTreeMap;

impl<'t> Claims<'t> {
    pub fn inductive(
        &mut self,
        property: &'t Property,
        conjuncts: &'t [Conjunct],
        span: Span,
    ) -> Result<()> {
        if !self.messages.is_empty() || self.store.is_some() {
            let message = "`inductive` is for texts without messages: there is no bound to what may be on its way.";
            let found = DiagnosticDraft::new(ErrorCode::OutOfPlace, property.title.span, message);
            return self.fail(found.help("Say it in `always`."));
        }
        let are_of_states: Vec<Result<()>> =
            conjuncts.iter().map(|conjunct| self.refuse_claim_about_run(conjunct)).collect();
        are_of_states.into_iter().collect::<Result<()>>()?;
        let mut holds = Expr::Const(1);
        for conjunct in conjuncts {
            holds = and(holds, self.conjunct(conjunct, property)?);
        }
        self.always(property, holds, span);
        let said = conjuncts.iter().map(|conjunct| words(conjunct.span.of(self.source.text)));
        let said = format!("inductive {}", said.collect::<Vec<_>>().join(" and "));
        let at = self.program.properties.len() - 1;
        self.program.properties[at].words = intern(&said);
        let mut each = Vec::new();
        for conjunct in conjuncts {
            self.begin_query();
            let holds = self.conjunct(conjunct, property)?;
            each.push((self.end_claim(holds), self.line_of(conjunct.span)));
        }
        let (names, by_process) = self.what_names_processes();
        self.program.inductive.push(Inductive { property: at, conjuncts: each, names, by_process });
        Ok(())
    }

    /// Variables of one number that is that of a process, and arrays with one index that is one.
    fn what_names_processes(&self) -> (BTreeMap<SlotId, usize>, BTreeMap<SlotId, usize>) {
        let from = |of: Of| match of {
            Of::Numbers | Of::Cells(_) => None,
            Of::Role(_, base) => Some(base),
            Of::Processes => Some(0),
        };
        let (mut names, mut by_process) = (BTreeMap::new(), BTreeMap::new());
        for var in &self.vars {
            if let Ty::Scalar(domain) = &var.element
                && let Some(from) = from(domain.of)
            {
                let slots = |base: &SlotId| *base..*base + size(&var.dims);
                names.extend(var.bases.iter().flat_map(slots).map(|slot| (slot, from)));
            }
            if let [dim] = &var.dims[..]
                && let Some(from) = from(dim.of).filter(|_| dim.symbols.is_empty())
            {
                by_process.extend(var.bases.iter().map(|base| (*base, from)));
            }
        }
        (names, by_process)
    }

    fn conjunct(&mut self, conjunct: &'t Conjunct, property: &Property) -> Result<Expr> {
        let holds = match &conjunct.claim {
            Claim::Holds(expr) => self.bool(expr, &None)?,
            claim => self.claim(claim, property)?,
        };
        Ok(if conjunct.is_never { not(holds) } else { holds })
    }

    fn refuse_claim_about_run(&mut self, conjunct: &Conjunct) -> Result<()> {
        let is_about_run = match &conjunct.claim {
            Claim::Before(..) | Claim::NotBefore(..) | Claim::FreedIsTouched => true,
            Claim::Holds(expr) => {
                let is_of_run = |part: &&Tree| {
                    matches!(part.kind, ExprKind::Prime(_) | ExprKind::Implies { always: true, .. })
                };
                expr.with_parts().iter().any(is_of_run)
            }
            _ => false,
        };
        if !is_about_run {
            return Ok(());
        }
        let message = "This is about a run, and here one state is asked.";
        let found = DiagnosticDraft::new(ErrorCode::OutOfPlace, conjunct.span, message);
        self.fail(found.help("Say it in `always`."))
    }
}

/// On one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
