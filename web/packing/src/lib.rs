//! Programs as the page loads them: packed with LZMA, which takes a fifth less than what hosts make
//! of them with gzip. It is packed where the site is built, and unpacked in the page, as it arrives,
//! by a program that is small because it cannot panic and asks for no memory.

#[cfg(not(target_arch = "wasm32"))]
mod pack;
mod unpack;

#[cfg(not(target_arch = "wasm32"))]
pub use pack::pack;

use std::cell::RefCell;
use unpack::Unpacker;
use wasm_bindgen::prelude::wasm_bindgen;

/// More than any program has, and any that is packed.
const BYTES_MAX: usize = 1 << 20;

thread_local! {
    static UNPACKER: RefCell<Unpacker> = const { RefCell::new(Unpacker::new()) };
}

/// Where the page puts what is packed: an address, as that of [`output`].
#[wasm_bindgen]
pub fn input() -> u32 {
    UNPACKER.with(|it| it.try_borrow().map_or(0, |it| it.input.as_ptr() as u32))
}

/// Where it finds what is unpacked.
#[wasm_bindgen]
pub fn output() -> u32 {
    UNPACKER.with(|it| it.try_borrow().map_or(0, |it| it.output.as_ptr() as u32))
}

/// Goes on, as so many bytes are there now, or all of them. Tells how many bytes are unpacked, once
/// that is all; zero before.
#[wasm_bindgen]
pub fn advance(bytes: u32, is_all: bool) -> u32 {
    UNPACKER.with(|it| it.try_borrow_mut().map_or(0, |mut it| it.advance(bytes, is_all)))
}
