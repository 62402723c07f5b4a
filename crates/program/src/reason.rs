//! Why a claim is false in a state: its parts, down to those that decide it.

mod ground;

pub use ground::{Ground, Sum, Told, Value};

use crate::compiled::Compiled;
use crate::ir::{Addends, Compared, Member, Members, Part, Query, Saying, Sentence, Sign, Term};
use crate::runner::Runner;
use crate::view::said;

/// A state, and that before the last step.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub before: &'a [u8],
    pub now: &'a [u8],
}

/// Why what a program explains is false in a state; none where it is not, or cannot be computed.
pub fn why_false(system: &Compiled, pair: Pair<'_>) -> Option<Ground> {
    let explained = system.explained.as_ref()?;
    Teller::new(system, pair).why(&explained.holds, false)
}

/// What the text says where what a program explains is false; none where it says nothing, or a value cannot be
/// computed.
pub fn said_of(system: &Compiled, pair: Pair<'_>) -> Option<Vec<Told>> {
    let explained = system.explained.as_ref()?;
    let mut teller = Teller::new(system, pair);
    let own = explained.sentence.as_ref();
    let sentence = own.or_else(|| teller.sentence(&explained.holds, false))?;
    teller.said(sentence)
}

/// Why that from which it is to follow is true there.
pub fn why_begun(system: &Compiled, pair: Pair<'_>) -> Option<Ground> {
    let from = system.explained.as_ref()?.from.as_ref()?;
    Teller::new(system, pair).why(from, true)
}

/// It cannot be computed in this state.
struct Unknown;

struct Teller<'a> {
    runner: Runner<'a>,
    state: Vec<u8>,
    is_of_step: bool,
    /// It is told what has to hold, not what is wrong.
    holds: bool,
}

