//! What a command is about: a link, or a file in the language or standard input, as a link.

use crate::args::Target;
use crate::diagnostics::WrongText;
use crate::{Failure, file};
use catalog::{Scenario, TEXT_MAX};
use std::path::Path;

/// The link with the options that were given apart, in the place of its own. What is wrong with a file is an
/// error at its place.
pub fn link(target: &Target) -> Result<String, Failure> {
    let (path, pairs) = target.link.split_once('?').unwrap_or((&target.link, ""));
    let is_file = path == "-" || Path::new(path).extension().is_some_and(|it| it == "ilv");
    let mut link = match is_file {
        true => of_file(path)?,
        false => path.to_owned(),
    };
    let given: Vec<String> = target.options.iter().map(|pair| name(pair)).collect();
    if !given.is_empty() && pairs.split('&').any(|pair| name(pair) == "run") {
        let why = "A run is of the options that its link has, so `--option` cannot change them. Leave the run out: the \
                   link without `&v=1&run=…`.";
        return Err(Failure::Usage(why.into()));
    }
    let own = pairs.split('&').filter(|pair| !given.contains(&name(pair)));
    for pair in own.chain(target.options.iter().map(String::as_str)).filter(|pair| !pair.is_empty())
    {
        link.push(if link.contains('?') { '&' } else { '?' });
        link += pair;
    }
    Ok(link)
}

fn of_file(path: &str) -> Result<String, Failure> {
    let text = file::read(path, TEXT_MAX)?;
    let own = catalog::entry("new").expect("where a listing of one's own begins");
    let scenario = Scenario::new(own).with_text(&text);
    let errors = scenario.text.as_ref().map_or(&[][..], |it| it.errors());
    if errors.is_empty() {
        return Ok(scenario.to_string());
    }
    let errors = errors.to_vec();
    Err(Failure::Text(WrongText { name: path.to_owned(), source: text, errors }))
}

/// The name in `NAME=VALUE`, as links have it.
fn name(pair: &str) -> String {
    pair.split('=').next().unwrap_or_default().replace('_', "-")
}
