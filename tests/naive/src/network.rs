//! Messages on their way: who sends them, who takes them, and in which order.

use crate::eval::{Eval, Stop, wrong};
use crate::machine::{Attempt, JUMPED, Machine};
use crate::op::{Bound, Target1};
use crate::state::{Mail, Place, Root, State};
use crate::value::{Domain, Value};
use listing::tree::{Expr, Pattern, Target};

impl Machine {
    /// Which messages may arrive next.
    pub fn arriving(&self, state: &State) -> Vec<usize> {
        let mail = &state.mail;
        let first =
            |at: usize, is_before: &dyn Fn(&Mail) -> bool| !mail[..at].iter().any(is_before);
        let may = |&at: &usize| {
            let it = &mail[at];
            let same_channel = |other: &Mail| other.from == it.from && other.to == it.to;
            let same_receiver = |other: &Mail| other.to == it.to;
            match &self.world.channels[..] {
                "unordered" => true,
                "mailbox" => first(at, &same_receiver),
                // what a process sends to itself is there at once: before what is sent to it later
                "self_at_once" => {
                    first(at, &same_channel)
                        && first(at, &|other| same_receiver(other) && other.from == other.to)
                }
                _ => first(at, &same_channel),
            }
        };
        // of equal ones that may arrive, each is as good as the other
        let mut all: Vec<usize> = (0..mail.len()).filter(may).collect();
        let mut seen = Vec::new();
        all.retain(|&at| {
            let is_new = !seen.contains(&&mail[at]);
            seen.push(&mail[at]);
            is_new
        });
        all
    }

    /// The same state if messages lie in an order that nobody can tell.
    pub fn sort_mail(&self, state: &mut State) {
        match &self.world.channels[..] {
            "unordered" => state.mail.sort(),
            "mailbox" | "self_at_once" => state.mail.sort_by_key(|mail| mail.to),
            _ => state.mail.sort_by_key(|mail| (mail.from, mail.to)),
        }
    }

    fn kind(&self, pattern: &Pattern) -> Option<usize> {
        self.world.messages.iter().position(|message| message.name == pattern.message.text)
    }

    pub fn send(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        pattern: &Pattern,
        to: &Target,
        _whole: bool,
    ) -> Result<Attempt, Stop> {
        let kind = self.kind(pattern).ok_or_else(|| Stop::Wrong("no such message".into()))?;
        let mut fields = Vec::new();
        for (expr, (_, domain)) in pattern.fields.iter().zip(&self.world.messages[kind].fields) {
            let value = eval.eval(expr)?;
            let fit = self.world.roster.fit(domain, &value);
            fields.push(fit.ok_or_else(|| Stop::Wrong(format!("{value} leaves its domain")))?);
        }
        let roster = &self.world.roster;
        let role = roster.role_of(me);
        let of_role = roster.members(Some(role));
        let receivers = match to {
            Target::All => of_role,
            Target::AllOthers => of_role
                .into_iter()
                .filter(|value| !matches!(value, Value::Process(value, _) if *value == me))
                .collect(),
            Target::AllIn(set) => match eval.members(set)? {
                Value::Set(all) | Value::List(all) | Value::Array(all) => all,
                it @ Value::Process(..) => vec![it],
                other => return wrong(format!("{other} has no members")),
            },
            Target::One(it) => vec![eval.eval(it)?],
        };
        let mut next = state.clone();
        for receiver in receivers {
            // a number counts within one's own role
            let domain = match receiver {
                Value::Number(_) => Domain::Process(Some(role)),
                _ => Domain::Process(None),
            };
            let Some(Value::Process(to, _)) = roster.fit(&domain, &receiver) else {
                return wrong(format!("{receiver} is no process"));
            };
            next.mail.push(Mail { from: me, to, kind, fields: fields.clone() });
        }
        self.sort_mail(&mut next);
        if next.mail.len() > self.world.room {
            return Ok(Attempt::Beyond);
        }
        next.processes[me].at += 1;
        next.processes[me].log.clear();
        Ok(Attempt::Step(vec![next]))
    }

