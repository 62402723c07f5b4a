//! The walk over properties.

use super::kind::Kind;
use super::{Local, Resolver};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{
    Claim, Compare, Cost, DefineBody, Expr, ExprKind, Measure, Name, Property, PropertyKind,
    Quantifier, Scope, Sentence,
};

impl Resolver<'_> {
    pub fn property(&mut self, property: &Property) {
        self.bare = match &property.kind {
            // an outcome is that of each
            PropertyKind::Outcomes(_) | PropertyKind::Serializable(_) => None,
            _ => Some(Vec::new()),
        };
        let sentence = property.sentence.iter().filter(|_| property.can_say());
        let values: Vec<Expr> = sentence.flat_map(Sentence::values).cloned().collect();
        match property.quantified() {
            Some((_, body)) => self.saying = Some((body.span, values)),
            None => self.kinds_of(&values).clear(),
        }
        self.parts_of(property);
        if let Some(bare) = self.bare.take() {
            self.say_whose(property, &bare);
        }
    }

    /// The values that are said, where what the claim binds in front is in force.
    pub fn say_behind(&mut self, expr: &Expr) {
        let Some((_, values)) = self.saying.take_if(|(span, _)| *span == expr.span) else { return };
        for value in &values {
            self.kind_of(value);
        }
    }

    fn parts_of(&mut self, property: &Property) {
        match &property.kind {
            PropertyKind::Always(claim) | PropertyKind::Never(claim) => self.claim(claim),
            PropertyKind::Reachable(claim) => {
                if let Claim::Holds(claim) = claim {
                    self.true_at_once(
                        claim,
                        "and",
                        "a state is looked for where both sides are true",
                    );
                }
                self.claim(claim);
            }
            PropertyKind::Eventually { each, from, to } if !each.is_empty() => {
                self.with_binders(each, |resolver| {
                    if let Some(from) = from {
                        resolver.awaited(from);
                    }
                    resolver.awaited(to);
                });
            }
            PropertyKind::Eventually { from, to, .. } => self.eventually(from.as_ref(), to),
            PropertyKind::Linearizable(like) | PropertyKind::SequentiallyConsistent(like) => {
                self.constants(like);
            }
            PropertyKind::Inductive(conjuncts) => {
                for conjunct in conjuncts {
                    self.claim(&conjunct.claim);
                }
            }
            PropertyKind::EventuallyAlways(it) | PropertyKind::AtEnd(it) => drop(self.kind_of(it)),
            PropertyKind::Outcomes(all) | PropertyKind::Serializable(all) => {
                self.kinds_of(all);
                for it in all {
                    self.one_owner(it);
                }
            }
            PropertyKind::Most(Measure::Value(it)) | PropertyKind::Least(Measure::Value(it)) => {
                self.kind_of(it);
            }
            PropertyKind::Most(Measure::Cost(cost, scope))
            | PropertyKind::Least(Measure::Cost(cost, scope)) => {
                if let Cost::StepsIn(section) = cost {
                    self.note_sections(&section.text, section.span);
                }
                match scope {
                    Scope::All => {}
                    Scope::In(section) => self.note_sections(&section.text, section.span),
                    Scope::FromTo(from, to) => self.note_both(from, to),
                }
            }
            PropertyKind::Progress(_, operation, None) => self.of_operation(operation),
            PropertyKind::Progress(_, from, Some(to)) => {
                self.one_role_has_both(Some(&from.text), Some(&to.text), from.span.to(to.span));
                self.note_both(from, to);
            }
        }
    }

    fn eventually(&mut self, from: Option<&Expr>, to: &Expr) {
        match from {
            Some(from) => {
                self.one_role_has_both(from.name(), to.name(), from.span.to(to.span));
                self.awaited(from);
            }
            None => {
                let because = "whenever the left side is true, the other follows";
                self.true_at_once(to, "→", because);
            }
        }
        if !from.is_some_and(|from| self.is_beyond_quantifier(from, to)) {
            self.awaited(to);
        }
    }

    /// `eventually served: i in waiting ⇒ i in critical`, where nobody waits in the beginning.
    fn true_at_once(&mut self, claim: &Expr, sign: &str, because: &str) {
        let mut said = claim;
        while let ExprKind::Quantified(Quantifier::All | Quantifier::Some, _, body) = &said.kind {
            said = body;
        }
        if let ExprKind::Implies { from, to, .. } = &said.kind {
            let sections = |name| Some((self.section_of(name, from)?, self.section_of(name, to)?));
            let both = bound_names(claim).find_map(sections).filter(|_| sign == "→");
            if let Some((one, other)) = both {
                let message = "`⇒` is about one moment, and true wherever its left side is false.";
                let help = format!("Write `{one} → {other}`, which is said of each process.");
                return self.error(ErrorCode::OtherLanguage, claim.span, message, &help);
            }
            let message = "`⇒` is about one moment, and true wherever its left side is false.";
            let help = format!("Write `{sign}` instead: {because}.");
            let span = Span { start: from.span.end, end: claim.span.end };
            self.error(ErrorCode::OtherLanguage, span, message, &help);
        }
    }

    /// `asking → answering`, of which one is a section of clients, the other one of servers.
    fn one_role_has_both(&mut self, from: Option<&str>, to: Option<&str>, span: Span) {
        let roles = |name: &str| self.names.roles_with_section(name);
        let Some((from, to)) = from.zip(to) else { return };
        let Some((first, second)) = roles(from).zip(roles(to)) else { return };
        let is_apart = !first.is_empty() && !second.is_empty();
        if is_apart && first.iter().all(|role| !second.contains(role)) {
            let message = format!("No process has both sections, `{from}` and `{to}`.");
            let help = format!(
                "What is said here is said of each process. Of all together, write `{from} ≠ {{}} → {to} ≠ {{}}` \
                 behind `eventually`."
            );
            self.error(ErrorCode::PropertyWithoutSection, span, &message, &help);
        }
    }

    /// A value that is looked at, or the variable of each process of one role.
    pub fn watched(&mut self, expr: &Expr) {
        self.kind_of(expr);
        self.one_owner(expr);
    }

    /// An outcome is the variable of each process of one role.
    fn one_owner(&mut self, expr: &Expr) {
        let Some(name) = self.free_name(expr) else { return };
        let owners = self.names.owners(name);
        if owners.len() > 1 && !self.names.is_variable(name, None) {
            self.several_own(&owners, name, expr.span);
        }
    }

    /// What leads to what: a name that is nothing else is a misspelt section, which the instantiation says.
    fn awaited(&mut self, expr: &Expr) {
        let is_other = self.free_name(expr).is_some_and(|name| {
            !self.sees_variable(name)
                && !self.names.is_defined(name)
                && !self.names.is_section(name)
                && self.names.owners(name).is_empty()
        });
        if !is_other {
            self.kind_of(expr);
        }
    }

    /// `all i: i in a → i in b`: an error where what follows names what the quantifier has bound.
    fn is_beyond_quantifier(&mut self, from: &Expr, to: &Expr) -> bool {
        let ExprKind::Quantified(quantifier, binders, body) = &from.kind else { return false };
        let bound = binders.iter().flat_map(|binder| &binder.names).find_map(|name| {
            let is_other = self.sees_variable(&name.text) || self.names.is_defined(&name.text);
            let place = mention(to, &name.text).filter(|_| !is_other)?;
            Some((&name.text, place))
        });
        let Some((name, place)) = bound else { return false };
        let message =
            format!("`→` ends what is said of each `{name}`, so behind it `{name}` means nothing.");
        let help = match (self.section_of(name, body), self.section_of(name, to)) {
            (Some(one), Some(other)) if *quantifier == Quantifier::All => {
                format!("Write `{one} → {other}`, which is said of each process.")
            }
            _ => match self.said_of_each(*quantifier, from, body, to) {
                Some(claim) => {
                    let span = from.span.to(to.span);
                    let found = DiagnosticDraft::new(ErrorCode::UnknownName, place, message);
                    let help = format!("Write `{claim}`, which is said of each.");
                    self.found.push(found.help(help).replace(span, claim));
                    return true;
                }
                None => "Write a property for each: `a[0] → b[0]`.".into(),
            },
        };
        self.error(ErrorCode::UnknownName, place, message, &help);
        true
    }

    /// `all i: (P → Q)` for `all i: P → Q`.
    fn said_of_each(
        &self,
        quantifier: Quantifier,
        from: &Expr,
        body: &Expr,
        to: &Expr,
    ) -> Option<String> {
        let text = self.names.text;
        let head = Span { end: body.span.start, ..from.span }.of(text);
        let premise = Span { start: body.span.start, ..from.span }.of(text);
        // in brackets of its own, it is a condition
        let is_bare = quantifier == Quantifier::All && head.starts_with("all");
        is_bare.then(|| format!("{head}({premise} → {})", to.span.of(text)))
    }

    /// The section in `i in waiting`.
    fn section_of<'e>(&self, name: &str, expr: &'e Expr) -> Option<&'e str> {
        let ExprKind::Compare(operands, signs) = &expr.kind else { return None };
        let ([left, right], [Compare::In]) = (&operands[..], &signs[..]) else { return None };
        let section = right.name().filter(|name| self.names.is_section(name))?;
        (left.name() == Some(name)).then_some(section)
    }

    fn claim(&mut self, claim: &Claim) {
        let (exprs, sections) = claim.parts();
        for expr in exprs {
            self.kind_of(expr);
        }
        for section in sections {
            self.note_sections(&section.text, section.span);
        }
        if let Claim::DecisionsAreInputs = claim {
            self.inputs();
        }
    }

    /// The definition `input` says what each process proposes.
    fn inputs(&mut self) {
        let names = self.names;
        let inputs = names.defines.iter().filter(|define| define.0.name.text == "input");
        for (define, _) in inputs {
            let DefineBody::Expr(body) = &define.body else { continue };
            self.walked.insert(define.name.span.start);
            for role in 0..names.roles.len() {
                self.here = Some(role);
                let number = names.roles[role].number.iter();
                let me = Kind::Process(names.over(role));
                let bound = number.map(|(name, _)| Local {
                    name: name.text.clone(),
                    sort: me.clone(),
                    at: name.span,
                });
                let bound = bound.collect();
                self.with_names(bound, |resolver| drop(resolver.kind_of(body)));
            }
            self.here = None;
        }
    }

    /// Two sections of a property.
    fn note_both(&mut self, first: &Name, second: &Name) {
        for section in [first, second] {
            self.note_sections(&section.text, section.span);
        }
    }
}

/// The names that the quantifiers in front bind.
fn bound_names(claim: &Expr) -> impl Iterator<Item = &str> {
    let mut all = Vec::new();
    let mut rest = claim;
    while let ExprKind::Quantified(_, binders, body) = &rest.kind {
        all.extend(binders.iter().flat_map(|binder| &binder.names).map(|name| name.text.as_str()));
        rest = body;
    }
    all.into_iter()
}

/// Where an expression names something, if it does.
fn mention(expr: &Expr, name: &str) -> Option<Span> {
    match &expr.kind {
        ExprKind::Name(this) => (this == name).then_some(expr.span),
        ExprKind::Quantified(_, binders, _)
        | ExprKind::SetOf { binders, .. }
        | ExprKind::ListOf { binders, .. }
            if binders.iter().flat_map(|binder| &binder.names).any(|bound| bound.text == name) =>
        {
            None
        }
        _ => expr.parts().into_iter().find_map(|part| mention(part, name)),
    }
}
