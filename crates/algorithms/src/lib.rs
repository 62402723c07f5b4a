//! One file per algorithm. To add one, write its file and name it here.

mod knobs;

use model::Algorithm;

/// Something to be done once for every algorithm, with its types still known.
pub trait Visit {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str);
}

macro_rules! algorithms {
    ($($(#[$only:meta])* $slug:literal $file:ident::$name:ident,)*) => {
        $($(#[$only])* pub mod $file;)*

        /// Visits every algorithm, in the order of the gallery.
        pub fn visit_all(visit: &mut impl Visit) {
            $($(#[$only])* visit.algorithm::<$file::$name>($slug);)*
        }
    };
}

algorithms! {
    "bakery" bakery::Bakery,
    "jones-bakery" jones_bakery::JonesBakery,
    "ticket-dispenser" ticket_server::TicketServer,
    "ricart-agrawala" ricart_agrawala::RicartAgrawala,
    "assign23" assign23::Assign23,
    "token-ring" token_ring::TokenRing,
    #[cfg(feature = "all")]
    "semaphore-server" semaphore_server::SemaphoreServer,
    #[cfg(feature = "all")]
    "bakery-messages" bakery_by_messages::BakeryByMessages,
    #[cfg(feature = "all")]
    "lamport-lock" lamport_lock::LamportLock,
    #[cfg(feature = "all")]
    "erlang-lock" erlang_lock::ErlangLock,
    #[cfg(feature = "all")]
    "row-lock" row_lock::RowLock,
}
