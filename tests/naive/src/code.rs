//! The lines of a process as instructions, one after the other.

use crate::eval::{Bind, Eval, Names};
use crate::op::{Bound, Instruction, Op, Rule, Target1};
use crate::value::Value;
use crate::world::World;
use listing::tree::{
    self, Binder, Block, Cause, DefineBody, Domain, DomainKind, Expr, ExprKind, Line, PartKind,
    Pattern, Statement, StatementKind, Target,
};
use std::collections::BTreeMap;

pub struct Code {
    pub all: Vec<Instruction>,
    pub sections: BTreeMap<String, usize>,
    pub rules: Vec<Rule>,
    pub has_lines: bool,
}

struct Writer<'a> {
    world: &'a World,
    me: usize,
    all: Vec<Instruction>,
    slots: usize,
}

impl Code {
    /// Of one process.
    pub fn new(world: &World, me: usize) -> Code {
        let role_at = world.roster.role_of(me);
        let role = &world.roles[role_at];
        let mut writer = Writer { world, me, all: Vec::new(), slots: 0 };
        let mut names = Names::default();
        if let Some(number) = &role.number {
            names = names.with(number, Bind::Value(Value::Process(me, Some(role_at))));
        }
        let (mut sections, mut rules, mut has_lines) = (BTreeMap::new(), Vec::new(), false);
        for part in &role.parts {
            if let PartKind::Section(name, block) = &part.kind {
                has_lines = true;
                sections.insert(name.text.clone(), writer.all.len());
                writer.push(Op::Section(name.text.clone()), &names);
                writer.block(block, &names);
            }
        }
        writer.push(if has_lines { Op::EndPass } else { Op::NoLines }, &names);
        for part in &role.parts {
            if let PartKind::Rule(rule) = &part.kind {
                rules.extend(writer.rule(rule, &names));
            }
        }
        Code { all: writer.all, sections, rules, has_lines }
    }
}

