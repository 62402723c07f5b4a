//! Where generated code cannot run, the interpreter does.

use crate::agreement::compare;
use crate::executor::Wasmi;
use checker::Limits;
use checker::Outcome;
use codegen::{Code, Executor, Generated, Instance, Module, supports, system};
use model::{Action, Event, Expansion, IN_DOMAINS, Log, Stepped, System};
use program::Compiled;
use program::ir::{Block, Claim, End, Instruction, Place, Program};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const PETERSON: &str = include_str!("../../../algorithms/listings/peterson.ilv");

fn peterson() -> Arc<Compiled> {
    Arc::new(listing::compile(PETERSON, &[]).unwrap())
}

/// Compiles nothing.
struct Refusing;

impl Executor for Refusing {
    fn compile(&self, _: &Module, _: Vec<u64>) -> Result<Box<dyn Code>, String> {
        Err("Nothing can be compiled here.".to_owned())
    }
}

/// Runs modules until it fails, after so many calls of all instances.
struct Failing {
    calls: Arc<AtomicUsize>,
}

struct FailingCode {
    code: Box<dyn Code>,
    calls: Arc<AtomicUsize>,
}

struct FailingInstance {
    instance: Box<dyn Instance>,
    calls: Arc<AtomicUsize>,
}

impl Executor for Failing {
    fn compile(&self, module: &Module, room: Vec<u64>) -> Result<Box<dyn Code>, String> {
        let code = Wasmi::default().compile(module, room)?;
        Ok(Box::new(FailingCode { code, calls: self.calls.clone() }))
    }
}

impl Code for FailingCode {
    fn instance(&self) -> Result<Box<dyn Instance>, String> {
        let instance = self.code.instance()?;
        Ok(Box::new(FailingInstance { instance, calls: self.calls.clone() }))
    }
}

impl Instance for FailingInstance {
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String> {
        let left =
            self.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        left.map_err(|_| "The module has stopped.".to_owned())?;
        self.instance.call(function, first, second)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.instance.write(at, bytes);
    }

    fn read(&mut self, at: usize, bytes: usize) -> &[u8] {
        self.instance.read(at, bytes)
    }
}

#[test]
fn an_executor_that_refuses_leaves_the_interpreter() {
    let why = Generated::new(peterson(), &Refusing).err();
    assert_eq!(why.as_deref(), Some("Nothing can be compiled here."));
    let (system, interpreter) = (system(peterson(), &Refusing), peterson());
    let told = "The interpreter searches it, which takes longer. Nothing can be compiled here.";
    assert_eq!(system.interpreted().as_deref(), Some(told));
    assert_eq!(System::interpreted(&*interpreter), None);
    let interpreter: &dyn System = &*interpreter;
    let (mut mine, mut theirs) = (Expansion::new(true), Expansion::new(true));
    let states = interpreter.initial();
    system.expand(&states, &mut mine);
    interpreter.expand(&states, &mut theirs);
    assert!(!mine.is_empty());
    assert_eq!(mine.states(), theirs.states());
}

#[test]
fn a_module_that_stops_leaves_the_interpreter() {
    for calls in [0, 1, 2, 7, 20] {
        let left = Arc::new(AtomicUsize::new(calls));
        let executor = Failing { calls: left.clone() };
        let Ok(generated) = Generated::new(peterson(), &executor) else { panic!("no module") };
        assert_eq!(generated.interpreted(), None);
        compare(&peterson(), &generated, 500, &format!("{calls} calls"));
        let told = "The interpreter searches it, which takes longer. The module has stopped.";
        assert_eq!(generated.interpreted().as_deref(), Some(told));
        assert_eq!(left.load(Ordering::Relaxed), 0, "all calls are used up");
    }
}

#[test]
fn a_property_that_stores_is_not_supported() {
    let mut program: Program = peterson().program().clone();
    assert_eq!(supports(&program), Ok(()));
    let mut queries = program.properties.iter().filter_map(|property| match property.claim {
        Claim::State(query) => Some(query),
        _ => None,
    });
    let code = queries.next_back().unwrap().code;
    let place = Place { slot: 0, index: None };
    let store = Instruction::Store(place, program::ir::Expr::Const(0));
    program.blocks[code] = Block { instructions: vec![store], end: End::Done };
    assert_eq!(supports(&program), Err("A property changes the state."));
}

