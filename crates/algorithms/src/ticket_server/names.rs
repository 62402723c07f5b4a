//! Who differs by name only.

use super::TicketServer;
use model::shared_memory::Symmetric;

impl Symmetric for TicketServer {
    /// A customer is known by its ticket only.
    fn alike(&self) -> u8 {
        (1 << self.processes) - 1
    }
}
