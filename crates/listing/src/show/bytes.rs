//! Arrays that are drawn as one number.

use crate::sequence::Sequence;
use program::ir::ShownAs;

impl Sequence<'_> {
    /// The arrays of which a number is made are drawn as one.
    pub fn show_bytes(&mut self) {
        let bytes = &self.lines.notes.bytes;
        let locals = self.program.processes.iter_mut().flat_map(|process| &mut process.locals);
        for variable in self.program.shared.iter_mut().chain(locals) {
            if bytes.contains(&variable.slot) {
                variable.shown_as = ShownAs::Bytes;
            }
        }
    }
}
