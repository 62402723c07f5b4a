//! What a claim consists of, for whoever asks why it is false. Each part has code of its own, so that one that
//! cannot be computed where another one decides is not asked.

mod compared;
pub mod members;
mod sums;
pub mod terms;

use crate::claims::Claims;
use crate::claims::steps::swap_block;
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::terms::load;
use crate::instantiate::value::{Env, Val, define_env};
use crate::token::Span;
use crate::tree::{
    Binary, Binder, Claim, Conjunct, DefineBody, Expr as Tree, ExprKind, Name, Property,
    PropertyKind, Quantifier, Sentence, SentencePart,
};
use program::ir::{self, Explained, Part, Saying};

/// So many members are told apart, and so many definitions are put into each other.
pub const MEMBERS_MAX: usize = 128;
const DEPTH_MAX: usize = 16;

impl<'t> Claims<'t> {
    /// What a property consists of, if that can be told.
    pub fn explain(&mut self, property: &'t Property) -> Option<Explained> {
        let (known, first) = (self.found.len(), self.program.blocks.len());
        self.claimed.primes = Some(0);
        let parts = self.claimed_parts(property);
        let sentence = property.sentence.as_ref().filter(|_| property.quantified().is_none());
        let sentence = sentence.and_then(|sentence| self.sentence(sentence, &None).ok());
        let is_of_step = self.claimed.primes.take().is_some_and(|primes| primes > 0);
        // what cannot be told is no error
        self.found.truncate(known);
        let (from, holds) = parts.ok()?;
        if is_of_step {
            self.program.blocks[first..].iter_mut().for_each(swap_block);
        }
        Some(Explained { from, holds, sentence, is_of_step })
    }

    /// Errors in what a property says: of the first member, without its code.
    pub fn check_sentence(&mut self, property: &'t Property) {
        let Some(sentence) = property.sentence.as_ref().filter(|_| property.can_say()) else {
            return;
        };
        let Some(env) = self.first_members(property) else { return };
        self.ask();
        self.claimed.primes = Some(0);
        for part in &sentence.parts {
            if let SentencePart::Value(value) = part {
                // what is wrong with it is noted
                let _ = self.aside(|instance| {
                    let said = instance.set_value(value, &env)?;
                    instance.definite(said, value)
                });
            }
        }
        self.claimed.primes = None;
    }

