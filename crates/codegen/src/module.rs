//! Makes a module of a program.

use crate::body::Body;
use crate::emitter::Emitter;
use crate::functions::{Functions, Name};
use crate::layout::{Layout, MAY_SATISFY, MAY_VIOLATE};
use crate::properties::{UNKNOWN, is_of_states};
use program::ir::{Claim, Program, Property};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, FunctionSection,
    GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, TypeSection, ValType,
};

/// A program as WebAssembly.
///
/// Either it has a memory of its own, exports it as `memory`, and never lets it grow, or it imports one as
/// `memory` of `engine`, of which it uses what the layout says and the states that it is given. It exports
/// functions by their numbers, each of which takes two numbers of 32 bits and returns one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    pub bytes: Vec<u8>,
    pub layout: Layout,
    /// For each property the number of the function that checks it, if states decide it.
    pub checks: Vec<Option<usize>>,
    /// For each property the number of the function that finds who waits, if it is about that.
    pub waiting: Vec<Option<usize>>,
    /// Properties that the interpreter has to decide, as their functions would be too large.
    pub too_large: Vec<usize>,
    /// How many bytes the largest function has.
    pub largest: usize,
    /// How many functions there are.
    pub exports: usize,
}

/// The number of the function that expands states.
pub const EXPAND: usize = 0;

/// The names of a memory that is imported, and of one that is exported.
pub const ENGINE: &str = "engine";
pub const MEMORY: &str = "memory";

const PAGE: usize = 1 << 16;

/// The most bytes of one function, and of all: making machine code of more takes too much time and
/// memory; of so much, a second and 60 MB. The largest function of the published listings has 7,000
/// bytes, the largest module 42,000.
const FUNCTION_MAX: usize = 32 << 10;
const MODULE_MAX: usize = 256 << 10;

/// Makes a module of a program, or says why the interpreter has to run it.
pub fn generate(program: &Program) -> Result<Module, &'static str> {
    module(program, layout(program, 0)?, false)
}

/// The same, for the memory of whoever runs it, which has room from an address on.
pub fn generate_within(program: &Program, start: usize) -> Result<Module, &'static str> {
    module(program, layout(program, start)?, true)
}

pub fn layout(program: &Program, start: usize) -> Result<Layout, &'static str> {
    Layout::new(program, start).ok_or("The successors of a state take too much memory.")
}

fn module(program: &Program, layout: Layout, imports: bool) -> Result<Module, &'static str> {
    crate::supports(program)?;
    let mut functions = Functions::default();
    functions.index(Name::Expand);
    let properties = || program.properties.iter().enumerate();
    let checks: Vec<Option<usize>> = properties()
        .map(|(at, it)| is_of_states(it).then(|| functions.index(Name::Check(at)) as usize))
        .collect();
    let waits = |property: &Property| matches!(property.claim, Claim::Waiting(_));
    let waiting: Vec<Option<usize>> = properties()
        .map(|(at, it)| waits(it).then(|| functions.index(Name::Waiting(at)) as usize))
        .collect();
    let exports = functions.all().len();
    let mut code = CodeSection::new();
    let (mut written, mut size, mut largest, mut too_large) = (0, 0, 0, Vec::new());
    while let Some(name) = functions.get(written) {
        let mut body = write(name, program, &layout, &mut functions);
        if body.size() > FUNCTION_MAX {
            match name {
                Name::Check(property) | Name::Waiting(property) => too_large.push(property),
                // each property is too large, or there are many
                Name::Judge => {}
                Name::Remember(_) => {
                    return Err("What properties remember is too large for machine code.");
                }
                _ => return Err("A step is too large for machine code."),
            }
            body = ask(name);
        }
        size += body.size();
        largest = largest.max(body.size());
        if size > MODULE_MAX {
            return Err("The program is too large for machine code.");
        }
        body.finish(&mut code);
        written += 1;
    }
    let bytes = assemble(&layout, imports, &functions, exports, &code);
    Ok(Module { bytes, layout, checks, waiting, too_large, largest, exports })
}

/// The interpreter has to say, whichever state it is.
fn ask(name: Name) -> Body {
    if name == Name::Judge {
        let mut body = Body::new(1);
        body.sink().i32_const((MAY_VIOLATE | MAY_SATISFY) as i32);
        return body;
    }
    let mut body = Body::new(2);
    body.sink().local_get(0).i32_const(UNKNOWN as i32).i32_or();
    body
}

