//! An algorithm that is a listing: a published one, or one that a reader has written.

use crate::engine::Entry;
use crate::engine::entry::lazily;
use crate::link;
use listing::{Diagnostic, Document, OptionNames, link_name, options};
use model::{Knob, Lists, Setting, Stage, Value, intern};
use program::Compiled;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

static KNOBS: Lists<Knob> = Lists::new();
static VALUES: Lists<Value> = Lists::new();

/// A listing that was changed or written by a reader, and what can be run of it.
pub struct EditedListing {
    document: Arc<Document>,
    in_link: OnceLock<String>,
    program: OnceLock<String>,
    /// Where it was read; a text that a reader changes is another one.
    address: Option<String>,
    entry: Entry,
}

impl PartialEq for EditedListing {
    fn eq(&self, other: &EditedListing) -> bool {
        self.source() == other.source() && self.entry.slug == other.entry.slug
    }
}

impl Eq for EditedListing {}

impl fmt::Debug for EditedListing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditedListing").field("source", &self.source()).finish_non_exhaustive()
    }
}

impl EditedListing {
    /// Reads a listing that was made from that of `base`. If nothing of it can be run, what is run is
    /// `base`.
    pub fn new(source: &str, base: &Entry) -> EditedListing {
        let document = document(source);
        let knobs = knobs(&options(document.listing()), base.knobs);
        let mut entry = base.clone();
        if let Ok(program) = compile_with(source, &Setting::default_of(knobs)) {
            entry.knobs = knobs;
            entry.name = intern(document.listing().title.trim());
            let stage = program::stage(program.program());
            entry.stage = lazily(move || stage);
            entry.figures = &[];
            entry.listing = source.into();
        }
        EditedListing {
            document,
            in_link: OnceLock::new(),
            program: OnceLock::new(),
            address: None,
            entry,
        }
    }

    #[must_use]
    pub fn read_from(self, address: String) -> EditedListing {
        EditedListing { address: Some(address), ..self }
    }

    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    pub fn source(&self) -> &str {
        self.document.text()
    }

    /// What is wrong with it, whatever its options are. Found when first asked for: a search of a
    /// program that is known to run needs none of it.
    pub fn errors(&self) -> &[Diagnostic] {
        self.document.errors()
    }

    /// As a link has it, perhaps as a change to what it was made from. A page writes several links to
    /// each moment.
    /// What of it runs.
    pub(crate) fn program(&self) -> &str {
        self.program.get_or_init(|| link::text::program(self.source()))
    }

    pub(crate) fn in_link(&self, published: &str) -> &str {
        self.in_link.get_or_init(|| link::text::encode(self.source(), Some(published)))
    }

    /// Whether it is what is run.
    pub fn runs(&self) -> bool {
        *self.entry.listing == *self.source()
    }

    /// What is run: the listing, or, if it has errors with its default options, what it was made from.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }
}

/// The picture that fits a listing without errors, with its default options.
pub(crate) fn stage(source: &str, knobs: &'static [Knob]) -> Stage {
    let program = compile_with(source, &Setting::default_of(knobs));
    program.map_or(Stage::Cells, |program| program::stage(program.program()))
}

/// The texts that were read last: the page, the editor and the search ask for the same ones.
static DOCUMENTS: Mutex<Vec<Arc<Document>>> = Mutex::new(Vec::new());

/// So many are kept: the published text, the reader's, and those with what is watched.
const DOCUMENTS_MAX: usize = 6;

/// A text, and what is known of it.
pub fn document(source: &str) -> Arc<Document> {
    let mut last = DOCUMENTS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.iter().position(|document| document.text() == source);
    let document = known.map_or_else(|| Arc::new(Document::new(source)), |at| last.remove(at));
    last.insert(0, document.clone());
    last.truncate(DOCUMENTS_MAX);
    document
}

pub(crate) type Program = Result<Arc<Compiled>, Vec<Diagnostic>>;

/// The programs that were compiled last: the same one is asked for again and again.
static LAST: Mutex<Vec<(String, Setting, Program)>> = Mutex::new(Vec::new());

/// So many are kept: those of all key moments of a page, and more.
const LAST_MAX: usize = 12;