impl Writer<'_> {
    fn push(&mut self, kind: Op, names: &Names) -> usize {
        self.all.push(Instruction { kind, names: names.clone() });
        self.all.len() - 1
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots
    }

    /// Whether it is known that a rule never runs: what it writes is written by nobody.
    fn never(&self, rule: &tree::Rule, names: &Names) -> bool {
        let eval = Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
        rule.guard.as_ref().is_some_and(|guard| eval.known(guard) == Some(false))
    }

    /// None, if it never runs; of a crash, that it is said what follows.
    fn rule(&mut self, rule: &tree::Rule, names: &Names) -> Option<Rule> {
        let is_crash = matches!(rule.cause, Cause::Crash);
        let (mut names, mut bound) = (names.clone(), Bound { places: Vec::new(), sender: None });
        if let Cause::Message { pattern, from } = &rule.cause {
            bound = self.pattern(pattern, &mut names);
            if let Some(from) = from {
                let slot = self.slot();
                names = names.with(&from.text, Bind::Slot(slot));
                bound.sender = Some(slot);
            }
        }
        let never = self.never(rule, &names) || is_crash && self.world.crashes.is_empty();
        if never && !is_crash {
            return None;
        }
        let at = self.all.len();
        if !never {
            self.block(&rule.body, &names);
        }
        self.push(Op::EndRule, &names);
        Some(Rule {
            cause: rule.cause.clone(),
            guard: rule.guard.clone(),
            names,
            bound,
            at,
            is_for_crashed: rule.is_for_crashed(),
        })
    }

    fn pattern(&mut self, pattern: &Pattern, names: &mut Names) -> Bound {
        let places = pattern.fields.iter().map(|field| self.target(field, names)).collect();
        Bound { places, sender: None }
    }

    /// A new name, or what is assigned.
    fn target(&mut self, expr: &Expr, names: &mut Names) -> Target1 {
        let is_known = |name: &str| {
            let eval = Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
            names.get(name).is_some()
                || matches!(eval.variable(name), Some((crate::places::Owner::Mine(_), _)))
        };
        match expr.name() {
            Some(name) if !is_known(name) => {
                let slot = self.slot();
                *names = names.with(name, Bind::Slot(slot));
                Target1::Slot(slot)
            }
            _ => Target1::Place(expr.clone()),
        }
    }

    /// Names that its statements bind are known up to its end.
    fn block(&mut self, block: &Block, names: &Names) {
        let mut names = names.clone();
        for line in block {
            if self.world.is_part(line.with.as_ref()) {
                self.line(line, &mut names);
            }
        }
    }

    fn line(&mut self, line: &Line, names: &mut Names) {
        for statement in &line.statements {
            self.statement(statement, names);
        }
    }

    fn statement(&mut self, statement: &Statement, names: &mut Names) {
        let kind = match &statement.kind {
            StatementKind::Assign { targets, values, .. } => {
                Op::Assign(targets.clone(), values.clone())
            }
            StatementKind::Await(condition) if let Some(pattern) = self.message(condition) => {
                let bound = self.pattern(&pattern, names);
                Op::Receive(pattern, None, bound)
            }
            StatementKind::Await(condition) => {
                let mut eval =
                    Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
                if eval.truth(condition) == Ok(true) {
                    return;
                }
                Op::Await(condition.clone())
            }
            StatementKind::Receive { pattern, from } => {
                let before = names.clone();
                let mut bound = self.pattern(pattern, names);
                let new = from
                    .as_ref()
                    .and_then(|from| from.name())
                    .filter(|text| self.is_new(text, &before));
                if let Some(name) = new {
                    let slot = self.slot();
                    *names = names.with(name, Bind::Slot(slot));
                    bound.sender = Some(slot);
                    Op::Receive(pattern.clone(), None, bound)
                } else {
                    Op::Receive(pattern.clone(), from.clone(), bound)
                }
            }
            StatementKind::Atomic(body) => {
                self.push(Op::Atomic, names);
                self.block(body, names);
                Op::EndAtomic
            }
            StatementKind::Pause => Op::Pause,
            // each write is seen at once, so a fence has nothing to wait for
            StatementKind::Fence | StatementKind::StoreFence | StatementKind::Skip => return,
            StatementKind::Stop => Op::Stop,
            StatementKind::Restart => Op::Restart,
            StatementKind::Become(name) => Op::Become(name.text.clone()),
            StatementKind::Send { message, to } => Op::Send(message.clone(), to.clone()),
            StatementKind::If(branches) => return self.branches(branches, names),
            StatementKind::While { condition, body } => {
                let at = self.push(Op::Branch(condition.clone(), 0), names);
                self.block(body, names);
                self.push(Op::Jump(at), names);
                self.all[at].kind = Op::Branch(condition.clone(), self.all.len());
                return;
            }
            StatementKind::Repeat { body, untils } => {
                let at = self.all.len();
                let mut inner = names.clone();
                for line in body.iter().filter(|line| self.world.is_part(line.with.as_ref())) {
                    self.line(line, &mut inner);
                }
                let mut untils =
                    untils.iter().filter(|until| self.world.is_part(until.with.as_ref()));
                let again = untils
                    .next()
                    .map_or(Op::Jump(at), |until| Op::Branch(until.condition.clone(), at));
                self.push(again, &inner);
                return;
            }
            StatementKind::ForEach { binder, filter, body } => {
                return self.each(binder, filter.as_ref(), body, names);
            }
            StatementKind::Choose { binders, filter } => {
                let mut bound = Vec::new();
                for binder in binders {
                    let mut places = Vec::new();
                    for name in &binder.names {
                        let expr =
                            Expr { kind: ExprKind::Name(name.text.clone()), span: name.span };
                        places.push(self.target(&expr, names));
                    }
                    bound.push(Bound { places, sender: None });
                }
                self.push(Op::BeforeChoice(false), names);
                Op::Choose(binders.clone(), filter.clone(), bound)
            }
            StatementKind::Let(name, value) => {
                let slot = self.slot();
                self.push(Op::Let(slot, value.clone()), names);
                *names = names.with(&name.text, Bind::Slot(slot));
                return;
            }
            StatementKind::Propose(value) => Op::Propose(value.clone()),
            StatementKind::Decide(value) => Op::Decide(value.clone()),
            StatementKind::Free(cell) => Op::Free(cell.clone()),
            StatementKind::Call { name, arguments } => {
                return self.call(&name.text, arguments, names);
            }
            StatementKind::RowWrite(_) | StatementKind::RowDelete(_) => {
                panic!("rows of a store are not understood")
            }
            StatementKind::Invoke(_) | StatementKind::Return(_) => {
                panic!("operations are not understood")
            }
        };
        self.push(kind, names);
    }

    /// `await reply` is for a message.
    fn message(&self, condition: &Expr) -> Option<Pattern> {
        let (text, fields) = match &condition.kind {
            ExprKind::Name(name) => (name, Vec::new()),
            ExprKind::Call(name, fields) => (&name.text, fields.clone()),
            _ => return None,
        };
        let is_one = self.world.messages.iter().any(|message| message.name == *text);
        let message = tree::Name { text: text.clone(), span: condition.span };
        is_one.then_some(Pattern { message, fields, span: condition.span })
    }

    fn is_new(&self, name: &str, names: &Names) -> bool {
        let eval = Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
        names.get(name).is_none()
            && eval.variable(name).is_none()
            && name != "self"
            && !self.world.options.contains_key(name)
            && !self.world.definitions.contains_key(name)
            && self.world.role(name).is_none()
    }

    fn branches(&mut self, branches: &[tree::Branch], names: &Names) {
        let (mut ends, mut is_first) = (Vec::new(), true);
        for branch in branches {
            if !self.world.is_part(branch.with.as_ref()) {
                continue;
            }
            let at = branch.condition.as_ref().map(|_| self.push(Op::Jump(0), names));
            self.block(&branch.body, names);
            ends.push(self.push(Op::Jump(0), names));
            let next = self.all.len();
            if let (Some(at), Some(condition)) = (at, &branch.condition) {
                let make = if is_first { Op::Branch } else { Op::ElseIf };
                self.all[at].kind = make(condition.clone(), next);
                is_first = false;
            }
        }
        let end = self.all.len();
        for at in ends {
            self.all[at].kind = Op::Jump(end);
        }
    }

    fn each(&mut self, binder: &Binder, filter: Option<&Expr>, body: &Block, names: &Names) {
        let asks = asked(filter, body);
        let mut eval = Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
        let all: Vec<&Expr> = asks.iter().collect();
        if let Ok(members) = eval.bindings(std::slice::from_ref(binder), &all) {
            // one round behind the other
            for inner in members {
                let at = filter.map(|filter| self.push(Op::Branch(filter.clone(), 0), &inner));
                self.block(body, &inner);
                let next = self.all.len();
                if let (Some(at), Some(filter)) = (at, filter) {
                    self.all[at].kind = Op::Branch(filter.clone(), next);
                }
            }
            return;
        }
        let list = self.slot();
        let mut inner = names.clone();
        let mut slots = Vec::new();
        for name in &binder.names {
            let slot = self.slot();
            inner = inner.with(&name.text, Bind::Slot(slot));
            slots.push(slot);
        }
        self.push(Op::Each(binder.clone(), asks, list), names);
        let next = self.push(Op::Next(list, slots.clone(), 0), names);
        if let Some(filter) = filter {
            self.push(Op::Branch(filter.clone(), next), &inner);
        }
        self.block(body, &inner);
        self.push(Op::Jump(next), &inner);
        self.all[next].kind = Op::Next(list, slots, self.all.len());
    }

    /// A definition of statements is put in.
    fn call(&mut self, name: &str, arguments: &[Expr], names: &Names) {
        let define = self.world.definitions.get(name).cloned();
        let define = define.unwrap_or_else(|| panic!("no definition {name}"));
        let eval = Eval { me: Some(self.me), ..Eval::constant(self.world, names.clone()) };
        let inner = eval.parameters(&define.parameters, arguments);
        match &define.body {
            DefineBody::Block(body) => self.block(body, &inner),
            DefineBody::Expr(_) => panic!("{name} is no statement"),
        }
    }
}

