//! Over what a name without a domain runs: the one set that fits its uses.

use super::kind::{Kind, Over};
use super::{Local, Range, Resolver};
use crate::diagnostic::ErrorCode;
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Binder, ExprKind};

/// A name without a domain, while its uses are collected.
#[derive(Default)]
pub struct Binding {
    uses: Vec<Use>,
    /// Other names without a domain that it is compared with.
    beside: Vec<usize>,
    over: Option<Over>,
}

/// A use that tells something about the set.
#[derive(Clone, PartialEq, Eq)]
pub enum Use {
    /// It indexes an array.
    Index(Over),
    /// It indexes an array over this range.
    Range(String),
    /// It is the owner of a variable of one of these roles.
    Owner(Vec<usize>),
    /// It is asked whether it is in a section of one of these roles.
    Section(Vec<usize>),
    /// It is compared with such a process, or put in its place.
    Like(Over),
}

/// A set that a name could run over.
struct Candidate {
    over: Over,
    /// The role that it is.
    role: Option<usize>,
    /// Its numbers as a range of the text: `0..n-1`.
    range: String,
}

impl Use {
    /// Whether a set is what this use asks for.
    fn asks_for(&self, set: &Candidate) -> bool {
        match (self, set.role) {
            (Use::Like(Over::All), _) => true,
            (Use::Index(over) | Use::Like(over), _) => *over == set.over,
            (Use::Range(text), _) => tight(text) == set.range,
            (Use::Owner(roles) | Use::Section(roles), Some(role)) => roles.contains(&role),
            (Use::Owner(_), None) => false,
            (Use::Section(roles), None) => roles.len() > 1,
        }
    }

    /// Whether this use has a meaning for a set.
    fn allows(&self, set: &Candidate) -> bool {
        self.asks_for(set)
            || match self {
                Use::Index(over) => *over == Over::All,
                Use::Like(_) | Use::Section(_) => set.over == Over::All,
                Use::Range(_) | Use::Owner(_) => false,
            }
    }
}

