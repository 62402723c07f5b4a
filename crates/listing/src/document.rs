//! One text, and what is known of it: each part is found once, when somebody first asks for it.

use crate::diagnostic::{Diagnostic, DiagnosticDraft, ErrorCode};
use crate::limits::SETTINGS_MAX;
use crate::made::{self, Made};
use crate::occurrences::Occurrences;
use crate::parse::{Parsed, parse, place_all};
use crate::resolve::{Resolved, resolve};
use crate::tree::{Item, ItemKind, Listing};
use crate::work::Work;
use crate::{expect, instantiate, link_name, options};
use program::Compiled;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// For each option the number of its value.
type Settings = BTreeMap<String, usize>;

type Program = Result<Arc<Compiled>, Vec<DiagnosticDraft>>;

/// A text: its tree, what its names mean, its programs, and what is wrong with it. The editor, the page and the
/// checker ask the same one.
pub struct Document {
    text: String,
    parsed: Parsed,
    resolved: OnceLock<Resolved>,
    /// The program with the default options, and the work that is left.
    default: OnceLock<(Program, usize)>,
    /// The errors with all options, and the work that is left.
    checked: OnceLock<(Vec<Diagnostic>, usize)>,
}

impl Document {
    /// Reads a text. It may have errors.
    pub fn new(text: &str) -> Document {
        let (resolved, default, checked) = Default::default();
        Document { text: text.to_owned(), parsed: parse(text), resolved, default, checked }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What could be read of it.
    pub fn listing(&self) -> &Listing {
        &self.parsed.listing
    }

    /// Everything that is wrong with it, whatever its options are: the lines that the default leaves out are read
    /// with the options that leave them in. Bounds count only for the default.
    pub fn errors(&self) -> &[Diagnostic] {
        &self.checked().0
    }

    /// How much is left of the work that may be done to find the errors.
    pub fn work_left(&self) -> usize {
        self.checked().1
    }

    /// Compiles it with these options, given by name and value as in the text or as in a link.
    ///
    /// An option that the text does not have, or a value that it does not have, is passed over: the default stands.
    pub fn compile(&self, chosen: &[(&str, &str)]) -> Result<Arc<Compiled>, Vec<Diagnostic>> {
        let settings = self.settings(chosen);
        if settings.values().all(|&value| value == 0) {
            return self.whole(|| self.default().0.clone());
        }
        self.whole(|| self.run(&settings, &self.work(), None).map(Arc::new))
    }

    /// The same, to explain why one of its properties is false in a state, if that can be told.
    pub fn compile_to_explain(
        &self,
        chosen: &[(&str, &str)],
        property: &str,
    ) -> Result<Arc<Compiled>, Vec<Diagnostic>> {
        let settings = self.settings(chosen);
        self.whole(|| self.run(&settings, &self.work(), Some(property)).map(Arc::new))
    }

    /// The lines with a condition over options: the number of each, counted from 1, and whether it is part of the
    /// program with these options. Lines below a header with a condition are not named.
    pub fn conditions(&self, chosen: &[(&str, &str)]) -> BTreeMap<usize, bool> {
        let settings = self.settings(chosen);
        instantiate::conditions(&self.text, self.listing(), &settings, &Work::new())
    }

    /// What each of its names stands for.
    pub(crate) fn names(&self) -> &Occurrences {
        &self.resolved().names
    }

    /// How many errors of spelling and of names it has.
    pub(crate) fn errors_of_names(&self) -> usize {
        self.parsed.diagnostics.len() + self.resolved().found.len()
    }

    fn resolved(&self) -> &Resolved {
        self.resolved.get_or_init(|| resolve(&self.text, self.listing(), &Work::new()))
    }

    /// What the names have left of the work for a text.
    fn work(&self) -> Work {
        Work::of(self.resolved().left)
    }

    fn default(&self) -> &(Program, usize) {
        self.default.get_or_init(|| {
            let work = self.work();
            let program = self.run(&Settings::new(), &work, None).map(Arc::new);
            (program, work.left())
        })
    }

    fn checked(&self) -> &(Vec<Diagnostic>, usize) {
        self.checked.get_or_init(|| {
            let errors = self.whole(|| self.default().0.clone()).err().unwrap_or_default();
            if !errors.is_empty() {
                return (errors, 0);
            }
            let work = Work::of(self.default().1);
            let found = self.of_other_options(&work);
            (place_all(&self.text, found), work.left())
        })
    }

    /// What is wrong in lines that the default options leave out.
    fn of_other_options(&self, work: &Work) -> Vec<DiagnosticDraft> {
        let others = options(self.listing()).into_iter().flat_map(|option| {
            (1..option.values.len()).map(move |value| (option.name.clone(), value))
        });
        let found = |other| self.made(&Settings::from([other]), work, None).found;
        let found = others.take(SETTINGS_MAX).flat_map(found);
        found.filter(|error| !error.kind.is_bound()).collect()
    }

    /// A program of a text of which the names are right, too; or all errors.
    fn whole(&self, program: impl FnOnce() -> Program) -> Result<Arc<Compiled>, Vec<Diagnostic>> {
        if !self.parsed.diagnostics.is_empty() {
            return Err(self.parsed.diagnostics.clone());
        }
        let mut found = self.resolved().found.clone();
        found.extend(expect::find(&self.text, self.listing()));
        match program() {
            Ok(program) if found.is_empty() => Ok(program),
            program => {
                add_others(&self.text, &mut found, program.err().unwrap_or_default());
                Err(place_all(&self.text, found))
            }
        }
    }

    fn made(&self, settings: &Settings, work: &Work, asked: Option<&str>) -> Made {
        let meant = &self.resolved().meant;
        made::make(&self.text, self.listing(), meant, settings, work, asked)
    }

    /// The program, if it can begin.
    fn run(
        &self,
        settings: &Settings,
        work: &Work,
        asked: Option<&str>,
    ) -> Result<Compiled, Vec<DiagnosticDraft>> {
        let Made { program, found, unused, explained } = self.made(settings, work, asked);
        let Some(program) = program.filter(|_| found.is_empty()) else { return Err(found) };
        let unused = self.resolved().unused.iter().cloned().chain(unused);
        let mut compiled = Compiled::new(program).with_unused(unused.collect());
        if let Some(claim) = explained {
            compiled = compiled.explaining(claim);
        }
        let Some((process, why)) = compiled.cannot_begin() else { return Ok(compiled) };
        let noun = compiled.program().processes[process].role;
        let is_it = |item: &&Item| matches!(&item.kind, ItemKind::Role(role) if role.noun.text.replace('_', " ") == noun);
        let role = self.listing().items.iter().find(is_it);
        let message = format!("A {noun} cannot run its lines before the first step. {why}");
        let span = role.map_or_else(Default::default, |item| item.span);
        Err(vec![DiagnosticDraft::new(ErrorCode::CannotBegin, span, message)])
    }

    /// For each option the number of its value.
    pub(crate) fn settings(&self, chosen: &[(&str, &str)]) -> Settings {
        let number = |option: crate::OptionNames| {
            let given =
                chosen.iter().find(|(name, _)| *name == option.name || *name == option.link);
            let value = given.and_then(|(_, value)| {
                option.values.iter().position(|known| known == value || link_name(known) == *value)
            });
            (option.name, value.unwrap_or(0))
        };
        options(self.listing()).into_iter().map(number).collect()
    }
}

/// Adds what the instantiation finds: in lines of which the names are right, and of names that are new and mean one
/// thing.
fn add_others(text: &str, found: &mut Vec<DiagnosticDraft>, others: Vec<DiagnosticDraft>) {
    let line = |error: &DiagnosticDraft| error.span.line(text);
    let is_unknown = |found: &&DiagnosticDraft| {
        matches!(found.kind, ErrorCode::UnknownName | ErrorCode::DeclaredTwice)
    };
    let lines: BTreeSet<_> = found.iter().map(line).collect();
    let names: BTreeSet<&str> =
        found.iter().filter(is_unknown).map(|error| error.span.of(text)).collect();
    let follows = |other: &DiagnosticDraft| {
        other.kind != ErrorCode::DeclaredTwice && names.contains(other.span.of(text))
    };
    let others =
        others.into_iter().filter(|other| !lines.contains(&line(other)) && !follows(other));
    found.extend(others);
}
