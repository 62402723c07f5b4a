//! What a shell offers for the word at the cursor: commands and options, algorithms, their options and values.
//!
//! The scripts of `complete/` ask for it. What a script could know by itself ends with the options of
//! commands: which values there are follows from the algorithm, or the file, that stands before them.

use crate::args::Args;
use crate::target;
use catalog::{IN_DOMAINS, NO_DEADLOCK, Scenario, entries, entry};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use std::path::Path;

/// The script of a shell.
pub fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => include_str!("complete/bash.sh").into(),
        Shell::Zsh => include_str!("complete/zsh.sh").into(),
        Shell::Fish => include_str!("complete/fish.fish").into(),
        // these know commands and options
        _ => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "interleave", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
    }
}

/// What the last of these words may become; nothing where it is a file or anything at all. The name of the
/// program is not among the words.
pub fn candidates(words: &[String]) -> Vec<String> {
    let Some((current, before)) = words.split_last() else { return Vec::new() };
    let mut all = offered(before, current);
    all.retain(|text| text.starts_with(current) && text != current);
    all
}

fn offered(before: &[String], current: &str) -> Vec<String> {
    let mut program = Args::command();
    program.build();
    let Some((name, before)) = before.split_first() else {
        let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
        return shown.map(|shown| shown.get_name().to_owned()).collect();
    };
    let Some(command) = program.find_subcommand(name) else { return Vec::new() };
    if let Some(option) = before.last().and_then(|word| with_value(command, word)) {
        return values(option, before, current);
    }
    if current.starts_with('-') {
        return command.get_arguments().filter_map(long).collect();
    }
    match command.get_positionals().next() {
        Some(place) if place.get_id() == "link" => links(current),
        Some(place) => possible(place),
        None => Vec::new(),
    }
}

fn long(option: &Arg) -> Option<String> {
    option.get_long().map(|long| format!("--{long}"))
}

/// The option that waits for its value behind this word.
fn with_value<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    let is_it = |arg: &&Arg| {
        let short = arg.get_short().map(|short| format!("-{short}"));
        (long(arg).as_deref() == Some(word) || short.as_deref() == Some(word))
            && arg.get_action().takes_values()
    };
    command.get_arguments().find(is_it)
}

fn values(option: &Arg, before: &[String], current: &str) -> Vec<String> {
    let about = || before.iter().find_map(|word| scenario(word));
    match option.get_long() {
        Some("option") => about().map_or_else(Vec::new, |scenario| pairs(&scenario)),
        Some("options") => {
            let chosen = current.rfind(',').map_or("", |at| &current[..=at]);
            let names = about().map_or_else(Vec::new, |scenario| option_names(&scenario));
            names.iter().map(|name| format!("{chosen}{name}")).collect()
        }
        Some("property") => about().map_or_else(Vec::new, |scenario| properties(&scenario)),
        Some("from") => entries().iter().map(|entry| entry.slug.to_owned()).collect(),
        _ => possible(option),
    }
}

fn possible(arg: &Arg) -> Vec<String> {
    arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
}

/// Algorithms; behind a `?` the pairs of one, or of a file.
fn links(current: &str) -> Vec<String> {
    let Some((subject, query)) = current.split_once('?') else {
        return entries().iter().map(|entry| entry.slug.to_owned()).collect();
    };
    let chosen = query.rfind('&').map_or("", |at| &query[..=at]);
    let is_new = |pair: &String| {
        let name = pair.split('=').next();
        !chosen.split('&').any(|one| one.split('=').next() == name)
    };
    let pairs = scenario(subject).map_or_else(Vec::new, |scenario| pairs(&scenario));
    pairs
        .iter()
        .filter(|pair| is_new(pair))
        .map(|pair| format!("{subject}?{chosen}{pair}"))
        .collect()
}

/// What a word names, if it names an algorithm or a file that can be read.
fn scenario(word: &str) -> Option<Scenario> {
    let subject = word.split('?').next().unwrap_or_default();
    let path = Path::new(subject);
    if target::is_text(path) {
        let text = target::text(path).ok()?;
        return Some(Scenario::new(entry("new")?).with_text(&text));
    }
    entry(subject).map(Scenario::new)
}

fn pairs(of: &Scenario) -> Vec<String> {
    let pair = |(name, value): (&str, &str)| format!("{name}={value}");
    let options = of.entry().knobs.iter();
    options
        .flat_map(|option| option.values.iter().map(move |value| pair((option.name, value.name))))
        .collect()
}

fn option_names(of: &Scenario) -> Vec<String> {
    of.entry().knobs.iter().map(|option| option.name.to_owned()).collect()
}

fn properties(of: &Scenario) -> Vec<String> {
    let claims = of.entry().claims(&of.setting);
    let named = claims.iter().map(|claim| claim.name);
    named.chain([IN_DOMAINS, NO_DEADLOCK]).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Vec<String> {
        candidates(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn commands_and_their_options_are_offered() {
        assert_eq!(of("va"), ["valence"]);
        assert_eq!(of("comp"), ["completions"]);
        assert!(of("check --from").contains(&"--from-here".into()));
        assert_eq!(of("export bakery --format sv"), ["svg"]);
        assert_eq!(of("completions po"), ["powershell"]);
        assert!(of("nothing -").is_empty());
    }

    #[test]
    fn values_are_those_of_the_algorithm() {
        assert_eq!(of("check bak"), ["bakery", "bakery-messages"]);
        assert_eq!(of("check bakery --option tie"), ["tie-break=process-id", "tie-break=none"]);
        assert_eq!(of("check bakery --option tie-break=n"), ["tie-break=none"]);
        let pairs = of("play bakery?processes=2&tie");
        assert_eq!(
            pairs,
            ["bakery?processes=2&tie-break=process-id", "bakery?processes=2&tie-break=none"]
        );
        assert!(of("play bakery?processes=2&pro").is_empty());
        assert_eq!(of("sweep bakery --options processes,tie"), ["processes,tie-break"]);
        assert_eq!(of("sweep bakery --property mut"), ["mutual exclusion"]);
        assert_eq!(of("new a.ilv --from peterson-"), of("check peterson-"));
    }
}
