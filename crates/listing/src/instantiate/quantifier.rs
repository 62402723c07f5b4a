//! Names that run over a domain or a set, and what is asked of all of them.

use crate::core::{Computed, Op};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Of, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::sets::balanced;
use crate::instantiate::terms::{and, binary, not, or, select};
use crate::instantiate::value::{Bound, Env, Val, bind};
use crate::limits::MEMBERS_MAX;
use crate::resolve::Range;
use crate::token::Span;
use crate::tree::{Binder, Domain as TreeDomain, DomainKind, Expr as Tree, ExprKind, Quantifier};
use program::ir::{self, Expr};

/// Names in force for one member, and whether it counts.
pub type Member<'t> = (Env<'t>, Expr);

/// What a member costs, by which the names in force are copied.
const MEMBER: usize = 8;

impl<'t> Instance<'t> {
    pub fn members(&mut self, binders: &'t [Binder], env: &Env<'t>) -> Result<Vec<Member<'t>>> {
        let mut all = vec![(env.clone(), Expr::Const(1))];
        for binder in binders {
            let mut next = Vec::new();
            for (env, condition) in all {
                for (inner, more) in self.one_binder(binder, &env)? {
                    let condition = and(condition.clone(), more);
                    if condition != Expr::Const(0) {
                        next.push((inner, condition));
                    }
                }
                if next.len() > MEMBERS_MAX {
                    let message = format!("This runs over more than {MEMBERS_MAX} members.");
                    return self.error(ErrorCode::ProgramTooLarge, binder.span, message);
                }
            }
            all = next;
        }
        Ok(all)
    }

    pub fn one_binder(&mut self, binder: &'t Binder, env: &Env<'t>) -> Result<Vec<Member<'t>>> {
        let members = match &binder.domain {
            Some(domain) => self.members_of(domain, env)?,
            None => self.members_by_name(binder)?,
        };
        self.bind_members(binder, members, env)
    }

    /// The same, of members that the binder is known to run over.
    pub fn bind_members(
        &mut self,
        binder: &'t Binder,
        members: Vec<(Val, Expr)>,
        env: &Env<'t>,
    ) -> Result<Vec<Member<'t>>> {
        let (names, unequal) = self.names_of(binder);
        let both = names.len() > binder.names.len();
        let mut all: Vec<(Env<'t>, Expr, Vec<Val>)> =
            vec![(env.clone(), Expr::Const(1), Vec::new())];
        for name in names {
            let mut next = Vec::new();
            for (env, condition, values) in &all {
                for (value, more) in &members {
                    let inner = bind(env, name, Bound::Value(value.clone()));
                    let mut values = values.clone();
                    values.push(value.clone());
                    next.push((inner, and(condition.clone(), more.clone()), values));
                }
                if next.len() > MEMBERS_MAX {
                    let message = format!("This runs over more than {MEMBERS_MAX} members.");
                    return self.error(ErrorCode::ProgramTooLarge, binder.span, message);
                }
            }
            all = next;
        }
        self.spend(all.len() * MEMBER, binder.span)?;
        let mut result = Vec::new();
        for (inner, mut condition, values) in all {
            if let Some(unequal) = unequal {
                let other = self.eval(unequal, env)?;
                for value in &values {
                    let same = self.equal(value, &other, unequal.span)?;
                    condition = and(condition, not(same));
                }
            }
            if both && let [first, .., last] = &values[..] {
                let same = self.equal(first, last, binder.span)?;
                condition = and(condition, not(same));
            }
            if condition != Expr::Const(0) {
                result.push((inner, condition));
            }
        }
        Ok(result)
    }

    /// The names that a binder binds, and what they differ from: in `some i ≠ j`, both are bound where no
    /// `j` is known.
    pub fn names_of(&self, binder: &'t Binder) -> (Vec<&'t str>, Option<&'t Tree>) {
        let mut names: Vec<&str> = binder.names.iter().map(|name| name.text.as_str()).collect();
        let unequal = binder.unequal.as_deref();
        match unequal.filter(|unequal| self.source.meant.is_new(unequal.span, self.my_role())) {
            Some(new) => {
                names.extend(new.name());
                (names, None)
            }
            None => (names, unequal),
        }
    }

    /// The noun of the role in hand.
    pub fn my_role(&self) -> Option<&str> {
        self.here.process.map(|process| self.roles[self.role_of(process)].noun.as_str())
    }

    /// The processes that a name without a domain runs over.
    fn members_by_name(&mut self, binder: &Binder) -> Result<Vec<(Val, Expr)>> {
        if self.roles.is_empty() {
            let message =
                "No process is known here: which lines there are depends on options only.";
            return self.error(ErrorCode::ConditionNotConstant, binder.span, message);
        }
        match self.processes_of(binder) {
            Some(all) => Ok(all.into_iter().map(|val| (val, Expr::Const(1))).collect()),
            None => {
                let message = "Over what this runs is not known here.";
                let help = "Say it with `in`.";
                let found = DiagnosticDraft::new(ErrorCode::SeveralSets, binder.span, message);
                self.fail(found.help(help))
            }
        }
    }

    /// The same, or none where that is not known.
    pub fn processes_of(&self, binder: &Binder) -> Option<Vec<Val>> {
        let domain = match self.source.meant.range(binder.span, self.my_role())? {
            Range::Everybody => self.process_domain(),
            Range::Role(noun) => match self.find_role(noun) {
                Some(role) => self.role_domain(role),
                // the options leave out all of them
                None => return Some(Vec::new()),
            },
        };
        self.values_of(&Ty::Scalar(domain))
    }

    /// All values of a type, unless they are too many to run over.
    pub fn values_of(&self, ty: &Ty) -> Option<Vec<Val>> {
        let members =
            ty.members(&self.types.records).filter(|member| member.len() <= MEMBERS_MAX)?;
        let value = |parts: Vec<i64>| {
            let parts = parts.into_iter().map(Expr::Const).collect();
            Val { ty: ty.clone(), parts, items: Vec::new() }
        };
        Some(members.into_iter().map(value).collect())
    }

    pub fn members_of(
        &mut self,
        domain: &'t TreeDomain,
        env: &Env<'t>,
    ) -> Result<Vec<(Val, Expr)>> {
        if let DomainKind::Expr(expr) = &domain.kind
            && self.domain_named(expr, env).is_none()
        {
            let value = self.set_value(expr, env)?;
            if let Ty::Scalar(domain) = &value.ty {
                if domain.is_plain() && domain.symbols.is_empty() {
                    return self.one_number(expr.span);
                }
                return Ok(vec![(value, Expr::Const(1))]);
            }
            return self.items_of(&value, domain.span);
        }
        let ty = self.ty(domain, env)?;
        let Some(members) = self.values_of(&ty) else {
            let message = "This domain has too many values to run over.";
            return self.error(ErrorCode::DomainTooLarge, domain.span, message);
        };
        Ok(members.into_iter().map(|member| (member, Expr::Const(1))).collect())
    }

    /// A set: also the processes of a section, by its name.
    pub fn set_value(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        if let ExprKind::Name(name) = &expr.kind
            && let Meaning::Section = self.meaning(name, env)
            && let Some(set) = self.section_set(name)
        {
            self.refuse_section(name, expr.span)?;
            return Ok(set);
        }
        self.eval(expr, env)
    }

    /// A section's line does not ask where processes stand: that would be an access, and where others
    /// can stand is not known before all lines are.
    pub fn refuse_section(&mut self, name: &str, span: Span) -> Result<()> {
        if self.here.process.is_none() || self.here.in_rule {
            return Ok(());
        }
        let message =
            format!("`{name}` is a section, and a line of a section does not see who is in it.");
        let help =
            "Ask it in a rule or in a property, or keep in a variable what others have to know.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }

    /// The processes that are in a section of that name.
    pub fn section_set(&mut self, name: &str) -> Option<Val> {
        if !self.places.stands {
            // nobody stands anywhere yet
            return None;
        }
        let roles: Vec<usize> = (0..self.roles.len())
            .filter(|&role| self.sections[role].iter().any(|text| text == name))
            .collect();
        let domain = match roles[..] {
            [] => return None,
            [role] => self.role_domain(role),
            _ => self.process_domain(),
        };
        let mut set = Expr::Const(0);
        for role in roles {
            for number in 0..self.roles[role].count {
                let process = self.roles[role].base + number;
                let is_in = self.is_in_section(process, name);
                let at = if domain.of == Of::Processes { process } else { number };
                let bit = Expr::Const(1i64 << at);
                set = binary(ir::Binary::Or, set, select(is_in, bit, Expr::Const(0)));
            }
        }
        Some(Val::one(Ty::Set(Box::new(Ty::Scalar(domain))), set))
    }

    /// Whether a process is in a section.
    pub fn is_in_section(&mut self, process: usize, name: &str) -> Expr {
        if self.places.standing.is_some() {
            return self.stands_in(process, name);
        }
        let to = self.temp();
        self.push(Op::Stands { to, process, section: name.to_owned() });
        Expr::Temp(to)
    }

    /// The same, once it is known where a process can stand.
    pub fn stands_in(&self, process: usize, name: &str) -> Expr {
        let role = self.role_of(process);
        let section = self.sections[role].iter().position(|text| text == name);
        let (Some(section), Some(standing)) = (section, &self.places.standing) else {
            return Expr::Const(0);
        };
        if self.here.is_assumed {
            return Expr::Const(i64::from(standing.first[process] == section));
        }
        let point = Expr::Load(ir::Place { slot: self.places.points[process], index: None });
        let points = &standing.sections[process];
        let inside: Vec<usize> = (0..points.len()).filter(|&it| points[it] == section).collect();
        let mut any = Expr::Const(0);
        let mut at = 0;
        while at < inside.len() {
            let mut end = at;
            while inside.get(end + 1) == Some(&(inside[end] + 1)) {
                end += 1;
            }
            let (low, high) = (inside[at] as i64, inside[end] as i64);
            let here = if low == high {
                binary(ir::Binary::Equal, point.clone(), Expr::Const(low))
            } else {
                and(
                    binary(ir::Binary::LessEqual, Expr::Const(low), point.clone()),
                    binary(ir::Binary::LessEqual, point.clone(), Expr::Const(high)),
                )
            };
            any = or(any, here);
            at = end + 1;
        }
        any
    }

    pub fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        if !matches!(quantifier, Quantifier::All | Quantifier::Some) {
            return self.fold(quantifier, binders, body, env);
        }
        let is_all = quantifier == Quantifier::All;
        let (over, members) = self.aside(|instance| instance.members(binders, env))?;
        let mut all = Vec::new();
        for (env, counts) in members {
            let member = match counts {
                Expr::Const(0) => Computed::of(Expr::Const(i64::from(is_all))),
                _ => self.condition(body, &env)?,
            };
            all.push((counts, member));
        }
        if over.is_empty() && all.iter().all(|(_, member)| member.code.is_empty()) {
            let terms = all.into_iter().map(|(counts, member)| match is_all {
                true => or(not(counts), member.value),
                false => and(counts, member.value),
            });
            let joined = balanced(terms.collect(), if is_all { &and } else { &or });
            return Ok(Val::bool(joined.unwrap_or(Expr::Const(i64::from(is_all)))));
        }
        Ok(Val::bool(self.each_of(is_all, over, all, !binders.is_empty())))
    }
}
