//! Ctrl-C: the first time a search ends with what it knows, the second time the program ends.

use signal_hook::{consts::SIGINT, flag};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell makes of a program that Ctrl-C ends.
const KILLED: i32 = 130;

pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Where it cannot be listened for, Ctrl-C ends the program as ever.
    pub fn listen() -> Interrupt {
        let asked = Arc::new(AtomicBool::new(false));
        // in this order: the first time the flag is not set yet
        let _ = flag::register_conditional_shutdown(SIGINT, KILLED, Arc::clone(&asked))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&asked)));
        Interrupt(asked)
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
