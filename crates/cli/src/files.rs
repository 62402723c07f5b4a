//! The files that a command is about: those that are named, and those in folders.

use crate::Failure;
use std::fs;
use std::io;
use std::path::Path;

/// Each file once. Files of a folder are `*.ilv`, also in folders below it, in the order of their names.
pub fn find(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut files: Vec<String> = Vec::new();
    for path in paths {
        let folder = Path::new(path);
        let mut found = match folder.is_dir() {
            true => in_folder(folder).map_err(|error| unread(path, &error))?,
            false => vec![path.clone()],
        };
        if found.is_empty() {
            return Err(Failure::Usage(format!("{path} has no file `*.ilv`.")));
        }
        found.retain(|file| !files.contains(file));
        files.extend(found);
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> io::Result<Vec<String>> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.path();
        // a link to a folder may lead round in a circle
        if entry.file_type()?.is_dir() {
            files.extend(in_folder(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "ilv") {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(files)
}

fn unread(path: &str, error: &io::Error) -> Failure {
    Failure::Usage(format!("{path} cannot be read: {error}."))
}
