//! An algorithm that is a listing: a published one, or one that a reader has written.

use crate::{Entry, Purpose, Systems, executor};
use listing::{Diagnostic, OptionNames, compile, link_name, options, parse};
use model::{Knob, Lists, Setting, Stage, Value, intern};
use program::Compiled;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

static KNOBS: Lists<Knob> = Lists::new();
static VALUES: Lists<Value> = Lists::new();

/// A listing that was changed or written by a reader, and what can be run of it.
pub struct Text {
    source: String,
    errors: Vec<Diagnostic>,
    entry: Entry,
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.source == other.source && self.entry.slug == other.entry.slug
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text").field("source", &self.source).finish_non_exhaustive()
    }
}

/// The most settings of options that are compiled to look for errors: each value by itself.
const SETTINGS_MAX: usize = 48;

impl Text {
    /// Reads a listing that was made from that of `base`. If it has errors, what can be run is
    /// `base`.
    pub fn new(source: &str, base: &Entry) -> Text {
        let parsed = parse(source);
        let options = options(&parsed.listing);
        let mut errors = parsed.diagnostics;
        let mut entry = base.clone();
        if errors.is_empty() {
            errors = find_errors(source, &options);
        }
        if errors.is_empty() {
            entry.knobs = knobs(&options, base.knobs);
            entry.name = intern(parsed.listing.title.trim());
            entry.stage = stage(source);
            entry.figures = &[];
            entry.listing = Some(source.into());
            entry.systems = systems(source);
        }
        Text { source: source.to_owned(), errors, entry }
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// What is wrong with it; nothing if it can be run.
    pub fn errors(&self) -> &[Diagnostic] {
        &self.errors
    }

    /// What is run: the listing, or, if it has errors, what it was made from.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }
}

/// Errors in the lines of any option's value, each once.
fn find_errors(source: &str, options: &[OptionNames]) -> Vec<Diagnostic> {
    let mut errors = compile(source, &[]).err().unwrap_or_default();
    let settings = options
        .iter()
        .flat_map(|option| option.values.iter().skip(1).map(|value| [(&*option.name, &**value)]));
    for setting in settings.take(SETTINGS_MAX) {
        for error in compile(source, &setting).err().into_iter().flatten() {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors.sort_by_key(|it| it.span.start);
    errors
}

/// The picture that fits a listing without errors, with its default options.
pub(crate) fn stage(source: &str) -> Stage {
    compile(source, &[]).map_or(Stage::Cells, |it| program::stage(it.program()))
}

fn compile_with(source: &str, setting: &Setting) -> Result<Compiled, Vec<Diagnostic>> {
    let chosen: Vec<_> = setting.iter().map(|(option, value)| (option.name, value.name)).collect();
    compile(source, &chosen)
}

/// Why these options make no program together.
pub(crate) fn problem(source: &str, setting: &Setting) -> Option<String> {
    let errors = compile_with(source, setting).err()?;
    Some(errors.first().map_or_else(String::new, |it| format!("Line {}: {}", it.line, it.message)))
}

/// Makes the system of a setting. Where [`problem`] has something to say, it is that of the default
/// options.
pub(crate) fn systems(source: &str) -> Systems {
    let source = source.to_owned();
    let last: Mutex<Option<(Setting, Arc<Compiled>)>> = Mutex::new(None);
    let compiled = move |setting: &Setting| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, compiled)) = last.as_ref().filter(|it| it.0 == *setting) {
            return Arc::clone(compiled);
        }
        let compiled = compile_with(&source, setting).or_else(|_| compile(&source, &[]));
        let compiled = Arc::new(compiled.expect("a listing without errors"));
        *last = Some((setting.clone(), Arc::clone(&compiled)));
        compiled
    };
    Arc::new(move |setting, purpose| match purpose {
        Purpose::Steps => compiled(setting),
        Purpose::Search => executor::for_search(compiled(setting)),
    })
}

/// The options of a text, with the words that `known` has for them.
fn knobs(options: &[OptionNames], known: &[Knob]) -> &'static [Knob] {
    let all = options.iter().filter(|it| it.values.len() > 1).map(|option| {
        let known = known.iter().find(|it| it.name == option.link);
        let values = option.values.iter().map(|value| {
            let link = link_name(value);
            let words = known.and_then(|it| it.values.iter().find(|it| it.name == link));
            let words = words.map_or_else(|| intern(&plain(value)), |it| it.words);
            Value { name: intern(&link), words }
        });
        let words = known.map_or_else(|| intern(&capital(&plain(&option.name))), |it| it.words);
        Knob { name: intern(&option.link), words, values: VALUES.keep(values.collect()) }
    });
    KNOBS.keep(all.collect())
}

fn plain(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}
