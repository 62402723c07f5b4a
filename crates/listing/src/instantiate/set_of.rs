//! Sets that are written by their members or by a condition.

use crate::core::{Op, any};
use crate::instantiate::Result;
use crate::instantiate::domain::{Ty, Written};
use crate::instantiate::instance::Instance;
use crate::instantiate::sets::common_small_type;
use crate::instantiate::value::{Bound, Env, Val, look_up};
use crate::tree::{Binder, Expr as Tree};
use program::ir::Expr;
use std::collections::BTreeSet;

impl<'t> Instance<'t> {
    /// `{j in S: P}`, `{e for j in S: P}`
    pub fn set_of(
        &mut self,
        expr: &'t Tree,
        element: Option<&'t Tree>,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &Env<'t>,
    ) -> Result<Val> {
        let (code, items) =
            self.aside(|instance| instance.set_items(element, binders, filter, env))?;
        let mut items = items;
        if !code.is_empty() {
            self.push(Op::InOrder(code));
        }
        if may_repeat(&items) {
            if self.here.process.is_none()
                && let Some(ty) = common_small_type(&items)
            {
                // as bits no member counts twice, and none is compared with all others
                return self.as_bits(items, ty, expr.span);
            }
            items = self.distinct(items, expr.span)?;
        }
        Ok(Val { ty: Ty::Literal(Written::Set), parts: Vec::new(), items })
    }

    fn set_items(
        &mut self,
        element: Option<&'t Tree>,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &Env<'t>,
    ) -> Result<Vec<(Val, Expr)>> {
        let mut items = Vec::new();
        for (inner, mut condition) in self.members(binders, env)? {
            if let Some(filter) = filter {
                condition = self.counts_if(condition, |instance| instance.bool(filter, &inner))?;
            }
            let value = match element {
                Some(element) => self.element_if(condition.clone(), element, &inner)?,
                None => match look_up(&inner, &binders[0].names[0].text) {
                    Some(Bound::Value(value)) => value,
                    _ => Val::number(0),
                },
            };
            if condition != Expr::Const(0) {
                items.push((value, condition));
            }
        }
        Ok(items)
    }

    /// A member of which nothing is read where it does not count.
    fn element_if(&mut self, counts: Expr, element: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (code, value) = self.aside(|instance| instance.eval(element, env))?;
        if matches!(counts, Expr::Const(_)) || !any(&code, &Op::is_access) {
            self.hand.code.extend(code);
            return Ok(value);
        }
        if value.ty.is_written() {
            return self.number_not_known(element.span);
        }
        let mut slots = Vec::new();
        value.ty.slots(&self.types.records, &mut slots);
        let to: Vec<usize> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        self.push(Op::OnlyIf { counts, code, to: to.clone(), parts: value.parts });
        let parts = to.into_iter().map(Expr::Temp).collect();
        Ok(Val { ty: value.ty, parts, items: Vec::new() })
    }
}

/// Whether two of these may be equal, as elements of a list may.
fn may_repeat(items: &[(Val, Expr)]) -> bool {
    let known = |part: &Expr| match part {
        Expr::Const(number) => Some(*number),
        _ => None,
    };
    let mut seen = BTreeSet::new();
    items.iter().any(|(value, _)| {
        let parts: Option<Vec<i64>> = value.parts.iter().map(known).collect();
        parts.is_none_or(|parts| value.ty.is_written() || !seen.insert(parts))
    })
}
