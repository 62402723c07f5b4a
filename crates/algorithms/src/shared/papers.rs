//! Texts that several algorithms are from, and those that tell them again.

/// The page "Locking" of the Cassandra wiki, as it was sent round when it was written.
pub const LOCKING: &str = "https://mail-archives.apache.org/mod_mbox/cassandra-commits/201009.mbox/%3C20100913164059.12389.28976@eosnew.apache.org%3E";
