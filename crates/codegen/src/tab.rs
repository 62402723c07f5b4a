//! Modules in a browser or in node, which compile them. They use the memory of this very code, so nothing is
//! copied for them.
//!
//! Objects of JavaScript stay with the thread that made them, so they lie in tables of the thread
//! and are known by numbers.

use crate::module::{ENGINE, MEMORY};
use crate::{Code, Executor, Instance, Module};
use js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly};
use std::cell::RefCell;
use std::sync::Mutex;
use wasm_bindgen::{JsCast, JsValue};
use zerocopy::IntoBytes;

/// Has modules compiled by whoever runs this very code.
#[derive(Clone, Copy, Default)]
pub struct Tab;

struct Compiled {
    number: usize,
    exports: usize,
    /// Until there is an instance.
    room: Mutex<Vec<u64>>,
}

struct Running {
    number: usize,
    /// The part of the memory that is the module's. It changes in calls.
    room: Vec<u64>,
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
    static INSTANCES: RefCell<Table<Vec<Function>>> = const { RefCell::new(Table(Vec::new())) };
}

impl Executor for Tab {
    fn room(&self, bytes: usize) -> Vec<u64> {
        vec![0; bytes.div_ceil(size_of::<u64>())]
    }

    fn compile(&self, module: &Module, room: Vec<u64>) -> Result<Box<dyn Code>, String> {
        let bytes = Uint8Array::from(&module.bytes[..]);
        let compiled = WebAssembly::Module::new(&bytes).map_err(words)?;
        let number = MODULES.with_borrow_mut(|all| all.add(compiled));
        Ok(Box::new(Compiled { number, exports: module.exports, room: Mutex::new(room) }))
    }
}

impl Code for Compiled {
    fn instance(&self) -> Result<Box<dyn Instance>, String> {
        let module = MODULES.with_borrow(|all| all.0.get(self.number).cloned().flatten());
        let module = module.ok_or("The module belongs to another thread.")?;
        let room = std::mem::take(&mut *self.room.lock().map_err(|it| it.to_string())?);
        if room.is_empty() {
            return Err("There is room for one instance.".to_owned());
        }
        let (imports, engine) = (Object::new(), Object::new());
        Reflect::set(&engine, &MEMORY.into(), &wasm_bindgen::memory()).map_err(words)?;
        Reflect::set(&imports, &ENGINE.into(), &engine).map_err(words)?;
        let instance = WebAssembly::Instance::new(&module, &imports).map_err(words)?;
        let exports = instance.exports();
        let get = |name: &str| Reflect::get(&exports, &name.into()).map_err(words);
        let functions = (0..self.exports).map(|it| Ok(get(&it.to_string())?.unchecked_into()));
        let functions = functions.collect::<Result<_, String>>()?;
        let number = INSTANCES.with_borrow_mut(|all| all.add(functions));
        Ok(Box::new(Running { number, room }))
    }
}

impl Running {
    /// Where an address lies in the room.
    fn place(&self, at: usize) -> usize {
        at - self.room.as_ptr() as usize
    }
}

impl Instance for Running {
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String> {
        let called = INSTANCES.with_borrow(|all| {
            let functions = all.0.get(self.number).and_then(Option::as_ref)?;
            Some(functions[function].call2(&JsValue::NULL, &first.into(), &second.into()))
        });
        let result = called.ok_or("The instance belongs to another thread.")?.map_err(words)?;
        // JavaScript has the number with a sign
        Ok(result.as_f64().unwrap_or_default() as i64 as u32)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        let at = self.place(at);
        self.room.as_mut_bytes()[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn read(&mut self, at: usize, bytes: usize) -> &[u8] {
        let at = self.place(at);
        &self.room.as_bytes()[at..at + bytes]
    }

    fn lend(&mut self, _: usize, bytes: &[u8]) -> usize {
        bytes.as_ptr() as usize
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