/// The program of a setting, or all that is wrong.
pub(crate) fn compile_with(source: &str, setting: &Setting) -> Program {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., known)) = last().iter().find(|it| it.0 == source && it.1 == *setting) {
        return known.clone();
    }
    let program = document(source).compile(&setting.names());
    let mut last = last();
    last.insert(0, (source.to_owned(), setting.clone(), program.clone()));
    last.truncate(LAST_MAX);
    program
}

/// The program that explained something last: a property fails in all words of a moment.
static EXPLAINED: Mutex<Option<(String, Setting, String, Arc<Compiled>)>> = Mutex::new(None);

/// The program of a setting, to explain why one of its properties is false.
pub(crate) fn explaining(source: &str, setting: &Setting, property: &str) -> Option<Arc<Compiled>> {
    let last = || EXPLAINED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((text, options, name, known)) = &*last()
        && (text.as_str(), options, name.as_str()) == (source, setting, property)
    {
        return Some(known.clone());
    }
    let program = document(source).compile_to_explain(&setting.names(), property).ok()?;
    *last() = Some((source.to_owned(), setting.clone(), property.to_owned(), program.clone()));
    Some(program)
}

/// Why these options make no program together.
pub(crate) fn problem(source: &str, setting: &Setting) -> Option<String> {
    let errors = compile_with(source, setting).err()?;
    Some(
        errors
            .first()
            .map_or_else(String::new, |error| format!("Line {}: {}", error.line, error.message)),
    )
}

/// A listing with expressions that a reader watches: its views say their values. Those that cannot be
/// watched with these options are left out.
pub fn watching(source: &str, setting: &Setting, watched: &[String]) -> Option<Arc<Compiled>> {
    let text = |all: &[&String]| all.iter().fold(source.to_owned(), |text, it| with(&text, it));
    let all: Vec<&String> = watched.iter().collect();
    let whole = compile_with(&text(&all), setting);
    let program = whole.or_else(|_| {
        let fits = |text: &&String| watch(source, setting, text).is_ok();
        compile_with(&text(&all.into_iter().filter(fits).collect::<Vec<_>>()), setting)
    });
    program.ok()
}

/// An expression as it is watched, or why it cannot be: a sentence.
pub fn watch(source: &str, setting: &Setting, expression: &str) -> Result<&'static str, String> {
    let text = with(source, expression);
    let line = text.lines().count();
    let program = compile_with(&text, setting).map_err(|errors| {
        let own = errors.iter().find(|error| error.line as usize == line).or(errors.first());
        let told = own.map(|own| format!("{} {}", own.message, own.help));
        told.unwrap_or_default().trim_end().to_owned()
    })?;
    let known =
        compile_with(source, setting).map_or(0, |compiled| compiled.program().watched.len());
    let watched = program.program().watched.get(known).map(|watched| watched.words);
    watched.ok_or_else(|| "Nothing is to be watched there.".to_owned())
}

fn with(source: &str, expression: &str) -> String {
    // a line break would begin another line of the text
    let expression = expression.replace(char::is_control, " ");
    format!("{}\nwatch {}\n", source.trim_end_matches('\n'), expression.trim())
}

/// The program of a setting. Where [`problem`] has something to say, it is that of the default options.
pub(crate) fn compiled(source: &str, setting: &Setting) -> Arc<Compiled> {
    let default = || document(source).compile(&[]);
    compile_with(source, setting).or_else(|_| default()).expect("a listing without errors")
}

/// The options of a text, with the words that `known` has for them.
fn knobs(options: &[OptionNames], known: &[Knob]) -> &'static [Knob] {
    let all = options.iter().filter(|option| option.values.len() > 1).map(|option| {
        let known = known.iter().find(|knob| knob.name == option.link);
        let values = option.values.iter().map(|value| {
            let link = link_name(value);
            let words =
                known.and_then(|known| known.values.iter().find(|value| value.name == link));
            let words = words.map_or_else(|| intern(&plain(value)), |words| words.words);
            Value { name: intern(&link), words }
        });
        let words =
            known.map_or_else(|| intern(&capital(&plain(&option.name))), |known| known.words);
        Knob { name: intern(&option.link), words, values: VALUES.keep(values.collect()) }
    });
    KNOBS.keep(all.collect())
}

fn plain(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |letter| letter.to_uppercase().chain(letters).collect())
}
