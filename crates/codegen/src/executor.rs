//! Who runs modules: the browser, or a compiler that is linked in.

use crate::Module;

pub trait Executor: Send + Sync {
    /// Room for so many bytes of a module, where it is to use the memory of this very code; none where it
    /// is to have a memory of its own.
    fn room(&self, _bytes: usize) -> Vec<u64> {
        Vec::new()
    }

    /// Compiles a module, for that room if there is any.
    fn compile(&self, module: &Module, room: Vec<u64>) -> Result<Box<dyn Code>, String>;
}

/// A module that is ready to be used, by several threads.
pub trait Code: Send + Sync {
    /// The most memory that was taken to make it, in bytes, where that is this process's own.
    fn bytes(&self) -> usize {
        0
    }

    /// A new instance with a memory of its own; only one where it uses another's.
    fn instance(&self) -> Result<Box<dyn Instance>, String>;
}

/// A memory and the functions over it.
pub trait Instance: Send {
    /// Calls the exported function of that number.
    fn call(&mut self, function: usize, first: u32, second: u32) -> Result<u32, String>;

    /// Writes to the memory. The module's layout says where there is room.
    fn write(&mut self, at: usize, bytes: &[u8]);

    fn read(&mut self, at: usize, bytes: usize) -> &[u8];

    /// Lets the module read some bytes until the next call, and tells where it finds them; `at` is room for
    /// them.
    fn lend(&mut self, at: usize, bytes: &[u8]) -> usize {
        self.write(at, bytes);
        at
    }
}
