//! Modules in a browser or in node, which compile them.
//!
//! Objects of JavaScript stay with the thread that made them, so they lie in tables of the thread
//! and are known by numbers.

use crate::{Code, Executor, Instance, Module};
use js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// Has modules compiled by whoever runs this very code.
#[derive(Clone, Copy, Default)]
pub struct Tab;

struct Compiled {
    number: usize,
    exports: usize,
}

struct Running {
    number: usize,
    /// Begins with what was read last.
    bytes: Vec<u8>,
}

struct Exports {
    memory: Uint8Array,
    functions: Vec<Function>,
}

/// Numbered things, of which some are gone.
struct Table<T>(Vec<Option<T>>);

impl<T> Table<T> {
    fn add(&mut self, it: T) -> usize {
        let free = self.0.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        self.0[at] = Some(it);
        at
    }
}

thread_local! {
    static MODULES: RefCell<Table<WebAssembly::Module>> = const { RefCell::new(Table(Vec::new())) };
    static INSTANCES: RefCell<Table<Exports>> = const { RefCell::new(Table(Vec::new())) };
}

impl Executor for Tab {
    fn compile(&self, module: &Module) -> Result<Box<dyn Code>, String> {
        let bytes = Uint8Array::from(&module.bytes[..]);
        let compiled = WebAssembly::Module::new(&bytes).map_err(words)?;
        let number = MODULES.with_borrow_mut(|all| all.add(compiled));
        Ok(Box::new(Compiled { number, exports: module.exports }))
    }
}

impl Code for Compiled {
    fn instance(&self) -> Result<Box<dyn Instance>, String> {
        let module = MODULES.with_borrow(|all| all.0.get(self.number).cloned().flatten());
        let module = module.ok_or("The module belongs to another thread.")?;
        let instance = WebAssembly::Instance::new(&module, &Object::new()).map_err(words)?;
        let exports = instance.exports();
        let get = |name: &str| Reflect::get(&exports, &name.into()).map_err(words);
        let memory: WebAssembly::Memory = get("memory")?.unchecked_into();
        let memory = Uint8Array::new(&memory.buffer());
        let functions = (0..self.exports).map(|it| Ok(get(&it.to_string())?.unchecked_into()));
        let functions = functions.collect::<Result<_, String>>()?;
        let number = INSTANCES.with_borrow_mut(|all| all.add(Exports { memory, functions }));
        Ok(Box::new(Running { number, bytes: Vec::new() }))
    }
}

impl Running {
    fn with<R>(&self, run: impl FnOnce(&Exports) -> R) -> Option<R> {
        INSTANCES.with_borrow(|all| all.0.get(self.number).and_then(Option::as_ref).map(run))
    }
}

impl Instance for Running {
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String> {
        let called = self
            .with(|it| it.functions[function].call2(&JsValue::NULL, &first.into(), &second.into()));
        let result = called.ok_or("The instance belongs to another thread.")?.map_err(words)?;
        // JavaScript has the number with a sign
        Ok(result.as_f64().unwrap_or_default() as i64 as u32)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        let at = at as u32;
        self.with(|it| it.memory.subarray(at, at + bytes.len() as u32).copy_from(bytes));
    }

    fn read(&mut self, at: usize, bytes: usize) -> &[u8] {
        // never smaller: what grows again is filled again
        let mut buffer = std::mem::take(&mut self.bytes);
        buffer.resize(buffer.len().max(bytes), 0);
        let at = at as u32;
        let memory = |it: &Exports| it.memory.subarray(at, at + bytes as u32);
        self.with(|it| memory(it).copy_to(&mut buffer[..bytes]));
        self.bytes = buffer;
        &self.bytes[..bytes]
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // a thread that ends may have dropped the table before
        let _ = MODULES.try_with(|all| all.borrow_mut().0[self.number].take());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = INSTANCES.try_with(|all| all.borrow_mut().0[self.number].take());
    }
}

fn words(error: JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => "The browser does not run the module.".to_owned(),
    }
}
