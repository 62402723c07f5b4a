//! One file per algorithm, its listing, and beside it a folder with its page and whatever else it
//! takes. To add one, write its file and name it here.

mod shared;

use model::{Algorithm, Symmetric};

/// Something to be done once for every algorithm, with its types still known.
pub trait Visit {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str);
}

/// The same for algorithms in which some processes, or replicas, may differ by name only.
pub trait VisitSymmetric {
    fn algorithm<A: Algorithm<Model: Symmetric>>(&mut self, slug: &'static str);
}

/// What a page loads as one: algorithms that readers compare.
pub struct Module {
    pub name: &'static str,
    pub slugs: &'static [&'static str],
}

macro_rules! algorithms {
    ($($module:ident { $($slug:literal $file:ident::$name:ident,)* })*) => {
        $($(pub mod $file;)*)*

        /// Visits the algorithms of one module.
        pub mod module {
            $(pub fn $module(visit: &mut impl super::Visit) {
                $(visit.algorithm::<super::$file::$name>($slug);)*
            })*
        }

        /// Visits every algorithm, in the order of the gallery.
        pub fn visit_all(visit: &mut impl Visit) {
            $(module::$module(visit);)*
        }

        pub const MODULES: &[Module] =
            &[$(Module { name: stringify!($module), slugs: &[$($slug),*] }),*];
    };
}

algorithms! {
    registers {
        "bakery" bakery::Bakery,
        "jones-bakery" jones_bakery::JonesBakery,
        "ticket-dispenser" ticket_server::TicketServer,
    }
    permissions {
        "ricart-agrawala" ricart_agrawala::RicartAgrawala,
    }
    agents {
        "ricart-agrawala-agent" ricart_agrawala_agent::UserAndAgent,
    }
    faults {
        "fault-tolerant-permission" fault_tolerant_permission::FaultTolerantPermission,
    }
    servers {
        "semaphore-server" semaphore_server::SemaphoreServer,
    }
    tokens {
        "token-ring" token_ring::TokenRing,
    }
    messages {
        "bakery-messages" bakery_by_messages::BakeryByMessages,
    }
    clocks {
        "lamport-lock" lamport_lock::LamportLock,
    }
    erlang {
        "erlang-lock" erlang_lock::ErlangLock,
    }
    time {
        "logical-clocks" logical_clocks::LogicalClocks,
    }
    stores {
        "row-lock" row_lock::RowLock,
    }
    queues {
        "cassandra-queue" cassandra_queue::CassandraQueue,
    }
    updates {
        "torn-assignment" torn_assignment::TornAssignment,
        "pointer-assignment" pointer_assignment::PointerAssignment,
    }
    rows {
        "row-isolation" row_isolation::RowIsolation,
    }
    storage {
        "stable-storage" stable_storage::StableStorage,
    }
    transactions {
        "two-phase-locking" two_phase_locking::TwoPhaseLocking,
        "lock-coupling" lock_coupling::LockCoupling,
    }
    columns {
        "cf23" cf23::Cf23,
    }
    consensus {
        "assign23" assign23::Assign23,
        "assign-n" assign_n::AssignN,
        "register-consensus" register_consensus::RegisterConsensus,
    }
}

/// Visits the algorithms in which some processes, or replicas, may differ by name only.
pub fn visit_symmetric(visit: &mut impl VisitSymmetric) {
    visit.algorithm::<ticket_server::TicketServer>("ticket-dispenser");
    visit.algorithm::<ricart_agrawala::RicartAgrawala>("ricart-agrawala");
    visit.algorithm::<semaphore_server::SemaphoreServer>("semaphore-server");
    visit.algorithm::<bakery_by_messages::BakeryByMessages>("bakery-messages");
    visit.algorithm::<lamport_lock::LamportLock>("lamport-lock");
    visit.algorithm::<erlang_lock::ErlangLock>("erlang-lock");
    visit.algorithm::<logical_clocks::LogicalClocks>("logical-clocks");
    visit.algorithm::<row_lock::RowLock>("row-lock");
    visit.algorithm::<cassandra_queue::CassandraQueue>("cassandra-queue");
    visit.algorithm::<cf23::Cf23>("cf23");
}