impl<'a> Teller<'a> {
    fn new(system: &'a Compiled, pair: Pair<'_>) -> Teller<'a> {
        let mut runner = system.runner();
        runner.machine.before.extend_from_slice(pair.before);
        let is_of_step = system.explained.as_ref().is_some_and(|explained| explained.is_of_step);
        Teller { runner, state: pair.now.to_vec(), is_of_step, holds: false }
    }

    fn is_true(&mut self, query: Query) -> Option<bool> {
        Some(self.runner.query(query, &mut self.state)? != 0)
    }

    fn truth(&mut self, part: &Part) -> Option<bool> {
        match part {
            Part::And(all) => self.every(all, true),
            Part::Or(all) => self.every(all, false).map(|none| !none),
            Part::Not(inner) => self.truth(inner).map(|truth| !truth),
            Part::Implies(from, to) => Some(!self.truth(from)? || self.truth(to)?),
            Part::If(parts) => self.branch(parts).and_then(|branch| self.truth(branch)),
            Part::All(members) => Some(self.member(members, false).ok()?.is_none()),
            Part::Some(members) => Some(self.member(members, true).ok()?.is_some()),
            Part::Named(_, inner) => self.truth(inner),
            Part::Compare(Compared { is_true, .. })
            | Part::Stands { is_in: is_true, .. }
            | Part::Holds { is_true, .. } => self.is_true(*is_true),
            Part::AtMost { most, who, .. } => Some(i64::from(self.set(who)?.count_ones()) <= *most),
            Part::Before { ahead, .. } => Some(self.overtaken(ahead).ok()?.is_none()),
        }
    }

    /// Whether every one of them comes out so; those behind the first other one are not asked.
    fn every(&mut self, all: &[Part], truth: bool) -> Option<bool> {
        for part in all {
            if self.truth(part)? != truth {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The first member that counts and of which the body is as asked.
    fn member<'p>(
        &mut self,
        members: &'p Members,
        truth: bool,
    ) -> Result<Option<&'p Member>, Unknown> {
        for member in &members.all {
            let is_one = member.counts.is_none_or(|query| self.is_true(query) == Some(true));
            if is_one && self.truth(&member.part).ok_or(Unknown)? == truth {
                return Ok(Some(member));
            }
        }
        Ok(None)
    }

    /// Which of two is asked.
    fn branch<'p>(&mut self, [condition, then, otherwise]: &'p [Part; 3]) -> Option<&'p Part> {
        self.truth(condition).map(|is_so| if is_so { then } else { otherwise })
    }

    /// What the text says of the members that decide it.
    fn sentence<'p>(&mut self, part: &'p Part, truth: bool) -> Option<&'p Sentence> {
        match part {
            Part::Not(inner) => self.sentence(inner, !truth),
            Part::Implies(_, to) => self.sentence(to, truth),
            Part::And(all) => self.sentence(all.last()?, truth),
            Part::All(members) | Part::Some(members) => {
                let member = self.member(members, truth).ok()??;
                member.sentence.as_ref().or_else(|| self.sentence(&member.part, truth))
            }
            _ => None,
        }
    }

    fn said(&mut self, sentence: &[Saying]) -> Option<Vec<Told>> {
        let part = |part: &Saying| match part {
            Saying::Words(words) => Some(Told::Words(words.clone())),
            Saying::Value(term) => Some(self.value(term).map(Told::Value)?),
        };
        sentence.iter().map(part).collect()
    }

    /// What decides that it is as it is.
    fn why(&mut self, part: &Part, truth: bool) -> Option<Ground> {
        if self.truth(part)? != truth {
            return None;
        }
        Some(match part {
            Part::Not(inner) => self.why(inner, !truth)?,
            Part::Named(words, inner) => match truth {
                true if self.holds && is_long(inner) => {
                    Ground::Holds { words: words.clone(), is_true: true }
                }
                _ => self.why(inner, truth)?,
            },
            Part::And(all) | Part::Or(all) => {
                let is_and = matches!(part, Part::And(_));
                if is_and == truth { self.each(all, truth)? } else { self.first(all, truth)? }
            }
            Part::Implies(from, to) if !truth => {
                let held = self.premise(from)?;
                but(held, self.why(to, false)?)
            }
            Part::Implies(from, to) => match self.truth(from)? {
                true => self.why(to, true)?,
                false => self.why(from, false)?,
            },
            Part::If(parts) => {
                let branch = self.branch(parts)?;
                let is_so = self.truth(&parts[0])?;
                let (held, told) = (self.why(&parts[0], is_so)?, self.why(branch, truth)?);
                if is_known(&held) { told } else { beside(held, told, truth) }
            }
            Part::All(members) | Part::Some(members) => {
                let is_all = matches!(part, Part::All(_));
                match self.member(members, !is_all).ok()? {
                    Some(member) => self.why(&member.part, truth)?,
                    None => self.everywhere(members, truth)?,
                }
            }
            Part::Compare(compared) => self.compared(compared, truth)?,
            Part::Stands { process, section, .. } => {
                let process = self.value(process)?.process?;
                Ground::Stands { process, section: section.clone(), is_in: truth }
            }
            Part::Holds { words, .. } => Ground::Holds { words: words.clone(), is_true: truth },
            Part::AtMost { most, section, who } => {
                let who = self.processes(who)?;
                Ground::TooMany { who, section: section.clone(), most: *most }
            }
            Part::Before { first, second, ahead } => {
                let (one, passed) = self.overtaken(ahead).ok()??;
                let sections = [first.clone(), second.clone()];
                Ground::Overtook { first: one, passed, sections }
            }
        })
    }

    fn premise(&mut self, from: &Part) -> Option<Ground> {
        let holds = std::mem::replace(&mut self.holds, true);
        let held = self.why(from, true);
        self.holds = holds;
        held
    }

    fn first(&mut self, all: &[Part], truth: bool) -> Option<Ground> {
        for part in all {
            if self.truth(part)? == truth {
                return self.why(part, truth);
            }
        }
        None
    }

    fn each(&mut self, all: &[Part], truth: bool) -> Option<Ground> {
        let mut grounds =
            all.iter().map(|part| self.why(part, truth)).collect::<Option<Vec<_>>>()?;
        // what is so in every state says nothing beside others
        if !grounds.iter().all(is_known) {
            grounds.retain(|ground| !is_known(ground));
        }
        // `not A or B` is `A ⇒ B`
        match (&all, truth) {
            ([Part::Not(_), _], false) if grounds.len() == 2 => {
                let [from, to] = <[Ground; 2]>::try_from(grounds).ok()?;
                Some(but(from, to))
            }
            _ => Some(Ground::Each(grounds)),
        }
    }

    /// Each of a few members, or what is so of all of them.
    fn everywhere(&mut self, members: &Members, truth: bool) -> Option<Ground> {
        const TOLD_MAX: usize = 2;
        let mut grounds = Vec::new();
        for Member { counts, part, .. } in &members.all {
            if counts.is_none_or(|query| self.is_true(query) == Some(true)) {
                grounds.push(self.why(part, truth)?);
            }
        }
        let stand = grounds.iter().all(|ground| matches!(ground, Ground::Stands { .. }));
        let is_told = !grounds.is_empty() && (stand || grounds.len() <= TOLD_MAX);
        let is_short = grounds
            .iter()
            .all(|ground| matches!(ground, Ground::Compared { .. } | Ground::Stands { .. }));
        if is_told && is_short {
            return Some(Ground::Each(grounds));
        }
        let (over, body) = (members.over.clone(), members.body.clone());
        Some(Ground::Everywhere { over, body, is_true: truth })
    }

    fn compared(&mut self, compared: &Compared, truth: bool) -> Option<Ground> {
        let left = self.value(&compared.left)?;
        let right = self.value(&compared.right)?;
        let sign = if truth { compared.sign } else { opposite(compared.sign) };
        let [on_left, on_right] = &compared.addends;
        let sum = match on_left.is_empty() {
            false => self.sum(on_left, [&left, &right], sign),
            true => self.sum(on_right, [&right, &left], sign.turned()),
        };
        Some(Ground::Compared { left, sign, right, is_wrong: !truth, sum })
    }

    fn sum(
        &mut self,
        addends: &[Addends],
        [total, other]: [&Value; 2],
        sign: Sign,
    ) -> Option<Box<Sum>> {
        let mut added = Vec::new();
        for Addends { words, all } in addends {
            let values: Option<Vec<String>> =
                all.iter().map(|term| Some(self.value(term)?.value)).collect();
            added.push((words.clone(), values?));
        }
        let [total, other] = [total, other].map(|side| side.value.clone());
        (!added.is_empty()).then(|| Box::new(Sum { addends: added, total, sign, other }))
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        let first = term.said.query.result;
        self.runner.query(term.said.query, &mut self.state)?;
        let number = self.runner.machine.registers[first];
        let base = term.process.filter(|_| (0..crate::SYMBOLS).contains(&number));
        let value = said(&mut self.runner, &self.state, std::slice::from_ref(&term.said)).concat();
        Some(Value {
            words: term.words.clone(),
            value,
            is_known: term.is_known,
            process: base.map(|base| (base + number) as usize),
            members: term.members.map(|base| members(base, number)),
            is_size: term.is_size,
            is_before: self.is_of_step && term.is_before,
        })
    }

    fn set(&mut self, term: &Term) -> Option<i64> {
        self.runner.query(term.said.query, &mut self.state)
    }

    fn processes(&mut self, set: &Term) -> Option<Vec<usize>> {
        Some(members(set.members.unwrap_or_default(), self.set(set)?))
    }

    fn overtaken(&mut self, ahead: &[(Query, Term)]) -> Result<Option<(usize, usize)>, Unknown> {
        for (process, (is_there, before)) in ahead.iter().enumerate() {
            let waiting = self.processes(before).ok_or(Unknown)?;
            let passed = waiting.into_iter().find(|other| *other != process);
            if let (true, Some(passed)) = (self.is_true(*is_there).ok_or(Unknown)?, passed) {
                return Ok(Some((process, passed)));
            }
        }
        Ok(None)
    }
}

