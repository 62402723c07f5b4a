//! Who runs the generated code of listings.

use codegen::Executor;
use model::System;
use program::Compiled;
use std::sync::{Arc, OnceLock};

static EXECUTOR: OnceLock<Box<dyn Executor>> = OnceLock::new();

/// From now on searches of listings run generated code, where this program has a way to run it: in a
/// browser that of the browser, natively with the feature `wasmtime`. Everything else interprets.
///
/// A page must not call this, as it may not compile at once: its worker does.
pub fn search_by_generated_code() {
    search_by_generated_code_within(usize::MAX);
}

/// The same, natively only where making the code of a program takes at most so many bytes of memory.
#[cfg_attr(not(feature = "wasmtime"), expect(unused_variables))]
pub fn search_by_generated_code_within(bytes_max: usize) {
    #[cfg(target_arch = "wasm32")]
    let _ = EXECUTOR.set(Box::new(codegen::Tab));
    #[cfg(feature = "wasmtime")]
    let _ = EXECUTOR.set(Box::new(codegen::Native::within(bytes_max)));
}

pub(crate) fn for_search(compiled: Arc<Compiled>) -> Arc<dyn System> {
    match EXECUTOR.get() {
        Some(executor) => codegen::system(compiled, &**executor),
        None => compiled,
    }
}
