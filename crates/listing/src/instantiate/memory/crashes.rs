//! What becomes of pending writes in a crash.

use crate::instantiate::instance::Instance;
use crate::resolve::{LOST, PENDING};
use crate::tree::Define;

impl Instance<'_> {
    pub fn loses_pending(&mut self) -> bool {
        // of a text whose own it is, it may have parameters
        let is_own = |define: &Define| !define.parameters.is_empty();
        if self.find_define(PENDING).is_some_and(is_own) {
            return false;
        }
        let chosen = self.reserved(PENDING);
        self.say(chosen) == LOST
    }
}
