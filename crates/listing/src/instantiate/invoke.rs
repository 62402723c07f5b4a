//! Calls of operations: a call is one step with the operation's first access, and a return with its last one.

use crate::core::{Code, Op, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::terms::add;
use crate::instantiate::value::{Bound, Env, Val, bind};
use crate::token::Span;
use crate::tree::{Block, Define, DefineBody, Expr as Tree, Invocation, Operation};
use model::intern;
use program::ir::{self, EventTemplate, Expr, Instruction};

/// The call in hand.
pub struct Call<'t> {
    name: &'t str,
    operation: &'t Operation,
    /// What is assigned the result, with the names in force there.
    target: Option<(&'t Tree, Env<'t>)>,
}

impl<'t> Instance<'t> {
    pub fn invoke(
        &mut self,
        invocations: &'t [Invocation],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        if self.here.mode == Mode::Atomic {
            let message = "An operation takes steps of its own, and this is one step as a whole.";
            let help = "Call it in a line of a section, outside of `atomic`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        // told before
        if self.hand.call.is_some() {
            return Err(());
        }
        let (mut calls, mut result) = (Vec::new(), Ok(()));
        for one in invocations {
            match self.invoke_one(one, env) {
                Ok(call) => calls.push(call),
                Err(()) => result = Err(()),
            }
        }
        self.says(Statement::Invoke(calls));
        result
    }

    fn invoke_one(&mut self, one: &'t Invocation, env: &Env<'t>) -> Result<crate::core::Call> {
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
            return self.fail(
                DiagnosticDraft::new(ErrorCode::UnknownName, one.operation.span, message)
                    .help(help),
            );
        };
        let count = operation.parameters;
        // what is wrong with their number is told before
        if one.arguments.len() != count {
            return Err(());
        }
        let (before, ()) = self.aside(|instance| {
            if count > 0 {
                instance.assign(&operation.places[..count], &one.arguments, one.span, env)?;
            }
            let arguments = instance.arguments_of(operation)?;
            instance.observe_call(&name.text, &arguments);
            instance.tell(&name.text, arguments, false);
            Ok(())
        })?;
        let mut inner = None;
        for (parameter, place) in parameters.iter().zip(&operation.places) {
            let name = parameter.name().unwrap_or_default();
            inner = bind(&inner, name, Bound::Alias(place, None));
        }
        let target = one.target.as_ref().map(|target| (target, env.clone()));
        let call = Call { name: &name.text, operation, target };
        self.run_operation(call, before, body, &inner)
    }

    fn run_operation(
        &mut self,
        call: Call<'t>,
        before: Code,
        body: &'t Block,
        env: &Env<'t>,
    ) -> Result<crate::core::Call> {
        let role = self.role_of(self.here.process.unwrap_or_default());
        let section = self.sections[role].iter().position(|known| known == call.name);
        let has_result = call.operation.result.is_some();
        self.hand.call = Some(call);
        self.here.depth += 1;
        let outside = std::mem::take(&mut self.hand.code);
        let result = self.lines(body, env);
        let body = std::mem::replace(&mut self.hand.code, outside);
        self.here.depth -= 1;
        let at_end = match has_result {
            // each way has returned
            true => Ok(None),
            false => self.aside(|instance| instance.give_back(None)).map(|(code, ())| Some(code)),
        };
        self.hand.call = None;
        result?;
        Ok(crate::core::Call {
            section: section.unwrap_or_default(),
            before,
            body,
            at_end: at_end?,
        })
    }

    pub fn return_from(&mut self, value: Option<&'t Tree>, env: &Env<'t>) -> Result<()> {
        let Some(Call { name, operation, .. }) = &self.hand.call else { return Ok(()) };
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
        let (code, ()) = self.aside(|instance| instance.give_back(result))?;
        self.says(Statement::Return(code));
        Ok(())
    }

    /// Hands the result to the caller, who goes on.
    fn give_back(&mut self, result: Option<Val>) -> Result<()> {
        let Some(Call { name, operation, target }) = &self.hand.call else { return Ok(()) };
        let (name, operation, target) = (*name, *operation, target.clone());
        let arguments = self.arguments_of(operation)?;
        self.observe_return(name, &arguments, result.as_ref());
        self.tell(name, result.clone().into_iter().collect(), true);
        self.forget_call(operation)?;
        if let (Some((target, env)), Some(result)) = (target, result) {
            self.give_to(target, result, &env)?;
        }
        Ok(())
    }

    fn give_to(&mut self, target: &'t Tree, result: Val, env: &Env<'t>) -> Result<()> {
        let Some(spot) = self.spot(target, env)? else { return self.not_assignable(target, env) };
        if self.vars[spot.var].storage == crate::tree::Storage::Shared {
            let message = "A result goes to a variable of the process.";
            let help = "Assign it there, and to the shared variable in the next line.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::NotAssignable, target.span, message).help(help),
            );
        }
        let parts = self.fit(result, &spot.whole_ty(), target.span)?;
        self.push(Op::Store(spot, parts));
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
                self.does(Instruction::Store(place, Expr::Const(value)));
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
        self.does(Instruction::Event(EventTemplate::Operation {
            operation,
            value,
            words,
            returns,
        }));
    }
}
