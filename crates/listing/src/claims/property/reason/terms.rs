//! Values that a claim speaks of, and how the text writes them.

use crate::claims::Claims;
use crate::claims::property::reason::{over, process_base};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::terms::select;
use crate::instantiate::value::{Bound, Env, Val, look_up};
use crate::tree::{Binder, Expr as Tree, ExprKind, Quantifier};
use program::ir::{Expr, Instruction, Query, Said, Term};

impl<'t> Claims<'t> {
    /// A value with its words.
    pub fn value_term(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Term> {
        let before = self.claimed.primes;
        self.begin_query();
        let value = self.set_value(expr, env)?;
        let value = self.definite(value, expr)?;
        let is_before = before.is_some() && before == self.claimed.primes;
        let (words, is_size) = match &expr.kind {
            ExprKind::Call(name, arguments)
                if name.text == "size" && self.find_define("size").is_none() =>
            {
                (self.letters_of(&arguments[0], env), true)
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                (self.folded(*quantifier, binders, body, env), false)
            }
            _ => (self.letters_of(expr, env), false),
        };
        let term = self.term_of(words, value, is_before)?;
        Ok(Term { is_size, ..term })
    }

    /// The value at the end of the query in hand.
    pub fn term_of(&mut self, words: String, value: Val, is_before: bool) -> Result<Term> {
        let is_known = value.parts.iter().all(|part| matches!(part, Expr::Const(_)));
        let process = process_base(&value.ty);
        let members = match &value.ty {
            Ty::Set(element) => process_base(element),
            _ => None,
        };
        let (code, width) = (self.query_code, value.parts.len());
        let told = value.ty.words(self);
        let first = self.places.temps;
        self.places.temps += width;
        for (nth, part) in value.parts.into_iter().enumerate() {
            let part = select(Expr::Const(1), part, Expr::Const(0));
            self.does(Instruction::Set(first + nth, part));
        }
        self.finish_query();
        let said = Said { query: Query { code, result: first }, width, words: told };
        Ok(Term { words, said, is_known, process, members, is_size: false, is_before })
    }

    /// "the sum of votes[i] over i in worker"
    fn folded(
        &self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> String {
        let over = over(binders).of(self.source.text);
        let body = self.letters_of(body, env);
        match quantifier {
            Quantifier::Count => format!("the number of {over} with {body}"),
            Quantifier::Sum => format!("the sum of {body} over {over}"),
            Quantifier::Max => format!("the highest {body} over {over}"),
            Quantifier::Min => format!("the lowest {body} over {over}"),
            Quantifier::All | Quantifier::Some => body,
        }
    }

    /// The letters of an expression, with what its names stand for put in.
    pub fn letters_of(&self, expr: &'t Tree, env: &Env<'t>) -> String {
        let mut names = Vec::new();
        self.put_in(expr, env, &mut names);
        let start = expr.span.start as usize;
        let mut words = expr.span.of(self.source.text).to_owned();
        names.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
        for (at, size, name) in names {
            words.replace_range(at - start..at - start + size, &name);
        }
        words.split_whitespace().collect::<Vec<_>>().join(" ").replace('′', "")
    }

    fn put_in(&self, expr: &'t Tree, env: &Env<'t>, names: &mut Vec<(usize, usize, String)>) {
        if let Some(name) = expr.name() {
            let said = match look_up(env, name) {
                Some(Bound::Alias(argument, env)) => Some(self.letters_of(argument, &env)),
                Some(Bound::Value(value)) => self.constant_words(&value),
                None => None,
            };
            names.extend(said.map(|said| {
                let span = expr.span;
                (span.start as usize, (span.end - span.start) as usize, said)
            }));
        }
        // `i.value` with a number for i is `value[0]`
        if let ExprKind::Field(base, field) = &expr.kind
            && let Some(Bound::Value(value)) = base.name().and_then(|name| look_up(env, name))
            && let Some(member) = self.constant_words(&value)
        {
            let size = (expr.span.end - expr.span.start) as usize;
            return names.push((
                expr.span.start as usize,
                size,
                format!("{}[{member}]", field.text),
            ));
        }
        expr.parts().into_iter().for_each(|part| self.put_in(part, env, names));
    }

    fn constant_words(&self, value: &Val) -> Option<String> {
        let number =
            |part: &Expr| if let Expr::Const(number) = part { Some(*number) } else { None };
        let numbers = value.parts.iter().map(number).collect::<Option<Vec<_>>>()?;
        Some(value.ty.words(self).say(&self.types.symbols, &mut numbers.into_iter()))
    }
}
