//! Who differs by name only.

use super::{Node, SemaphoreServer, World, answered, asked};
use model::Renaming;
use model::message_passing::Symmetric;

impl Symmetric for SemaphoreServer {
    /// All clients.
    fn alike(&self) -> u8 {
        (1 << self.clients) - 1
    }

    /// What the server knows of clients.
    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        for entry in my.queue.iter_mut().filter(|it| **it != 0) {
            let (j, request) = asked(*entry);
            *entry = request << 2 | (names.name(j) as u8 + 1);
        }
        if let Some(holder) = my.holder.checked_sub(1) {
            my.holder = names.name(holder.into()) as u8 + 1;
        }
        my.answered =
            (0..self.clients).fold(0, |all, j| all | answered(my, j) << (2 * names.name(j)));
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.forgotten = names.set(world.forgotten);
        world.queued = names.set(world.queued);
        world.arrivals.rename(names);
    }
}
