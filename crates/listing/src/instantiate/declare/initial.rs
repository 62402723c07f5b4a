//! Variables, and what they begin with.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, size};
use crate::instantiate::info::Var;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::{Env, bind};
use crate::limits::ELEMENTS_MAX;
use crate::token::Span;
use crate::tree::{
    DomainKind, Expr as Tree, ExprKind, Index, Initial, PartKind, Storage, Variable, Variables,
};

impl<'t> Instance<'t> {
    pub fn own_variables(&mut self) -> Result<()> {
        let mut all = Ok(());
        for role in 0..self.roles.len() {
            let tree = self.roles[role].tree;
            for part in &tree.parts {
                if let PartKind::Variables(variables) = &part.kind
                    && self.is_part(&part.with)
                {
                    all = all.and(self.variables(variables, Some(role)));
                }
            }
        }
        all
    }

    pub fn variables(&mut self, variables: &'t Variables, role: Option<usize>) -> Result<()> {
        let first = self.vars.len();
        let mut all = Ok(());
        for variable in &variables.variables {
            all = all.and(self.variable(variable, variables.storage, role));
        }
        for var in &mut self.vars[first..] {
            // the slots are not there yet
            var.busy = variables.safe.then_some(0);
        }
        all
    }

    fn variable(
        &mut self,
        variable: &'t Variable,
        storage: Storage,
        role: Option<usize>,
    ) -> Result<()> {
        let element = self.ty(&variable.domain, &None)?;
        if let Some(Initial::Any(span)) = variable.initial {
            self.can_be_any(&element, span)?;
        }
        for (name, indices) in &variable.names {
            if self.vars_called(&name.text).any(|var| self.vars[var].role == role) {
                return self.declared_twice(&name.text, name.span);
            }
            let dims = self.dimensions(indices)?;
            let indexed_by = match &indices[..] {
                [index] => self.domain_name(&index.domain),
                _ => None,
            };
            let count = size(&dims);
            if count > ELEMENTS_MAX || count == 0 {
                let message = format!(
                    "An array has 1 to {ELEMENTS_MAX} elements; `{}` has {count}.",
                    name.text
                );
                return self.error(ErrorCode::DomainTooLarge, name.span, message);
            }
            let copies = role.map_or(1, |role| self.roles[role].count);
            self.numbers += copies * count * element.width(&self.types.records);
            self.check_width(self.numbers, name.span)?;
            let initial = self.initial_of_copies(variable, indices, (&dims, &element), role)?;
            let var = Var {
                name: name.text.clone(),
                storage,
                role,
                dims,
                element: element.clone(),
                bases: Vec::new(),
                points: self.pointer_domain(&variable.domain),
                children_of: self.domain_beside_symbols(&variable.domain),
                indexed_by,
                index_names: indices.iter().map(|index| name_of(&index.domain)).collect(),
                initial,
                any: matches!(variable.initial, Some(Initial::Any(_))),
                busy: None,
            };
            self.vars.push(var);
        }
        Ok(())
    }

    /// Over what an array is indexed.
    fn dimensions(&mut self, indices: &'t [Index]) -> Result<Vec<Domain>> {
        let mut dims = Vec::new();
        for index in indices {
            match self.ty(&index.domain, &None)? {
                Ty::Scalar(domain) => dims.push(domain),
                ty => {
                    let message = "An array is indexed by numbers, symbols or processes.";
                    let found =
                        DiagnosticDraft::new(ErrorCode::WrongDomain, index.domain.span, message);
                    return self.fail(match ty {
                        Ty::Bool => {
                            found.help("Write `0..1`, or name the two by words: `off | on`.")
                        }
                        _ => found,
                    });
                }
            }
        }
        Ok(dims)
    }

    /// The initial value of each process of its role, or of everybody.
    fn initial_of_copies(
        &mut self,
        variable: &'t Variable,
        indices: &'t [Index],
        (dims, element): (&[Domain], &Ty),
        role: Option<usize>,
    ) -> Result<Vec<Vec<i64>>> {
        let copies = role.map_or(1, |role| self.roles[role].count);
        let mut initial = Vec::new();
        for number in 0..copies {
            let env = role.and_then(|role| self.number_binding(role, number));
            let value = variable.initial.as_ref();
            let value = self.initial(value, indices, dims, element, &env);
            // what is wrong with it is noted, and lines are looked at with another one
            initial.push(value.or_else(|()| self.initial(None, indices, dims, element, &env))?);
        }
        Ok(initial)
    }

