//! Commands that are printed: each does what is said of it when it is pasted into a shell.

use crate::file;
use catalog::Scenario;
use listing::hidden::is_hidden;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Commands about what a command is about.
pub struct Commands {
    /// The file that has the text.
    file: Option<PathBuf>,
    /// Whether they name it. Otherwise a link contains the text.
    by_name: bool,
}

impl Commands {
    /// Nobody has the text of standard input later.
    pub fn of_file(path: &Path, with_links: bool) -> Commands {
        Commands { file: Some(path.to_owned()), by_name: !with_links && !file::is_input(path) }
    }

    pub fn of_link() -> Commands {
        Commands { file: None, by_name: false }
    }

    pub fn play(&self, scenario: &Scenario) -> String {
        self.command("play", scenario)
    }

    pub fn check(&self, scenario: &Scenario) -> String {
        self.command("check", scenario)
    }

    pub fn mutate(&self, scenario: &Scenario) -> String {
        self.command("mutate", scenario)
    }

    /// `lock.ilv: A lock`, or the link.
    pub fn title(&self, scenario: &Scenario) -> String {
        match &self.file {
            Some(file) => format!("{}: {}", file::title(file), scenario.entry().name),
            None => scenario.to_string(),
        }
    }

    /// The same, with the options in a line of their own.
    pub fn heading(&self, scenario: &Scenario) -> String {
        let options = options(scenario);
        match self.file.is_some() && !options.is_empty() {
            true => format!("{}\nwith {}", self.title(scenario), options.join(", ")),
            false => self.title(scenario),
        }
    }

    /// The file that can be written, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| !file::is_input(file))
    }

    pub fn file_name(&self) -> Option<String> {
        self.file.as_deref().map(file::name)
    }

    fn command(&self, verb: &str, scenario: &Scenario) -> String {
        // where a run begins elsewhere, a link says it
        let is_named = self.by_name && scenario.state.is_none();
        let Some(file) = self.file.as_ref().filter(|_| is_named) else {
            return format!("interleave {verb} '{scenario}'");
        };
        let mut words = vec!["interleave".to_owned(), verb.into(), quoted(file)];
        words.extend(options(scenario).iter().map(|option| format!("--option {option}")));
        let link = scenario.to_string();
        if let Some((_, run)) = link.rsplit_once("run=").filter(|_| !scenario.run.is_empty()) {
            words.extend(scenario.loops_from.map(|from| format!("--loop {from}")));
            let is_last = scenario.at == scenario.run.len();
            words.extend((!is_last).then(|| format!("--at {}", scenario.at)));
            words.push(format!("--run {run}"));
        }
        words.join(" ")
    }
}

/// The options that are not at their default, as in a link.
fn options(scenario: &Scenario) -> Vec<String> {
    let turned = scenario.setting.iter().filter(|(option, value)| *value != &option.values[0]);
    turned.map(|(option, value)| format!("{}={}", option.name, value.name)).collect()
}

/// A file's name as a word of a shell. One that is not UTF-8 cannot be pasted, and is shown as it can be.
pub fn quoted(file: &Path) -> String {
    let name = file.to_string_lossy();
    let is_plain = |char: char| char.is_alphanumeric() || "-_./+,@%:".contains(char);
    let dashed = if name.starts_with('-') { format!("./{name}") } else { name.into_owned() };
    if dashed.chars().all(is_plain) && !dashed.is_empty() {
        return dashed;
    }
    if !dashed.chars().any(|char| char.is_control() || is_hidden(char)) {
        return format!("'{}'", dashed.replace('\'', r"'\''"));
    }
    // as bash, zsh and ksh read it
    let mut quoted = String::from("$'");
    for char in dashed.chars() {
        match char {
            '\'' | '\\' => quoted.extend(['\\', char]),
            _ if char.is_control() || is_hidden(char) => {
                for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(quoted, "\\x{byte:02x}");
                }
            }
            _ => quoted.push(char),
        }
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use std::path::Path;

    #[test]
    fn a_name_is_one_word_of_a_shell() {
        for (name, word) in [
            ("locks/a-1.ilv", "locks/a-1.ilv"),
            ("-a.ilv", "./-a.ilv"),
            ("my lock.ilv", "'my lock.ilv'"),
            ("it's $(x).ilv", r"'it'\''s $(x).ilv'"),
            ("a\u{1b}'\n\u{202e}.ilv", r"$'a\x1b\'\x0a\xe2\x80\xae.ilv'"),
        ] {
            assert_eq!(quoted(Path::new(name)), word);
        }
    }
}
