//! The built site: a folder of files.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub struct Site {
    folder: PathBuf,
}

impl Site {
    pub fn at(folder: &Path) -> Result<Site, String> {
        if folder.join("file.js").is_file() && folder.join("engine_bg.wasm").is_file() {
            return Ok(Site { folder: folder.to_owned() });
        }
        Err(format!(
            "{} has no built site. `cargo xtask build` makes one in dist/, and a release has one as \
             interleave-site.tar.gz: unpack it, and name its folder with `--site`.",
            crate::file::name(folder)
        ))
    }

    pub fn text(&self, name: &str) -> Result<String, String> {
        String::from_utf8(self.bytes(name)?).map_err(|_| {
            format!("{} of the site is not UTF-8.", crate::file::name(Path::new(name)))
        })
    }

    pub fn inlined(&self, name: &str, kind: &str) -> Result<String, String> {
        Ok(address(kind, &self.bytes(name)?))
    }

    /// Compressed, as the page unpacks it.
    pub fn packed(&self, name: &str) -> Result<String, String> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let done = packed.write_all(&self.bytes(name)?).and_then(|()| packed.finish());
        let bytes = done.map_err(|error| format!("{name} cannot be compressed: {error}."))?;
        Ok(address("application/octet-stream", &bytes))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        fs::read(&path)
            .map_err(|error| format!("{} cannot be read: {error}.", crate::file::name(&path)))
    }
}

/// The address of what stands in the address.
pub fn address(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}
