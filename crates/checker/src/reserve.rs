//! Asking for memory seldom.
//!
//! Each time that wasm's linear memory grows, V8 looks after its own heap, which took two fifths of
//! a search of millions of states. So much is asked for at a time, and given back to the
//! allocator, which keeps it: wasm's memory never shrinks.

use std::hint::black_box;

/// The least that is asked for.
const BYTES_MIN: usize = 1 << 20;

/// How much memory a search may take before it has to ask again.
#[derive(Default)]
pub struct Reserve(usize);

impl Reserve {
    /// So many bytes will be taken in all, of which `more` are yet to be; there may be no more than
    /// `bytes_max`. Where there is no memory ahead, nothing is lost.
    pub fn ahead(&mut self, total: usize, more: usize, bytes_max: usize) {
        if !cfg!(target_family = "wasm") || total <= self.0 || total > bytes_max {
            return;
        }
        self.0 = total.saturating_add((total / 4).max(BYTES_MIN)).min(bytes_max);
        let mut block: Vec<u8> = Vec::new();
        let _ = block.try_reserve_exact(self.0 - total + more);
        // else it would not be made at all
        black_box(&block);
    }
}
