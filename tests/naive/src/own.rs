//! Which elements of shared arrays a process reads for free: its own, if each process writes its own only.

use crate::eval::{Eval, Names};
use crate::machine::Machine;
use crate::op::{Instruction, Op, Target1};
use crate::places::Owner;
use crate::state::Cell;
use crate::value::{Domain, Value};
use listing::tree::{Expr, ExprKind};
use std::collections::BTreeSet;

pub fn own_elements(machine: &Machine) -> Vec<BTreeSet<Cell>> {
    let world = &machine.world;
    let written: Vec<Written> = (0..world.roster.all()).map(|me| written(machine, me)).collect();
    let mut all = vec![BTreeSet::new(); written.len()];
    for (at, variable) in world.shared.iter().enumerate() {
        let Some((_, Domain::Process(role))) = variable.indices.first() else { continue };
        if variable.pool.is_some() {
            continue;
        }
        let members = world.roster.members(*role);
        let rest: usize = variable.elements(&world.roster) / members.len().max(1);
        let owner = |element: usize| match members[element / rest] {
            Value::Process(me, _) => me,
            _ => unreachable!("members of a role are processes"),
        };
        let is_others = |(me, written): (usize, &Written)| {
            let somewhere = written.iter().filter(|it| it.0 == at);
            somewhere.into_iter().any(|it| it.1.is_none_or(|element| owner(element) != me))
        };
        if written.iter().enumerate().any(is_others) {
            continue;
        }
        for element in 0..variable.elements(&world.roster) {
            all[owner(element)].insert((at, element));
        }
    }
    all
}

/// Elements of shared variables; none: an index is computed as the program runs.
type Written = BTreeSet<(usize, Option<usize>)>;

/// What the lines and rules of a process may write.
fn written(machine: &Machine, me: usize) -> Written {
    let mut cells = BTreeSet::new();
    let reached = reached(machine, me);
    for instruction in reached.into_iter().map(|at| &machine.codes[me].all[at]) {
        let mut add = |expr: &Expr| cells.extend(cell_of(machine, me, &instruction.names, expr));
        match &instruction.kind {
            Op::Assign(targets, values) => {
                targets.iter().for_each(&mut add);
                values.iter().for_each(|value| operations(value, &mut add));
            }
            Op::Await(it)
            | Op::Branch(it, _)
            | Op::ElseIf(it, _)
            | Op::Let(_, it)
            | Op::Decide(it) => {
                operations(it, &mut add);
            }
            Op::Receive(_, _, bound) => {
                for place in &bound.places {
                    if let Target1::Place(it) = place {
                        add(it);
                    }
                }
            }
            _ => {}
        }
    }
    cells
}

/// Instructions that are not left out by what is known before the program runs. What stands behind an endless
/// loop or a jump is not left out, although it never runs.
fn reached(machine: &Machine, me: usize) -> BTreeSet<usize> {
    let code = &machine.codes[me];
    let mut open: Vec<usize> = code.rules.iter().map(|rule| rule.at).collect();
    open.extend(code.sections.values());
    open.push(0);
    let mut reached = BTreeSet::new();
    while let Some(at) = open.pop() {
        if at >= code.all.len() || !reached.insert(at) {
            continue;
        }
        let Instruction { kind, names } = &code.all[at];
        match kind {
            Op::Branch(condition, to) | Op::ElseIf(condition, to) => {
                let eval = Eval { me: Some(me), ..Eval::constant(&machine.world, names.clone()) };
                match eval.constant_truth(condition) {
                    Some(true) => open.push(at + 1),
                    Some(false) if *to > at => open.push(*to),
                    _ => open.extend([at + 1, *to]),
                }
            }
            Op::Jump(to) if *to > at => open.push(*to),
            Op::Next(_, _, to) => open.extend([at + 1, *to]),
            _ => open.push(at + 1),
        }
    }
    reached
}

/// The targets of operations in an expression.
fn operations(expr: &Expr, add: &mut impl FnMut(&Expr)) {
    if let ExprKind::Call(name, arguments) = &expr.kind
        && ["cas", "swap", "fetch_and_add", "test_and_set"].contains(&&name.text[..])
    {
        add(&arguments[0]);
    }
    for part in expr.parts() {
        operations(part, add);
    }
}

/// The element that a target is.
fn cell_of(
    machine: &Machine,
    me: usize,
    names: &Names,
    expr: &Expr,
) -> Option<(usize, Option<usize>)> {
    let world = &machine.world;
    let mut eval = Eval { me: Some(me), ..Eval::constant(world, names.clone()) };
    if let Ok(Some(place)) = eval.place(expr) {
        return match place.root {
            crate::state::Root::Shared(at) => Some((at, Some(place.element))),
            _ => None,
        };
    }
    let mut base = expr;
    loop {
        match &base.kind {
            ExprKind::Index(inner, _) => base = inner,
            ExprKind::Field(inner, field) => {
                if let Some(at) = world.shared(&field.text) {
                    return Some((at, None));
                }
                base = inner;
            }
            ExprKind::Name(name) => {
                if let Some(crate::eval::Bind::Argument(expr, names)) = eval.names.get(name) {
                    return cell_of(machine, me, names, expr);
                }
                let Some((Owner::Shared(at), _)) = eval.variable(name) else { return None };
                return Some((at, None));
            }
            _ => return None,
        }
    }
}
