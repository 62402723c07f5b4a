//! Files: read up to a bound, and replaced whole or not at all.

use crate::Failure;
use catalog::grouped;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

/// The text of a file, or of standard input if the file is `-`. One of more than `max` bytes is
/// refused, and a file is so before it is read.
pub fn read(file: &str, max: usize) -> Result<String, Failure> {
    let name = if file == "-" { "Standard input" } else { file };
    let unread = |error: io::Error| Failure::Usage(format!("{name} cannot be read: {error}."));
    let too_long = |size: String| {
        let max = grouped(max);
        Failure::Usage(format!("{name} is too long: {size} bytes, and {max} is the most."))
    };
    let from: Box<dyn Read> = match file {
        "-" => Box::new(io::stdin()),
        file => {
            let opened = File::open(file).map_err(unread)?;
            let size = opened.metadata().map_err(unread)?.len();
            if size > max as u64 {
                return Err(too_long(grouped(size)));
            }
            Box::new(opened)
        }
    };
    let mut text = String::new();
    // a pipe tells no size, and a file may grow
    from.take(max as u64 + 1).read_to_string(&mut text).map_err(unread)?;
    if text.len() > max {
        return Err(too_long(format!("more than {}", grouped(max))));
    }
    Ok(text)
}

/// Writes a file. Whatever happens, there is the old file or the new one, and no part of one.
pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    replace(file, text.as_bytes()).map_err(|error| unwritten(file, &error))
}

/// Writes a file that is not there yet.
pub fn create(file: &Path, text: &str) -> Result<(), Failure> {
    let written = OpenOptions::new().write(true).create_new(true).open(file);
    let written = written
        .and_then(|it| write_all(it, text.as_bytes()).inspect_err(|_| drop(fs::remove_file(file))));
    written.map_err(|error| unwritten(file, &error))
}

fn unwritten(file: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{} cannot be written: {error}.", file.display()))
}

fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // a link stays one: what it leads to is replaced
    let file = &match fs::canonicalize(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => file.to_owned(),
        found => found?,
    };
    // who may not write to the file may not replace it either
    let old = match OpenOptions::new().write(true).open(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        opened => Some(opened?),
    };
    let old = old.map(|it| it.metadata().map(|metadata| (it, metadata))).transpose()?;
    match old {
        // a device or a pipe keeps nothing
        Some((mut opened, metadata)) if !metadata.is_file() => opened.write_all(bytes),
        // a link that leads to nothing yet
        None if file.is_symlink() => fs::write(file, bytes),
        old => {
            let beside = &beside(file);
            let new = OpenOptions::new().write(true).create_new(true).open(beside)?;
            let done = old
                .map_or(Ok(()), |it| keep_rights(&new, &it.1))
                .and_then(|()| write_all(new, bytes))
                .and_then(|()| fs::rename(beside, file));
            done.inspect_err(|_| drop(fs::remove_file(beside)))
        }
    }
}

/// A full disk may show only when the bytes get there.
fn write_all(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// In the same directory, so that it can take the place of the file in one step.
fn beside(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}.new", process::id()))
}

/// Who may read and write the old file may do so with the new one; where only the administrator can
/// give a file away, it stays with whom it is.
fn keep_rights(new: &File, old: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())
}