    /// Lists and pointers do not begin with any value.
    fn can_be_any(&mut self, element: &Ty, span: Span) -> Result<()> {
        let (what, help) = match element {
            Ty::List(..) => ("A list", "Give a value, or choose its elements in a first step."),
            Ty::Scalar(Domain { of: Of::Cells(_), .. }) => {
                ("A pointer", "Name a cell, which is then in use, or choose one in a first step.")
            }
            Ty::Record(id) => {
                let fields = self.types.records[*id].fields.clone();
                return fields.iter().try_for_each(|(_, field)| self.can_be_any(field, span));
            }
            _ => return Ok(()),
        };
        let message = format!("{what} cannot begin with `any` of its values.");
        self.fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help))
    }

    /// The name of a process's number, bound to it.
    pub fn number_binding(&self, role: usize, number: usize) -> Env<'t> {
        let name = self.roles[role].number.as_ref()?;
        let ty = Ty::Scalar(self.role_domain(role));
        let value =
            crate::instantiate::value::Val::one(ty, program::ir::Expr::Const(number as i64));
        bind(&None, name, crate::instantiate::value::Bound::Value(value))
    }

    fn initial(
        &mut self,
        initial: Option<&'t Initial>,
        indices: &'t [Index],
        dims: &[Domain],
        element: &Ty,
        env: &Env<'t>,
    ) -> Result<Vec<i64>> {
        let count = size(dims);
        let first = element.first(&self.types.records);
        let Some(Initial::Value(expr)) = initial else {
            return Ok((0..count).flat_map(|_| first.clone()).collect());
        };
        // a list of no lists is the value of each element that is a list
        let is_list = |tree: &Tree| matches!(tree.kind, ExprKind::List(_));
        let is_for_each =
            |all: &[Tree]| matches!(element, Ty::List(..)) && !all.iter().any(is_list);
        if let (ExprKind::List(all), false) = (&expr.kind, dims.is_empty())
            && !is_for_each(all)
        {
            if all.len() != count {
                let message =
                    format!("The array has {count} elements; this list has {}.", all.len());
                return self.error(ErrorCode::WrongDomain, expr.span, message);
            }
            let mut values = Vec::new();
            for one in all {
                values.extend(self.initial_element(one, element, env)?);
            }
            return Ok(values);
        }
        let mut all = Vec::new();
        for nth in 0..count {
            let (mut env, mut rest) = (env.clone(), nth);
            for (at, dim) in dims.iter().enumerate() {
                let below = size(&dims[at + 1..]);
                let value = dim.values()[rest / below];
                rest %= below;
                if let Some(name) = indices.get(at).and_then(|index| index.binder.as_ref()) {
                    let value = crate::instantiate::value::Val::one(
                        Ty::Scalar(dim.clone()),
                        program::ir::Expr::Const(value),
                    );
                    env = bind(&env, &name.text, crate::instantiate::value::Bound::Value(value));
                }
            }
            all.extend(self.initial_element(expr, element, &env)?);
        }
        Ok(all)
    }

    fn initial_element(&mut self, expr: &'t Tree, ty: &Ty, env: &Env<'t>) -> Result<Vec<i64>> {
        let value = self.eval(expr, env)?;
        let parts = self.fit(value, ty, expr.span)?;
        let mut all = Vec::new();
        for part in parts {
            let program::ir::Expr::Const(value) = part else {
                let message = "An initial value must be known before the program runs.";
                return self.error(ErrorCode::NotConstant, expr.span, message);
            };
            all.push(value);
        }
        let mut slots = Vec::new();
        ty.slots(&self.types.records, &mut slots);
        if slots.iter().zip(&all).any(|(slot, &value)| slot.encode(value).is_none()) {
            let message = "This initial value is outside of the variable’s domain.";
            return self.error(ErrorCode::WrongDomain, expr.span, message);
        }
        Ok(all)
    }
}

/// The name that a domain is, if it is one.
fn name_of(domain: &crate::tree::Domain) -> Option<String> {
    let DomainKind::Expr(expr) = &domain.kind else { return None };
    if let ExprKind::Name(name) = &expr.kind { Some(name.clone()) } else { None }
}
