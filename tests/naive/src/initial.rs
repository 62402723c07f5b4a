//! The states in which a run begins.

use crate::eval::{Bind, Eval, Names};
use crate::machine::Machine;
use crate::state::{Life, Process, State};
use crate::value::{Value, product};
use crate::world::{Variable, taken};
use listing::tree::Initial;

/// The values of all elements with which a variable begins; with `= any`, the first of them.
pub fn elements(machine: &Machine, me: Option<usize>, variable: &Variable) -> Vec<Value> {
    let world = &machine.world;
    let roster = &world.roster;
    let domains: Vec<Vec<Value>> =
        variable.indices.iter().map(|index| roster.values(&index.1)).collect();
    let Some(Initial::Value(expr)) = &variable.initial else {
        return vec![roster.first(&variable.domain); variable.elements(roster)];
    };
    let mut names = Names::default();
    if let Some(me) = me
        && let Some(number) = &world.role_of(me).number
    {
        let role = roster.role_of(me);
        names = names.with(number, Bind::Value(Value::Process(me, Some(role))));
    }
    let value = |names: Names| {
        let mut eval = Eval { me, ..Eval::constant(world, names) };
        eval.eval(expr).unwrap_or_else(|why| panic!("{}: {why:?}", variable.name))
    };
    let fit = |it: &Value| {
        let it = roster.fit(&variable.domain, it);
        it.unwrap_or_else(|| panic!("{} begins outside of its domain", variable.name))
    };
    let all = product(&domains);
    // a list gives the values of all elements in turn
    if !variable.indices.is_empty()
        && matches!(expr.kind, listing::tree::ExprKind::List(_))
        && let Value::List(values) = value(names.clone())
        && values.len() == all.len()
        && roster.fit(&variable.domain, &Value::List(values.clone())).is_none()
    {
        return values.iter().map(fit).collect();
    }
    let one = |indices: &Vec<Value>| {
        let mut names = names.clone();
        for ((binder, _), index) in variable.indices.iter().zip(indices) {
            if let Some(binder) = binder {
                names = names.with(binder, Bind::Value(index.clone()));
            }
        }
        fit(&value(names))
    };
    all.iter().map(one).collect()
}

impl Machine {
    /// The first of the initial states, in which no line has run.
    pub fn first(&self) -> State {
        let world = &self.world;
        let times = |all: &[crate::world::Fault]| all.iter().map(|fault| fault.times).collect();
        let process = |me: usize| {
            let role = world.role_of(me);
            Process {
                life: Life::Running,
                section: role.sections.first().cloned().unwrap_or_else(|| "running".into()),
                at: 0,
                is_sent: false,
                own: self.fresh(me),
                names: [].into(),
                log: Vec::new(),
                known: [].into(),
                writes: Vec::new(),
                passes: 0,
                decision: None,
                proposal: None,
            }
        };
        let mut first = State {
            shared: world.shared.iter().map(|variable| elements(self, None, variable)).collect(),
            busy: [].into(),
            processes: (0..world.roster.all()).map(process).collect(),
            mail: Vec::new(),
            faults: [times(&world.losses), times(&world.duplicates), times(&world.crashes)],
        };
        self.take_cells(&mut first);
        first
    }

    pub fn initial(&self) -> Result<Vec<State>, String> {
        let world = &self.world;
        let mut all = vec![self.first()];
        for (at, variable) in world.shared.iter().enumerate() {
            all = self.any(all, variable, &|state| &mut state.shared[at]);
        }
        for me in 0..world.roster.all() {
            for (at, variable) in world.role_of(me).own.iter().enumerate() {
                all = self.any(all, variable, &|state| &mut state.processes[me].own[at]);
            }
        }
        all.retain(|state| {
            let is_true =
                |expr| Eval::property(world, state, None).truth(expr).expect("an assumption");
            world.assumptions.iter().all(is_true)
        });
        let mut settled = Vec::new();
        for state in all {
            let mut now = vec![state];
            for me in 0..world.roster.all() {
                let steps = self.settle_all(now, me);
                if let Some(why) = steps.wrong {
                    return Err(why);
                }
                now = steps.states;
            }
            settled.extend(now);
        }
        Ok(settled)
    }

    /// Every value is a beginning.
    fn any(
        &self,
        states: Vec<State>,
        variable: &Variable,
        slot: &dyn Fn(&mut State) -> &mut Vec<Value>,
    ) -> Vec<State> {
        if !matches!(variable.initial, Some(Initial::Any(_))) {
            return states;
        }
        let values = self.world.roster.values(&variable.domain);
        let all = product(&vec![values; variable.elements(&self.world.roster)]);
        let with = |state: State| {
            let one = |values: &Vec<Value>| {
                let mut state = state.clone();
                slot(&mut state).clone_from(values);
                state
            };
            all.iter().map(one).collect::<Vec<_>>()
        };
        states.into_iter().flat_map(with).collect()
    }

    /// Cells that an initial value names are in use.
    fn take_cells(&self, state: &mut State) {
        let world = &self.world;
        for pool in world.pools.keys() {
            let at = world.shared(&taken(pool)).expect("a pool");
            let mut named = Vec::new();
            let points = |variable: &Variable| {
                variable.initial.is_some() && variable.points_to(&world.pools, pool)
            };
            for (variable, values) in world.shared.iter().zip(&state.shared) {
                if points(variable) {
                    named.extend(values.iter().cloned());
                }
            }
            for (me, process) in state.processes.iter().enumerate() {
                for (variable, values) in world.role_of(me).own.iter().zip(&process.own) {
                    if points(variable) {
                        named.extend(values.iter().cloned());
                    }
                }
            }
            for value in named {
                if let Value::Number(n) = value {
                    state.shared[at][n as usize] = Value::Symbol("taken".into());
                }
            }
        }
    }
}

impl Variable {
    /// Whether its values are cells of the only pool.
    fn points_to(&self, pools: &std::collections::BTreeMap<String, usize>, pool: &str) -> bool {
        use crate::value::Domain;
        let size = pools[pool] as i64;
        match &self.domain {
            Domain::Range(0, high) => *high == size - 1 && self.is_pointer,
            Domain::Union(_, Some(rest)) => {
                matches!(**rest, Domain::Range(0, high) if high == size - 1) && self.is_pointer
            }
            _ => false,
        }
    }
}
