//! What an access does, and how values are written.

use crate::eval::{Access, Eval, Stop};
use crate::machine::{Attempt, Machine, Steps};
use crate::state::{Place, Root, State, with_part};
use crate::value::{Domain, Value};
use crate::world::taken;
use listing::tree::{Expr, Storage};

impl Machine {
    /// Takes an access, and notes what it gives; `whole`: within a step, which overlaps with no write.
    pub fn access(
        &self,
        state: &State,
        me: usize,
        access: &Access,
        whole: bool,
        steps: &mut Steps,
    ) -> Vec<(State, bool)> {
        let mut outcomes = Vec::new();
        let is_limited = match access {
            Access::Cas(it, ..) | Access::Swap(it, _) | Access::Add(it, _) => {
                self.is_limited(it, me)
            }
            Access::Read(_) | Access::New(_) => false,
        };
        let mut note = |change: &dyn Fn(&mut State) -> Result<(), String>, value: Value| {
            let mut state = state.clone();
            state.processes[me].log.push(value);
            match change(&mut state) {
                Ok(()) => outcomes.push((state, true)),
                Err(_) if is_limited => steps.beyond = true,
                Err(why) => steps.wrong = Some(why),
            }
        };
        let old = |place: &Place| {
            let eval = Eval { me: Some(me), ..Eval::property(&self.world, state, None) };
            let mut eval = eval;
            eval.read(place)
        };
        match access {
            Access::Read(cell) if !whole && state.busy.contains_key(cell) => {
                for value in self.world.roster.values(&self.world.shared[cell.0].domain) {
                    note(&|_| Ok(()), value);
                }
            }
            Access::Read(cell) => note(&|_| Ok(()), state.shared[cell.0][cell.1].clone()),
            Access::Cas(place, expected, new) => match old(place) {
                Ok(old) if self.world.roster.same(&old, expected) => {
                    note(&|state| self.assign(state, me, place, new), Value::Bool(true));
                }
                Ok(_) => note(&|_| Ok(()), Value::Bool(false)),
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::Swap(place, new) => match old(place) {
                Ok(old) => note(&|state| self.assign(state, me, place, new), old),
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::Add(place, more) => match old(place) {
                Ok(old) => {
                    let sum = self.world.roster.number(&old).map_or(0, |it| it + more);
                    note(&|state| self.assign(state, me, place, &Value::Number(sum)), old);
                }
                Err(why) => note(&|_| Err(format!("{why:?}")), Value::Bool(false)),
            },
            Access::New(pool) => {
                let at = self.world.shared(&taken(pool)).expect("a pool");
                let is = |it: &Value, word: &str| *it == Value::Symbol(word.into());
                let cells = &state.shared[at];
                let first = cells.iter().position(|cell| is(cell, "new"));
                let is_kept =
                    self.world.options.get("reuse") == Some(&Value::Symbol("never".into()));
                let freed = (0..cells.len()).filter(|&it| is(&cells[it], "freed") && !is_kept);
                let all: Vec<usize> = freed.chain(first).collect();
                for &cell in &all {
                    let take = |state: &mut State| {
                        state.shared[at][cell] = Value::Symbol("taken".into());
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

    pub fn is_shared(&self, place: &Place) -> bool {
        matches!(place.root, Root::Shared(at) if self.world.shared[at].storage != Storage::Ghost)
    }

    fn is_ghost(&self, place: &Place, me: usize) -> bool {
        let storage = match place.root {
            Root::Shared(at) => self.world.shared[at].storage,
            Root::Own(_, at) => self.world.role_of(me).own[at].storage,
            Root::Name(_) => return false,
        };
        storage == Storage::Ghost
    }

    pub fn is_limited(&self, place: &Place, me: usize) -> bool {
        let name = match place.root {
            Root::Shared(at) => &self.world.shared[at].name,
            Root::Own(_, at) => &self.world.role_of(me).own[at].name,
            Root::Name(_) => return false,
        };
        self.world.limited.contains(name)
    }

    /// What is written to some places.
    pub fn values(
        &self,
        eval: &mut Eval<'_>,
        me: usize,
        places: &[Place],
        values: &[Expr],
    ) -> Result<Vec<Value>, Stop> {
        let one = |(place, value): (&Place, &Expr)| match self.is_ghost(place, me) {
            // to compute a ghost costs no step
            true => eval.at_once(|eval| eval.eval(value)),
            false => eval.eval(value),
        };
        places.iter().zip(values).map(one).collect()
    }

    pub fn begin_writes(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        targets: &[Expr],
        values: &[Expr],
        whole: bool,
    ) -> Result<Attempt, Stop> {
        let places =
            targets.iter().map(|target| eval.target(target)).collect::<Result<Vec<_>, Stop>>()?;
        let values = self.values(eval, me, &places, values)?;
        let is_free = places.iter().all(|place| !self.is_shared(place));
        let is_local_first = places.len() > 1 && !self.is_shared(&places[0]);
        let mut state = state.clone();
        state.processes[me].writes = places.into_iter().zip(values).collect();
        if is_local_first && !is_free && !whole {
            return Ok(self.write_local(state, me));
        }
        Ok(match self.write(&state, me, whole) {
            Attempt::Step(states) if is_free => Attempt::Free(states),
            Attempt::Wrong(why) if is_free => Attempt::WrongBefore(why),
            other => other,
        })
    }

    /// Writes what comes before the first shared variable: that belongs to the step before.
    fn write_local(&self, mut state: State, me: usize) -> Attempt {
        while !self.is_shared(&state.processes[me].writes[0].0) {
            let (place, value) = state.processes[me].writes.remove(0);
            if let Err(why) = self.assign(&mut state, me, &place, &value) {
                return match self.is_limited(&place, me) {
                    true => Attempt::Beyond,
                    false => Attempt::WrongBefore(why),
                };
            }
        }
        state.processes[me].log.clear();
        Attempt::Free(vec![state])
    }

    /// Writes up to the first shared variable, and what is its own behind it.
    pub fn write(&self, state: &State, me: usize, whole: bool) -> Attempt {
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
                            // a value that does not fit is found as the write begins
                            if let Err(why) = self.assign(&mut state.clone(), me, &place, &value) {
                                return match self.is_limited(&place, me) {
                                    true => Attempt::Beyond,
                                    false => Attempt::Wrong(why),
                                };
                            }
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
}
