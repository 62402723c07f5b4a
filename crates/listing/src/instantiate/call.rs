//! Calls: what the language knows, records, and definitions.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::functions::{self, FUNCTIONS, familiar};
use crate::instantiate::Result;
use crate::instantiate::build::Call;
use crate::instantiate::domain::{Record, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{add, binary, number, select, unary};
use crate::instantiate::value::{Env, Val, define_env};
use crate::limits::DEFINITION_DEPTH_MAX;
use crate::token::Span;
use crate::tree::{Define, Expr as Tree, Name, Quantifier};
use program::ir::{self, Expr};

impl<'t> Instance<'t> {
    /// Runs a part with the names in force within a definition.
    pub fn within_define<T>(
        &mut self,
        define: &'t Define,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
        part: impl FnOnce(&mut Self, &Env<'t>) -> Result<T>,
    ) -> Result<T> {
        let inner = self.arguments(define, arguments, span, env)?;
        self.here.depth += 1;
        let result = part(self, &inner);
        self.here.depth -= 1;
        result
    }

    fn arguments(
        &mut self,
        define: &'t Define,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<Env<'t>> {
        if self.here.depth >= DEFINITION_DEPTH_MAX {
            let message = format!(
                "Here definitions are put into each other more than {DEFINITION_DEPTH_MAX} deep."
            );
            let help = format!(
                "A definition is put in as text: if `{}` uses itself, write a loop.",
                define.name.text
            );
            let found = DiagnosticDraft::new(ErrorCode::DefinitionTooDeep, span, message);
            return self.fail(found.help(help));
        }
        if define.parameters.len() != arguments.len() {
            let message = format!(
                "`{}` takes {} arguments, here are {}.",
                define.name.text,
                define.parameters.len(),
                arguments.len()
            );
            let found = DiagnosticDraft::new(ErrorCode::WrongArguments, span, message);
            let is_hidden = FUNCTIONS.iter().any(|function| function.name == define.name.text);
            return self.fail(match is_hidden {
                true => found.help("The definition hides the function of that name."),
                false => found,
            });
        }
        define_env(define, arguments, env).or_else(|argument| {
            let message = "This argument does not fit the definition.";
            self.error(ErrorCode::WrongArguments, argument.span, message)
        })
    }

    pub fn call(
        &mut self,
        name: &Name,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        if let Some(define) = self.find_define(&name.text) {
            if let Some(spot) = self.spot(expr, env)? {
                return Ok(self.load(&spot));
            }
            return self.use_define(define, arguments, expr, env);
        }
        if let Some(id) = self.find_record(&name.text) {
            return self.record_value(id, arguments, expr, env);
        }
        let Some(function) = functions::find(&name.text) else { return self.unknown_call(name) };
        if !function.count.contains(&arguments.len()) {
            let message = format!("`{}` takes another number of arguments.", function.name);
            return self.error(ErrorCode::WrongArguments, expr.span, message);
        }
        (function.build)(self, Call { name, arguments, expr, env })
    }

    /// `item(3, i)`
    fn record_value(
        &mut self,
        id: usize,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let ty = Ty::Record(id);
        let fields: Vec<Ty> =
            self.types.records[id].fields.iter().map(|field| field.1.clone()).collect();
        if fields.len() != arguments.len() {
            return self.wrong_fields(id, arguments.len(), expr.span);
        }
        let (mut tys, mut parts) = (Vec::new(), Vec::new());
        for (nth, argument) in arguments.iter().enumerate() {
            let value = self.eval(argument, env)?;
            // the members of a set or list stand beside its parts
            if value.ty.is_written() {
                parts.extend(self.fit(value, &fields[nth], argument.span)?);
                tys.push(fields[nth].clone());
            } else {
                tys.push(value.ty);
                parts.extend(value.parts);
            }
        }
        let tuple = Val { ty: Ty::Tuple(tys), parts, items: Vec::new() };
        let parts = self.fit(tuple, &ty, expr.span)?;
        Ok(Val { ty, parts, items: Vec::new() })
    }

    fn wrong_fields<T>(&mut self, record: usize, given: usize, span: Span) -> Result<T> {
        let Record { name, fields } = &self.types.records[record];
        let count = match fields.len() {
            1 => "1 field".into(),
            count => format!("{count} fields"),
        };
        let are = if given == 1 { "is" } else { "are" };
        let message = format!("`{name}` has {count}, and here {are} {given}.");
        let fields: Vec<&str> = fields.iter().map(|field| field.0.as_str()).collect();
        let help = format!("Write a value for each: `{name}({})`.", fields.join(", "));
        self.fail(DiagnosticDraft::new(ErrorCode::WrongArguments, span, message).help(help))
    }

    /// The largest or the smallest of several numbers.
    pub fn extreme(
        &mut self,
        operator: ir::Binary,
        arguments: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Val> {
        let mut folded = self.eval(&arguments[0], env)?;
        for argument in &arguments[1..] {
            let value = self.eval(argument, env)?;
            let (Ty::Scalar(a), Ty::Scalar(b)) = (&folded.ty, &value.ty) else {
                return self.no_number(argument.span);
            };
            if !a.has_numbers() || !b.has_numbers() {
                return self.no_number(argument.span);
            }
            let ty = crate::instantiate::operators::arithmetic(operator, &folded.ty, &value.ty);
            let one = number(folded.parts[0].clone(), a);
            let part = binary(operator, one, number(value.parts[0].clone(), b));
            folded = Val::one(ty, part);
        }
        Ok(folded)
    }

    /// How many members a set has, or elements a list.
    pub fn size_of(&mut self, argument: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.set_value(argument, env)?;
        match &value.ty {
            Ty::Set(element) => {
                let count = element.members(&self.types.records).map_or(0, |it| it.len()) as i64;
                let part = unary(ir::Unary::Size, value.parts[0].clone());
                Ok(Val::one(Ty::numbers(0, count), part))
            }
            Ty::List(_, max) => Ok(Val::one(Ty::numbers(0, *max as i64), value.parts[0].clone())),
            _ => {
                let items = self.items_of(&value, argument.span)?;
                let count = items.len() as i64;
                let sum = items
                    .into_iter()
                    .fold(Expr::Const(0), |sum, (_, it)| binary(ir::Binary::Add, sum, it));
                Ok(Val::one(Ty::numbers(0, count), sum))
            }
        }
    }

    fn unknown_call<T>(&mut self, name: &Name) -> Result<T> {
        let other = name.text.as_str();
        let message = format!("No definition or function is called `{other}`.");
        let found = DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message);
        if let Some(known) = familiar(other) {
            let help = format!("Did you mean `{known}`?");
            return self.fail(found.help(help).replace(name.span, known));
        }
        let known = FUNCTIONS.iter().map(|function| function.name);
        let known = known.chain(self.defines.iter().map(|define| define.name.text.as_str()));
        let known = known.chain(self.types.records.iter().map(|record| record.name.as_str()));
        self.fail(found.near(other, known, "Add a line `define …` for it."))
    }

    fn no_number<T>(&mut self, span: Span) -> Result<T> {
        self.error(ErrorCode::NotANumber, span, "Here a number is needed.")
    }

    /// `max(number)`: a shared array is read element by element.
    pub fn fold_argument(
        &mut self,
        quantifier: Quantifier,
        argument: &'t Tree,
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let (code, spot) = self.aside(|instance| instance.spot(argument, env))?;
        if let Some(spot) = spot.filter(|spot| !spot.dims.is_empty() && self.steps_through(spot)) {
            self.hand.code.extend(code);
            return self.fold_shared(quantifier, &spot, expr);
        }
        let value = self.set_value(argument, env)?;
        if let (Ty::Set(element) | Ty::List(element, _), Quantifier::Sum) = (&value.ty, quantifier)
            && matches!(&**element, Ty::Scalar(domain) if domain.of.are_processes())
        {
            let message = "This adds the numbers of processes.";
            let help = format!(
                "Write `size({})` for how many there are.",
                argument.span.of(self.source.text)
            );
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NotANumber, expr.span, message).help(help));
        }
        self.fold_members(quantifier, &value, expr)
    }

    pub fn head_or_tail(&mut self, name: &str, argument: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(argument, env)?;
        let value = self.definite(value, argument)?;
        let element = match &value.ty {
            Ty::Literal(_) | Ty::List(_, 0) => return self.always_empty(argument.span),
            Ty::List(element, _) => element,
            _ => {
                let message = format!("`{name}` needs a list.");
                return self.error(ErrorCode::WrongDomain, argument.span, message);
            }
        };
        let width = element.width(&self.types.records);
        let length = self.simple(value.parts[0].clone());
        let empty = Expr::Unary(ir::Unary::Lowest, Expr::Const(0).into());
        if name == "head" {
            let parts = value.parts[1..=width].iter();
            let parts = parts.map(|part| select(length.clone(), part.clone(), empty.clone()));
            let parts = parts.collect();
            return Ok(Val { ty: (**element).clone(), parts, items: Vec::new() });
        }
        let mut parts = vec![select(length.clone(), add(length, -1), empty)];
        parts.extend(value.parts[1 + width..].iter().cloned());
        parts.extend(element.first(&self.types.records).into_iter().map(Expr::Const));
        Ok(Val { ty: value.ty.clone(), parts, items: Vec::new() })
    }

    pub fn always_empty<T>(&mut self, span: Span) -> Result<T> {
        self.error(ErrorCode::EmptyDomain, span, "This list is always empty.")
    }

    /// A function that writes is an error in a property, in the condition of `rests in` and in what a ghost
    /// is computed from.
    pub fn only_in_steps(&mut self, span: Span) -> Result<()> {
        if self.here.reads_without_step {
            let message = "This changes something, and to compute a ghost changes nothing else.";
            let help = "Assign it to a variable that is no ghost, and that one to the ghost.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        if self.here.process.is_some() && !self.here.is_asked {
            return Ok(());
        }
        let message = "This changes something, and a question about a state changes nothing.";
        let help = "Change it in a line of a section or in a rule, and ask for its value here.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }

    /// One access that reads and writes.
    pub fn operate(
        &mut self,
        target: &'t Tree,
        env: &Env<'t>,
        new: impl FnOnce(&mut Self, &Ty, &[Expr], Span) -> Result<(Vec<Expr>, Val)>,
    ) -> Result<Val> {
        let Some(spot) = self.spot(target, env)? else {
            let message = "This operation needs a variable.";
            return self.error(ErrorCode::NotAssignable, target.span, message);
        };
        if !spot.dims.is_empty() {
            let message = "This operation needs one element of the array.";
            return self.error(ErrorCode::WrongDomain, target.span, message);
        }
        self.only_in_steps(target.span)?;
        let mut slots = Vec::new();
        spot.ty.slots(&self.types.records, &mut slots);
        let now: Vec<usize> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        let parts: Vec<Expr> = now.iter().copied().map(Expr::Temp).collect();
        let (code, (new, result)) = self.aside(|instance| {
            let (new, result) = new(instance, &spot.ty, &parts, target.span)?;
            let result = instance.keep(result);
            Ok((new, result))
        })?;
        self.push(Op::Operate { spot, now, code, new });
        Ok(result)
    }
}
