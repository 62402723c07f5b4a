//! The easy half: a library does it.

use crate::BYTES_MAX;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::io::{Error, Result, Write};

/// As an `.lzma` file, with the size in its header, and what [`crate::Unpacker`] takes for granted.
pub fn pack(bytes: &[u8]) -> Result<Vec<u8>> {
    let options = LzmaOptions {
        lc: 4,
        lp: 0,
        // a program has no words of four bytes
        pb: 0,
        nice_len: LzmaOptions::NICE_LEN_MAX,
        depth_limit: 1000,
        ..LzmaOptions::with_preset(9)
    };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    let packed = writer.finish()?;
    match bytes.len().max(packed.len()) > BYTES_MAX {
        true => Err(Error::other("too large to be unpacked in the page")),
        false => Ok(packed),
    }
}
