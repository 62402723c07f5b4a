//! The files that a command is about: those that are named, and those in folders.

use crate::{Failure, file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Each file once. Files of a folder are `*.ilv`, also in folders below it, in the order of their names.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        let mut found = match path.is_dir() {
            true => in_folder(path).map_err(|error| unread(path, &error))?,
            false => vec![path.clone()],
        };
        if found.is_empty() {
            return Err(Failure::Usage(format!("{} has no file `*.ilv`.", file::name(path))));
        }
        found.retain(|file| !files.contains(file));
        files.extend(found);
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.path();
        // a link to a folder may lead round in a circle
        if entry.file_type()?.is_dir() {
            files.extend(in_folder(&path)?);
        } else if is_listing(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

pub fn is_listing(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ilv")
}

fn unread(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{} cannot be read: {error}.", file::name(path)))
}
