//! What readers see of variables: as what each is drawn, and what belongs together.

pub mod bytes;
pub mod pointers;
pub mod table;
pub mod variables;
