//! The sort of an expression, and what is compared in it.

use super::Resolver;
use super::binder::Use;
use super::kind::{Kind, Over};
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Binary, Binder, Compare, Domain, DomainKind, Expr, ExprKind, Quantifier};

impl Resolver<'_> {
    pub fn kind_of(&mut self, expr: &Expr) -> Kind {
        self.deeper(Kind::Unknown, |resolver| resolver.sort_here(expr))
    }

    /// Walks through all of these.
    pub fn each<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        for it in all {
            self.kind_of(it);
        }
    }

    pub fn kinds_of(&mut self, all: &[Expr]) -> Vec<Kind> {
        all.iter().map(|expr| self.kind_of(expr)).collect()
    }

    fn sort_here(&mut self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Number(_) => Kind::Plain,
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::Index(base, indices) => self.index(base, indices),
            ExprKind::Field(base, name) => self.field(base, name),
            ExprKind::Tuple(all) => Kind::Tuple(self.kinds_of(all)),
            ExprKind::List(all) => Kind::List(Box::new(self.joined(all))),
            ExprKind::Set(all) => Kind::set(self.joined(all)),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Compare(operands, signs) => self.compare(operands, signs),
            ExprKind::If { then, condition, otherwise } => {
                self.kind_of(condition);
                let (one, other) = (self.kind_of(then), self.kind_of(otherwise));
                self.one_of_two(one, other)
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body, expr.span)
            }
            ExprKind::SetOf { element, binders, filter } => {
                Kind::set(self.member(binders, element.as_deref(), filter.as_deref()))
            }
            ExprKind::ListOf { binders, filter } => {
                let member = self.with_binders(binders, |resolver| {
                    resolver.kind_of(filter);
                    resolver.first_bound(binders)
                });
                Kind::List(Box::new(self.known(&member)))
            }
            ExprKind::Where { value, condition } => {
                self.kind_of(condition);
                self.kind_of(value)
            }
            ExprKind::Implies { from, to, .. } => {
                self.kind_of(from);
                self.kind_of(to);
                Kind::Bool
            }
            ExprKind::Sort(inner, keys) => {
                self.note_keys(keys);
                self.kind_of(inner)
            }
            ExprKind::Not(inner) | ExprKind::IsFree(inner) => {
                self.kind_of(inner);
                Kind::Bool
            }
            ExprKind::Minus(inner) => {
                self.kind_of(inner);
                Kind::Plain
            }
            ExprKind::Prime(inner) => self.kind_of(inner),
            ExprKind::RowRead(inner) => self.stored(inner),
            ExprKind::New(pool) => {
                self.note(NameKind::Pool, "", &pool.text, pool.span);
                Kind::Unknown
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &Expr,
        span: Span,
    ) -> Kind {
        let body = self.with_binders(binders, |resolver| {
            resolver.bare_quantifier(quantifier, binders, body, span);
            let sort = resolver.kind_of(body);
            resolver.say_behind(body);
            sort
        });
        match quantifier {
            Quantifier::Max | Quantifier::Min => self.known(&body),
            Quantifier::All | Quantifier::Some => Kind::Bool,
            Quantifier::Count | Quantifier::Sum => Kind::Plain,
        }
    }

    /// What each member is of a set that its binders describe.
    fn member(
        &mut self,
        binders: &[Binder],
        element: Option<&Expr>,
        filter: Option<&Expr>,
    ) -> Kind {
        let member = self.with_binders(binders, |resolver| {
            let member = match element {
                Some(element) => resolver.kind_of(element),
                None => resolver.first_bound(binders),
            };
            resolver.each(filter);
            member
        });
        self.known(&member)
    }

    fn first_bound(&self, binders: &[Binder]) -> Kind {
        self.look_up(&binders[0].names[0].text).unwrap_or(Kind::Unknown)
    }

    fn joined(&mut self, all: &[Expr]) -> Kind {
        self.kinds_of(all).into_iter().reduce(Kind::join).unwrap_or(Kind::Unknown)
    }

    /// Walks with what binders bind, and decides over what they run.
    pub fn with_binders<T>(&mut self, binders: &[Binder], part: impl FnOnce(&mut Self) -> T) -> T {
        let (names, open) = self.bind(binders);
        let result = self.with_names(names, part);
        self.decide(open);
        result
    }

    fn name(&mut self, name: &str, span: Span) -> Kind {
        if let Some(sort) = self.look_up(name) {
            self.note_local(name, span);
            return sort;
        }
        if matches!(name, "true" | "false") {
            return Kind::Bool;
        }
        if self.names.is_option(name) {
            self.note(NameKind::Option, "", name, span);
            self.as_values.insert(name.to_owned());
            return Kind::Plain;
        }
        let me = self.here.map(|it| Kind::Process(self.names.over(it)));
        if name == "self" {
            return me.unwrap_or(Kind::Unknown);
        }
        if let Some(sort) = self.variable(name, span) {
            return sort;
        }
        if self.names.is_defined(name) {
            self.note(NameKind::Definition, "", name, span);
            return self.definition(name, &[]);
        }
        if self.here.is_some_and(|it| self.names.roles[it].sections.contains(&name)) {
            self.note_section(name, span);
            return Kind::Bool;
        }
        if self.names.is_section(name) {
            self.note_sections(name, span);
            return self.names.section_set(name);
        }
        if let Some(role) = self.names.role_called(name) {
            self.note(NameKind::Role, "", name, span);
            let one = Kind::Process(self.names.over(role));
            return if self.names.roles[role].number.is_some() { Kind::set(one) } else { one };
        }
        match (name, me) {
            ("process", _) => {
                self.table.give(NameKind::Given, name, span);
                Kind::set(Kind::Process(Over::All))
            }
            ("others", Some(me)) => {
                self.table.give(NameKind::Given, name, span);
                Kind::set(me)
            }
            _ if self.refuse_row(name, span) || self.is_bare(name, span) => Kind::Unknown,
            _ => {
                self.note_other(name, span);
                self.report_unknown(name, span);
                Kind::Unknown
            }
        }
    }

    /// The variable of that name which a line of this role, or a property, sees.
    pub fn variable(&mut self, name: &str, span: Span) -> Option<Kind> {
        if self.here.is_some()
            && let Some(own) = self.names.variable(name, self.here)
        {
            self.reads_ghost(name, span);
            self.note_variable(self.here, name, span);
            return Some(own);
        }
        if let Some(shared) = self.names.variable(name, None) {
            self.reads_ghost(name, span);
            self.note_variable(None, name, span);
            return Some(shared);
        }
        if self.here.is_some() {
            return None;
        }
        // a property may name what a single process has
        let is_single = |role: &usize| self.names.roles[*role].number.is_none();
        let owners: Vec<usize> = self.names.owners(name).into_iter().filter(is_single).collect();
        if owners.len() > 1 {
            self.several_own(&owners, name, span);
        }
        self.note_owners(&owners, name, span);
        self.names.variable(name, Some(*owners.first()?))
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Kind {
        let (one, other) = (self.kind_of(left), self.kind_of(right));
        let is_many = |kind: &Kind| matches!(kind, Kind::Set(_) | Kind::List(_));
        match operator {
            Binary::Add | Binary::Subtract if is_many(&one) || is_many(&other) => {
                self.check_set_or_list(&one, right);
                self.check_set_or_list(&other, left);
                if is_many(&one) && is_many(&other) {
                    self.check_comparable(&one.member(), &other.member(), right.span);
                }
                if is_many(&one) && one.member() != Kind::Unknown { one } else { other }
            }
            Binary::And | Binary::Or => Kind::Bool,
            _ => Kind::Plain,
        }
    }

    fn compare(&mut self, operands: &[Expr], signs: &[Compare]) -> Kind {
        let is_option =
            |expr: &Expr| self.free_name(expr).is_some_and(|text| self.names.is_option(text));
        if operands.iter().any(is_option) {
            self.note_beside_options(operands);
            // next to an option, a name is one of its values
            return Kind::Bool;
        }
        self.unequal_in_a_row(operands, signs);
        let mut left = self.kind_of(&operands[0]);
        for (at, (sign, operand)) in signs.iter().zip(&operands[1..]).enumerate() {
            let is_set = matches!(sign, Compare::In | Compare::NotIn);
            let right = if is_set { self.set(operand) } else { self.kind_of(operand) };
            self.section_as_set(&operands[at], (operand, &right), *sign);
            self.section_as_set(operand, (&operands[at], &left), *sign);
            match sign {
                Compare::In | Compare::NotIn => self.is_in(&left, &right, operand),
                Compare::Equal | Compare::NotEqual | Compare::Subset => {
                    self.check_comparable(&left, &right, operand.span);
                    self.check_set_or_list(&left, operand);
                    self.check_set_or_list(&right, &operands[at]);
                }
                _ => self.check_ordered(&left, &right, operand.span),
            }
            left = right;
        }
        Kind::Bool
    }

    fn is_in(&mut self, left: &Kind, set: &Kind, operand: &Expr) {
        let section = self.section_named(operand).map(str::to_owned);
        match (
            self.known(left),
            section.and_then(|section| self.names.roles_with_section(&section)),
        ) {
            (Kind::Bound(at), Some(roles)) => self.note_use(at, Use::Section(roles)),
            (left, _) => self.check_comparable(&set.member(), &left, operand.span),
        }
    }

    /// The section that an expression names where a set is asked for.
    fn section_named<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let name = self.free_name(expr)?;
        (!self.sees_variable(name) && self.names.is_section(name)).then_some(name)
    }

    /// The sort of an expression where a set is asked for: also the processes of a section.
    pub fn set(&mut self, expr: &Expr) -> Kind {
        match self.section_named(expr) {
            Some(name) => {
                self.note_sections(name, expr.span);
                self.names.section_set(name)
            }
            None => self.kind_of(expr),
        }
    }

    /// What the members of a domain or a set are.
    pub fn members(&mut self, domain: &Domain) -> Kind {
        let DomainKind::Expr(expr) = &domain.kind else {
            self.domain(domain);
            return self.names.domain(domain);
        };
        if let Some(name) = self.free_name(expr)
            && !self.sees_variable(name)
            && self.names.is_domain(name)
        {
            self.note_domain_name(name, expr.span);
            return self.names.domain(domain);
        }
        self.option_as_domain(domain);
        self.set(expr).member()
    }
}
