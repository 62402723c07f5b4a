//! What names, indices and fields stand for in an expression.

use crate::diagnostic::{DiagnosticDraft, ErrorCode, capital};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::index_errors::always;
use crate::instantiate::instance::Instance;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::terms::{binary, select};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Name};
use program::ir::{self, Expr, Place};

impl<'t> Instance<'t> {
    pub fn unknown_name<T>(&mut self, name: &str, span: Span) -> Result<T> {
        if self.named_domain(name).is_some() {
            return self.domain_as_value(name, span);
        }
        if self.is_domain_below(name) {
            let message = format!("`{name}` is not known here yet.");
            let help = "Declare it above: a domain or a record is made of those that stand before it, \
                        and never of itself.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help));
        }
        if name == "passes" {
            let message = "`passes` stands in the lines of a role that says `3 times`: each process counts its own.";
            let help = "For others and for properties, keep it: `own turns: 0..3`, and `turns ← passes` where it \
                        counts.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help));
        }
        let owner = self.owned(name).find_map(|var| self.vars[var].role);
        if let Some(owner) = owner {
            let noun = &self.roles[owner].noun;
            let message = format!("Each `{noun}` has its own `{name}`.");
            let found = DiagnosticDraft::new(ErrorCode::UnknownName, span, message);
            let behind = &self.source.text[span.end as usize..];
            let primed = behind.strip_prefix(['′', '\'']);
            if let Some(index) = primed.and_then(first_index) {
                return self.fail(found.help(format!("Write `{name}{index}′`.")));
            }
            let prime = if primed.is_some() { "′" } else { "" };
            let help = format!(
                "Write `{name}[0]{prime}` for that of one, or `{name}[i]{prime}` behind `all i in {noun}:`."
            );
            return self.fail(found.help(help));
        }
        // what no option declares is found before
        let message = format!("Nothing is called `{name}` with these options.");
        let help =
            "Declare it for all values of the options, or ask here which value an option has.";
        self.fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help))
    }

    /// `x ← D`, `x in D`: a domain where a value or a set is meant.
    fn domain_as_value<T>(&mut self, name: &str, span: Span) -> Result<T> {
        let (what, help) = match self.named_domain(name) {
            Some(Ty::Scalar(Domain { of: Of::Cells(_), .. })) => {
                ("a pool", format!("Write `new {name}` for a cell that nobody has."))
            }
            Some(Ty::Record(id)) => {
                let fields: Vec<&str> =
                    self.types.records[id].fields.iter().map(|field| field.0.as_str()).collect();
                ("a record", format!("Write `{name}({})`.", fields.join(", ")))
            }
            Some(Ty::Scalar(Domain { symbols, low, high, .. })) if symbols.is_empty() => (
                "a domain",
                format!("Write one of its values, or ask for them: `{low} ≤ x ≤ {high}`."),
            ),
            _ => (
                "a domain",
                format!("Write one of its values, or ask for them: `some k in {name}: x = k`."),
            ),
        };
        let message = format!("`{name}` is {what}, and here a value or a set is needed.");
        self.fail(DiagnosticDraft::new(ErrorCode::UnknownName, span, message).help(help))
    }

    pub fn name(&mut self, name: &str, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let meaning = self.meaning(name, env);
        match meaning {
            Meaning::Argument(argument, env) => return self.eval(argument, &env),
            Meaning::Value(value) => return Ok(value),
            Meaning::Variable(_) | Meaning::Define(_) => {
                if let Some(spot) = self.spot(expr, env)? {
                    return Ok(self.load(&spot));
                }
            }
            _ => {}
        }
        let here = match meaning {
            Meaning::Define(define) => return self.use_define(define, &[], expr, env),
            Meaning::Passes => self.passes(),
            Meaning::Section => self.section(name, expr.span)?,
            _ => self.constant_of(&meaning),
        };
        match here.or_else(|| self.constant_of(&self.beyond_sections(name))) {
            Some(value) => Ok(value),
            None if name == "self" => {
                let message = "`self` is a process, and a property is none’s.";
                self.error(ErrorCode::OutOfPlace, expr.span, message)
            }
            None => self.unknown_name(name, expr.span),
        }
    }

    /// Whether the process in hand is in a section, or the processes that are in it; none while nobody stands
    /// anywhere.
    fn section(&mut self, name: &str, span: Span) -> Result<Option<Val>> {
        if let Some(process) = self.here.process {
            let role = self.role_of(process);
            if self.sections[role].iter().any(|text| text == name) {
                // where others stand is not known yet
                if !self.here.in_guard {
                    self.refuse_section(name, span)?;
                }
                return Ok(Some(Val::bool(self.is_in_section(process, name))));
            }
        }
        let set = self.section_set(name);
        if set.is_some() {
            self.refuse_section(name, span)?;
        }
        Ok(set)
    }

    /// The value of what is known when a text is instantiated.
    pub fn constant_of(&self, meaning: &Meaning<'t>) -> Option<Val> {
        let set = |domain: Domain, without: i64| {
            let all = ((1i64 << domain.count()) - 1) & !without;
            Val::one(Ty::Set(Box::new(Ty::Scalar(domain))), Expr::Const(all))
        };
        let mine = || self.here.process.map(|process| self.role_domain(self.role_of(process)));
        let me = self.my_number() as i64;
        Some(match meaning {
            Meaning::Truth(holds) => Val::bool(Expr::Const(i64::from(*holds))),
            Meaning::Option(option) => {
                let option = &self.options[*option];
                option.value(option.values[option.chosen].1)
            }
            Meaning::Me => Val::one(Ty::Scalar(mine()?), Expr::Const(me)),
            // a role with one process stands for it, too
            Meaning::Role(role) if self.roles[*role].number.is_none() => {
                Val::one(Ty::Scalar(self.role_domain(*role)), Expr::Const(0))
            }
            Meaning::Role(role) => set(self.role_domain(*role), 0),
            Meaning::Processes => set(self.process_domain(), 0),
            Meaning::Others => set(mine()?, 1 << me),
            Meaning::Symbol(symbol) => {
                Val::one(Ty::Scalar(Domain::symbol(*symbol)), Expr::Const(*symbol))
            }
            _ => return None,
        })
    }

    /// How often the process in hand has left its first section, where that is counted.
    fn passes(&mut self) -> Option<Val> {
        let process = self.here.process?;
        let slot = self.places.counters.get(process).copied().flatten()?;
        let role = self.role_of(process);
        self.notes.passes_named.insert(role);
        let most = self.roles[role].times.unwrap_or_default();
        Some(Val::one(Ty::numbers(0, most), Expr::Load(Place { slot, index: None })))
    }

    pub fn use_define(
        &mut self,
        define: &'t crate::tree::Define,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let Some(body) = define.value() else {
            let message = format!("`{}` is a block of statements, not a value.", define.name.text);
            return self.error(ErrorCode::NotAnExpression, expr.span, message);
        };
        self.within_define(define, arguments, expr.span, env, |instance, env| {
            instance.eval(body, env)
        })
    }

    /// `decision[i]`
    pub fn implicit(
        &mut self,
        base: &'t Tree,
        indices: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Option<Val>> {
        let ExprKind::Name(name) = &base.kind else { return Ok(None) };
        if name != "decision" || self.find_var(name).is_some() || indices.len() != 1 {
            return Ok(None);
        }
        let number = self.eval(&indices[0], env)?;
        let domain = Ty::Scalar(self.process_domain());
        let at = self.fit(number, &domain, indices[0].span)?.swap_remove(0);
        let (Expr::Const(at), Some(ty)) = (at, self.consensus.decision.clone()) else {
            let message = "No process decides anything.";
            return self.error(ErrorCode::UnknownName, base.span, message).map(Some);
        };
        Ok(self.decision_of(at as usize, &ty))
    }

    /// What a process has decided.
    pub fn decision_of(&self, process: usize, ty: &Ty) -> Option<Val> {
        let slot = *self.consensus.decision_slots.get(process)?;
        let width = ty.width(&self.types.records);
        let parts =
            (0..width).map(|nth| Expr::Load(Place { slot: slot + nth, index: None })).collect();
        Some(Val { ty: ty.clone(), parts, items: Vec::new() })
    }

    /// An element of a value that is no variable.
    pub fn element(&mut self, value: Val, index: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (at, ty, parts, bound) = match value.ty.clone() {
            Ty::Array(dims, element) => {
                let at = self.eval(index, env)?;
                let from = at.ty.clone();
                let at = self.fit(at, &Ty::Scalar(dims[0].clone()), index.span)?.swap_remove(0);
                let at = self.simple(at);
                let rest = dims[1..].to_vec();
                let ty = if rest.is_empty() { *element } else { Ty::Array(rest, element) };
                let bound = self.bound_of(&dims[0], "its array");
                (dims[0].position(&at, &from), ty, &value.parts[..], bound)
            }
            Ty::List(element, _) => {
                let length = self.simple(value.parts[0].clone());
                let at = self.list_index(index, length, env)?;
                let parts = &value.parts[1..];
                let count = parts.len() / element.width(&self.types.records).max(1);
                (at, *element, parts, always(count))
            }
            Ty::Literal(_) => return self.always_empty(index.span),
            ty => {
                let message = format!("{} has no elements.", capital(&self.say_ty(&ty)));
                let found = DiagnosticDraft::new(ErrorCode::NotAnArray, index.span, message);
                return self.fail(match ty {
                    Ty::Set(_) => found.help(
                        "Of a set `S`, name a member by a condition: `some j in S: j = 0 and …`, or \
                         `send m to all in {j in S: j = 0}`.",
                    ),
                    _ => found,
                });
            }
        };
        let width = ty.width(&self.types.records);
        let chunks: Vec<Vec<Expr>> = parts.chunks(width.max(1)).map(<[Expr]>::to_vec).collect();
        if let Expr::Const(at) = at {
            let parts = chunks.get(at as usize).cloned().unwrap_or_default();
            return Ok(Val { ty, parts, items: Vec::new() });
        }
        let at = self.simple(Expr::Below(at.into(), bound));
        let parts = (0..width).map(|nth| {
            let all = chunks.iter().enumerate().rev();
            let mut chosen: Option<Expr> = None;
            for (place, chunk) in all {
                let is_it = binary(ir::Binary::Equal, at.clone(), Expr::Const(place as i64));
                chosen = Some(match chosen {
                    None => chunk[nth].clone(),
                    Some(rest) => select(is_it, chunk[nth].clone(), rest),
                });
            }
            chosen.unwrap_or(Expr::Const(0))
        });
        let parts = parts.collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// `x.t`
    pub fn field_value(
        &mut self,
        expr: &'t Tree,
        base: &'t Tree,
        name: &Name,
        env: &Env<'t>,
    ) -> Result<Val> {
        if let Some(spot) = self.spot(expr, env)? {
            return Ok(self.load(&spot));
        }
        let value = self.eval(base, env)?;
        let noun = base.name().and_then(|noun| self.role_called(noun));
        if let (Ty::Set(_), Some(noun)) = (&value.ty, noun) {
            let example = format!("j.{}", name.text);
            return self.all_of_a_role(&noun, Some(example), base.span);
        }
        self.field_of(value, name)
    }

    pub fn field_of(&mut self, value: Val, name: &Name) -> Result<Val> {
        if let Ty::Scalar(Domain { of: Of::Cells(pool), .. }) = value.ty {
            return self.no_field_of_cell(pool, name);
        }
        let Ty::Record(id) = value.ty else {
            let message = format!("{} has no fields.", self.say_ty(&value.ty));
            return self.error(ErrorCode::UnknownName, name.span, message);
        };
        let mut at = 0;
        for (field, ty) in self.types.records[id].fields.clone() {
            let width = ty.width(&self.types.records);
            if field == name.text {
                let parts = value.parts[at..at + width].to_vec();
                return Ok(Val { ty, parts, items: Vec::new() });
            }
            at += width;
        }
        let message = format!("The record has no field `{}`.", name.text);
        self.error(ErrorCode::UnknownName, name.span, message)
    }
}

/// The brackets with which a text begins, and what is in them.
fn first_index(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, char) in text.char_indices() {
        depth += i32::from(char == '[') - i32::from(char == ']');
        if depth == 0 {
            return text.get(..=at).filter(|_| char == ']');
        }
    }
    None
}
