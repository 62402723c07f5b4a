//! Calls of operations: a call is one step with the operation's first access, and a return with its last one.

use super::domain::{Ty, add, binary};
use super::{Bound, Env, Lower, Mode, Open, Result, Val, bind};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Block, Define, DefineBody, Expr as Tree, Invocation, Operation};
use model::intern;
use program::ir::{self, Binary, BlockId, Expr, Instruction, Told};

/// The call in hand.
pub struct Call<'t> {
    name: &'t str,
    operation: &'t Operation,
    /// What is assigned the result, with the names in force there.
    target: Option<(&'t Tree, Env<'t>)>,
    /// Where the caller goes on.
    behind: BlockId,
}

impl<'t> Lower<'t> {
    pub fn invoke(
        &mut self,
        invocations: &'t [Invocation],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        if self.here.mode == Mode::Atomic {
            let message = "An operation takes steps of its own, and this is one step as a whole.";
            let help = "Call it in a line of a section, outside of `atomic`.";
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
        // told before
        if self.call.is_some() {
            return Err(());
        }
        self.point();
        let behind = self.block();
        let count = invocations.len();
        let chosen = self.temp();
        if count > 1 {
            self.emit(Instruction::Choose(chosen, count as i64));
        }
        let mut result = Ok(());
        for (nth, one) in invocations.iter().enumerate() {
            let next = self.block();
            if nth + 1 < count {
                let is_it = binary(Binary::Equal, Expr::Temp(chosen), Expr::Const(nth as i64));
                let inside = self.block();
                self.branch(is_it, inside, next);
                self.current = inside;
            }
            self.here.open = Open::Yes;
            if self.invoke_one(one, behind, env).is_err() {
                result = Err(());
            }
            self.current = next;
        }
        self.current = behind;
        self.here.open = Open::No;
        self.cache.clear();
        result
    }

    /// Ends with a jump to the block behind.
    fn invoke_one(&mut self, one: &'t Invocation, behind: BlockId, env: &Env<'t>) -> Result<()> {
        let Some(Define {
            name,
            parameters,
            operation: Some(operation),
            body: DefineBody::Block(body),
            ..
        }) = self.find_define(&one.operation.text)
        else {
            let message =
                format!("No operation is called `{}` with these options.", one.operation.text);
            let help = "Write it for all values of the options, or give the line the same `with`.";
            return self
                .fail(Found::new(Kind::UnknownName, one.operation.span, message).help(help));
        };
        let count = operation.parameters;
        // what is wrong with their number is told before
        if one.arguments.len() != count {
            return Err(());
        }
        if count > 0 {
            self.assign(&operation.places[..count], &one.arguments, one.span, env)?;
        }
        let arguments = self.arguments_of(operation)?;
        self.observe_call(&name.text, &arguments);
        self.tell(&name.text, arguments, false);
        let mut inner = None;
        for (parameter, place) in parameters.iter().zip(&operation.places) {
            let name = parameter.name().unwrap_or_default();
            inner = bind(&inner, name, Bound::Alias(place, None));
        }
        let target = one.target.as_ref().map(|target| (target, env.clone()));
        let call = Call { name: &name.text, operation, target, behind };
        self.run_operation(call, body, &inner)
    }

    fn run_operation(&mut self, call: Call<'t>, body: &'t Block, env: &Env<'t>) -> Result<()> {
        let role = self.role_of(self.here.process.unwrap_or_default());
        let section = self.sections[role].iter().position(|known| known == call.name);
        let outer = std::mem::replace(&mut self.here.section, section.unwrap_or_default());
        let has_result = call.operation.result.is_some();
        self.call = Some(call);
        self.here.depth += 1;
        let result = self.lines(body, env);
        self.here.depth -= 1;
        if has_result {
            // each way has returned
            self.end(ir::End::Blocked);
        } else {
            self.give_back(None)?;
        }
        self.call = None;
        self.here.section = outer;
        result
    }