    /// Whether a message is of that kind, and its receiver with it.
    fn takes(
        &self,
        state: &mut State,
        at: usize,
        me: usize,
        pattern: &Pattern,
        bound: &Bound,
    ) -> Option<Result<(), String>> {
        let mail = state.mail[at].clone();
        let is_any = pattern.message.text == "any";
        if mail.to != me || !is_any && Some(mail.kind) != self.kind(pattern) {
            return None;
        }
        state.mail.remove(at);
        self.sort_mail(state);
        let names = self.names_of(state, me);
        for (target, value) in bound.places.iter().zip(&mail.fields) {
            let place = match target {
                Target1::Slot(slot) => {
                    Place { root: Root::Name(*slot), element: 0, path: Vec::new(), is_known: true }
                }
                Target1::Place(expr) => {
                    let before = state.clone();
                    let mut eval = self.eval(&before, me, &names);
                    match eval.target(expr) {
                        Ok(it) => it,
                        Err(why) => return Some(Err(format!("{why:?}"))),
                    }
                }
            };
            if let Err(why) = self.assign(state, me, &place, value) {
                return Some(Err(why));
            }
        }
        if let Some(slot) = bound.sender {
            let role = self.world.roster.role_of(mail.from);
            state.processes[me].names.insert(slot, Value::Process(mail.from, Some(role)));
        }
        Some(Ok(()))
    }

    fn names_of(&self, state: &State, me: usize) -> crate::eval::Names {
        let at = state.processes[me].at;
        self.codes[me].all.get(at).map(|instruction| instruction.names.clone()).unwrap_or_default()
    }

    /// A line that takes a message: of all that may arrive.
    pub fn receive(
        &self,
        eval: &mut Eval<'_>,
        state: &State,
        me: usize,
        pattern: &Pattern,
        from: Option<&Expr>,
        bound: &Bound,
    ) -> Result<Attempt, Stop> {
        let from = match from {
            Some(from) => Some(eval.eval(from)?),
            None => None,
        };
        let mut states = Vec::new();
        for at in self.arriving(state) {
            let sender = Value::Process(
                state.mail[at].from,
                Some(self.world.roster.role_of(state.mail[at].from)),
            );
            if from.as_ref().is_some_and(|from| !self.is_sender(from, &sender, me)) {
                continue;
            }
            let mut next = state.clone();
            match self.takes(&mut next, at, me, pattern, bound) {
                None => {}
                Some(Err(why)) => return Ok(Attempt::Wrong(why)),
                Some(Ok(())) => {
                    next.processes[me].at += 1;
                    next.processes[me].log.clear();
                    states.push(next);
                }
            }
        }
        Ok(if states.is_empty() { Attempt::Waits } else { Attempt::Step(states) })
    }

    /// A number counts within one's own role.
    fn is_sender(&self, asked: &Value, sender: &Value, me: usize) -> bool {
        let roster = &self.world.roster;
        match asked {
            Value::Number(_) => {
                let domain = Domain::Process(Some(roster.role_of(me)));
                roster.fit(&domain, asked).is_some_and(|value| roster.same(&value, sender))
            }
            _ => roster.same(asked, sender),
        }
    }

    /// The state in which a rule for a message begins, if it takes this one.
    pub fn begin_receipt(
        &self,
        state: &State,
        at: usize,
        me: usize,
        rule: usize,
    ) -> Option<Result<State, String>> {
        let rule = &self.codes[me].rules[rule];
        let listing::tree::Cause::Message { pattern, .. } = &rule.cause else { return None };
        let mut next = state.clone();
        next.processes[me].at = rule.at;
        Some(self.takes(&mut next, at, me, pattern, &rule.bound)?.map(|()| next))
    }

    /// Behind a whole step, a process stands where it was sent, or where it was.
    pub fn land(&self, state: &mut State, me: usize, before: &State) {
        let process = &mut state.processes[me];
        let old = &before.processes[me];
        match process.at {
            JUMPED => {
                process.at = self.codes[me].entry(&process.section);
                process.names.clear();
                process.log.clear();
                process.writes.clear();
            }
            crate::machine::OUT => {}
            _ => {
                process.at = old.at;
                process.log.clone_from(&old.log);
                process.writes.clone_from(&old.writes);
                process.names.clone_from(&old.names);
            }
        }
    }
}
