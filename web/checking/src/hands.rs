//! Who searches: the page's own worker, or the threads of a crew.

use catalog::Search;
#[cfg(not(target_os = "unknown"))]
use catalog::Workers;

/// States between two looks at the clock.
const STRIDE: usize = 4_096;
/// The same for each of several workers, who begin together after each look.
#[cfg(not(target_os = "unknown"))]
const STRIDE_OF_EACH: usize = 1 << 14;

/// There are no threads: one.
#[cfg(target_os = "unknown")]
pub struct Hands(usize);

#[cfg(target_os = "unknown")]
impl Hands {
    pub fn new(_: usize) -> Hands {
        Hands(1)
    }

    pub fn count(&self) -> usize {
        self.0
    }

    pub fn advance(&self, search: &mut dyn Search) -> bool {
        search.advance(self.0 * STRIDE)
    }
}

#[cfg(not(target_os = "unknown"))]
pub struct Hands(Workers);

#[cfg(not(target_os = "unknown"))]
impl Hands {
    /// So many, where there can be.
    pub fn new(count: usize) -> Hands {
        Hands(Workers::new(count))
    }

    pub fn count(&self) -> usize {
        self.0.count()
    }

    pub fn advance(&self, search: &mut dyn Search) -> bool {
        let count = self.count();
        let states = if count > 1 { count * STRIDE_OF_EACH } else { STRIDE };
        search.advance_by(&self.0, states)
    }
}