    /// The names that a claim binds in front, each for the first member; none where there is no member.
    fn first_members(&mut self, property: &'t Property) -> Option<Env<'t>> {
        let mut env = None;
        let Some((claim, innermost)) = property.quantified() else { return Some(env) };
        let mut at = claim;
        while !std::ptr::eq(at, innermost) {
            at = match &at.kind {
                ExprKind::Quantified(_, binders, body) => {
                    self.ask();
                    env = self.members(binders, &env).ok()?.into_iter().next()?.0;
                    body
                }
                ExprKind::Implies { to, .. } => to,
                _ => return None,
            };
        }
        Some(env)
    }

    fn claimed_parts(&mut self, property: &'t Property) -> Result<(Option<Part>, Part)> {
        let none = &None;
        Ok(match &property.kind {
            _ if let Some((claim, body)) = property.quantified() => {
                let said = property.sentence.as_ref().map(|sentence| (body, sentence));
                let part = self.quantified_part(claim, &None, said, 0)?;
                let is_never = matches!(property.kind, PropertyKind::Never(_));
                (None, if is_never { Part::Not(part.into()) } else { part })
            }
            PropertyKind::Always(claim) => match claim {
                Claim::Holds(Tree {
                    kind: ExprKind::Implies { from, to, always: true }, ..
                }) => (Some(self.part(from, none, 0)?), self.part(to, none, 0)?),
                claim => (None, self.claim_part(claim)?),
            },
            PropertyKind::Never(claim) => (None, Part::Not(self.claim_part(claim)?.into())),
            PropertyKind::AtEnd(expr) | PropertyKind::EventuallyAlways(expr) => {
                (None, self.part(expr, none, 0)?)
            }
            PropertyKind::Inductive(conjuncts) => {
                let mut parts = Vec::new();
                for Conjunct { is_never, claim, .. } in conjuncts {
                    let part = self.claim_part(claim)?;
                    parts.push(if *is_never { Part::Not(part.into()) } else { part });
                }
                (None, Part::And(parts))
            }
            PropertyKind::Eventually { each, from, to } if each.is_empty() => {
                let from = match from {
                    Some(from) => Some(self.part(from, none, 0)?),
                    None => None,
                };
                (from, self.part(to, none, 0)?)
            }
            PropertyKind::Eventually { each, from: Some(from), to } => {
                (None, self.each_part(each, from, to)?)
            }
            _ => return Err(()),
        })
    }

    fn claim_part(&mut self, claim: &'t Claim) -> Result<Part> {
        match claim {
            Claim::Holds(expr) => self.part(expr, &None, 0),
            Claim::AtMost { count, section, and } => {
                let most = self.number_constant(count, &None)?;
                self.begin_query();
                let set = self.section_named(section)?;
                let who = self.term_of(section.text.clone(), set, false)?;
                let at_most = Part::AtMost { most, section: section.text.clone(), who };
                Ok(match and {
                    Some(also) => Part::And(vec![at_most, self.part(also, &None, 0)?]),
                    None => at_most,
                })
            }
            Claim::Before(first, second) => self.before_part(first, second),
            Claim::NotBefore(..)
            | Claim::DecisionsEqual
            | Claim::DecisionsAreInputs
            | Claim::FreedIsTouched => Err(()),
        }
    }

    fn before_part(&mut self, first: &'t Name, second: &'t Name) -> Result<Part> {
        let slot = self.program.slots.len();
        self.begin_query();
        self.before(first, second)?;
        let mut ahead = Vec::new();
        for process in 0..self.process_count() {
            let code = self.begin_query();
            let inside = self.stands_in(process, &second.text);
            let inside = self.end_query(code, inside);
            self.begin_query();
            let all = Ty::Set(Box::new(Ty::Scalar(self.process_domain())));
            let others = Val::one(all, load(slot + process));
            ahead.push((inside, self.term_of(String::new(), others, false)?));
        }
        Ok(Part::Before { first: first.text.clone(), second: second.text.clone(), ahead })
    }

    /// What decides a condition.
    pub fn part(&mut self, expr: &'t Tree, env: &Env<'t>, depth: usize) -> Result<Part> {
        if depth > DEPTH_MAX {
            return Err(());
        }
        let deeper = depth + 1;
        match &expr.kind {
            ExprKind::Not(inner) => Ok(Part::Not(self.part(inner, env, deeper)?.into())),
            ExprKind::Binary(sign @ (Binary::And | Binary::Or), left, right) => {
                let mut all = Vec::new();
                for side in [left, right] {
                    match (self.part(side, env, deeper)?, sign) {
                        (Part::And(more), Binary::And) | (Part::Or(more), Binary::Or) => {
                            all.extend(more);
                        }
                        (other, _) => all.push(other),
                    }
                }
                Ok(if *sign == Binary::And { Part::And(all) } else { Part::Or(all) })
            }
            ExprKind::Implies { from, to, always: false } => {
                let from = self.part(from, env, deeper)?;
                Ok(Part::Implies(from.into(), self.part(to, env, deeper)?.into()))
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.part(condition, env, deeper)?;
                let then = self.part(then, env, deeper)?;
                let otherwise = self.part(otherwise, env, deeper)?;
                Ok(Part::If([condition, then, otherwise].into()))
            }
            ExprKind::Quantified(Quantifier::All | Quantifier::Some, ..) => {
                self.quantified_part(expr, env, None, deeper)
            }
            ExprKind::Compare(operands, signs) => {
                let mut all = Vec::new();
                for at in 0..signs.len() {
                    let pair = (&operands[at..at + 2], &signs[at..=at]);
                    all.push(self.compared_part(pair.0, pair.1, env)?);
                }
                Ok(if all.len() == 1 { all.swap_remove(0) } else { Part::And(all) })
            }
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.part(argument, &env, deeper),
                Meaning::Define(define) => self.named_part(define, &[], expr, env, deeper),
                _ => self.other_part(expr, env),
            },
            ExprKind::Call(name, arguments) => match self.find_define(&name.text) {
                Some(define) => self.named_part(define, arguments, expr, env, deeper),
                None => self.other_part(expr, env),
            },
            _ => self.other_part(expr, env),
        }
    }

    /// What quantifiers in front say of each member, with what the text says where that is wrong, and behind
    /// which expression.
    pub fn quantified_part(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        said: Option<(&'t Tree, &'t Sentence)>,
        depth: usize,
    ) -> Result<Part> {
        let (quantifier, binders, body) = match &expr.kind {
            ExprKind::Quantified(quantifier, binders, body) => (quantifier, binders, body),
            ExprKind::Implies { from, to, always: false } if said.is_some() => {
                let from = self.part(from, env, depth)?;
                let to = self.quantified_part(to, env, said, depth)?;
                return Ok(Part::Implies(from.into(), to.into()));
            }
            _ => return self.part(expr, env, depth),
        };
        match self.members_part(*quantifier, binders, body, env, (said, depth)) {
            Ok(part) => Ok(part),
            Err(()) => self.other_part(expr, env),
        }
    }

    /// What a property says, with the names in force.
    pub fn sentence(&mut self, sentence: &'t Sentence, env: &Env<'t>) -> Result<ir::Sentence> {
        let parts = sentence.parts.iter().map(|part| match part {
            SentencePart::Words(words) => Ok(Saying::Words(words.clone())),
            SentencePart::Value(value) => Ok(Saying::Value(self.value_term(value, env)?)),
        });
        parts.collect()
    }

    fn named_part(
        &mut self,
        define: &'t crate::tree::Define,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
        depth: usize,
    ) -> Result<Part> {
        let DefineBody::Expr(body) = &define.body else { return Err(()) };
        let inner = define_env(define, arguments, env).map_err(drop)?;
        let part = self.part(body, &inner, depth)?;
        Ok(Part::Named(self.letters_of(expr, env), part.into()))
    }

    fn other_part(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Part> {
        let is_true = self.query(expr, env)?;
        Ok(Part::Holds { words: self.letters_of(expr, env), is_true })
    }
}

/// Where names and what they run over stand.
fn over(binders: &[Binder]) -> Span {
    let span = |binder: Option<&Binder>| binder.map(|binder| binder.span).unwrap_or_default();
    span(binders.first()).to(span(binders.last()))
}

fn process_base(ty: &Ty) -> Option<i64> {
    match ty {
        Ty::Scalar(domain) => domain.of.are_processes().then(|| domain.of.base()),
        _ => None,
    }
}
