//! A program as a [`System`] that expands and checks states by generated code.

mod system;

use crate::layout::{
    ARRIVE, ASK, BEYOND, COUNT, CRASH, DELIVER, DUPLICATE, ENABLED, ERROR, LOSE, MAY_SATISFY,
    MAY_VIOLATE, STATES_MAX, TIMEOUT, WAITS,
};
use crate::module::{EXPAND, generate_within, layout};
use crate::properties::UNKNOWN;
use crate::{Code, Executor, Instance, Layout, Module, generate};
use model::{Action, Check, ClaimKind, Expanded, Expansion, Pids, System, TakenStep, Witness};
use program::Compiled;
use std::sync::{Arc, Mutex, OnceLock};

/// No state of a batch.
const NOWHERE: u32 = u32::MAX;

/// An interpreter that is helped by generated code.
pub struct Generated {
    interpreter: Arc<Compiled>,
    module: Module,
    code: Box<dyn Code>,
    /// Instances that no thread uses at the moment.
    idle: Mutex<Vec<Hand>>,
    /// Why the module failed as it ran, if it did.
    failed: OnceLock<String>,
}

/// What one thread needs.
struct Hand {
    instance: Box<dyn Instance>,
    found: Vec<u32>,
    steps: Vec<u32>,
}

/// The system for searches: by generated code if the executor can run it, else the interpreter, which
/// says why.
pub fn system(interpreter: Arc<Compiled>, executor: &dyn Executor) -> Arc<dyn System> {
    match Generated::new(Arc::clone(&interpreter), executor) {
        Ok(generated) => Arc::new(generated),
        Err(why) => Arc::new(interpreter.interpreted_because(&why)),
    }
}

impl Generated {
    /// Generates and compiles a module, or says why there is none.
    pub fn new(interpreter: Arc<Compiled>, executor: &dyn Executor) -> Result<Generated, String> {
        let program = interpreter.program();
        let room = executor.room(layout(program, 0)?.end);
        let module = match room.is_empty() {
            true => generate(program)?,
            false => generate_within(program, room.as_ptr() as usize)?,
        };
        let code = executor.compile(&module, room)?;
        let idle = Mutex::new(vec![Hand::new(code.instance()?)]);
        Ok(Generated { interpreter, module, code, idle, failed: OnceLock::new() })
    }

    /// What the module gave, or none if it failed, which is kept.
    fn note<T>(&self, result: Result<T, String>) -> Option<T> {
        result.map_err(|why| self.failed.set(why)).ok()
    }

    fn take(&self) -> Result<Hand, String> {
        let idle = self.idle.lock().map_err(|error| error.to_string())?.pop();
        idle.map_or_else(|| Ok(Hand::new(self.code.instance()?)), Ok)
    }