    pub fn return_from(&mut self, value: Option<&'t Tree>, env: &Env<'t>) -> Result<()> {
        let Some(Call { name, operation, .. }) = &self.call else { return Ok(()) };
        let (name, operation) = (*name, *operation);
        let result = match (&operation.result, value) {
            (Some(domain), Some(value)) => {
                let ty = self.ty(domain, &None)?;
                let given = self.eval(value, env)?;
                let parts = self.fit(given, &ty, value.span)?;
                let result = self.checked_result(name, Val { ty, parts, items: Vec::new() });
                Some(self.copy(result))
            }
            _ => None,
        };
        self.give_back(result)?;
        self.start();
        Ok(())
    }

    /// Hands the result to the caller, who goes on.
    fn give_back(&mut self, result: Option<Val>) -> Result<()> {
        let Some(Call { name, operation, target, behind }) = &self.call else { return Ok(()) };
        let (name, operation, target, behind) = (*name, *operation, target.clone(), *behind);
        let arguments = self.arguments_of(operation)?;
        self.observe_return(name, &arguments, result.as_ref());
        self.tell(name, result.clone().into_iter().collect(), true);
        self.forget_call(operation)?;
        if let (Some((target, env)), Some(result)) = (target, result) {
            self.give_to(target, result, &env)?;
        }
        self.jump(behind);
        Ok(())
    }

    fn give_to(&mut self, target: &'t Tree, result: Val, env: &Env<'t>) -> Result<()> {
        let Some(spot) = self.spot(target, env)? else { return self.not_assignable(target, env) };
        if self.vars[spot.var].storage == crate::tree::Storage::Shared {
            let message = "A result goes to a variable of the process.";
            let help = "Assign it there, and to the shared variable in the next line.";
            return self.fail(Found::new(Kind::NotAssignable, target.span, message).help(help));
        }
        let parts = self.fit(result, &spot.whole_ty(), target.span)?;
        self.store(&spot, parts);
        Ok(())
    }

    /// What an operation had to itself is no part of a state between calls.
    fn forget_call(&mut self, operation: &'t Operation) -> Result<()> {
        for place in &operation.places {
            let Some(spot) = self.spot(place, &None)? else { continue };
            let var = &self.vars[spot.var];
            let copy = var.bases.iter().position(|base| *base == spot.slot).unwrap_or_default();
            let stores: Vec<_> = var.initial[copy].iter().copied().enumerate().collect();
            for (nth, value) in stores {
                let place = ir::Place { slot: spot.slot + nth, index: None };
                self.emit(Instruction::Store(place, Expr::Const(value)));
            }
        }
        Ok(())
    }

    fn arguments_of(&mut self, operation: &'t Operation) -> Result<Vec<Val>> {
        let places = operation.places[..operation.parameters].iter();
        places.map(|place| self.eval(place, &None)).collect()
    }

    /// A number has to be in the domain of the result.
    fn checked_result(&mut self, name: &str, mut result: Val) -> Val {
        let Ty::Scalar(domain) = &result.ty else { return result };
        let is_number = domain.symbols.is_empty() && !matches!(result.parts[0], Expr::Const(_));
        if is_number {
            let sentence =
                format!("`{name}` returns {{}}, and its result is {}.", self.say_domain(domain));
            let bound = self.bound(domain.count() as i64, sentence, domain.low);
            let above = add(result.parts[0].clone(), -domain.low);
            result.parts[0] = add(Expr::Below(above.into(), bound), domain.low);
        }
        result
    }

    fn tell(&mut self, name: &str, values: Vec<Val>, returns: bool) {
        let words = values.iter().map(|value| value.ty.words(self)).collect();
        let value = values.into_iter().flat_map(|value| value.parts).collect();
        let operation = intern(name);
        self.emit(Instruction::Event(Told::Operation { operation, value, words, returns }));
    }
}
