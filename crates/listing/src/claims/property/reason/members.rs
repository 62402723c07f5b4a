//! What is said of each member of a quantifier.

use crate::claims::Claims;
use crate::claims::property::reason::{MEMBERS_MAX, over, process_base};
use crate::instantiate::Result;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::value::{Bound, Env, look_up};
use crate::tree::{Binder, DomainKind, Expr as Tree, Quantifier, Sentence};
use program::ir::{Expr, Member, Members, Part};

impl<'t> Claims<'t> {
    pub fn members_part(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
        (said, depth): (Option<(&'t Tree, &'t Sentence)>, usize),
    ) -> Result<Part> {
        self.begin_query();
        let members = self.members(binders, env)?;
        if members.len() > MEMBERS_MAX {
            return Err(());
        }
        let is_all = quantifier == Quantifier::All;
        let mut all = Vec::new();
        for (nth, (inner, counts)) in members.into_iter().enumerate() {
            let part = self.quantified_part(body, &inner, said, depth)?;
            let said = said.filter(|(innermost, _)| std::ptr::eq(*innermost, body));
            let sentence = said.and_then(|(_, sentence)| self.sentence(sentence, &inner).ok());
            let stands = self.standing(binders, &inner)?;
            if counts == Expr::Const(1) {
                all.push(Member { counts: None, part, sentence });
                continue;
            }
            let code = self.begin_query();
            // each query computes by itself over what it runs
            let (_, counts) = self.members(binders, env)?.swap_remove(nth);
            let counts = self.end_query(code, counts);
            let part = match stands {
                stands if stands.is_empty() => part,
                stands if is_all => Part::Implies(Part::And(stands).into(), part.into()),
                mut stands => {
                    stands.push(part);
                    Part::And(stands)
                }
            };
            all.push(Member { counts: Some(counts), part, sentence });
        }
        let over = over(binders).of(self.source.text).to_owned();
        let members = Members { over, body: self.letters_of(body, env), all };
        Ok(if is_all { Part::All(members) } else { Part::Some(members) })
    }

    /// What is to come of each member: those of which it has not, and from which it still follows.
    pub fn each_part(&mut self, each: &'t [Binder], from: &'t Tree, to: &'t Tree) -> Result<Part> {
        self.begin_query();
        let members = self.members(each, &None)?;
        if members.len() > MEMBERS_MAX {
            return Err(());
        }
        let mut all = Vec::new();
        for (env, counts) in members {
            if counts != Expr::Const(1) {
                return Err(());
            }
            let from = self.part(from, &env, 0)?;
            let part = Part::Implies(from.into(), self.part(to, &env, 0)?.into());
            all.push(Member { counts: None, part, sentence: None });
        }
        let over = over(each).of(self.source.text).to_owned();
        Ok(Part::All(Members { over, body: String::new(), all }))
    }

    /// Of names that run over a section: that the processes are in it.
    fn standing(&mut self, binders: &'t [Binder], env: &Env<'t>) -> Result<Vec<Part>> {
        let mut all = Vec::new();
        for binder in binders {
            let Some(DomainKind::Expr(set)) = binder.domain.as_ref().map(|domain| &domain.kind)
            else {
                continue;
            };
            let Some(section) = set.name() else { continue };
            let Meaning::Section = self.meaning(section, env) else { continue };
            let (names, _) = self.names_of(binder);
            for name in names {
                let Some(Bound::Value(value)) = look_up(env, name) else { continue };
                let process = value.constant().ok_or(())?;
                let base = process_base(&value.ty).ok_or(())?;
                let code = self.begin_query();
                let is_in = self.stands_in((base + process) as usize, section);
                let is_in = self.end_query(code, is_in);
                self.begin_query();
                let process = self.term_of(name.to_owned(), value, false)?;
                all.push(Part::Stands { process, section: section.to_owned(), is_in });
            }
        }
        Ok(all)
    }
}
