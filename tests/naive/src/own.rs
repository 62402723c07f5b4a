//! Which elements of shared arrays a process reads for free: its own, if each process writes its own only.

use crate::code::{Op, Target1};
use crate::eval::{Eval, Names};
use crate::machine::Machine;
use crate::places::Owner;
use crate::state::Cell;
use crate::value::{Domain, Value};
use listing::tree::{Expr, ExprKind};
use std::collections::BTreeSet;

pub fn own_elements(machine: &Machine) -> Vec<BTreeSet<Cell>> {
    let world = &machine.world;
    let written: Vec<BTreeSet<Cell>> =
        (0..world.roster.all()).map(|me| written(machine, me)).collect();
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
        let is_others = |(me, cells): (usize, &BTreeSet<Cell>)| {
            cells.iter().any(|it| it.0 == at && owner(it.1) != me)
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

/// What the lines and rules of a process may write.
fn written(machine: &Machine, me: usize) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for instruction in &machine.codes[me].all {
        let mut add = |expr: &Expr| cells.extend(cells_of(machine, me, &instruction.names, expr));
        match &instruction.kind {
            Op::Assign(targets, values) => {
                targets.iter().for_each(&mut add);
                values.iter().for_each(|it| operations(it, &mut add));
            }
            Op::Await(it) | Op::Branch(it, _) | Op::Let(_, it) | Op::Decide(it) => {
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

/// The elements that a target may be: where an index is not known, all of them.
fn cells_of(machine: &Machine, me: usize, names: &Names, expr: &Expr) -> Vec<Cell> {
    let world = &machine.world;
    let mut eval = Eval { me: Some(me), ..Eval::constant(world, names.clone()) };
    if let Ok(Some(place)) = eval.place(expr) {
        return match place.root {
            crate::state::Root::Shared(at) => vec![(at, place.element)],
            _ => Vec::new(),
        };
    }
    let mut base = expr;
    loop {
        match &base.kind {
            ExprKind::Index(inner, _) => base = inner,
            ExprKind::Field(inner, field) => {
                if let Some(at) = world.shared(&field.text) {
                    return (0..world.shared[at].elements(&world.roster))
                        .map(|it| (at, it))
                        .collect();
                }
                base = inner;
            }
            ExprKind::Name(name) => {
                if let Some(crate::eval::Bind::Argument(expr, names)) = eval.names.get(name) {
                    return cells_of(machine, me, names, expr);
                }
                let Some((Owner::Shared(at), _)) = eval.variable(name) else { return Vec::new() };
                return (0..world.shared[at].elements(&world.roster)).map(|it| (at, it)).collect();
            }
            _ => return Vec::new(),
        }
    }
}
