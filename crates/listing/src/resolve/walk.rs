//! The walk over a text: declarations, blocks, statements, properties.

use super::call::bound_to;
use super::sort::{Over, Sort};
use super::{Local, Resolver};
use crate::diagnostic::Found;
use crate::occurrences::NameKind;
use crate::tree::{
    Binder, Block, Branch, Cause, Define, Domain, DomainKind, Expr, ExprKind, Field, History,
    Initial, ItemKind, Limit, Listing, Name, Part, PartKind, Pattern, Role, Rule, Statement,
    StatementKind, Target, Times, Variables,
};
use crate::words::GRANTS;

impl Resolver<'_> {
    pub fn listing(&mut self, listing: &Listing) {
        for item in &listing.items {
            self.constants(&item.with);
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
                    drop(self.sort(claim));
                }
                ItemKind::Limit(Limit::Domains(names)) => {
                    for name in names {
                        self.limited(name);
                    }
                }
                ItemKind::Property(property) => self.property(property),
                // a definition is walked where it is used
                ItemKind::Define(define) => self.granted(define),
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
        if GRANTS.contains(&define.name.text.as_str()) {
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
            let found = Found::new(crate::Kind::UnknownSection, name.span, message);
            let has = format!("It has {}.", sections.join(", "));
            self.fail(found.near(&name.text, sections.iter().copied(), has));
        }
    }

    /// Each name is that of a variable.
    fn limited(&mut self, name: &Name) {
        let owners = self.names.owners(&name.text);
        if self.names.is_variable(&name.text, None) || !owners.is_empty() {
            self.note_variable(None, &name.text, name.span);
            self.note_owners(&owners, &name.text, name.span);
            return;
        }
        let message = format!("No variable is called `{}`.", name.text);
        let help = "A limit names variables, `limit clock, number`, or says which states are followed: \
                    `limit small: clock ≤ 9`.";
        self.error(crate::Kind::UnknownName, name.span, message, help);
    }

    /// Each name is that of a variable that the role in hand sees.
    fn history(&mut self, history: &History) {
        for name in [&history.count, &history.causes].into_iter().chain(&history.stamps) {
            let variable =
                self.for_ghosts(true, |resolver| resolver.variable(&name.text, name.span));
            if variable.is_none() {
                self.unknown(&name.text, name.span);
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
                let sorts: Vec<Sort> = all.iter().map(|it| self.names.domain(it)).collect();
                let mut first = None;
                for (sort, one) in sorts.into_iter().zip(all) {
                    let Sort::Process(over) = sort else { continue };
                    match first {
                        None => first = Some(over),
                        Some(before) if before != over => return self.mixed(before, over, one),
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
                    self.error(crate::Kind::SeveralSets, name.span, message, help);
                }
            }
            DomainKind::Bool | DomainKind::Range(..) | DomainKind::Expr(_) => {}
        }
    }

    fn mixed(&mut self, one: Over, other: Over, domain: &Domain) {
        let (one, other) = (self.names.set_name(one), self.names.set_name(other));
        let message = format!("`{one}` and `{other}` count their processes anew.");
        let help = "Write `process`, the set of all processes, in place of both.";
        self.error(crate::Kind::OtherRole, domain.span, message, help);
    }

    fn variables(&mut self, variables: &Variables) {
        for variable in &variables.variables {
            self.domain_sorts(&variable.domain);
            self.note_variable_domains(variable);
            self.options_as_domains(variable);
            let element = self.names.domain(&variable.domain);
            let Some(Initial::Value(value)) = &variable.initial else { continue };
            let indices = variable.names.iter().flat_map(|it| &it.1);
            let bound = indices.filter_map(|it| {
                let binder = it.binder.as_ref()?;
                let (name, sort) = (binder.text.clone(), self.names.domain(&it.domain));
                Some(Local { name, sort, at: binder.span })
            });
            let bound = bound.collect();
            self.initial = variable.names.first().map(|(name, indices)| {
                let index = indices.first().map(|index| index.domain.span.of(self.names.text));
                (name.text.clone(), index.map(str::to_owned))
            });
            self.within(bound, |it| {
                let value_sort = it.sort(value);
                it.alike(&element, &value_sort, value.span);
                it.initial_brackets(variable, &element, value);
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
            let (name, sort) = (number.text.clone(), Sort::Process(self.names.over(at)));
            self.scope.push(Local { name, sort, at: number.span });
        }
        if let Times::Times(count) = &role.times {
            self.sort(count);
        }
        for it in &role.parts {
            self.part(it);
        }
        self.scope.truncate(before);
        self.here = None;
    }

    fn part(&mut self, part: &Part) {
        self.constants(&part.with);
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
                let sort = Sort::Process(Over::All);
                bound.push(Local { name: from.text.clone(), sort, at: from.span });
            }
        }
        self.within(bound, |it| {
            it.each(&rule.guard);
            it.block(&rule.body);
        });
    }

    pub fn block(&mut self, block: &Block) {
        let before = self.scope.len();
        self.open_block(block);
        self.scope.truncate(before);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values, until } => {
                self.assign(targets, values);
                self.each(until);
            }
            StatementKind::Await(condition) => self.await_or_receive(condition),
            StatementKind::Receive { pattern, from } => {
                let new = from.as_ref().and_then(|from| self.new_sender(from));
                if let (Some(from), None) = (from, &new) {
                    self.sort(from);
                }
                self.receive(pattern);
                self.names_once(pattern.fields.iter().chain(from));
                self.scope.extend(new);
            }
            StatementKind::Atomic(body) => self.open_block(body),
            StatementKind::Send { message, to } => self.send(message, to),
            StatementKind::If(branches) => {
                let is_for_ghosts = self.are_for_ghosts(branches);
                for branch in branches {
                    self.for_ghosts(is_for_ghosts, |resolver| resolver.branch(branch));
                }
            }
            StatementKind::While { condition, body } => {
                self.sort(condition);
                self.block(body);
            }
            StatementKind::Repeat { body, untils } => {
                let before = self.scope.len();
                self.open_block(body);
                for until in untils {
                    self.constants(&until.with);
                    self.sort(&until.condition);
                }
                self.scope.truncate(before);
            }
            StatementKind::ForEach { binder, filter, body } => {
                self.lets.extend(binder.names.iter().map(|name| name.span.start));
                self.over(std::slice::from_ref(binder), |it| {
                    it.each(filter);
                    it.block(body);
                });
            }
            StatementKind::Choose { binders, filter } => {
                for it in binders {
                    self.choose(it);
                }
                self.each(filter);
            }
            StatementKind::Let(name, value) => self.let_name(name, value),
            // what is proposed and decided is for properties
            StatementKind::Propose(value) | StatementKind::Decide(value) => {
                self.for_ghosts(true, |resolver| drop(resolver.sort(value)));
            }
            StatementKind::Free(cell) => drop(self.sort(cell)),
            StatementKind::RowDelete(it) => drop(self.stored(it)),
            StatementKind::RowWrite(all) => {
                for (target, value) in all {
                    self.stored(target);
                    self.sort(value);
                }
            }
            StatementKind::Call { name, arguments } => {
                self.leaves_a_loop(name);
                self.for_ghosts(true, |resolver| resolver.call(name, arguments));
            }
            StatementKind::Pause
            | StatementKind::Skip
            | StatementKind::Stop
            | StatementKind::Restart => {}
            StatementKind::Become(section) => self.note_section(&section.text, section.span),
        }
    }

    /// A variable is assigned; a new name stays in force to the end of the block.
    fn choose(&mut self, binder: &Binder) {
        let Some(domain) = &binder.domain else { return };
        self.domain(domain);
        let sort = self.members(domain);
        for name in &binder.names {
            self.chosen(&name.text, name.span, &sort, domain.span);
        }
        self.each(binder.unequal.as_deref());
    }

    /// A new name for a value stays in force to the end of the block.
    fn let_name(&mut self, name: &Name, value: &Expr) {
        let sort = self.sort(value);
        self.new_name(&name.text, name.span);
        let detail = value.span.of(self.names.text);
        self.table.bind(NameKind::Bound, &name.text, name.span, detail);
        self.lets.insert(name.span.start);
        self.scope.push(Local { name: name.text.clone(), sort, at: name.span });
    }

    /// A block whose names stay in force behind it.
    fn open_block(&mut self, block: &Block) {
        for line in block {
            self.constants(&line.with);
            for statement in &line.statements {
                self.deeper((), |it| it.statement(statement));
            }
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.constants(&branch.with);
        self.each(&branch.condition);
        self.block(&branch.body);
    }

    fn assign(&mut self, targets: &[Expr], values: &[Expr]) {
        for target in targets {
            self.let_is_assigned(target);
        }
        self.names_once(targets);
        let ghosts: Vec<bool> = targets.iter().map(|target| self.is_in_ghost(target)).collect();
        let mut sorts_of = |all: &[Expr]| -> Vec<Sort> {
            let ghosts = ghosts.iter().chain(std::iter::repeat(&false));
            let each = all.iter().zip(ghosts);
            each.map(|(expr, ghost)| self.for_ghosts(*ghost, |resolver| resolver.sort(expr)))
                .collect()
        };
        let (target_sorts, sorts) = (sorts_of(targets), sorts_of(values));
        for (at, (sort, value)) in sorts.iter().zip(values).enumerate().take(targets.len()) {
            self.counted_in_role(&target_sorts[at], value);
            self.alike(&target_sorts[at], sort, value.span);
            self.brackets(&target_sorts[at], value);
            self.list_as_array(&targets[at], &target_sorts[at], sort, value.span);
        }
    }

    fn await_or_receive(&mut self, condition: &Expr) {
        let is_message = |name: &str| {
            self.names.messages.iter().any(|message| message.name.text == name)
                && self.look_up(name).is_none()
        };
        match condition.named().filter(|(name, _)| is_message(name)) {
            Some((name, fields)) => {
                let message = Name { text: name.to_owned(), span: condition.span };
                if fields.is_empty() && self.sees_variable(name) {
                    let words = format!("`{name}` is a message and a variable.");
                    let help = format!(
                        "Write `await {name} = true` for the variable, or give one of the two another name."
                    );
                    self.error(crate::Kind::DeclaredTwice, message.span, words, &help);
                }
                self.meant.messages.insert(self.place(condition.span));
                let (fields, span) = (fields.to_vec(), condition.span);
                self.receive(&Pattern { message, fields, span });
            }
            None => {
                self.await_of_several(condition);
                self.sort(condition);
            }
        }
    }

    /// `to all` counts within a role, and this one has a single process.
    fn alone(&mut self, message: &Pattern) {
        let Some(role) = self.here.map(|role| &self.names.roles[role]) else { return };
        if role.number.is_none() {
            let words =
                format!("`{}` has one process, and `to all` is for its own role.", role.noun.text);
            let help = "Write `to all in process`, or name the role: `to all client`.";
            self.error(crate::Kind::OutOfPlace, message.span, words, help);
        }
    }

    fn send(&mut self, message: &Pattern, to: &Target) {
        self.note_message(&message.message);
        self.named_fields(message);
        let declared = self.names.message_fields(&message.message.text);
        // a history is sent along
        let sorts = self.for_ghosts(true, |resolver| resolver.sorts(&message.fields));
        for ((declared, sort), field) in declared.iter().zip(&sorts).zip(&message.fields) {
            self.alike(declared, sort, field.span);
            self.brackets(declared, field);
        }
        match to {
            Target::One(one) => drop(self.sort(one)),
            Target::AllIn(set) => drop(self.set(set)),
            Target::All | Target::AllOthers => self.alone(message),
        }
    }
}
