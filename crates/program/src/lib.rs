//! An algorithm as data.
