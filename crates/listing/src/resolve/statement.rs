//! The walk over blocks and statements.

use super::kind::Kind;
use super::{Local, Resolver};
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{
    Binder, Block, Branch, Expr, Name, Pattern, Statement, StatementKind, Target, Until,
};

impl Resolver<'_> {
    pub fn block(&mut self, block: &Block) {
        let before = self.scope.len();
        self.open_block(block);
        self.scope.truncate(before);
    }

    fn statement(&mut self, statement: &Statement) {
        if self.forgets_call(statement) {
            return;
        }
        match &statement.kind {
            StatementKind::Assign { targets, values, until } => {
                self.assign(targets, values);
                self.each(until);
            }
            StatementKind::Await(condition) => self.await_or_receive(condition),
            StatementKind::Receive { pattern, from } => self.receive_from(pattern, from.as_ref()),
            StatementKind::Atomic(body) => self.open_block(body),
            StatementKind::Send { message, to } => self.send(message, to),
            StatementKind::If(branches) => self.branches(branches),
            StatementKind::While { condition, body } => {
                self.kind_of(condition);
                self.block(body);
            }
            StatementKind::Repeat { body, untils } => self.repeat(body, untils),
            StatementKind::ForEach { binder, filter, body } => {
                self.for_each(binder, filter.as_ref(), body);
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
                self.for_ghosts(true, |resolver| drop(resolver.kind_of(value)));
            }
            StatementKind::Free(cell) => drop(self.kind_of(cell)),
            StatementKind::RowDelete(it) => drop(self.stored(it)),
            StatementKind::RowWrite(all) => {
                for (target, value) in all {
                    self.stored(target);
                    self.kind_of(value);
                }
            }
            StatementKind::Call { name, arguments } => {
                self.leaves_a_loop(name);
                self.unknown_statement(name);
                self.for_ghosts(true, |resolver| resolver.call(name, arguments));
            }
            StatementKind::Invoke(invocations) => self.invoke(invocations, statement.span),
            StatementKind::Return(value) => self.returned(value.as_ref(), statement.span),
            StatementKind::Pause
            | StatementKind::Fence
            | StatementKind::StoreFence
            | StatementKind::Skip
            | StatementKind::Stop => {}
            StatementKind::Restart => self.leaves_operation(statement.span),
            StatementKind::Become(section) => self.become_section(section, statement.span),
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
        let sort = self.kind_of(value);
        self.new_name(&name.text, name.span);
        let detail = value.span.of(self.names.text);
        self.table.bind(NameKind::Bound, &name.text, name.span, detail);
        self.lets.insert(name.span.start);
        self.scope.push(Local { name: name.text.clone(), sort, at: name.span });
    }

    /// A block whose names stay in force behind it.
    fn open_block(&mut self, block: &Block) {
        for line in block {
            self.with(&line.with);
            for statement in &line.statements {
                self.deeper((), |resolver| resolver.statement(statement));
            }
        }
    }

    fn branches(&mut self, branches: &[Branch]) {
        let is_for_ghosts = self.are_for_ghosts(branches);
        for branch in branches {
            self.for_ghosts(is_for_ghosts, |resolver| resolver.branch(branch));
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.with(&branch.with);
        self.each(&branch.condition);
        self.block(&branch.body);
    }

    /// A condition behind `until` sees the names of the block.
    fn repeat(&mut self, body: &Block, untils: &[Until]) {
        let before = self.scope.len();
        self.open_block(body);
        for until in untils {
            self.with(&until.with);
            self.kind_of(&until.condition);
        }
        self.scope.truncate(before);
    }

    fn for_each(&mut self, binder: &Binder, filter: Option<&Expr>, body: &Block) {
        self.lets.extend(binder.names.iter().map(|name| name.span.start));
        self.with_binders(std::slice::from_ref(binder), |resolver| {
            resolver.each(filter);
            resolver.block(body);
        });
    }

    fn become_section(&mut self, section: &Name, span: Span) {
        self.leaves_operation(span);
        self.note_section(&section.text, section.span);
        self.unknown_section(section);
    }

    fn assign(&mut self, targets: &[Expr], values: &[Expr]) {
        for target in targets {
            self.let_is_assigned(target);
            self.section_as_target(target);
        }
        self.names_once(targets);
        let ghosts: Vec<bool> = targets.iter().map(|target| self.is_in_ghost(target)).collect();
        let mut sorts_of = |all: &[Expr]| -> Vec<Kind> {
            let ghosts = ghosts.iter().chain(std::iter::repeat(&false));
            let each = all.iter().zip(ghosts);
            each.map(|(expr, ghost)| self.for_ghosts(*ghost, |resolver| resolver.kind_of(expr)))
                .collect()
        };
        let (target_sorts, sorts) = (sorts_of(targets), sorts_of(values));
        for (at, (sort, value)) in sorts.iter().zip(values).enumerate().take(targets.len()) {
            self.counted_in_role(&target_sorts[at], value);
            self.check_comparable(&target_sorts[at], sort, value.span);
            self.check_set_or_list(&target_sorts[at], value);
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
                    self.error(crate::ErrorCode::DeclaredTwice, message.span, words, &help);
                }
                self.meant.messages.insert(self.place(condition.span));
                let (fields, span) = (fields.to_vec(), condition.span);
                self.receive(&Pattern { message, fields, span });
            }
            None => {
                self.await_of_several(condition);
                self.kind_of(condition);
            }
        }
    }

    fn receive_from(&mut self, pattern: &Pattern, from: Option<&Expr>) {
        let new = from.and_then(|from| self.new_sender(from));
        if let (Some(from), None) = (from, &new) {
            self.kind_of(from);
        }
        self.receive(pattern);
        self.names_once(pattern.fields.iter().chain(from));
        self.scope.extend(new);
    }

    /// `to all` counts within a role, and this one has a single process.
    fn check_message_without_fields(&mut self, message: &Pattern) {
        let Some(role) = self.here.map(|role| &self.names.roles[role]) else { return };
        if role.number.is_none() {
            let words =
                format!("`{}` has one process, and `to all` is for its own role.", role.noun.text);
            let help = "Write `to all in process`, or name the role: `to all client`.";
            self.error(crate::ErrorCode::OutOfPlace, message.span, words, help);
        }
    }

    fn send(&mut self, message: &Pattern, to: &Target) {
        self.note_message(&message.message);
        self.unknown_message(&message.message);
        self.named_fields(message);
        let declared = self.names.message_fields(&message.message.text);
        // a history is sent along
        let sorts = self.for_ghosts(true, |resolver| resolver.kinds_of(&message.fields));
        for ((declared, sort), field) in declared.iter().zip(&sorts).zip(&message.fields) {
            self.check_comparable(declared, sort, field.span);
            self.check_set_or_list(declared, field);
        }
        match to {
            Target::One(one) => drop(self.kind_of(one)),
            Target::AllIn(set) => drop(self.set(set)),
            Target::All | Target::AllOthers => self.check_message_without_fields(message),
        }
    }
}
