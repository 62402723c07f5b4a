//! `reach(start, f, g)`: what can be reached by pointers.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::sets::contains;
use crate::instantiate::terms::{add, binary, not, select, unary};
use crate::instantiate::value::{Env, Val, look_up};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind};
use program::ir::{self, Expr, Instruction, Place};

/// The most elements of such an array: a round for each is written out.
const NODES_MAX: usize = 16;

impl<'t> Instance<'t> {
    /// The set of the indices to which a way leads from the first, by the values of the arrays.
    pub fn reach(&mut self, arguments: &'t [Tree], span: Span, env: &Env<'t>) -> Result<Val> {
        if self.here.mode == Mode::Stepped {
            let message =
                "`reach` reads everything at once, and each access of this line is a step.";
            let help = "Write `atomic` before the line, or ask it in a property.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        let mut nodes: Option<Domain> = None;
        let mut pointers = Vec::new();
        for argument in &arguments[1..] {
            let (domain, values) = self.pointers(argument, env)?;
            if *nodes.get_or_insert_with(|| domain.clone()) != domain {
                let message = "All arrays of `reach` have the same index.";
                return self.error(ErrorCode::WrongDomain, argument.span, message);
            }
            pointers.push(values);
        }
        let nodes = nodes.unwrap_or(Domain::numbers(0, 0));
        let start = self.eval(&arguments[0], env)?;
        let start = match &start.ty {
            // what is none of the indices leads nowhere
            Ty::Scalar(from) if from.of == nodes.of => start.parts[0].clone(),
            _ => self.fit(start, &Ty::Scalar(nodes.clone()), arguments[0].span)?.swap_remove(0),
        };
        let start = self.kept(start);
        let mut reached = self.kept(bit_of(&start, &nodes));
        for _ in 1..nodes.count() {
            let mut more = reached.clone();
            for (position, bit) in pointers.iter().flat_map(|pointer| pointer.iter().enumerate()) {
                let is_in = contains(reached.clone(), Expr::Const(position as i64));
                let next = select(is_in, bit.clone(), Expr::Const(0));
                more = binary(ir::Binary::Or, more, next);
            }
            reached = self.kept(more);
        }
        Ok(Val::one(Ty::Set(Ty::Scalar(nodes).into()), reached))
    }

    /// An array whose values are indices of it, or symbols: its index, and each value as a set.
    fn pointers(&mut self, argument: &'t Tree, env: &Env<'t>) -> Result<(Domain, Vec<Expr>)> {
        if let Some((nodes, values)) = self.variable_of_each(argument, env) {
            let bits = values.into_iter().map(|value| self.kept(bit_of(&value, &nodes))).collect();
            return Ok((nodes, bits));
        }
        let array = self.touching_none(argument, env)?;
        let (Ty::Array(dims, element), parts) = (&array.ty, array.parts) else {
            let message = "`reach` follows arrays: name one that has one index.";
            let found = DiagnosticDraft::new(ErrorCode::WrongDomain, argument.span, message);
            // an element of it
            return self.fail(match &argument.kind {
                ExprKind::Index(base, _) => {
                    let name = base.span.of(self.source.text);
                    found.help(format!("Write `{name}`.")).replace(argument.span, name)
                }
                _ => found,
            });
        };
        let ([nodes], Ty::Scalar(_)) = (&dims[..], &**element) else {
            let message = "The values of this array are no indices of it.";
            return self.error(ErrorCode::WrongDomain, argument.span, message);
        };
        if nodes.count() > NODES_MAX {
            let message = format!(
                "`reach` follows arrays of at most {NODES_MAX} elements, and this has {}.",
                nodes.count()
            );
            return self.error(ErrorCode::DomainTooLarge, argument.span, message);
        }
        let bits = parts.iter().map(|part| self.kept(bit_of(part, nodes))).collect();
        Ok((nodes.clone(), bits))
    }

    /// In a property, the variable that each process of a role has is an array over the role.
    fn variable_of_each(&mut self, argument: &Tree, env: &Env<'t>) -> Option<(Domain, Vec<Expr>)> {
        let name = argument.name().filter(|name| look_up(env, name).is_none())?;
        if self.here.process.is_some() || self.find_var(name).is_some() {
            return None;
        }
        let var = &self.vars[self.owned(name).next()?];
        let (Ty::Scalar(from), true) = (var.element.clone(), var.dims.is_empty()) else {
            return None;
        };
        let (nodes, slots) = (self.role_domain(var.role?), var.bases.clone());
        let values = slots.into_iter().map(|slot| {
            let value = Expr::Load(Place { slot, index: None });
            self.convert(value, &from, nodes.of)
        });
        let values = values.collect();
        Some((nodes, values))
    }

    /// What looks at all cells, to follow pointers through some, touches none.
    fn touching_none(&mut self, argument: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (code, value) = self.aside(|instance| instance.eval(argument, env))?;
        self.push(Op::TouchesNone(code));
        Ok(value)
    }

    fn kept(&mut self, value: Expr) -> Expr {
        let temp = self.temp();
        self.does(Instruction::Set(temp, value));
        Expr::Temp(temp)
    }
}

/// The set of that one index; of what is none, the empty set.
fn bit_of(value: &Expr, nodes: &Domain) -> Expr {
    let nothing = Expr::Const(0);
    if nodes.symbols.is_empty() {
        let is_node = |bound, sign| binary(sign, value.clone(), Expr::Const(bound));
        let bit = unary(ir::Unary::Bit, add(value.clone(), -nodes.low));
        let bit = select(is_node(nodes.high, ir::Binary::LessEqual), bit, nothing.clone());
        return match nodes.low {
            0 => bit,
            low => select(not(is_node(low, ir::Binary::Less)), bit, nothing),
        };
    }
    let all = nodes.values().into_iter().enumerate();
    all.fold(nothing, |bit, (position, node)| {
        let same = binary(ir::Binary::Equal, value.clone(), Expr::Const(node));
        select(same, Expr::Const(1 << position), bit)
    })
}
