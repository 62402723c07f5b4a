//! What a command is about: a link, or a file in the language, a litmus test or standard input, as a link.

use crate::args::Target;
use crate::commands::Commands;
use crate::diagnostics::WrongText;
use crate::{Failure, What, file, files};
use catalog::{ALTERED, Parsed, Scenario, TEXT_MAX};
use litmus::Test;
use std::path::Path;

/// What a command is about.
pub struct Subject {
    link: String,
    /// How another command is about the same.
    pub commands: Commands,
    /// Where the file is one.
    pub litmus: Option<Test>,
}

const OTHER_TEXT: &str = "The run is of another text, or of other options.";

impl Subject {
    /// What can be read of it, and what is wrong with it.
    pub fn parse(&self) -> Result<Parsed, Failure> {
        let mut parsed = crate::parse(&self.link)?;
        if self.commands.file_name().is_some() {
            let altered = parsed.notices.iter_mut().filter(|notice| *notice == ALTERED);
            altered.for_each(|notice| OTHER_TEXT.clone_into(notice));
        }
        Ok(parsed)
    }

    /// The same if nothing is wrong with it: nothing is `done` with another.
    pub fn scenario(&self, done: &str) -> Result<Scenario, Failure> {
        let parsed = self.parse()?;
        if parsed.notices.iter().any(|notice| notice == OTHER_TEXT) {
            return Err(Failure::Usage(format!("Nothing was {done}. {OTHER_TEXT}")));
        }
        let of = if self.commands.file_name().is_some() { What::File } else { What::Link };
        crate::whole(parsed, of, done)
    }
}

/// The link with the options and the run that were given apart, in the place of its own. What is wrong with a
/// file is an error at its place.
pub fn subject(target: &Target) -> Result<Subject, Failure> {
    let (path, pairs) = parts(&target.link);
    let is_file = file::is_input(path) || is_text(path);
    let (link, litmus) = match is_file {
        true => read(path)?,
        false => (path.to_string_lossy().into_owned(), None),
    };
    let commands = match is_file {
        true => Commands::of_file(path, target.links),
        false => Commands::of_link(),
    };
    Ok(Subject { link: with_given(link, pairs, target)?, commands, litmus })
}

/// The link to the text of a file, with what was given apart, and the litmus test that the file is.
pub fn of_file(path: &Path, target: &Target) -> Result<(String, Option<Test>), Failure> {
    let (link, litmus) = read(path)?;
    Ok((with_given(link, "", target)?, litmus))
}

/// Whether a name is one of a file that is read.
pub fn is_text(path: &Path) -> bool {
    files::is_listing(path) || files::is_litmus(path)
}

/// A file may have options behind it, as a link has.
fn parts(link: &str) -> (&Path, &str) {
    if is_text(Path::new(link)) {
        return (Path::new(link), "");
    }
    let (path, pairs) = link.split_once('?').unwrap_or((link, ""));
    (Path::new(path), pairs)
}

fn with_given(mut link: String, pairs: &str, target: &Target) -> Result<String, Failure> {
    let has_run = pairs.split('&').any(|pair| name(pair) == "run");
    if target.run.is_some() && has_run {
        let why = "The link has a run already. Leave it out, or leave out `--run`.";
        return Err(Failure::Usage(why.into()));
    }
    if !target.options.is_empty() && has_run {
        let why = "A run is of the options that its link has, so `--option` cannot change them. Leave the run out: the \
                   link without `&v=1&run=…`.";
        return Err(Failure::Usage(why.into()));
    }
    let given: Vec<String> = target.options.iter().map(|pair| name(pair)).collect();
    let own = pairs.split('&').filter(|pair| !given.contains(&name(pair)));
    let mut all: Vec<String> = own.map(str::to_owned).chain(target.options.clone()).collect();
    let pair = |name: &str, value: Option<String>| value.map(|value| format!("{name}={value}"));
    all.extend(pair("at", target.at.map(|at| at.to_string())));
    all.extend(pair("loop", target.loops_from.map(|from| from.to_string())));
    all.extend(pair("run", target.run.clone()));
    for pair in all.iter().filter(|pair| !pair.is_empty()) {
        link.push(if link.contains('?') { '&' } else { '?' });
        link += pair;
    }
    Ok(link)
}

/// The text of a file; of a litmus test, the one that it becomes.
pub fn text(path: &Path) -> Result<String, Failure> {
    match files::is_litmus(path) {
        true => Ok(litmus(path)?.text()),
        false => Ok(file::read(path, TEXT_MAX)?),
    }
}

fn read(path: &Path) -> Result<(String, Option<Test>), Failure> {
    if !files::is_litmus(path) {
        return Ok((link(file::name(path), &text(path)?)?, None));
    }
    let test = litmus(path)?;
    // what is wrong with it is no error at a place of the file
    let name = format!("{} in Interleave’s language", file::name(path));
    Ok((link(name, &test.text())?, Some(test)))
}

/// Reads a litmus test.
pub fn litmus(path: &Path) -> Result<Test, Failure> {
    let source = file::read(path, TEXT_MAX)?;
    litmus::read(&source).map_err(|error| {
        Failure::Text(WrongText { name: file::name(path), source, errors: vec![error] })
    })
}

/// The link to a text. What is wrong with it has that name.
pub fn link(name: String, text: &str) -> Result<String, Failure> {
    let own = catalog::entry("new").expect("where a listing of one's own begins");
    let scenario = Scenario::new(own).with_text(text);
    let errors = scenario.text.as_ref().map_or(&[][..], |text| text.errors());
    if errors.is_empty() {
        return Ok(scenario.to_string());
    }
    let (errors, source) = (errors.to_vec(), text.to_owned());
    Err(Failure::Text(WrongText { name, source, errors }))
}

/// The name in `NAME=VALUE`, as links have it.
fn name(pair: &str) -> String {
    pair.split('=').next().unwrap_or_default().replace('_', "-")
}
