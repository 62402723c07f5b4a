//! `fmt`, and how a file takes the place of another.

use super::texts::{TIDY, UNTIDY, file, interleave};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn a_file_is_formatted_in_place() {
    let path = file("untidy.ilv", UNTIDY);
    let (code, said) = interleave(&["fmt", "--check"], &path);
    assert_eq!((code, fs::read_to_string(&path).unwrap().as_str()), (1, UNTIDY));
    assert!(said.contains("untidy.ilv is not formatted."), "{said}");
    assert_eq!(interleave(&["fmt"], &path), (0, String::new()));
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    assert_eq!(interleave(&["fmt", "--check"], &path), (0, String::new()));
}

#[test]
fn a_file_with_errors_stays_as_it_is() {
    let text = "algorithm A\nshared x 0..2\n";
    let path = file("wrong.ilv", text);
    let (code, said) = interleave(&["fmt"], &path);
    assert_eq!(code, 2);
    assert!(said.contains("wrong.ilv:2:10\n"), "{said}");
    assert!(said.contains("\n2 | shared x 0..2\n  |          ^\n"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(interleave(&["fmt"], Path::new("missing.ilv")).0, 2);
}

/// A directory of its own, so that nothing else writes there.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir(&path).unwrap();
    path
}

/// What lies in a directory, by name.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

/// A shell runs the program where no file may grow beyond 1 kB or so.
#[cfg(unix)]
fn without_room(directory: &Path, command: &str) -> (i32, String) {
    let script = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {command}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_interleave")]).current_dir(directory);
    let Output { status, stderr, .. } = shell.output().unwrap();
    (status.code().expect("it ends by itself"), String::from_utf8(stderr).unwrap())
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_the_old_file_stays() {
    let directory = directory("full");
    let file = directory.join("it.ilv");
    let untidy = format!("{UNTIDY}{}", "# a comment that takes room\n".repeat(100));
    for command in ["fmt it.ilv", "export bakery --format json -o it.ilv"] {
        fs::write(&file, &untidy).unwrap();
        let (code, said) = without_room(&directory, command);
        assert_eq!(code, 2, "{command}: {said}");
        assert!(said.contains("it.ilv cannot be written: "), "{command}: {said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), untidy, "{command}");
        assert_eq!(names(&directory), ["it.ilv"], "{command}");
    }
    fs::remove_file(&file).unwrap();
    let (code, said) = without_room(&directory, "new --from bakery it.ilv");
    assert_eq!((code, names(&directory)), (2, vec![]), "{said}");
}

#[test]
#[cfg(unix)]
fn rights_and_links_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = directory("rights");
    let (file, link) = (directory.join("file.ilv"), directory.join("link.ilv"));
    fs::write(&file, UNTIDY).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file.ilv", &link).unwrap();
    assert_eq!(interleave(&["fmt"], &link), (0, String::new()));
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(link.is_symlink());
    // a link that leads to nothing yet
    let (new, link) = (directory.join("new.json"), directory.join("new_link"));
    symlink("new.json", &link).unwrap();
    assert_eq!(interleave(&["export", "bakery", "--format", "json", "-o"], &link).0, 0);
    assert!(new.is_file() && link.is_symlink());
    // what is no file is written to
    let null = Path::new("/dev/null");
    assert_eq!(interleave(&["export", "bakery", "--format", "json", "-o"], null).0, 0);
    assert!(!null.metadata().unwrap().is_file());
    assert_eq!(names(&directory).len(), 4);
}

/// The files of a folder are formatted, whatever is wrong with one of them.
#[test]
fn a_folder_is_formatted() {
    let directory = directory("untidy");
    fs::create_dir(directory.join("below")).unwrap();
    for (name, text) in
        [("a.ilv", UNTIDY), ("b.ilv", "algorithm A\nshared x 0..2\n"), ("below/c.ilv", UNTIDY)]
    {
        fs::write(directory.join(name), text).unwrap();
    }
    let (code, said) = interleave(&["fmt", "--check"], &directory);
    assert_eq!((code, said.matches(" is not formatted.").count()), (2, 2), "{said}");
    let (code, said) = interleave(&["fmt"], &directory);
    assert_eq!(code, 2);
    assert!(said.contains("b.ilv:2:10"), "{said}");
    for name in ["a.ilv", "below/c.ilv"] {
        assert_eq!(fs::read_to_string(directory.join(name)).unwrap(), TIDY);
    }
}

/// A program that is killed while it writes leaves the old file, and beside it a part of the new one, which
/// the next takes away.
#[test]
#[cfg(unix)]
fn what_a_killed_program_leaves_is_cleaned_up() {
    use std::os::unix::process::ExitStatusExt;
    let directory = directory("killed");
    let path = directory.join("it.ilv");
    let comment = "# a comment that takes room\n".repeat(100);
    let untidy = format!("{UNTIDY}{comment}");
    fs::write(&path, &untidy).unwrap();
    // a file that grows too large is the end of the program
    let mut shell = Command::new("sh");
    let script = "ulimit -c 0; ulimit -f 1; exec \"$0\" fmt it.ilv";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_interleave")]).current_dir(&directory);
    let killed = shell.output().unwrap();
    assert!(killed.status.signal().is_some(), "{killed:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), untidy);
    let mut left = names(&directory);
    left.sort();
    assert_eq!(left, [".it.ilv.new", "it.ilv"]);
    assert_eq!(interleave(&["fmt"], &path).0, 0);
    assert_eq!(names(&directory), ["it.ilv"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{TIDY}{comment}"));
    // also beside a file that needs no change
    fs::write(directory.join(".it.ilv.new"), "").unwrap();
    assert_eq!(interleave(&["fmt"], &path).0, 0);
    assert_eq!(names(&directory), ["it.ilv"]);
}

/// What another program is writing is no left-over: it is waited for.
#[test]
#[cfg(unix)]
fn who_writes_is_not_disturbed() {
    use std::os::unix::fs::symlink;
    use std::thread::sleep;
    use std::time::Duration;
    let directory = directory("disturbed");
    let (path, new) = (directory.join("it.ilv"), directory.join(".it.ilv.new"));
    fs::write(&path, UNTIDY).unwrap();
    let writing = fs::File::create(&new).unwrap();
    writing.lock().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    let mut other = command.arg("fmt").arg(&path).spawn().unwrap();
    sleep(Duration::from_millis(300));
    assert!(other.try_wait().unwrap().is_none() && new.exists());
    drop(writing);
    assert_eq!(other.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    assert_eq!(names(&directory), ["it.ilv"]);
    // and nothing is written through a link that lies there
    fs::write(&path, UNTIDY).unwrap();
    symlink("elsewhere", &new).unwrap();
    assert_eq!(interleave(&["fmt"], &path).0, 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), UNTIDY);
    assert!(!directory.join("elsewhere").exists());
}
