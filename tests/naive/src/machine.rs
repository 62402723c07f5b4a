//! What an instruction does, and how far a process goes in a step.

use crate::code::{Bound, Code, Op, Target1};
use crate::eval::{Access, Eval, Names, Stop};
use crate::state::{Cell, Life, Place, Root, State, with_part};
use crate::value::{Domain, Value};
use crate::world::{World, taken};
use listing::tree::{Expr, Storage};
use std::collections::{BTreeMap, BTreeSet};

pub struct Machine {
    pub world: World,
    /// Of each process.
    pub codes: Vec<Code>,
    /// What each reads for free.
    pub free: Vec<BTreeSet<Cell>>,
}

/// What comes of an instruction.
pub enum Attempt {
    /// This comes first.
    Access(Access),
    /// It takes no step of its own. All outcomes.
    Free(Vec<State>),
    /// It is a step of its own.
    Step(Vec<State>),
    Waits,
    /// It is a step that cannot be computed.
    Wrong(String),
    /// Nor can the step to which it belongs.
    WrongBefore(String),
    /// It is a step that leads beyond what is followed.
    Beyond,
}

/// The steps of a process, or of the rest.
#[derive(Default)]
pub struct Steps {
    pub states: Vec<State>,
    pub wrong: Option<String>,
    pub beyond: bool,
}

impl Steps {
    pub fn add(&mut self, other: Steps) {
        self.states.extend(other.states);
        self.wrong = self.wrong.take().or(other.wrong);
        self.beyond |= other.beyond;
    }

    fn fail(why: String) -> Steps {
        Steps { wrong: Some(why), ..Steps::default() }
    }
}

/// More than any step has.
const INSTRUCTIONS_MAX: usize = 20_000;

impl Machine {
    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn new(world: World) -> Machine {
        let n = world.roster.all();
        let mut machine = Machine { codes: Vec::new(), free: vec![BTreeSet::new(); n], world };
        let codes = |world: &World| (0..n).map(|me| Code::new(world, me)).collect();
        machine.codes = codes(&machine.world);
        machine.free = crate::own::own_elements(&machine);
        machine.mark();
        machine
    }

    pub fn eval<'a>(&'a self, state: &'a State, me: usize, names: &Names) -> Eval<'a> {
        Eval {
            state: Some(state),
            me: Some(me),
            log: Some(&state.processes[me].log),
            free: Some(&self.free[me]),
            ..Eval::constant(&self.world, names.clone())
        }
    }

    /// Takes the step in hand, and goes on as far as nothing more is accessed.
    pub fn step(&self, state: &State, me: usize) -> Steps {
        match self.attempt(state, me, false) {
            Attempt::Access(access) => {
                let mut steps = Steps::default();
                for (outcome, was_possible) in self.access(state, me, &access, &mut steps) {
                    if was_possible {
                        steps.add(self.after_access(&outcome, me));
                    }
                }
                steps
            }
            Attempt::Step(states) => self.settle_all(states, me),
            Attempt::Free(states) => self.settle_all(states, me),
            Attempt::Waits => Steps::default(),
            Attempt::Wrong(why) | Attempt::WrongBefore(why) => Steps::fail(why),
            Attempt::Beyond => Steps { beyond: true, ..Steps::default() },
        }
    }

    /// Behind an access, the instruction may have come out.
    fn after_access(&self, state: &State, me: usize) -> Steps {
        let op = &self.codes[me].all[state.processes[me].at].kind;
        match (self.attempt(state, me, false), op) {
            // the step whose read makes it false leads back to the beginning, and is not possible there
            (Attempt::Waits, Op::Await(_)) if state.processes[me].log.len() == 1 => {
                Steps::default()
            }
            (Attempt::Waits, _) => {
                let mut again = state.clone();
                again.processes[me].log.clear();
                Steps { states: vec![again], ..Steps::default() }
            }
            (Attempt::Free(states), _) => self.settle_all(states, me),
            (Attempt::Step(states), Op::Await(..)) => self.settle_all(states, me),
            (Attempt::WrongBefore(why), _) => Steps::fail(why),
            _ => Steps { states: vec![state.clone()], ..Steps::default() },
        }
    }

