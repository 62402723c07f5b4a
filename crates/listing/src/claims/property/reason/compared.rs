//! Comparisons, and the values that they compare.

use crate::claims::Claims;
use crate::claims::property::reason::process_base;
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::value::Env;
use crate::tree::{Compare, Expr as Tree, ExprKind};
use program::ir::{Compared, Part, Query, Sign, Term};

impl<'t> Claims<'t> {
    /// `x in {a, b}` is `x = a or x = b`; of tuples, the first fields that differ decide.
    pub fn compared_part(
        &mut self,
        pair: &'t [Tree],
        sign: &'t [Compare],
        env: &Env<'t>,
    ) -> Result<Part> {
        let (left, right) = (&pair[0], &pair[1]);
        if let (Compare::In | Compare::NotIn, ExprKind::Name(section)) = (sign[0], &right.kind)
            && let Meaning::Section = self.meaning(section, env)
        {
            let is_in = self.comparison(pair, &[Compare::In], env)?;
            self.begin_query();
            let members = self.set_value(right, env)?;
            let base =
                if let Ty::Set(element) = &members.ty { process_base(element) } else { None };
            let process = self.value_term(left, env)?;
            let stands = Part::Stands {
                // a number that is computed stands for a process there
                process: Term { process: process.process.or(base), ..process },
                section: section.clone(),
                is_in,
            };
            return Ok(if sign[0] == Compare::In { stands } else { Part::Not(stands.into()) });
        }
        if let (Compare::In | Compare::NotIn, ExprKind::Set(all)) = (sign[0], &right.kind) {
            let one_of = self.equal_to_one(left, all, env)?;
            return Ok(if sign[0] == Compare::In { one_of } else { Part::Not(one_of.into()) });
        }
        let is_true = self.comparison(pair, sign, env)?;
        let Ok(terms) =
            self.value_term(left, env).and_then(|left| Ok((left, self.value_term(right, env)?)))
        else {
            let words = [left, right].map(|side| self.letters_of(side, env));
            let between = &self.source.text[left.span.end as usize..right.span.start as usize];
            return Ok(Part::Holds { words: words.join(between), is_true });
        };
        let addends = [self.addends(left, env), self.addends(right, env)];
        Ok(Part::Compare(Compared {
            left: terms.0,
            sign: sign_of(sign[0]),
            right: terms.1,
            is_true,
            addends,
        }))
    }

    fn equal_to_one(&mut self, left: &'t Tree, all: &'t [Tree], env: &Env<'t>) -> Result<Part> {
        let mut parts = Vec::new();
        for item in all {
            let code = self.begin_query();
            let (one, other) = (self.eval(item, env)?, self.eval(left, env)?);
            let same = self.equal(&one, &other, item.span)?;
            let is_true = self.end_query(code, same);
            let (one, other) = (self.value_term(item, env)?, self.value_term(left, env)?);
            parts.push(Part::Compare(Compared {
                left: one,
                sign: Sign::Equal,
                right: other,
                is_true,
                addends: Default::default(),
            }));
        }
        Ok(Part::Or(parts))
    }

    fn comparison(&mut self, pair: &'t [Tree], sign: &[Compare], env: &Env<'t>) -> Result<Query> {
        let code = self.begin_query();
        let value = self.compare(pair, sign, env)?;
        let holds = self.truth(value, pair[0].span)?;
        Ok(self.end_query(code, holds))
    }
}

fn sign_of(sign: Compare) -> Sign {
    match sign {
        Compare::Equal => Sign::Equal,
        Compare::NotEqual => Sign::NotEqual,
        Compare::Less => Sign::Less,
        Compare::LessEqual => Sign::LessEqual,
        Compare::Greater => Sign::Greater,
        Compare::GreaterEqual => Sign::GreaterEqual,
        Compare::In => Sign::In,
        Compare::NotIn => Sign::NotIn,
        Compare::Subset => Sign::Subset,
    }
}
