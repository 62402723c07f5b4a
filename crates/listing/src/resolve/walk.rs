//! The walk over a text: declarations, blocks, statements, properties.

use super::call::bound_to;
use super::kind::{Kind, Over};
use super::{Local, Resolver};
use crate::diagnostic::DiagnosticDraft;
use crate::occurrences::NameKind;
use crate::tree::{
    Cause, Define, Domain, DomainKind, ExprKind, Field, History, Initial, ItemKind, Limit, Listing,
    Name, Part, PartKind, Role, Rule, Times, Variables,
};
use crate::words::GRANTS;

impl Resolver<'_> {
    pub fn listing(&mut self, listing: &Listing) {
        for item in &listing.items {
            self.with(&item.with);
            match &item.kind {
                ItemKind::Domain(_, domain) => self.domain(domain),
                ItemKind::Record(_, fields) => self.field_domains(fields),
                ItemKind::Messages(all) => {
                    for it in all {
                        self.field_domains(&it.fields);
                    }
                }
                ItemKind::Variables(variables) => self.variables(variables),
                ItemKind::Role(role) => self.role(role),
                ItemKind::Assume { claim, .. } | ItemKind::Limit(Limit::States { claim, .. }) => {
                    drop(self.kind_of(claim));
                }
                ItemKind::Limit(Limit::Domains(names)) => {
                    for name in names {
                        self.check_limited_name(name);
                    }
                }
                ItemKind::Property(property) => self.property(property),
                // a definition is walked where it is used
                ItemKind::Define(define) => {
                    self.granted(define);
                    self.domains_of_operation(define);
                }
                ItemKind::Pool { size, fields, .. } => {
                    self.constants([size]);
                    for field in fields {
                        self.note_domain(&field.domain);
                        self.option_as_domain(&field.domain);
                    }
                }
                ItemKind::Row(row) => self.stored_row(row),
                ItemKind::Expect(expectation) => self.note_expectation(listing, expectation),
                ItemKind::Option(option) => self.unknown_grant(option),
                ItemKind::Watch(expr) => self.watched(expr),
                // its values are those of the property
                ItemKind::Say(sentence) => self.note_title(listing, &sentence.title),
            }
        }
    }

    /// What the language itself reads of a definition.
    fn granted(&mut self, define: &Define) {
        if define.name.text == "crashes" {
            for role in &define.of {
                self.note(NameKind::Role, "", &role.text, role.span);
            }
        } else {
            self.note_messages(&define.of);
        }
        if define.parameters.is_empty() && GRANTS.contains(&define.name.text.as_str()) {
            self.walked.insert(define.name.span.start);
            self.constants(define.value());
        }
    }

    /// Each name is that of a section of the role in hand.
    fn rests(&mut self, names: &[Name]) {
        let Some(role) = self.here else { return };
        for name in names {
            let roles = self.names.roles_with_section(&name.text);
            if roles.is_none_or(|roles| roles.contains(&role)) {
                self.note_section(&name.text, name.span);
                continue;
            }
            let noun = &self.names.roles[role].noun.text;
            let message = format!("The role `{noun}` has no section `{}`.", name.text);
            let sections = &self.names.roles[role].sections;
            let found = DiagnosticDraft::new(crate::ErrorCode::UnknownSection, name.span, message);
            let has = format!("It has {}.", sections.join(", "));
            self.fail(found.near(&name.text, sections.iter().copied(), has));
        }
    }

    /// Each name is that of a variable.
    fn check_limited_name(&mut self, name: &Name) {
        let owners = self.names.owners(&name.text);
        if self.names.is_variable(&name.text, None) || !owners.is_empty() {
            self.note_variable(None, &name.text, name.span);
            self.note_owners(&owners, &name.text, name.span);
            return;
        }
        let message = format!("No variable is called `{}`.", name.text);
        let help = "A limit names variables, `limit clock, number`, or says which states are followed: \
                    `limit small: clock ≤ 9`.";
        self.error(crate::ErrorCode::UnknownName, name.span, message, help);
    }

    /// Each name is that of a variable that the role in hand sees.
    fn history(&mut self, history: &History) {
        for name in [&history.count, &history.causes].into_iter().chain(&history.stamps) {
            let variable =
                self.for_ghosts(true, |resolver| resolver.variable(&name.text, name.span));
            if variable.is_none() {
                self.report_unknown(&name.text, name.span);
            }
        }
    }

    fn field_domains(&mut self, fields: &[Field]) {
        for it in fields {
            self.domain(&it.domain);
        }
    }

    /// The processes of a union are of one set.
    pub fn domain(&mut self, domain: &Domain) {
        self.domain_sorts(domain);
        self.note_domain(domain);
        self.option_as_domain(domain);
    }

    fn domain_sorts(&mut self, domain: &Domain) {
        self.misread_domain(domain);
        match &domain.kind {
            DomainKind::Union(all) => {
                let sorts: Vec<Kind> = all.iter().map(|it| self.names.domain(it)).collect();
                let mut first = None;
                for (sort, one) in sorts.into_iter().zip(all) {
                    let Kind::Process(over) = sort else { continue };
                    match first {
                        None => first = Some(over),
                        Some(before) if before != over => {
                            return self.report_several_sets(before, over, one);
                        }
                        Some(_) => {}
                    }
                }
            }
            DomainKind::Set(inner) | DomainKind::List(inner, _) => self.domain_sorts(inner),
            DomainKind::Copy(name) => {
                let owners = self.names.owners(&name.text);
                if owners.len() + usize::from(self.names.is_variable(&name.text, None)) > 1 {
                    let message = format!("Several variables are called `{}`.", name.text);
                    let help = "Give the one that is copied another name.";
                    self.error(crate::ErrorCode::SeveralSets, name.span, message, help);
                }
            }
            DomainKind::Bool | DomainKind::Range(..) | DomainKind::Expr(_) => {}
        }
    }

    fn report_several_sets(&mut self, one: Over, other: Over, domain: &Domain) {
        let (one, other) = (self.names.set_name(one), self.names.set_name(other));
        let message = format!("`{one}` and `{other}` count their processes anew.");
        let help = "Write `process`, the set of all processes, in place of both.";
        self.error(crate::ErrorCode::OtherRole, domain.span, message, help);
    }

    fn variables(&mut self, variables: &Variables) {
        for variable in &variables.variables {
            self.domain_sorts(&variable.domain);
            self.note_variable_domains(variable);
            self.options_as_domains(variable);
            let element = self.names.domain(&variable.domain);
            let Some(Initial::Value(value)) = &variable.initial else { continue };
            let indices = variable.names.iter().flat_map(|name| &name.1);
            let bound = indices.filter_map(|index| {
                let binder = index.binder.as_ref()?;
                let (name, sort) = (binder.text.clone(), self.names.domain(&index.domain));
                Some(Local { name, sort, at: binder.span })
            });
            let bound = bound.collect();
            self.initial = variable.names.first().map(|(name, indices)| {
                let index = indices.first().map(|index| index.domain.span.of(self.names.text));
                (name.text.clone(), index.map(str::to_owned))
            });
            self.with_names(bound, |resolver| {
                let value_sort = resolver.kind_of(value);
                resolver.check_comparable(&element, &value_sort, value.span);
                resolver.initial_brackets(variable, &element, value);
            });
            self.initial = None;
        }
    }

    fn role(&mut self, role: &Role) {
        if let Some((_, count)) = &role.number {
            self.constants([count]);
        }
        self.here = self.names.role_called(&role.noun.text);
        let (Some(at), before) = (self.here, self.scope.len()) else { return };
        if let Some((number, _)) = &role.number {
            let (name, sort) = (number.text.clone(), Kind::Process(self.names.over(at)));
            self.scope.push(Local { name, sort, at: number.span });
        }
        if let Times::Times(count) = &role.times {
            self.kind_of(count);
        }
        for it in &role.parts {
            self.part(it);
        }
        self.scope.truncate(before);
        self.here = None;
    }

    fn part(&mut self, part: &Part) {
        self.with(&part.with);
        match &part.kind {
            PartKind::Variables(variables) => self.variables(variables),
            PartKind::Sections(_) => {}
            PartKind::Rests(names, while_true) => {
                self.rests(names);
                self.for_ghosts(true, |resolver| resolver.each(while_true));
            }
            PartKind::History(history) => self.history(history),
            PartKind::Section(_, block) => self.block(block),
            PartKind::Rule(rule) => self.rule(rule),
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let mut bound = Vec::new();
        if let Cause::Message { pattern, from } = &rule.cause {
            for field in &pattern.fields {
                if let ExprKind::Name(name) = &field.kind {
                    self.new_name(name, field.span);
                }
            }
            let sender = from.iter().map(|name| (name.text.as_str(), name.span));
            let fields =
                pattern.fields.iter().filter_map(|field| Some((field.name()?, field.span)));
            self.words_once(&fields.chain(sender).collect::<Vec<_>>());
            if let Some(it) = from {
                self.new_name(&it.text, it.span);
            }
            self.note_message(&pattern.message);
            for (nth, field) in pattern.fields.iter().enumerate() {
                self.bind_field(pattern, nth, field);
            }
            let sorts = self.names.message_fields(&pattern.message.text);
            bound.extend(bound_to(&pattern.fields, &sorts));
            if let Some(from) = from {
                self.table.bind(NameKind::Bound, &from.text, from.span, "process");
                let sort = Kind::Process(Over::All);
                bound.push(Local { name: from.text.clone(), sort, at: from.span });
            }
        }
        self.with_names(bound, |resolver| {
            resolver.each(&rule.guard);
            resolver.block(&rule.body);
        });
    }
}
