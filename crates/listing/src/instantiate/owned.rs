//! Variables of which each process has its own, named with the process: `mine[i]`, `j.pending`.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::place::LValue;
use crate::instantiate::value::{Env, Val, look_up};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Storage};

impl<'t> Instance<'t> {
    /// The variable of another process, by its number.
    fn of_process(&mut self, var: usize, number: Val, span: Span) -> Result<LValue> {
        let role = self.vars[var].role.unwrap_or_default();
        let domain = self.role_domain(role);
        let bound = self.bound_in(var, &domain);
        let number = self.fit(number, &Ty::Scalar(domain), span)?.swap_remove(0);
        let it = &self.vars[var];
        let first = it.bases.first().copied().unwrap_or_default();
        let stride = it.bases.get(1).map_or(0, |second| second - first);
        let mut spot = LValue {
            var,
            slot: first,
            offsets: Vec::new(),
            dims: it.dims.clone(),
            ty: it.element.clone(),
            indices: Vec::new(),
            field: String::new(),
        };
        self.shift(&mut spot, number, bound, stride, span)?;
        Ok(spot)
    }

    pub fn spot_of_process(
        &mut self,
        base: &'t Tree,
        indices: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Option<LValue>> {
        let ExprKind::Name(name) = &base.kind else { return Ok(None) };
        if look_up(env, name).is_some() {
            return Ok(None);
        }
        if self.here.process.is_some() {
            // what has no index of its own is indexed by its process
            let plain = self.var_named(base, env).filter(|&it| {
                let it = &self.vars[it];
                let is_one = !matches!(it.element, Ty::Array(..) | Ty::List(..));
                it.role.is_some() && it.dims.is_empty() && is_one
            });
            let Some(var) = plain else { return Ok(None) };
            let number = self.eval(&indices[0], env)?;
            self.refuse_hidden(var, &number, base.span)?;
            let spot = self.of_process(var, number, indices[0].span)?;
            return self.index(spot, &indices[1..], env).map(Some);
        }
        let all: Vec<usize> = self.owned(name).collect();
        if all.is_empty() || self.find_shared(name).is_some() {
            return Ok(None);
        }
        let number = self.eval(&indices[0], env)?;
        let fits = |var: &&usize| match (&number.ty, self.vars[**var].role) {
            (Ty::Scalar(Domain { of: Of::Role(role, _), .. }), Some(own)) => *role == own,
            _ => true,
        };
        let var = all.iter().find(fits).copied().unwrap_or(all[0]);
        let is_single = self.vars[var].role.is_some_and(|role| self.roles[role].number.is_none());
        if is_single
            && !self.vars[var].dims.is_empty()
            && indices.len() == self.vars[var].dims.len()
        {
            return Ok(None);
        }
        let spot = self.of_process(var, number, indices[0].span)?;
        self.index(spot, &indices[1..], env).map(Some)
    }

    /// No step of a process reads what another one has; a rule or an atomic block may.
    fn refuse_hidden(&mut self, var: usize, number: &Val, span: Span) -> Result<()> {
        let it = &self.vars[var];
        let is_mine = it.role == self.here.process.map(|process| self.role_of(process))
            && number.constant() == Some(self.my_number() as i64);
        if self.here.mode != Mode::Stepped || it.storage == Storage::Ghost || is_mine {
            return Ok(());
        }
        let message =
            format!("`{}` belongs to another process: a section has no access to it.", it.name);
        let help = format!(
            "Declare `shared {}[process]` above the processes, or read it in a rule or behind `atomic`.",
            it.name
        );
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }

    /// `j.pending`: a variable of process j.
    pub fn field_of_process(
        &mut self,
        base: &'t Tree,
        name: &crate::tree::Name,
        env: &Env<'t>,
    ) -> Result<Option<LValue>> {
        if self.root(base, env).is_some() {
            return Ok(None);
        }
        let owned: Vec<usize> = self.owned(&name.text).collect();
        if owned.is_empty() {
            return Ok(None);
        }
        let number = self.eval(base, env)?;
        let var = match &number.ty {
            Ty::Scalar(Domain { of: Of::Role(role, _), .. }) => {
                owned.into_iter().find(|&it| self.vars[it].role == Some(*role))
            }
            Ty::Scalar(Domain { of: Of::Processes, .. }) => owned.first().copied(),
            _ => None,
        };
        let Some(var) = var else { return Ok(None) };
        self.refuse_hidden(var, &number, base.span.to(name.span))?;
        self.of_process(var, number, base.span).map(Some)
    }
}
