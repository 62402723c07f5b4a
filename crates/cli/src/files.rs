//! The files that a command is about: those that are named, and those in folders.

use crate::{Failure, file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Each file once. Files of a folder are `*.ilv`, also in folders below it, in the order of their names.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    find_all(paths, is_listing, "`*.ilv`")
}

/// The same with litmus tests, `*.litmus`.
pub fn find_to_check(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let is_checked = |path: &Path| is_listing(path) || is_litmus(path);
    find_all(&[folder.to_owned()], is_checked, "`*.ilv` or `*.litmus`")
}

fn find_all(
    paths: &[PathBuf],
    is_wanted: fn(&Path) -> bool,
    names: &str,
) -> Result<Vec<PathBuf>, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        let mut found = match path.is_dir() {
            true => in_folder(path, is_wanted).map_err(|error| unread(path, &error))?,
            false => vec![path.clone()],
        };
        if found.is_empty() {
            return Err(Failure::Usage(format!("{} has no file {names}.", file::name(path))));
        }
        found.retain(|file| !files.contains(file));
        files.extend(found);
    }
    Ok(files)
}

fn in_folder(folder: &Path, is_wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.path();
        // a link to a folder may lead round in a circle
        if entry.file_type()?.is_dir() {
            files.extend(in_folder(&path, is_wanted)?);
        } else if is_wanted(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

pub fn is_listing(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ilv")
}

pub fn is_litmus(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "litmus")
}

fn unread(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{} cannot be read: {error}.", file::name(path)))
}