fn write(name: Name, program: &Program, layout: &Layout, functions: &mut Functions) -> Body {
    let params = name.signature().0.len() as u32;
    if matches!(name, Name::Divide | Name::Modulo) {
        return divide(name);
    }
    let mut emitter = Emitter::new(program, layout, functions, params);
    match name {
        Name::Expand => emitter.expand(),
        Name::Judge => emitter.judge(),
        Name::Check(property) => emitter.check(property),
        Name::Waiting(property) => {
            if let Claim::Waiting(queries) = &program.properties[property].claim {
                emitter.waiting(queries);
            }
        }
        Name::Successors => emitter.successors(),
        Name::Steps(process) => emitter.steps(process),
        Name::After(cause, process) => emitter.steps_after(cause, process),
        Name::Remember(process) => emitter.remember(process),
        Name::Stuck => emitter.stuck(),
        Name::Deliver(_) | Name::Insert | Name::Remove | Name::TakeOutUseless | Name::InTransit => {
            // only mentioned where there are channels
            if let Some(channels) = &program.channels {
                match name {
                    Name::Deliver(process) => emitter.deliver(channels, process),
                    Name::Insert => emitter.insert(channels),
                    Name::Remove => emitter.remove(channels),
                    Name::TakeOutUseless => emitter.take_out_useless(channels),
                    _ => emitter.count_in_transit(channels),
                }
            }
        }
        Name::Divide | Name::Modulo => {}
    }
    emitter.body
}

/// `(dividend, divisor)`: the remainder is never negative.
fn divide(name: Name) -> Body {
    let (dividend, divisor) = (0, 1);
    let mut body = Body::new(2);
    let rest = body.local(ValType::I64);
    let mut sink = body.sink();
    if name == Name::Modulo {
        sink.local_get(dividend).local_get(divisor).i64_rem_s().local_tee(rest);
        sink.local_get(divisor).i64_const(0).local_get(divisor).i64_sub();
        sink.local_get(divisor).i64_const(0).i64_gt_s().select();
        sink.i64_const(0).local_get(rest).i64_const(0).i64_lt_s().select().i64_add();
        return body;
    }
    // the one quotient that has no room
    sink.local_get(divisor).i64_const(-1).i64_eq();
    body.when(BlockType::Empty);
    body.sink().i64_const(0).local_get(dividend).i64_sub().return_();
    body.end();
    let mut sink = body.sink();
    sink.local_get(dividend).local_get(divisor).i64_rem_s().local_set(rest);
    sink.local_get(dividend).local_get(divisor).i64_div_s();
    sink.i64_const(-1).i64_const(1).local_get(divisor).i64_const(0).i64_gt_s().select();
    sink.i64_const(0).local_get(rest).i64_const(0).i64_lt_s().select().i64_add();
    body
}

fn assemble(
    layout: &Layout,
    imports_memory: bool,
    functions: &Functions,
    exports: usize,
    code: &CodeSection,
) -> Vec<u8> {
    let mut types = TypeSection::new();
    let mut numbers = FunctionSection::new();
    let mut signatures = Vec::new();
    for name in functions.all() {
        let signature = name.signature();
        let number = signatures.iter().position(|it| *it == signature).unwrap_or_else(|| {
            types.ty().function(signature.0.clone(), signature.1.clone());
            signatures.push(signature);
            signatures.len() - 1
        });
        numbers.function(number as u32);
    }
    let pages = layout.end.div_ceil(PAGE) as u64;
    let memory = MemoryType {
        minimum: pages,
        maximum: (!imports_memory).then_some(pages),
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    let (mut imports, mut memories) = (ImportSection::new(), MemorySection::new());
    let mut globals = GlobalSection::new();
    let found = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(found, &ConstExpr::i32_const(0));
    let mut exported = ExportSection::new();
    if imports_memory {
        imports.import(ENGINE, MEMORY, memory);
    } else {
        memories.memory(memory);
        exported.export(MEMORY, ExportKind::Memory, 0);
    }
    for number in 0..exports {
        exported.export(&number.to_string(), ExportKind::Func, number as u32);
    }
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&imports).section(&numbers).section(&memories);
    module.section(&globals).section(&exported).section(code);
    if !layout.tables.is_empty() {
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(layout.start as i32), layout.tables.iter().copied());
        module.section(&data);
    }
    module.finish()
}