/// The processes of a set, by their numbers among all.
fn members(base: i64, set: i64) -> Vec<usize> {
    (0..64_i64).filter(|at| set >> at & 1 != 0).map(|at| (base + at) as usize).collect()
}

/// Whether more than one fact decides it.
fn is_long(part: &Part) -> bool {
    !matches!(part, Part::Compare(_) | Part::Stands { .. } | Part::Holds { .. })
}

/// Whether it is so in every state.
fn is_known(ground: &Ground) -> bool {
    matches!(ground, Ground::Compared { left, right, .. } if left.is_known && right.is_known)
}

/// What holds, and what is so for that, or wrong.
fn beside(held: Ground, told: Ground, truth: bool) -> Ground {
    if truth { Ground::Each(vec![held, told]) } else { but(held, told) }
}

/// All that holds is said before what is wrong.
fn but(held: Ground, wrong: Ground) -> Ground {
    let flat = |ground| if let Ground::Each(all) = ground { all } else { vec![ground] };
    match wrong {
        Ground::But(more, wrong) => {
            let all = flat(held).into_iter().chain(flat(*more)).collect();
            Ground::But(Ground::Each(all).into(), wrong)
        }
        wrong => Ground::But(held.into(), wrong.into()),
    }
}

fn opposite(sign: Sign) -> Sign {
    match sign {
        Sign::Equal => Sign::NotEqual,
        Sign::NotEqual => Sign::Equal,
        Sign::Less => Sign::GreaterEqual,
        Sign::LessEqual => Sign::Greater,
        Sign::Greater => Sign::LessEqual,
        Sign::GreaterEqual => Sign::Less,
        Sign::In => Sign::NotIn,
        Sign::NotIn => Sign::In,
        Sign::Subset => Sign::Subset,
    }
}
