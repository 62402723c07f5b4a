//! Who runs modules: the browser, or a compiler that is linked in.

use crate::Module;

pub trait Executor: Send + Sync {
    /// Compiles a module.
    fn compile(&self, module: &Module) -> Result<Box<dyn Code>, String>;
}

/// A module that is ready to be used, by several threads.
pub trait Code: Send + Sync {
    /// The most memory that was taken to make it, in bytes, where that is this process's own.
    fn bytes(&self) -> usize {
        0
    }

    /// A new instance with a memory of its own.
    fn instance(&self) -> Result<Box<dyn Instance>, String>;
}

/// One memory and the functions over it.
pub trait Instance: Send {
    /// Calls the exported function of that number.
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String>;

    /// Writes to the memory. The module's layout says where there is room.
    fn write(&mut self, at: usize, bytes: &[u8]);

    fn read(&mut self, at: usize, bytes: usize) -> &[u8];
}
