//! Histories of objects: read, judged, and explained.

mod brute;
mod corpus;
mod known;
mod random;
mod reading;
mod sentences;
