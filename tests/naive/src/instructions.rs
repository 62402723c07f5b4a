//! What each instruction does.

use crate::eval::{Eval, Stop};
use crate::machine::{Attempt, JUMPED, Machine};
use crate::op::{Bound, Op, Target1};
use crate::state::{Life, Place, Root, State};
use crate::value::Value;
use crate::world::taken;
use listing::tree::Expr;

impl Machine {
    pub fn has_shared(&self, state: &State, me: usize, targets: &[Expr]) -> bool {
        let at = state.processes[me].at;
        targets.iter().any(|target| {
            let mut eval = self.eval(state, me, &self.codes[me].all[at].names);
            !matches!(eval.place(target), Ok(Some(it)) if !self.is_shared(&it))
        })
    }

    pub fn run(
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
                if whole && self.codes[me].is_in_rule(process.at) {
                    process.is_sent = true;
                    process.at += 1;
                    return Ok(Attempt::Free(vec![state]));
                }
                process.writes.clear();
                process.life = Life::Running;
                process.at = if whole { JUMPED } else { self.codes[me].entry(name) };
                Attempt::Free(vec![state])
            }
            Op::Send(pattern, to) => return self.send(eval, state, me, pattern, to, whole),
            Op::Branch(condition, otherwise) | Op::ElseIf(condition, otherwise) => {
                if eval.truth(condition)? {
                    return Ok(Attempt::Free(vec![next(state)]));
                }
                let mut state = state.clone();
                let behind =
                    self.codes[me].all.get(*otherwise).map(|instruction| &instruction.kind);
                state.processes[me].known = match behind {
                    Some(Op::ElseIf(..)) => eval.seen.clone(),
                    _ => [].into(),
                };
                go(state, *otherwise)
            }
            Op::Jump(to) => go(state.clone(), *to),
            Op::Each(binder, asks, list) => {
                let asks: Vec<&Expr> = asks.iter().collect();
                let all = eval.bindings(std::slice::from_ref(binder), &asks)?;
                let members = all.into_iter().map(|names| {
                    eval.within(names, |eval| {
                        let all = binder.names.iter().map(|name| eval.name(&name.text));
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
                    slots.iter().for_each(|slot| drop(names.remove(slot)));
                    return Ok(go(state, *exit));
                }
                let Value::Tuple(values) = members.remove(0) else { panic!("no member") };
                names.extend(slots.iter().copied().zip(values));
                Attempt::Free(vec![state])
            }
            Op::BeforeChoice(is_step) if *is_step && !whole => Attempt::Step(vec![next(state)]),
            Op::BeforeChoice(_) => Attempt::Free(vec![next(state)]),
            Op::Choose(binders, filter, bound) => {
                let states = self.choose(eval, state, me, binders, filter.as_ref(), bound)?;
                match states {
                    Err(why) => return Err(Stop::Wrong(why)),
                    Ok(states) if states.is_empty() => Attempt::Waits,
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
                let cell = cell.and_then(|cell| usize::try_from(cell).ok());
                let mut state = next(state);
                match cell.and_then(|cell| state.shared[at].get_mut(cell)) {
                    Some(it) if *it == Value::Symbol("taken".into()) => {
                        *it = Value::Symbol("freed".into());
                        Attempt::Step(vec![state])
                    }
                    _ => Attempt::Wrong(format!("{value} is not in use")),
                }
            }
            Op::Atomic if whole => Attempt::Free(vec![next(state)]),
            Op::Atomic => return Ok(self.atomic(next(state), me)),
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

    pub fn atomic(&self, state: State, me: usize) -> Attempt {
        let steps = self.run_whole(state, me, |op| matches!(op, Op::EndAtomic));
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

    pub fn choose(
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
        for target in bound.iter().flat_map(|bound| &bound.places) {
            places.push(match target {
                Target1::Slot(slot) => {
                    Place { root: Root::Name(*slot), element: 0, path: Vec::new(), is_known: true }
                }
                Target1::Place(expr) => eval.target(expr)?,
            });
        }
        let names: Vec<&str> =
            binders.iter().flat_map(|binder| &binder.names).map(|name| &name.text[..]).collect();
        let mut chosen = Vec::new();
        for inner in eval.bindings(binders, &asks)? {
            let values = eval.within(inner, |eval| {
                let is_in = match filter {
                    Some(it) => eval.truth(it)?,
                    None => true,
                };
                let values =
                    names.iter().map(|name| eval.name(name)).collect::<Result<Vec<_>, Stop>>()?;
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
}
