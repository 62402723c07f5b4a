//! Who runs the generated code of listings.

use codegen::Executor;
use model::System;
use program::Compiled;
use std::sync::{Arc, OnceLock};

static EXECUTOR: OnceLock<Box<dyn Executor>> = OnceLock::new();

/// From now on searches of listings run generated code by this executor. Before, and where the
/// executor cannot run the code, they interpret. The first call counts.
pub fn run_modules_by(executor: impl Executor + 'static) {
    let _ = EXECUTOR.set(Box::new(executor));
}

pub(crate) fn for_search(compiled: Arc<Compiled>) -> Arc<dyn System> {
    match EXECUTOR.get() {
        Some(executor) => codegen::system(compiled, &**executor),
        None => compiled,
    }
}
