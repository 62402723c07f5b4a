//! Names that stand for nothing.

use super::{MEMORIES, PENDINGS, Resolver};
use crate::advice::{is_bracketed, reserved};
use crate::diagnostic::{DiagnosticDraft, ErrorCode, nearest};
use crate::functions::{Effect, effect, familiar};
use crate::occurrences::{NameKind, Occurrence};
use crate::parse::SIMPLE;
use crate::resolve::{BUFFER, MEMORY, PENDING, RELEASE_ACQUIRE};
use crate::token::Span;
use crate::tree::{Choice, Define, Name};
use crate::words::{GRANTS, SECTIONS, is_given};

const CRASHES: &str = "crashes";

impl Resolver<'_> {
    /// `option crash: 1`, which nothing uses and which says nothing of crashes.
    pub fn misspelt_grants(&mut self) {
        let names = self.names;
        let options = names.options.iter().map(|option| (NameKind::Option, &option.name));
        let defines = names.defines.iter().map(|(define, _)| (NameKind::Definition, &define.name));
        let near: Vec<_> = options
            .chain(defines)
            .filter_map(|(kind, name)| Some((kind, name, grant_like(&name.text)?)))
            .collect();
        if near.is_empty() {
            return;
        }
        // what the language uses may use it
        self.unused_definitions();
        for (kind, name, grant) in near {
            if self.is_unused(kind, &name.text) {
                let message = format!("Nothing uses `{}`.", name.text);
                let help = format!("Did you mean `{grant}`?");
                self.error(ErrorCode::UnknownName, name.span, message, &help);
            }
        }
    }

    /// `option memory: tzo`, which nothing uses, and `option buffer: 2` where no memory has one.
    pub fn unused_memory(&mut self) {
        let names = self.names;
        let option =
            |called| names.options.iter().find(|option| option.name.text == called).copied();
        let is_ours =
            |choice: &Choice| choice.values.iter().any(|value| MEMORIES.contains(&&*value.text));
        let memory = option(MEMORY);
        let has_memory = memory.is_some_and(is_ours) || names.is_defined(MEMORY);
        if let Some(memory) = memory.filter(|memory| !is_ours(memory) && !memory.values.is_empty())
            && self.is_unused(NameKind::Option, MEMORY)
            && memory.values.iter().all(|value| value.text != RELEASE_ACQUIRE)
        {
            self.no_memory(&memory.values[0]);
        }
        if let Some(buffer) = option(BUFFER).filter(|_| !has_memory)
            && self.is_unused(NameKind::Option, BUFFER)
        {
            let message = "A buffer needs `option memory`.";
            let help = "Write `option memory: tso, sequential` above it.";
            self.error(ErrorCode::OutOfPlace, buffer.name.span, message, help);
        }
        self.unused_pending(has_memory);
    }

    /// `option pending: arrive, lost` where nothing is ever pending, or nobody crashes; `option pending: kept`.
    fn unused_pending(&mut self, has_memory: bool) {
        let names = self.names;
        let option = names.options.iter().find(|option| option.name.text == PENDING).copied();
        let mut defines = names.defines.iter().map(|(define, _)| define);
        let is_it = |define: &&Define| define.name.text == PENDING && define.parameters.is_empty();
        let define = defines.find(|define| is_it(define) && has_memory);
        let (kind, span) = match (option, define) {
            (Some(option), _) => (NameKind::Option, option.name.span),
            (_, Some(define)) => (NameKind::Definition, define.name.span),
            _ => return,
        };
        if !self.is_unused(kind, PENDING) {
            return;
        }
        let is_known = |name: &Name| PENDINGS.contains(&&*name.text);
        if let Some(option) = option.filter(|option| !option.values.iter().any(is_known)) {
            return self.not_pending(&option.values);
        }
        let has_crashes = names.is_option(CRASHES) || names.is_defined(CRASHES);
        let (message, help) = match (has_memory, has_crashes) {
            (true, true) => return,
            (true, false) => (
                "Nobody crashes, so nothing pending is lost.",
                "Write `option crashes: 0, 1` above it, or leave `pending` out.",
            ),
            (false, _) => (
                "Without `option memory` nothing is pending in a crash.",
                "Write `option memory: tso, sequential` above it.",
            ),
        };
        self.error(ErrorCode::OutOfPlace, span, message, help);
    }

    /// Values of `option pending` that say nothing of pending writes.
    pub fn not_pending(&mut self, values: &[Name]) {
        for value in values.iter().filter(|value| !PENDINGS.contains(&&*value.text)) {
            let message = format!("Pending writes are not `{}`.", value.text);
            let help = "In a crash they `arrive` or are `lost`.";
            self.error(ErrorCode::UnknownOptionValue, value.span, message, help);
        }
    }

    /// An option of which the values make no difference.
    pub fn unused_options(&mut self) -> Vec<String> {
        let names = self.names;
        let is_unused = |resolver: &Self, name: &str| {
            !GRANTS.contains(&name) && resolver.is_unused(NameKind::Option, name)
        };
        let all = names.options.iter().map(|option| option.name.text.as_str());
        let mut unused: Vec<&str> = all.filter(|name| is_unused(self, name)).collect();
        if !unused.is_empty() {
            // what the language uses may use it
            self.unused_definitions();
            unused.retain(|name| is_unused(self, name));
        }
        let say = |name| format!("Nothing depends on the option `{name}`.");
        unused.into_iter().map(say).collect()
    }

    fn is_unused(&self, kind: NameKind, name: &str) -> bool {
        let entity = self.table.find(kind, "", name);
        let is_it = |place: &&Occurrence| place.entities.iter().copied().eq(entity);
        self.table.iter().filter(is_it).count() <= 1
    }

    /// An error if nothing is called so, in any role.
    pub fn report_unknown(&mut self, name: &str, span: Span) {
        let names = self.names;
        let is_known = names.symbols.contains(name)
            || is_given(name)
            || !names.owners(name).is_empty()
            || names.is_domain(name)
            || names.messages.iter().any(|message| message.name.text == name)
            || name.parse::<i64>().is_ok();
        if is_known
            || self.found.iter().any(|draft| draft.span == span)
            || self.uses_operation(name, span)
        {
            return;
        }
        let is_number = |role: &&super::names::RoleNames<'_>| {
            role.number.is_some_and(|(number, _)| number.text == name)
        };
        if let Some(role) = names.roles.iter().find(is_number).filter(|_| self.here.is_none()) {
            if let Some((variable, index)) = &self.initial {
                let message = format!("An initial value is of no process, so `{name}` means none.");
                let help = match index {
                    Some(index) => {
                        format!(
                            "Write `{variable}[{name} in {index}]`: then `{name}` is the index."
                        )
                    }
                    None => "Write a value that is the same for all processes.".into(),
                };
                return self.error(ErrorCode::UnknownName, span, message, &help);
            }
            let noun = &role.noun.text;
            let message =
                format!("A property is about all processes, so `{name}` means none of them.");
            let help = format!("Write `all {name} in {noun}: …` or `some {name} in {noun}: …`.");
            return self.error(ErrorCode::UnknownName, span, message, &help);
        }
        if is_bracketed(names.text, name, span) {
            return self.found.push(reserved(span));
        }
        let found = match self.is_in_with {
            true => DiagnosticDraft::new(
                ErrorCode::UnknownName,
                span,
                format!("There is no option `{name}`."),
            )
            .near(name, self.all_names(), format!("Add a line `option {name}: …`.")),
            false => DiagnosticDraft::new(
                ErrorCode::UnknownName,
                span,
                format!("Nothing is called `{name}`."),
            )
            .near(name, self.all_names(), "Declare it, or mend its spelling."),
        };
        self.found.push(found);
    }

    /// A line that is a word alone, and no definition.
    pub fn unknown_statement(&mut self, name: &Name) {
        let is_operation =
            || familiar(&name.text).is_some_and(|known| effect(known) == Effect::Operation);
        if self.names.is_defined(&name.text) || is_operation() {
            return;
        }
        let known = self.names.defines.iter().map(|define| define.0.name.text.as_str());
        let words = SIMPLE.iter().map(|it| it.0);
        let help = "A statement begins with a word such as `await`, or assigns.";
        let message = format!("No definition is called `{}`.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message);
        self.once(found.near(&name.text, known.chain(words), help));
    }

    pub fn unknown_message(&mut self, name: &Name) {
        let known = self.names.messages.iter().map(|message| message.name.text.as_str());
        if known.clone().any(|text| text == name.text) {
            return;
        }
        let message = format!("No message is called `{}`.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownMessage, name.span, message);
        let help = format!("Declare it: `message {}`.", name.text);
        self.once(found.near(&name.text, known, help));
    }

    /// A section that no role of this noun has.
    pub fn unknown_section(&mut self, name: &Name) {
        let Some(role) = self.here else { return };
        let known = self.names.roles[role].sections.iter().copied();
        if known.clone().chain(SECTIONS).any(|text| text == name.text) {
            return;
        }
        let message = format!("There is no section `{}` here.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownSection, name.span, message);
        let all: Vec<&str> = known.clone().collect();
        let help = format!("The sections are {}.", all.join(", "));
        self.once(found.near(&name.text, known, help));
    }

    /// Tells what nothing else was told of.
    fn once(&mut self, found: DiagnosticDraft) {
        if self.found.iter().all(|draft| draft.span != found.span) {
            self.found.push(found);
        }
    }

    /// The names that can stand in an expression here, the closest first.
    fn all_names(&self) -> Vec<&str> {
        let names = self.names;
        let mut all: Vec<&str> = self.scope.iter().rev().map(|local| local.name.as_str()).collect();
        let seen = |declared: &&super::names::Declared<'_>| {
            declared.role.is_none() || declared.role == self.here
        };
        all.extend(names.variables.iter().filter(seen).map(|variable| variable.name.text.as_str()));
        all.extend(names.options.iter().map(|option| option.name.text.as_str()));
        all.extend(names.defines.iter().map(|define| define.0.name.text.as_str()));
        all.extend(names.roles.iter().flat_map(|role| role.sections.iter().copied()));
        all.extend(names.roles.iter().map(|role| role.noun.text.as_str()));
        all.extend(names.symbols.iter().copied());
        all.extend(["true", "false"]);
        all
    }
}

/// What others call them.
const ALSO: &[(&str, &str)] = &[
    ("dup", "duplicates"),
    ("failures", "crashes"),
    ("faults", "losses` or `crashes"),
    ("fifo", "channels"),
    ("lossy", "losses"),
    ("lost", "losses"),
    ("reorder", "channels"),
    ("reordering", "channels"),
    ("unordered", "channels"),
    ("unreliable", "losses"),
];

/// The name that the language knows and that is meant, if this is none.
fn grant_like(name: &str) -> Option<&'static str> {
    let is_begun = |grant: &&str| name.len() > 3 && grant.starts_with(name);
    let also = || ALSO.iter().find(|it| it.0 == name).map(|it| it.1);
    let near = || nearest(name, GRANTS);
    let like = || GRANTS.into_iter().find(is_begun).or_else(also).or_else(near);
    (!GRANTS.contains(&name)).then(like)?
}