/// The expressions of a block, from which it is read what a name runs over.
fn asked(filter: Option<&Expr>, body: &Block) -> Vec<Expr> {
    let mut all: Vec<Expr> = filter.into_iter().cloned().collect();
    for statement in body.iter().flat_map(|line| &line.statements) {
        match &statement.kind {
            StatementKind::Assign { targets, values, .. } => {
                all.extend(targets.iter().chain(values).cloned());
            }
            StatementKind::Await(it)
            | StatementKind::Let(_, it)
            | StatementKind::While { condition: it, .. } => all.push(it.clone()),
            StatementKind::Send { message, to } => {
                all.extend(message.fields.iter().cloned());
                if let Target::One(it) | Target::AllIn(it) = to {
                    all.push(it.clone());
                }
            }
            StatementKind::If(branches) => {
                all.extend(branches.iter().filter_map(|branch| branch.condition.clone()));
            }
            StatementKind::Choose { binders, filter } => {
                let domains = binders.iter().filter_map(|binder| match &binder.domain {
                    Some(Domain { kind: DomainKind::Expr(binder), .. }) => Some((**binder).clone()),
                    _ => None,
                });
                all.extend(domains.chain(filter.clone()));
            }
            StatementKind::Call { arguments, .. } => all.extend(arguments.iter().cloned()),
            _ => {}
        }
        for block in statement.blocks() {
            all.extend(asked(None, block));
        }
        if let StatementKind::Repeat { untils, .. } = &statement.kind {
            all.extend(untils.iter().map(|until| until.condition.clone()));
        }
    }
    all
}
