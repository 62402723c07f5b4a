//! Runs modules by an interpreter of WebAssembly, which builds fast and validates modules.

use codegen::{Code, Executor, Instance, Module};
use wasmi::{Engine, Linker, Memory, Store, TypedFunc};

#[derive(Default)]
pub struct Wasmi {
    engine: Engine,
}

struct Validated {
    module: wasmi::Module,
    exports: usize,
}

struct Running {
    store: Store<()>,
    memory: Memory,
    functions: Vec<TypedFunc<(u32, u32), u32>>,
}

impl Executor for Wasmi {
    fn compile(&self, module: &Module, _: Vec<u64>) -> Result<Box<dyn Code>, String> {
        let exports = module.exports;
        let module =
            wasmi::Module::new(&self.engine, &module.bytes).map_err(|error| error.to_string())?;
        Ok(Box::new(Validated { module, exports }))
    }
}

impl Code for Validated {
    fn instance(&self) -> Result<Box<dyn Instance>, String> {
        let mut store = Store::new(self.module.engine(), ());
        let linker = Linker::new(self.module.engine());
        let instance = linker.instantiate_and_start(&mut store, &self.module).unwrap();
        let memory = instance.get_memory(&store, "memory").unwrap();
        let function = |it: usize| instance.get_typed_func(&store, &it.to_string()).unwrap();
        let functions = (0..self.exports).map(function).collect();
        Ok(Box::new(Running { store, memory, functions }))
    }
}

impl Instance for Running {
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String> {
        let function = self.functions[function];
        function.call(&mut self.store, (first, second)).map_err(|error| error.to_string())
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.memory.write(&mut self.store, at, bytes).unwrap();
    }

    fn read(&mut self, at: usize, bytes: usize) -> &[u8] {
        &self.memory.data(&self.store)[at..at + bytes]
    }
}
