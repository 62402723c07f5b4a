//! The walk over a text: declarations, blocks, statements, properties.

use super::Resolver;
use super::expr::bound_to;
use super::sort::{Over, Sort};
use crate::diagnostic::nearest;
use crate::tree::{
    Binder, Block, Branch, Cause, Claim, DefineBody, Domain, DomainKind, Expr, ExprKind, Field,
    Initial, ItemKind, Limit, Listing, Measure, Name, Part, PartKind, Pattern, Property,
    PropertyKind, Role, Rule, Statement, StatementKind, Target, Times, Variables,
};

impl Resolver<'_> {
    pub fn listing(&mut self, listing: &Listing) {
        for item in &listing.items {
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
                    drop(self.sort(claim))
                }
                ItemKind::Limit(Limit::Domains(names)) => {
                    for name in names {
                        self.limited(name);
                    }
                }
                ItemKind::Property(property) => self.property(property),
                // a definition is walked where it is used
                ItemKind::Define(_)
                | ItemKind::Option(_)
                | ItemKind::Pool { .. }
                | ItemKind::Row { .. }
                | ItemKind::Hint(_) => {}
            }
        }
    }

    /// Each name is that of a section of the role in hand.
    fn rests(&mut self, names: &[Name]) {
        let Some(role) = self.here else { return };
        for name in names {
            let roles = self.names.roles_with_section(&name.text);
            if roles.is_none_or(|roles| roles.contains(&role)) {
                continue;
            }
            let noun = &self.names.roles[role].noun.text;
            let message = format!("A {noun} has no section `{}`.", name.text);
            let sections = &self.names.roles[role].sections;
            let near = nearest(&name.text, sections.iter().copied());
            let help = match near {
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("It has {}.", sections.join(", ")),
            };
            self.error(crate::Kind::UnknownSection, name.span, message, &help);
        }
    }

    /// Each name is that of a variable.
    fn limited(&mut self, name: &Name) {
        if self.names.is_variable(&name.text, None) || !self.names.owners(&name.text).is_empty() {
            return;
        }
        let message = format!("No variable is called `{}`.", name.text);
        let help = "A limit names variables, `limit clock, number`, or says which states are followed: \
                    `limit small: clock ≤ 9`.";
        self.error(crate::Kind::UnknownName, name.span, message, help);
    }

    fn field_domains(&mut self, fields: &[Field]) {
        for it in fields {
            self.domain(&it.domain);
        }
    }

    /// The processes of a union are of one set.
    pub fn domain(&mut self, domain: &Domain) {
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
            DomainKind::Set(inner) | DomainKind::List(inner, _) => self.domain(inner),
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
            self.domain(&variable.domain);
            let element = self.names.domain(&variable.domain);
            let Some(Initial::Value(value)) = &variable.initial else { continue };
            let indices = variable.names.iter().flat_map(|it| &it.1);
            let bound = indices.filter_map(|it| {
                let binder = it.binder.as_ref()?;
                Some((binder.text.clone(), self.names.domain(&it.domain)))
            });
            let bound = bound.collect();
            self.within(bound, |it| {
                let value_sort = it.sort(value);
                it.alike(&element, &value_sort, value.span);
            });
        }
    }

    fn role(&mut self, role: &Role) {
        self.here = self.names.role_called(&role.noun.text);
        let (Some(at), before) = (self.here, self.scope.len()) else { return };
        if let Some((number, _)) = &role.number {
            self.scope.push((number.text.clone(), Sort::Process(self.names.over(at))));
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
        match &part.kind {
            PartKind::Variables(variables) => self.variables(variables),
            PartKind::Sections(_) => {}
            PartKind::Rests(names) => self.rests(names),
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
            if let Some(it) = from {
                self.new_name(&it.text, it.span);
            }
            let sorts = self.names.message_fields(&pattern.message.text);
            bound.extend(bound_to(&pattern.fields, &sorts));
            bound.extend(from.iter().map(|it| (it.text.clone(), Sort::Process(Over::All))));
        }
        self.within(bound, |it| {
            it.each(&rule.guard);
            it.block(&rule.body);
        });
    }

    pub fn block(&mut self, block: &Block) {
        let before = self.scope.len();
        for statement in block.iter().flat_map(|it| &it.statements) {
            self.deeper((), |it| it.statement(statement));
        }
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
                if let Some(from) = from {
                    self.unknown_sender(&pattern.message.text, from);
                    self.sort(from);
                }
                self.receive(&pattern.message.text, &pattern.fields);
            }
            StatementKind::Atomic(body) => self.open_block(body),
            StatementKind::Send { message, to } => self.send(message, to),
            StatementKind::If(branches) => {
                for branch in branches {
                    self.branch(branch);
                }
            }
            StatementKind::While { condition, body } => {
                self.sort(condition);
                self.block(body);
            }
            StatementKind::Repeat { body, untils } => {
                let before = self.scope.len();
                self.open_block(body);
                for it in untils {
                    self.sort(&it.condition);
                }
                self.scope.truncate(before);
            }
            StatementKind::ForEach { binder, filter, body } => {
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
            StatementKind::Propose(it)
            | StatementKind::Decide(it)
            | StatementKind::Free(it)
            | StatementKind::RowDelete(it) => drop(self.sort(it)),
            StatementKind::RowWrite(all) => {
                for (target, value) in all {
                    self.sort(target);
                    self.sort(value);
                }
            }
            StatementKind::Call { name, arguments } => {
                self.leaves_a_loop(name);
                self.call(name, arguments);
            }
            StatementKind::Pause
            | StatementKind::Skip
            | StatementKind::Stop
            | StatementKind::Restart
            | StatementKind::Become(_) => {}
        }
    }

    /// A variable is assigned; a new name stays in force to the end of the block.
    fn choose(&mut self, binder: &Binder) {
        let Some(domain) = &binder.domain else { return };
        self.domain(domain);
        let sort = self.members(domain);
        for name in &binder.names {
            match self.sees_variable(&name.text) {
                true => {
                    let variable = self.variable(&name.text, name.span).unwrap_or(Sort::Unknown);
                    self.alike(&variable, &sort, domain.span);
                }
                false => {
                    self.new_name(&name.text, name.span);
                    self.scope.push((name.text.clone(), sort.clone()));
                }
            }
        }
    }

    /// A block whose names stay in force behind it.
    fn open_block(&mut self, block: &Block) {
        for statement in block.iter().flat_map(|it| &it.statements) {
            self.deeper((), |it| it.statement(statement));
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.each(&branch.condition);
        self.block(&branch.body);
    }

    fn assign(&mut self, targets: &[Expr], values: &[Expr]) {
        let targets = self.sorts(targets);
        let sorts = self.sorts(values);
        for ((target, sort), value) in targets.iter().zip(&sorts).zip(values) {
            self.alike(target, sort, value.span);
        }
    }

    fn await_or_receive(&mut self, condition: &Expr) {
        let fields: Option<(&str, &[Expr])> = match &condition.kind {
            ExprKind::Name(name) => Some((name, &[])),
            ExprKind::Call(name, fields) => Some((&name.text, fields)),
            _ => None,
        };
        let is_message = |it: &(&str, &[Expr])| {
            self.names.messages.iter().any(|message| message.name.text == it.0)
        };
        match fields.filter(is_message).filter(|it| self.look_up(it.0).is_none()) {
            Some((message, fields)) => self.receive(message, fields),
            None => drop(self.sort(condition)),
        }
    }

    /// A new name among the fields of a message is bound, a variable is assigned.
    fn receive(&mut self, message: &str, fields: &[Expr]) {
        let sorts = self.names.message_fields(message);
        for (field, sort) in fields.iter().zip(sorts) {
            let new = self.free_name(field).filter(|name| !self.sees_variable(name));
            match new {
                Some(name) => self.scope.push((name.to_owned(), sort)),
                None => {
                    let target = self.sort(field);
                    self.alike(&target, &sort, field.span);
                }
            }
        }
    }

    fn send(&mut self, message: &Pattern, to: &Target) {
        let declared = self.names.message_fields(&message.message.text);
        let sorts = self.sorts(&message.fields);
        for ((declared, sort), field) in declared.iter().zip(&sorts).zip(&message.fields) {
            self.alike(declared, sort, field.span);
        }
        match to {
            Target::One(one) => drop(self.sort(one)),
            Target::AllIn(set) => drop(self.set(set)),
            Target::All | Target::AllOthers => {}
        }
    }

    fn property(&mut self, property: &Property) {
        match &property.kind {
            PropertyKind::Always(claim)
            | PropertyKind::Never(claim)
            | PropertyKind::Reachable(claim) => self.claim(claim),
            PropertyKind::Eventually { from, to } => {
                for it in from.iter().chain([to]) {
                    self.awaited(it);
                }
            }
            PropertyKind::EventuallyAlways(it) | PropertyKind::AtEnd(it) => drop(self.sort(it)),
            PropertyKind::Outcomes(all) | PropertyKind::Serializable(all) => {
                self.sorts(all);
                for it in all {
                    self.one_owner(it);
                }
            }
            PropertyKind::Most(Measure::Value(it)) | PropertyKind::Least(Measure::Value(it)) => {
                self.sort(it);
            }
            PropertyKind::Most(Measure::Cost(..))
            | PropertyKind::Least(Measure::Cost(..))
            | PropertyKind::Progress(..) => {}
        }
    }

    /// An outcome is the variable of each process of one role.
    fn one_owner(&mut self, expr: &Expr) {
        let Some(name) = self.free_name(expr) else { return };
        let owners = self.names.owners(name);
        if owners.len() > 1 && !self.names.is_variable(name, None) {
            self.several_own(&owners, name, expr.span);
        }
    }

    /// What leads to what: a name that is nothing else is a misspelt section, which the lowering says.
    fn awaited(&mut self, expr: &Expr) {
        let is_other = self.free_name(expr).is_some_and(|name| {
            !self.sees_variable(name)
                && !self.names.is_defined(name)
                && !self.names.is_section(name)
                && self.names.owners(name).is_empty()
        });
        if !is_other {
            self.sort(expr);
        }
    }

    fn claim(&mut self, claim: &Claim) {
        match claim {
            Claim::Holds(it) | Claim::AtMost { and: Some(it), .. } => drop(self.sort(it)),
            Claim::DecisionsAreInputs => self.inputs(),
            Claim::AtMost { and: None, .. }
            | Claim::Before(..)
            | Claim::NotBefore(..)
            | Claim::DecisionsEqual => {}
        }
    }

    /// The definition `input` says what each process proposes.
    fn inputs(&mut self) {
        let names = self.names;
        let inputs = names.defines.iter().filter(|it| it.0.name.text == "input");
        for (define, _) in inputs {
            let DefineBody::Expr(body) = &define.body else { continue };
            for role in 0..names.roles.len() {
                self.here = Some(role);
                let number = names.roles[role].number.iter();
                let me = Sort::Process(names.over(role));
                let bound = number.map(|it| (it.0.text.clone(), me.clone())).collect();
                self.within(bound, |it| drop(it.sort(body)));
            }
            self.here = None;
        }
    }
}