impl Resolver<'_> {
    /// A sort with what has been found out since.
    pub fn known(&self, sort: &Kind) -> Kind {
        match sort {
            Kind::Bound(at) => self.bindings[*at].over.map_or(sort.clone(), Kind::Process),
            _ => sort.clone(),
        }
    }

    pub fn note_use(&mut self, binding: usize, how: Use) {
        let uses = &mut self.bindings[binding].uses;
        if !uses.contains(&how) {
            uses.push(how);
        }
    }

    /// The role over which a name turned out to run.
    pub fn role_of_binding(&self, binding: usize) -> Option<usize> {
        match self.bindings[binding].over {
            Some(Over::Role(role)) => Some(role),
            _ => None,
        }
    }

    pub fn compared(&mut self, one: usize, other: usize) {
        let beside = &mut self.bindings[one].beside;
        if one != other && !beside.contains(&other) {
            beside.push(other);
        }
    }

    /// The names of binders with their sorts, and the bindings whose sets their uses tell.
    pub fn bind<'t>(&mut self, binders: &'t [Binder]) -> (Vec<Local>, Vec<(usize, &'t Binder)>) {
        let before = self.scope.len();
        let (mut names, mut open) = (Vec::new(), Vec::new());
        for binder in binders {
            for it in &binder.names {
                self.new_name(&it.text, it.span);
            }
            let sort = match &binder.domain {
                Some(domain) => self.members(domain),
                None => {
                    self.bindings.push(Binding::default());
                    open.push((self.bindings.len() - 1, binder));
                    Kind::Bound(self.bindings.len() - 1)
                }
            };
            let mut all: Vec<(&str, Span)> =
                binder.names.iter().map(|name| (name.text.as_str(), name.span)).collect();
            if let Some(unequal) = &binder.unequal {
                match &unequal.kind {
                    // in `some i ≠ j`, both are bound where no `j` is known
                    ExprKind::Name(name) if !self.is_known(name) => {
                        self.unequal_to_a_new_name(binder, name);
                        self.meant.new.insert(self.place(unequal.span));
                        all.push((name, unequal.span));
                    }
                    _ => {
                        let other = self.kind_of(unequal);
                        self.check_comparable(&sort, &other, unequal.span);
                    }
                }
            }
            self.words_once(&all);
            let detail =
                binder.domain.as_ref().map_or("", |domain| domain.span.of(self.names.text));
            let bound = all.into_iter().map(|(name, at)| {
                self.table.bind(NameKind::Bound, name, at, detail);
                Local { name: name.to_owned(), sort: sort.clone(), at }
            });
            let bound: Vec<Local> = bound.collect();
            // a later binder may name an earlier one
            self.scope.extend(bound.iter().cloned());
            names.extend(bound);
        }
        self.scope.truncate(before);
        (names, open)
    }

    fn is_known(&self, name: &str) -> bool {
        self.look_up(name).is_some()
            || name == "self"
            || self.sees_variable(name)
            || self.names.is_defined(name)
            || self.names.is_option(name)
            || self.names.role_called(name).is_some()
            || self.names.symbols.contains(name)
    }

    /// Decides over what names run, now that all uses are known.
    pub fn decide(&mut self, open: Vec<(usize, &Binder)>) {
        for (at, binder) in open.into_iter().rev() {
            let Some(over) = self.set_for(at, binder) else { continue };
            self.bindings[at].over = Some(over);
            for other in self.bindings[at].beside.clone() {
                if self.bindings[other].over.is_none() {
                    self.note_use(other, Use::Like(over));
                }
            }
            for name in &binder.names {
                self.table.describe(name.span, self.names.set_name(over));
            }
            self.note_range(binder, over);
        }
    }

    fn note_range(&mut self, binder: &Binder, over: Over) {
        let range = match over {
            Over::All => Range::Everybody,
            Over::Role(role) => Range::Role(self.names.roles[role].noun.text.clone()),
        };
        let before = self.meant.ranges.insert(self.place(binder.span), range.clone());
        if before.is_some_and(|before| before != range) {
            let message = format!(
                "`{}` runs over other processes for each use of this definition.",
                binder.names[0].text
            );
            self.error(ErrorCode::SeveralSets, binder.span, message, "Say over which with `in`.");
        }
    }

    /// The one set that fits, or an error that names those that do.
    fn set_for(&mut self, at: usize, binder: &Binder) -> Option<Over> {
        let sets = self.candidates();
        let uses = &self.bindings[at].uses;
        let fitting = |fits: &dyn Fn(&Use, &Candidate) -> bool| -> Vec<Over> {
            let fits_all = |set: &&Candidate| uses.iter().all(|usage| fits(usage, set));
            sets.iter().filter(fits_all).map(|set| set.over).collect()
        };
        let mut fit = fitting(&Use::asks_for);
        if fit.is_empty() {
            fit = fitting(&Use::allows);
        }
        if let [set] = fit[..] {
            return Some(set);
        }
        let name = &binder.names[0].text;
        let named = |set: &&Over| matches!(set, Over::Role(role) if self.number_is(*role, name));
        let mut by_name = fit.iter().filter(named);
        if let (Some(&set), None) = (by_name.next(), by_name.next()) {
            self.note_named_like_number(binder, set);
            return Some(set);
        }
        self.several_sets(at, binder, &fit);
        None
    }

    /// The name stands for the role's number, too: called otherwise, it would run over something else.
    fn note_named_like_number(&mut self, binder: &Binder, set: Over) {
        if let Over::Role(role) = set
            && let Some((number, _)) = self.names.roles[role].number
        {
            self.table.note_like(binder.names[0].span, number.span);
        }
    }

    fn number_is(&self, role: usize, name: &str) -> bool {
        self.names.roles[role].number.is_some_and(|number| number.0.text == *name)
    }

    fn candidates(&self) -> Vec<Candidate> {
        let count = self.names.roles.len();
        let role = |role| Candidate {
            over: self.names.over(role),
            role: Some(role),
            range: self.numbers_of(role),
        };
        let all = Candidate { over: Over::All, role: None, range: String::new() };
        (count > 1).then_some(all).into_iter().chain((0..count).map(role)).collect()
    }

    /// The numbers of a role's processes, as a range of the text: `0..n-1`.
    fn numbers_of(&self, role: usize) -> String {
        let Some((_, count)) = self.names.roles[role].number else { return "0..0".into() };
        match &count.kind {
            ExprKind::Number(count) => format!("0..{}", count - 1),
            _ => format!("0..{}-1", tight(count.span.of(self.names.text))),
        }
    }

    fn several_sets(&mut self, at: usize, binder: &Binder, fit: &[Over]) {
        let name = &binder.names[0].text;
        let range = self.bindings[at].uses.iter().find_map(|usage| match usage {
            Use::Range(text) => Some(text.clone()),
            _ => None,
        });
        let write = |set: &str| format!("`{name} in {set}`");
        let (message, help) = match (range, fit) {
            (Some(range), []) => (
                format!("`{name}` runs over processes, and indexes what has {range}."),
                format!("Say over what: {}.", write(&range)),
            ),
            (None, []) => {
                let message = format!("No role fits all that is said of `{name}`.");
                let all = (0..self.names.roles.len()).map(Over::Role);
                (message, self.say_over(all.collect(), &write))
            }
            _ => {
                let message = format!("`{name}` can run over several sets.");
                (message, self.say_over(fit.to_vec(), &write))
            }
        };
        self.error(ErrorCode::SeveralSets, binder.span, message, &help);
    }

    fn say_over(&self, sets: Vec<Over>, write: &dyn Fn(&str) -> String) -> String {
        let all: Vec<String> =
            sets.into_iter().map(|set| write(self.names.set_name(set))).collect();
        match &all[..] {
            [rest @ .., last] if !rest.is_empty() => {
                format!("Say over which: {} or {last}.", rest.join(", "))
            }
            _ => format!("Say over which: {}.", all.join("")),
        }
    }
}

/// A piece of text without spaces, with one sign for minus.
fn tight(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|it| if it == '−' { '-' } else { it })
        .collect()
}