    fn give_back(&self, hand: Hand) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(hand);
        }
    }

    /// Expands the first of these states. Returns how many.
    fn expand_some(
        &self,
        hand: &mut Hand,
        states: &[u8],
        expansion: &mut Expansion,
    ) -> Result<usize, String> {
        let layout = &self.module.layout;
        let width = layout.width;
        let count = (states.len() / width).min(STATES_MAX);
        hand.lend(layout, &states[..count * width]);
        let done = hand.instance.call(EXPAND, count as u32, 0)? as usize;
        if done == 0 || done > count {
            return Err("The module expanded another number of states.".to_owned());
        }
        hand.read_words(layout.found, done, |hand| &mut hand.found);
        let successors = (hand.found[done - 1] & COUNT) as usize;
        if expansion.records_steps() {
            hand.read_words(layout.steps, successors, |hand| &mut hand.steps);
        }
        let Hand { instance, found, steps } = hand;
        let after = instance.read(layout.successors, successors * width);
        let mut from = 0;
        while from < done {
            let known = found[from..].iter().position(|it| it & ASK != 0);
            let to = known.map_or(done, |known| from + known);
            let before = &states[from * width..to * width];
            let start = if from == 0 { 0 } else { (found[from - 1] & COUNT) as usize };
            let end = if to == 0 { 0 } else { (found[to - 1] & COUNT) as usize };
            let after = &after[start * width..end * width];
            let steps = steps.get(start..end).unwrap_or_default();
            self.append(before, &found[from..to], start, steps, after, expansion);
            if to < done {
                let states = &states[to * width..(to + 1) * width];
                self.interpreter.expand(states, expansion);
            }
            from = to + 1;
        }
        Ok(done)
    }

    /// Adds what was found in some states, the successors of which begin with number `start`.
    fn append(
        &self,
        before: &[u8],
        found: &[u32],
        start: usize,
        steps: &[u32],
        after: &[u8],
        expansion: &mut Expansion,
    ) {
        let width = self.module.layout.width;
        let mut last = 0;
        let expanded = found.iter().map(|&it| {
            let end = (it & COUNT) as usize - start;
            let transitions = end - std::mem::replace(&mut last, end);
            let is_final = it & ENABLED == 0;
            Expanded {
                end,
                transitions,
                is_beyond: it & BEYOND != 0,
                is_error: it & ERROR != 0,
                is_final,
                is_deadlock: is_final && it & WAITS != 0,
                may_violate: it & MAY_VIOLATE != 0,
                may_satisfy: it & MAY_SATISFY != 0,
            }
        });
        let mut nth = 0;
        let mut all = after.chunks_exact(width);
        let steps = steps.iter().enumerate().map(|(at, &step)| {
            while (found[nth] & COUNT) as usize - start <= at {
                nth += 1;
            }
            let before = &before[nth * width..(nth + 1) * width];
            self.taken(step, before, all.next().unwrap_or_default())
        });
        expansion.append(after, steps, expanded);
    }

    /// The step that a module names by a number.
    fn taken(&self, step: u32, before: &[u8], after: &[u8]) -> TakenStep {
        let [kind, which, choice, _] = step.to_le_bytes();
        let mail = || self.interpreter.mail(before, which.into());
        let action = match u32::from(kind) {
            TIMEOUT => Action::time_out(which, choice),
            DELIVER => Action::deliver(mail(), choice),
            LOSE => Action::Lose(mail()),
            DUPLICATE => Action::Duplicate(mail()),
            CRASH => Action::Crash(which),
            ARRIVE => Action::Arrive(which, choice),
            _ => Action::Step { process: which, choice },
        };
        let is_fair = self.interpreter.has_to_happen(before, action, after);
        TakenStep { action, is_fair }
    }

    /// Checks one property in the states that the module has, the first of which is number `first`
    /// of the batch.
    fn check_some(
        &self,
        hand: &mut Hand,
        states: &[u8],
        first: usize,
        check: &mut Check,
    ) -> Result<(), String> {
        let layout = &self.module.layout;
        let Some(function) = self.module.checks[check.property] else { return Ok(()) };
        let kind = self.interpreter.properties()[check.property].kind;
        let is_measure = matches!(kind, ClaimKind::Most | ClaimKind::Least);
        if !is_measure && check.witness.is_some() {
            return Ok(());
        }
        let count = states.len() / layout.width;
        let mut from = 0;
        while from < count {
            let none = if kind == ClaimKind::Most { -1 } else { i64::MAX };
            let known = check.witness.map_or(none, |witness| witness.value.into());
            if is_measure {
                hand.instance.write(layout.best, &known.to_le_bytes());
                hand.instance.write(layout.best + 8, &NOWHERE.to_le_bytes());
            }
            let answer = hand.instance.call(function, from as u32, count as u32)?;
            let at = (answer & !UNKNOWN) as usize;
            if is_measure {
                hand.read_words(layout.best, 3, |hand| &mut hand.found);
                let (value, at) = (hand.found[0], hand.found[2]);
                if at != NOWHERE {
                    check.witness = Some(Witness { at: first + at as usize, value });
                }
            }
            if answer & UNKNOWN != 0 {
                let state = &states[at * layout.width..(at + 1) * layout.width];
                self.check_by_interpreter(state, first + at, check);
            } else if at < count {
                check.witness = Some(Witness { at: first + at, value: 0 });
            }
            if !is_measure && check.witness.is_some() {
                return Ok(());
            }
            from = at + 1;
        }
        Ok(())
    }

    /// Finds who waits in states that fit into the module.
    fn find_waiting(
        &self,
        hand: &mut Hand,
        function: usize,
        property: usize,
        states: &[u8],
        sets: &mut [Pids],
    ) -> Result<(), String> {
        let layout = &self.module.layout;
        hand.lend(layout, states);
        let mut from = 0;
        while from < sets.len() {
            let answer = hand.instance.call(function, from as u32, sets.len() as u32)?;
            let (to, is_unknown) = ((answer & !UNKNOWN) as usize, answer & UNKNOWN != 0);
            if to < from || to + usize::from(is_unknown) > sets.len() {
                return Err("The module looked at another number of states.".to_owned());
            }
            let size = size_of::<Pids>();
            let found = hand.instance.read(layout.found + size * from, size * (to - from));
            let found = found.as_chunks().0.iter().map(|&it| Pids::from_le_bytes(it));
            sets[from..to].iter_mut().zip(found).for_each(|(set, it)| *set = it);
            if is_unknown {
                let state = &states[to * layout.width..(to + 1) * layout.width];
                self.interpreter.waiting(property, state, &mut sets[to..=to]);
            }
            from = to + 1;
        }
        Ok(())
    }

    fn check_by_interpreter(&self, state: &[u8], at: usize, check: &mut Check) {
        let interpreter = &*self.interpreter;
        let Some(found) = interpreter.check(check.property, state) else { return };
        let is_better = match interpreter.properties()[check.property].kind {
            ClaimKind::Most => check.witness.is_none_or(|witness| found.value > witness.value),
            ClaimKind::Least => check.witness.is_none_or(|witness| found.value < witness.value),
            _ => true,
        };
        if is_better {
            check.witness = Some(Witness { at, ..found });
        }
    }
}

impl Hand {
    fn new(instance: Box<dyn Instance>) -> Hand {
        Hand { instance, found: Vec::new(), steps: Vec::new() }
    }

    /// Shows states to the module.
    fn lend(&mut self, layout: &Layout, states: &[u8]) {
        let address = self.instance.lend(layout.states, states) as u32;
        self.instance.write(layout.input, &address.to_le_bytes());
    }

    /// Reads numbers of 32 bits into one of the buffers.
    fn read_words(&mut self, at: usize, count: usize, into: fn(&mut Hand) -> &mut Vec<u32>) {
        let mut words = std::mem::take(into(self));
        let bytes = self.instance.read(at, 4 * count);
        words.clear();
        words.extend(bytes.as_chunks().0.iter().map(|&it| u32::from_le_bytes(it)));
        *into(self) = words;
    }
}
