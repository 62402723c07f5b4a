//! Where generated code cannot run, the interpreter does.

use crate::agreement::compare;
use crate::executor::Wasmi;
use codegen::{Code, Executor, Generated, Instance, Module, supports, system};
use model::{Batch, Expansion};
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
    fn compile(&self, _: &Module) -> Result<Box<dyn Code>, String> {
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
    fn compile(&self, module: &Module) -> Result<Box<dyn Code>, String> {
        let code = Wasmi::default().compile(module)?;
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
    let interpreter: &dyn model::System = &*interpreter;
    let (mut mine, mut theirs) = (Expansion::new(true), Expansion::new(true));
    let states = interpreter.initial();
    system.expand(Batch { states: &states, sleep_sets: &[] }, &mut mine);
    interpreter.expand(Batch { states: &states, sleep_sets: &[] }, &mut theirs);
    assert!(!mine.is_empty());
    assert_eq!(mine.states(), theirs.states());
}

#[test]
fn a_module_that_stops_leaves_the_interpreter() {
    for calls in [0, 1, 2, 7, 20] {
        let left = Arc::new(AtomicUsize::new(calls));
        let executor = Failing { calls: left.clone() };
        let Ok(generated) = Generated::new(peterson(), &executor) else { panic!("no module") };
        compare(&peterson(), &generated, 500, &format!("{calls} calls"));
        assert_eq!(left.load(Ordering::Relaxed), 0, "all calls are used up");
    }
}

#[test]
fn a_property_that_stores_is_not_supported() {
    let mut program: Program = peterson().program().clone();
    assert_eq!(supports(&program), Ok(()));
    let mut queries = program.properties.iter().filter_map(|it| match it.claim {
        Claim::State(query) => Some(query),
        _ => None,
    });
    let code = queries.next_back().unwrap().code;
    let place = Place { slot: 0, index: None };
    let store = Instruction::Store(place, program::ir::Expr::Const(0));
    program.blocks[code] = Block { instructions: vec![store], end: End::Done };
    assert_eq!(supports(&program), Err("A property changes the state."));
}