    pub fn settle_all(&self, states: Vec<State>, me: usize) -> Steps {
        let mut steps = Steps::default();
        for state in states {
            steps.add(self.settle(state, me));
        }
        steps
    }

    /// Runs lines that take no step.
    pub fn settle(&self, state: State, me: usize) -> Steps {
        let (mut steps, mut open) = (Steps::default(), vec![state]);
        let mut left = INSTRUCTIONS_MAX;
        while let Some(state) = open.pop() {
            left = left.checked_sub(1).expect("a step that does not end");
            match self.attempt(&state, me, false) {
                Attempt::Free(states) => open.extend(states),
                Attempt::WrongBefore(why) => steps.add(Steps::fail(why)),
                _ => steps.states.push(state),
            }
        }
        steps
    }

    /// Runs what is one step as a whole, up to an instruction.
    pub fn run_whole(&self, state: State, me: usize, is_end: impl Fn(&Op) -> bool) -> Steps {
        let (mut steps, mut open) = (Steps::default(), vec![state]);
        let mut left = INSTRUCTIONS_MAX;
        while let Some(state) = open.pop() {
            left = left.checked_sub(1).expect("a step that does not end");
            let process = &state.processes[me];
            if process.life != Life::Running && process.at == OUT
                || process.at == JUMPED
                || process.at < OUT && is_end(&self.codes[me].all[process.at].kind)
            {
                steps.states.push(state);
                continue;
            }
            match self.attempt(&state, me, true) {
                Attempt::Free(states) | Attempt::Step(states) => open.extend(states),
                Attempt::Access(access) => {
                    let outcomes = self.access(&state, me, &access, &mut steps);
                    open.extend(outcomes.into_iter().map(|it| it.0));
                }
                Attempt::Waits => {}
                Attempt::Wrong(why) | Attempt::WrongBefore(why) => steps.add(Steps::fail(why)),
                Attempt::Beyond => steps.beyond = true,
            }
        }
        steps
    }

