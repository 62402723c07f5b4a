//! A new file in the place of an old one, in one step.
//!
//! It is written beside the old one, as `.NAME.new`. Who writes it keeps it locked, so that one that is not
//! is what a program left behind that was ended: the next takes it away.

use super::unwritten;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file. Whatever happens, there is the old file or the new one, and no part of one.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    replace(file, text.as_bytes()).map_err(|error| unwritten(file, &error))
}

/// Takes away what a program left beside a file that was ended while it wrote. Where that cannot be, it
/// is in nobody's way.
pub fn clean_up(file: &Path) {
    if let Ok(file) = fs::canonicalize(file) {
        let _ = remove_left_over(&beside(&file), Wait::No);
    }
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
    let old = old.map(|opened| opened.metadata().map(|metadata| (opened, metadata))).transpose()?;
    match old {
        // a device or a pipe keeps nothing
        Some((mut opened, metadata)) if !metadata.is_file() => opened.write_all(bytes),
        // a link that leads to nothing yet
        None if file.is_symlink() => fs::write(file, bytes),
        old => {
            let beside = &beside(file);
            let new = create_locked(beside)?;
            let done = old
                .map_or(Ok(()), |(_, metadata)| keep_rights(&new, &metadata))
                .and_then(|()| write_all(&new, bytes))
                .and_then(|()| fs::rename(beside, file));
            done.inspect_err(|_| drop(fs::remove_file(beside)))
        }
    }
}

/// A full disk may show only when the bytes get there.
pub fn write_all(file: impl std::borrow::Borrow<File>, bytes: &[u8]) -> io::Result<()> {
    let mut file = file.borrow();
    file.write_all(bytes)?;
    file.sync_all()
}

/// In the same directory, so that it can take the place of the file in one step.
fn beside(file: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(".new");
    file.with_file_name(name)
}

/// A new file of which nobody takes another for a left-over.
fn create_locked(path: &Path) -> io::Result<File> {
    loop {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(new) => {
                lock(&new)?;
                // somebody may have come between, and taken it away
                if is_at(&new, path) {
                    return Ok(new);
                }
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                remove_left_over(path, Wait::Yes)?;
            }
            Err(error) => return Err(error),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Yes,
    /// Who writes is left alone.
    No,
}

/// Takes away a file that nobody is writing.
fn remove_left_over(path: &Path, wait: Wait) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() => {
            let why = format!("`{}` is in the way", super::name(path));
            return Err(io::Error::new(ErrorKind::AlreadyExists, why));
        }
        Ok(_) => {}
    }
    let found = match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    match found.try_lock() {
        Err(TryLockError::WouldBlock) if wait == Wait::No => return Ok(()),
        Err(TryLockError::WouldBlock) => lock(&found)?,
        Err(TryLockError::Error(error)) => unlocked(error)?,
        Ok(()) => {}
    }
    // it may have become the file itself by now, and another stand in its place
    if is_at(&found, path) { fs::remove_file(path) } else { Ok(()) }
}

fn lock(file: &File) -> io::Result<()> {
    file.lock().or_else(unlocked)
}

/// Some file systems have no locks.
fn unlocked(error: io::Error) -> io::Result<()> {
    if error.kind() == ErrorKind::Unsupported { Ok(()) } else { Err(error) }
}

/// Whether a file has this name still.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let (file, named) = (file.metadata().map(place), fs::symlink_metadata(path).map(place));
        matches!((file, named), (Ok(file), Ok(named)) if file == named)
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
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
