//! A text of an algorithm as input of SPIN.

use crate::{Failure, fmt};
use std::io::Write;

pub fn run(file: &str, options: &[String], to: &mut impl Write) -> Result<(), Failure> {
    let text = fmt::read(file)?;
    let known = listing::options(&listing::parse(&text).listing);
    let mut chosen = Vec::new();
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let is_value = |it: &String| it == value || listing::link_name(it) == value;
        let is_option = |it: &listing::OptionNames| {
            (it.name == name || it.link == name) && it.values.iter().any(is_value)
        };
        if !known.iter().any(is_option) {
            let sentence = format!("`{option}` is no option of {file} with a value that it has.");
            return Err(Failure::Usage(sentence));
        }
        chosen.push((name, value));
    }
    let errors = |errors: Vec<listing::Diagnostic>| {
        let lines: Vec<String> = errors.iter().map(|it| format!("{file}:{it}")).collect();
        Failure::Usage(lines.join("\n"))
    };
    let program = listing::compile(&text, &chosen).map_err(errors)?;
    let model = promela::promela(&program).map_err(Failure::Usage)?;
    Ok(to.write_all(model.as_bytes())?)
}