    /// Takes an access, and notes what it gives.
    fn access(
        &self,
        state: &State,
        me: usize,
        access: &Access,
        steps: &mut Steps,
    ) -> Vec<(State, bool)> {
        let mut outcomes = Vec::new();
        let mut note = |change: &dyn Fn(&mut State) -> Result<(), String>, value: Value| {
            let mut state = state.clone();
            state.processes[me].log.push(value);
            match change(&mut state) {
                Ok(()) => outcomes.push((state, true)),
                Err(why) => steps.wrong = Some(why),
            }
        };
        let old = |place: &Place| {
            let eval = Eval { me: Some(me), ..Eval::property(&self.world, state, None) };
            let mut eval = eval;
            eval.read(place)
        };
        match access {
            Access::Read(cell) if state.busy.contains_key(cell) => {
                for value in self.world.roster.values(&self.world.shared[cell.0].domain) {
                    note(&|_| Ok(()), value);
                }
            }
            Access::Read(cell) => note(&|_| Ok(()), state.shared[cell.0][cell.1].clone()),
            Access::Cas(place, expected, new) => match old(place) {
                Ok(old) if self.world.roster.same(&old, expected) => {
                    note(&|it| self.assign(it, me, place, new), Value::Bool(true));
                }
                Ok(_) => note(&|_| Ok(()), Value::Bool(false)),
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::Swap(place, new) => match old(place) {
                Ok(old) => note(&|it| self.assign(it, me, place, new), old),
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::Add(place, more) => match old(place) {
                Ok(old) => {
                    let sum = self.world.roster.number(&old).map_or(0, |it| it + more);
                    note(&|it| self.assign(it, me, place, &Value::Number(sum)), old);
                }
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::New(pool) => {
                let at = self.world.shared(&taken(pool)).expect("a pool");
                let is = |it: &Value, word: &str| *it == Value::Symbol(word.into());
                let cells = &state.shared[at];
                let first = cells.iter().position(|it| is(it, "new"));
                let is_kept =
                    self.world.options.get("reuse") == Some(&Value::Symbol("never".into()));
                let freed = (0..cells.len()).filter(|&it| is(&cells[it], "freed") && !is_kept);
                let all: Vec<usize> = freed.chain(first).collect();
                for &cell in &all {
                    let take = |it: &mut State| {
                        it.shared[at][cell] = Value::Symbol("taken".into());
                        Ok(())
                    };
                    note(&take, Value::Number(cell as i64));
                }
                steps.beyond |= all.is_empty();
            }
        }
        outcomes
    }

    /// Writes a value to a place, or says why it leaves its domain.
    pub fn assign(
        &self,
        state: &mut State,
        me: usize,
        place: &Place,
        value: &Value,
    ) -> Result<(), String> {
        let world = &self.world;
        let (slot, domain): (&mut Value, Option<&Domain>) = match place.root {
            Root::Shared(at) => {
                (&mut state.shared[at][place.element], Some(&world.shared[at].domain))
            }
            Root::Own(process, at) => (
                &mut state.processes[process].own[at][place.element],
                Some(&world.role_of(process).own[at].domain),
            ),
            Root::Name(slot) => {
                (state.processes[me].names.entry(slot).or_insert(Value::Bool(false)), None)
            }
        };
        let Some(new) = with_part(slot, &place.path, value.clone()) else {
            return Err("no such part".into());
        };
        let new = match domain {
            Some(domain) => {
                world.roster.fit(domain, &new).ok_or(format!("{new} leaves its domain"))?
            }
            None => new,
        };
        *slot = new;
        Ok(())
    }

    fn is_shared(&self, place: &Place) -> bool {
        matches!(place.root, Root::Shared(at) if self.world.shared[at].storage != Storage::Ghost)
    }

    fn is_limited(&self, place: &Place, me: usize) -> bool {
        let name = match place.root {
            Root::Shared(at) => &self.world.shared[at].name,
            Root::Own(_, at) => &self.world.role_of(me).own[at].name,
            Root::Name(_) => return false,
        };
        self.world.limited.contains(name)
    }

    /// What the next instruction of a process does; `whole`: within a step.
    pub fn attempt(&self, state: &State, me: usize, whole: bool) -> Attempt {
        let process = &state.processes[me];
        if process.life == Life::Crashed && process.at == OUT || process.at == OUT {
            return Attempt::Waits;
        }
        let instruction = &self.codes[me].all[process.at];
        if !process.writes.is_empty() {
            return self.write(state, me, whole);
        }
        let mut eval = self.eval(state, me, &instruction.names);
        match self.run(&mut eval, state, me, &instruction.kind, whole) {
            Ok(attempt) => attempt,
            Err(Stop::Access(access)) => Attempt::Access(access),
            Err(Stop::Wrong(why)) => match &instruction.kind {
                // the value of what is written is computed as it is written
                Op::Assign(targets, _) if self.has_shared(state, me, targets) => {
                    Attempt::Wrong(why)
                }
                Op::Send(..) | Op::Free(_) | Op::Receive(..) => Attempt::Wrong(why),
                _ => Attempt::WrongBefore(why),
            },
            Err(Stop::Unknown) => panic!("not known: {:?}", instruction.names),
        }
    }

    fn has_shared(&self, state: &State, me: usize, targets: &[Expr]) -> bool {
        let at = state.processes[me].at;
        targets.iter().any(|target| {
            let mut eval = self.eval(state, me, &self.codes[me].all[at].names);
            !matches!(eval.place(target), Ok(Some(it)) if !self.is_shared(&it))
        })
    }

    fn run(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        op: &Op,
        whole: bool,
    ) -> Result<Attempt, Stop> {
        let next = |state: &State| {
            let mut state = state.clone();
            let process = &mut state.processes[me];
            process.at += 1;
            process.log.clear();
            state
        };
        let go = |state: State, at: usize| {
            let mut state = state;
            state.processes[me].at = at;
            state.processes[me].log.clear();
            Attempt::Free(vec![state])
        };
        Ok(match op {
            Op::Section(name) => {
                let mut state = next(state);
                self.enter(&mut state, me, name);
                Attempt::Free(vec![state])
            }
            Op::Assign(targets, values) => {
                return self.begin_writes(eval, state, me, targets, values, whole);
            }
            Op::Await(condition) => match eval.truth(condition)? {
                true if eval.used == 0 && !whole => Attempt::Step(vec![next(state)]),
                true => Attempt::Free(vec![next(state)]),
                false => Attempt::Waits,
            },
            Op::Receive(pattern, from, bound) => {
                return self.receive(eval, state, me, pattern, from.as_ref(), bound);
            }
            Op::Pause | Op::EndAtomic if whole => Attempt::Free(vec![next(state)]),
            Op::Pause => Attempt::Step(vec![next(state)]),
            Op::Stop => {
                let mut state = state.clone();
                // who has crashed stays so
                let is_crashed = state.processes[me].life == Life::Crashed;
                self.end(&mut state, me, if is_crashed { Life::Crashed } else { Life::Ended });
                Attempt::Free(vec![state])
            }
            Op::Restart => {
                let mut state = state.clone();
                self.restart(&mut state, me);
                if whole {
                    state.processes[me].at = JUMPED;
                }
                Attempt::Free(vec![state])
            }
            Op::Become(name) => {
                let mut state = state.clone();
                self.enter(&mut state, me, name);
                let process = &mut state.processes[me];
                process.log.clear();
                process.writes.clear();
                process.life = Life::Running;
                process.at = if whole { JUMPED } else { self.codes[me].entry(name) };
                Attempt::Free(vec![state])
            }
            Op::Send(pattern, to) => return self.send(eval, state, me, pattern, to, whole),
            Op::Branch(condition, otherwise) => match eval.truth(condition)? {
                true => Attempt::Free(vec![next(state)]),
                false => go(state.clone(), *otherwise),
            },
            Op::Jump(to) => go(state.clone(), *to),
            Op::Each(binder, asks, list) => {
                let asks: Vec<&Expr> = asks.iter().collect();
                let all = eval.bindings(std::slice::from_ref(binder), &asks)?;
                let members = all.into_iter().map(|names| {
                    eval.within(names, |eval| {
                        let all = binder.names.iter().map(|it| eval.name(&it.text));
                        Ok(Value::Tuple(all.collect::<Result<_, Stop>>()?))
                    })
                });
                let members = members.collect::<Result<Vec<_>, Stop>>()?;
                let mut state = next(state);
                state.processes[me].names.insert(*list, Value::List(members));
                Attempt::Free(vec![state])
            }
            Op::Next(list, slots, exit) => {
                let mut state = next(state);
                let names = &mut state.processes[me].names;
                let Some(Value::List(members)) = names.get_mut(list) else { panic!("no members") };
                if members.is_empty() {
                    names.remove(list);
                    slots.iter().for_each(|it| drop(names.remove(it)));
                    return Ok(go(state, *exit));
                }
                let Value::Tuple(values) = members.remove(0) else { panic!("no member") };
                names.extend(slots.iter().copied().zip(values));
                Attempt::Free(vec![state])
            }
            Op::Choose(binders, filter, bound, is_step) => {
                let states = self.choose(eval, state, me, binders, filter.as_ref(), bound)?;
                match states {
                    Err(why) => return Err(Stop::Wrong(why)),
                    Ok(states) if states.is_empty() => Attempt::Waits,
                    Ok(states) if *is_step && !whole => {
                        Attempt::Step(states.iter().map(next).collect())
                    }
                    Ok(states) => Attempt::Free(states.iter().map(next).collect()),
                }
            }
            Op::Let(slot, value) => {
                let value = eval.eval(value)?;
                let mut state = next(state);
                state.processes[me].names.insert(*slot, value);
                Attempt::Free(vec![state])
            }
            Op::Propose(value) => {
                let value = eval.eval(value)?;
                let mut state = next(state);
                state.processes[me].proposal = Some(value);
                Attempt::Free(vec![state])
            }
            Op::Decide(value) => {
                let value = eval.eval(value)?;
                let mut state = state.clone();
                if let Some(old) = &state.processes[me].decision
                    && !self.world.roster.same(old, &value)
                {
                    return Err(Stop::Wrong("another decision".into()));
                }
                state.processes[me].decision = Some(value);
                self.end(&mut state, me, Life::Decided);
                Attempt::Free(vec![state])
            }
            Op::Free(cell) => {
                let value = eval.eval(cell)?;
                let pool = self.world.pools.keys().next().expect("a pool");
                let at = self.world.shared(&taken(pool)).expect("a pool");
                let cell = self.world.roster.number(&value);
                let cell = cell.and_then(|it| usize::try_from(it).ok());
                let mut state = next(state);
                match cell.and_then(|it| state.shared[at].get_mut(it)) {
                    Some(it) if *it == Value::Symbol("taken".into()) => {
                        *it = Value::Symbol("freed".into());
                        Attempt::Step(vec![state])
                    }
                    _ => Attempt::Wrong(format!("{value} is not in use")),
                }
            }
            Op::Atomic(_) if whole => Attempt::Free(vec![next(state)]),
            Op::Atomic(end) => return Ok(self.atomic(next(state), me, *end)),
            Op::EndAtomic => Attempt::Free(vec![next(state)]),
            Op::EndPass => self.end_pass(state, me),
            Op::EndRule if state.processes[me].life == Life::Crashed => {
                let mut state = state.clone();
                self.end(&mut state, me, Life::Crashed);
                Attempt::Free(vec![state])
            }
            Op::NoLines | Op::EndRule => Attempt::Waits,
        })
    }

    fn atomic(&self, state: State, me: usize, end: usize) -> Attempt {
        let steps = self.run_whole(state, me, |op| matches!(op, Op::EndAtomic));
        let _ = end;
        if let Some(why) = steps.wrong {
            return Attempt::Wrong(why);
        }
        if steps.states.is_empty() {
            return if steps.beyond { Attempt::Beyond } else { Attempt::Waits };
        }
        let land = |mut state: State| {
            let process = &mut state.processes[me];
            if process.at == JUMPED {
                process.at = self.codes[me].entry(&process.section);
            }
            state
        };
        Attempt::Step(steps.states.into_iter().map(land).collect())
    }

    fn end_pass(&self, state: &State, me: usize) -> Attempt {
        let role = self.world.role_of(me);
        let mut state = state.clone();
        if state.processes[me].life == Life::Crashed {
            self.end(&mut state, me, Life::Crashed);
            return Attempt::Free(vec![state]);
        }
        if state.processes[me].section == role.sections[0] {
            state.processes[me].passes += 1;
        }
        let is_over = role.passes.is_some_and(|most| state.processes[me].passes >= most);
        if is_over {
            self.end(&mut state, me, Life::Ended);
        } else {
            state.processes[me].at = 0;
            self.enter(&mut state, me, &role.sections[0]);
        }
        Attempt::Free(vec![state])
    }

    /// The process is in another section; those who leave the first one are counted.
    pub fn enter(&self, state: &mut State, me: usize, name: &str) {
        let role = self.world.role_of(me);
        let process = &mut state.processes[me];
        let first = &role.sections[0];
        if process.section == *first && name != first {
            process.passes += 1;
        }
        if role.passes.is_none() {
            process.passes = 0;
        }
        process.section = name.into();
    }

    pub fn end(&self, state: &mut State, me: usize, life: Life) {
        let process = &mut state.processes[me];
        process.life = life;
        process.at = OUT;
        process.log.clear();
        process.writes.clear();
        process.names.clear();
        process.section = match life {
            Life::Decided => "decided",
            Life::Crashed => "crashed",
            _ => "end",
        }
        .into();
    }

    pub fn restart(&self, state: &mut State, me: usize) {
        let fresh = self.fresh(me);
        let role = self.world.role_of(me);
        let process = &mut state.processes[me];
        for (at, variable) in role.own.iter().enumerate() {
            if variable.storage == Storage::Own {
                process.own[at].clone_from(&fresh[at]);
            }
        }
        process.names.clear();
        process.log.clear();
        process.writes.clear();
        process.at = 0;
        process.life = Life::Running;
        process.passes = 0;
        process.section = role.sections.first().cloned().unwrap_or_else(|| "running".into());
    }

    fn choose(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        binders: &[listing::tree::Binder],
        filter: Option<&Expr>,
        bound: &[Bound],
    ) -> Result<Result<Vec<State>, String>, Stop> {
        let asks: Vec<&Expr> = filter.into_iter().collect();
        let mut places = Vec::new();
        for target in bound.iter().flat_map(|it| &it.places) {
            places.push(match target {
                Target1::Slot(slot) => {
                    Place { root: Root::Name(*slot), element: 0, path: Vec::new() }
                }
                Target1::Place(expr) => eval.target(expr)?,
            });
        }
        let names: Vec<&str> =
            binders.iter().flat_map(|it| &it.names).map(|it| &it.text[..]).collect();
        let mut chosen = Vec::new();
        for inner in eval.bindings(binders, &asks)? {
            let values = eval.within(inner, |eval| {
                let is_in = match filter {
                    Some(it) => eval.truth(it)?,
                    None => true,
                };
                let values =
                    names.iter().map(|it| eval.name(it)).collect::<Result<Vec<_>, Stop>>()?;
                Ok(is_in.then_some(values))
            })?;
            chosen.extend(values);
        }
        let mut states = Vec::new();
        for values in chosen {
            let mut state = state.clone();
            for (place, value) in places.iter().zip(&values) {
                if let Err(why) = self.assign(&mut state, me, place, value) {
                    return Ok(Err(why));
                }
            }
            states.push(state);
        }
        Ok(Ok(states))
    }

    fn begin_writes(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        targets: &[Expr],
        values: &[Expr],
        whole: bool,
    ) -> Result<Attempt, Stop> {
        let places = targets.iter().map(|it| eval.target(it)).collect::<Result<Vec<_>, Stop>>()?;
        let values = eval.all(values)?;
        let is_free = places.iter().all(|it| !self.is_shared(it));
        let mut state = state.clone();
        state.processes[me].writes = places.into_iter().zip(values).collect();
        Ok(match self.write(&state, me, whole) {
            Attempt::Step(states) if is_free => Attempt::Free(states),
            Attempt::Wrong(why) if is_free => Attempt::WrongBefore(why),
            other => other,
        })
    }

    /// Writes up to the first shared variable, and what is its own behind it.
    fn write(&self, state: &State, me: usize, whole: bool) -> Attempt {
        let mut state = state.clone();
        let mut has_written = false;
        while let Some((place, value)) = state.processes[me].writes.first().cloned() {
            if self.is_shared(&place) && !whole {
                if has_written {
                    return Attempt::Step(vec![state]);
                }
                has_written = true;
                if let Root::Shared(at) = place.root
                    && self.world.shared[at].safe
                {
                    let cell = (at, place.element);
                    match state.busy.remove(&cell) {
                        Some(_) => {}
                        None => {
                            state.busy.insert(cell, me);
                            return Attempt::Step(vec![state]);
                        }
                    }
                }
            }
            state.processes[me].writes.remove(0);
            if let Err(why) = self.assign(&mut state, me, &place, &value) {
                return match self.is_limited(&place, me) {
                    true => Attempt::Beyond,
                    false => Attempt::Wrong(why),
                };
            }
        }
        state.processes[me].at += 1;
        state.processes[me].log.clear();
        Attempt::Step(vec![state])
    }

    /// The values with which the own variables of a process begin.
    pub fn fresh(&self, me: usize) -> Vec<Vec<Value>> {
        let own = self.world.role_of(me).own.iter();
        own.map(|it| crate::initial::elements(self, Some(me), it)).collect()
    }

    /// A `choose` among the first lines of a role is a step of its own.
    fn mark(&mut self) {
        for code in &mut self.codes {
            let mut reached: BTreeMap<usize, ()> = BTreeMap::new();
            let mut open = vec![0];
            while let Some(at) = open.pop() {
                if reached.insert(at, ()).is_some() {
                    continue;
                }
                match &mut code.all[at].kind {
                    Op::Choose(_, _, _, is_step) => {
                        *is_step = true;
                        open.push(at + 1);
                    }
                    Op::Branch(_, to) => open.extend([at + 1, *to]),
                    Op::Jump(to) => open.push(*to),
                    Op::Section(_) | Op::Let(..) | Op::Propose(_) | Op::Each(..) => {
                        open.push(at + 1)
                    }
                    Op::Next(_, _, to) => open.extend([at + 1, *to]),
                    Op::Assign(..) => open.push(at + 1),
                    _ => {}
                }
            }
        }
    }
}

/// Where a process stands that has no more lines.
pub const OUT: usize = usize::MAX;
/// And one that a whole step has sent to a section.
pub const JUMPED: usize = usize::MAX - 1;

impl Code {
    /// Where the lines of a section begin; of a section without lines, none.
    pub fn entry(&self, section: &str) -> usize {
        self.sections.get(section).copied().unwrap_or(OUT)
    }
}
