//! Modules in machine code, by wasmtime.

use crate::{Code, Executor, Instance, Module};
use wasmtime::{Engine, Memory, Store, TypedFunc};

/// Compiles modules for this processor.
pub struct Native {
    engine: Engine,
    bytes_max: usize,
}

struct Compiled {
    module: wasmtime::Module,
    exports: usize,
    bytes: usize,
}

struct Running {
    store: Store<()>,
    memory: Memory,
    functions: Vec<TypedFunc<(u32, u32), u32>>,
}

impl Native {
    /// It refuses modules for which it could take more memory than that.
    pub fn within(bytes_max: usize) -> Native {
        Native { engine: Engine::default(), bytes_max }
    }
}

impl Default for Native {
    fn default() -> Native {
        Native::within(usize::MAX)
    }
}

impl Executor for Native {
    fn compile(&self, module: &Module, _: Vec<u64>) -> Result<Box<dyn Code>, String> {
        let bytes = bytes(module);
        if bytes > self.bytes_max {
            let (needed, max) = (bytes.div_ceil(1000), self.bytes_max / 1000);
            return Err(format!(
                "Machine code can take {needed}K of memory to make, and there are {max}K for it."
            ));
        }
        let exports = module.exports;
        let module = wasmtime::Module::new(&self.engine, &module.bytes).map_err(words)?;
        Ok(Box::new(Compiled { module, exports, bytes }))
    }
}

impl Code for Compiled {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn instance(&self) -> Result<Box<dyn Instance>, String> {
        let mut store = Store::new(self.module.engine(), ());
        let instance = wasmtime::Instance::new(&mut store, &self.module, &[]).map_err(words)?;
        let memory = instance.get_memory(&mut store, "memory").ok_or("There is no memory.")?;
        let function =
            |number: usize| instance.get_typed_func(&mut store, &number.to_string()).map_err(words);
        let functions = (0..self.exports).map(function).collect::<Result<_, _>>()?;
        Ok(Box::new(Running { store, memory, functions }))
    }
}

impl Instance for Running {
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String> {
        self.functions[function].call(&mut self.store, (first, second)).map_err(words)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.memory.data_mut(&mut self.store)[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn read(&mut self, at: usize, bytes: usize) -> &[u8] {
        &self.memory.data(&self.store)[at..at + bytes]
    }
}

/// More memory than the compiler takes for a module. What it knows of a function grows with the square
/// of its size, and it has one function at a time in hand. A test holds this against modules as large as
/// there are.
fn bytes(module: &Module) -> usize {
    1_000_000 + 80 * module.bytes.len() + module.largest.pow(2) / 16
}

fn words(error: wasmtime::Error) -> String {
    format!("{error:#}")
}