/// There would be nowhere to branch to for a message.
#[test]
fn a_program_without_processes_is_not_supported() {
    let mut program: Program = peterson().program().clone();
    program.processes.clear();
    assert_eq!(supports(&program), Err("There is no process."));
}

/// A property of a text in which so many terms are joined by `and`.
fn with_large_property(quantifiers: &str) -> Arc<Compiled> {
    let text = format!(
        "algorithm A\nshared x: 0..3\nprocess i of 6:\n  go:\n    x ← i mod 4\n\
         always small: x < 4\nalways large: {quantifiers}x < 4\n"
    );
    Arc::new(listing::compile(&text, &[]).unwrap_or_else(|found| panic!("{}", found[0])))
}

#[test]
fn a_property_that_is_too_large_is_interpreted() {
    let few = "all a: all b: all c: ";
    let generated = Generated::new(with_large_property(few), &Wasmi::default());
    assert_eq!(generated.unwrap_or_else(|why| panic!("{why}")).interpreted(), None);
    let many = "all a: all b: all c: all d: all e: ";
    let generated = Generated::new(with_large_property(many), &Wasmi::default());
    let generated = generated.unwrap_or_else(|why| panic!("{why}"));
    let told = generated.interpreted().unwrap_or_default();
    assert!(told.ends_with("too large for machine code: large."), "{told}");
    compare(&with_large_property(many), &generated, 100, "a large property");
}

#[test]
fn a_step_that_is_too_large_is_interpreted() {
    let text = "algorithm A\nshared x: 0..3\nprocess i of 2:\n  own y: 0..9\n  go:\n    atomic:\n      \
                for each a in 0..29: for each b in 0..29: y ← max(y · a, x · b, y · y, x · x) mod 10\n";
    let compiled =
        Arc::new(listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0])));
    let system = system(compiled, &Wasmi::default());
    let told = system.interpreted().unwrap_or_default();
    assert!(told.ends_with("A step is too large for machine code."), "{told}");
}

/// Each is short enough for a step where few are tried, and all are beyond the bound where many are.
#[test]
fn loops_have_their_share_of_what_is_tried_in_a_state() {
    for (processes, is_followed) in [(1, true), (16, false)] {
        let rules: Vec<String> = (0..9)
            .map(|to| {
                let to = to % 4;
                format!("  when x < 3:\n    a ← 0\n    while a < 20000: a ← a + 1\n    x ← {to}\n")
            })
            .collect();
        let text = format!(
            "algorithm A\nshared x: 0..3\nprocess i of {processes}:\n  own a: 0..65535\n{}",
            rules.concat()
        );
        let compile =
            || listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let generated = Generated::new(Arc::new(compile()), &Wasmi::default());
        let generated = generated.unwrap_or_else(|why| panic!("{why}"));
        compare(&compile(), &generated, 9, &text);
        let report = checker::check(Arc::new(generated), Limits::states(9));
        assert_eq!(report.beyond.is_none(), is_followed, "{processes}: {report:?}");
        let mut events = Vec::new();
        let interpreter: &dyn System = &compile();
        let stepped = interpreter.step(
            &mut interpreter.initial(),
            Action::step(0),
            &mut Log::to(&mut events),
        );
        assert_eq!(stepped != Stepped::BoundReached, is_followed, "{events:?}");
        let why = "A loop in it takes more than 34722 operations, which is its share of what is tried in a state.";
        assert_eq!(events.contains(&Event::Note { text: why.into() }), !is_followed, "{events:?}");
    }
}

/// A module gives up both; the interpreter knows which of them comes round for ever.
#[test]
fn a_loop_without_an_end_is_an_error_and_a_long_one_is_none() {
    for (last, fails) in [(59_999, false), (60_000, true)] {
        let text = format!(
            "algorithm A\nprocess i of 2:\n  own y: 0..60000\n  when y = 0:\n    repeat: y ← (y + 1) mod \
             60000\n    until y = {last}\n"
        );
        let compile =
            || listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let generated = Generated::new(Arc::new(compile()), &Wasmi::default());
        compare(&compile(), &generated.unwrap_or_else(|why| panic!("{why}")), 9, &text);
        let report = checker::check(Arc::new(compile()), Limits::states(9));
        let mut all = report.verdicts.iter().filter(|verdict| verdict.property == IN_DOMAINS);
        let has_failed = all.any(|verdict| matches!(verdict.outcome, Outcome::Fails { .. }));
        assert_eq!(has_failed, fails, "{last}: {report:?}");
    }
}
