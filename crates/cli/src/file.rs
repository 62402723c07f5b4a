//! Files: read up to a bound, and replaced whole or not at all.

mod replace;

pub use replace::{clean_up, write};

use catalog::grouped;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// What a file is called in a sentence or before a colon: on one line, and with nothing hidden.
pub fn name(file: &Path) -> String {
    listing::hidden::shown(&file.to_string_lossy())
}

pub fn is_input(file: &Path) -> bool {
    file == Path::new("-")
}

/// The text of a file, or of standard input if the file is `-`. One of more than `max` bytes is
/// refused, and a file is so before it is read.
pub fn read(file: &Path, max: usize) -> Result<String, String> {
    String::from_utf8(bytes(file, max)?).map_err(|error| {
        let at = grouped(error.utf8_error().valid_up_to() + 1);
        unread(file, &format!("it is not UTF-8 from byte {at} on"))
    })
}

/// The same where a text may have other characters than ours: names in another encoding, for one.
pub fn read_lossily(file: &Path, max: usize) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&bytes(file, max)?).into_owned())
}

fn bytes(file: &Path, max: usize) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| unread(file, &error.to_string());
    let from: Box<dyn Read> = match is_input(file) {
        true => Box::new(io::stdin()),
        false => {
            let metadata = fs::metadata(file).map_err(failed)?;
            if let Some(what) = is_no_file(file, &metadata) {
                return Err(unread(file, what));
            }
            if metadata.len() > max as u64 {
                return Err(too_long(file, max, &grouped(metadata.len())));
            }
            Box::new(File::open(file).map_err(failed)?)
        }
    };
    let mut bytes = Vec::new();
    // a pipe tells no size, and a file may grow
    from.take(max as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    match bytes.len() > max {
        true => Err(too_long(file, max, &format!("more than {}", grouped(max)))),
        false => Ok(bytes),
    }
}

fn unread(file: &Path, why: &str) -> String {
    format!("{} cannot be read: {why}.", title(file))
}

fn too_long(file: &Path, max: usize, size: &str) -> String {
    let max = grouped(max);
    format!("{} is too long: {size} bytes, and {max} is the most.", title(file))
}

/// What it is called where a sentence or a heading begins.
pub fn title(file: &Path) -> String {
    if is_input(file) { "Standard input".into() } else { name(file) }
}

/// What cannot be read like a file. Nobody may ever write into a pipe that lies in a folder; those that a
/// shell makes are below `/dev`.
fn is_no_file(file: &Path, metadata: &fs::Metadata) -> Option<&'static str> {
    if metadata.is_dir() {
        return Some("it is a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if (kind.is_fifo() || kind.is_socket()) && !file.starts_with("/dev") {
            return Some("it is a pipe, and no file");
        }
    }
    None
}

/// Writes a file that is not there yet, and the folder that it is in.
pub fn create(file: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| unwritten(file, &error))?;
    }
    let written = OpenOptions::new().write(true).create_new(true).open(file);
    let written = written.and_then(|created| {
        replace::write_all(created, text.as_bytes()).inspect_err(|_| drop(fs::remove_file(file)))
    });
    written.map_err(|error| unwritten(file, &error))
}

fn unwritten(file: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}.", name(file))
}
