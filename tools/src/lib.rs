//! No code: this crate only names the build tools, see its `Cargo.toml`.
