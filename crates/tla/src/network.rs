//! Messages on their way: a sequence for each channel or receiver, or a bag.

use crate::fold::plain;
use crate::writer::Writer;
use program::ir::{Expr, NetworkFault, Order};
use std::fmt::Write;
use ways::paths::paths;

/// What an algorithm does with messages, by their order.
struct Words {
    /// What the variable is, in words.
    about: &'static str,
    first: &'static str,
    send: &'static str,
    places: &'static str,
    /// A message at a place, and the network without it or with it twice.
    at_place: [&'static str; 3],
}

const FIFO: Words = Words {
    about: "network[i][j]: the messages from i to j, the oldest first",
    first: "[i \\in Everyone |-> [j \\in Everyone |-> <<>>]]",
    send: "Send(n, e) == [n EXCEPT ![e.from][e.to] = Append(@, e)]",
    places: "Places == UNION {{<<f, t, k>> : k \\in 1..Len(network[f][t])} : f \\in Everyone, t \\in Everyone}",
    at_place: [
        "network[x[1]][x[2]][x[3]]",
        "[network EXCEPT ![x[1]][x[2]] = SubSeq(@, 1, x[3] - 1) \\o SubSeq(@, x[3] + 1, Len(@))]",
        "Send(network, At(x))",
    ],
};

const MAILBOX: Words = Words {
    about: "network[i]: the messages to i, the oldest first",
    first: "[i \\in Everyone |-> <<>>]",
    send: "Send(n, e) == [n EXCEPT ![e.to] = Append(@, e)]",
    places: "Places == UNION {{<<t, k>> : k \\in 1..Len(network[t])} : t \\in Everyone}",
    at_place: [
        "network[x[1]][x[2]]",
        "[network EXCEPT ![x[1]] = SubSeq(@, 1, x[2] - 1) \\o SubSeq(@, x[2] + 1, Len(@))]",
        "Send(network, At(x))",
    ],
};

const BAG: Words = Words {
    about: "the messages on their way, which may overtake each other",
    first: "EmptyBag",
    send: "Send(n, e) == n (+) SetToBag({e})",
    places: "Places == UNION {{<<e, k>> : k \\in 1..network[e]} : e \\in DOMAIN network}",
    at_place: ["x[1]", "network (-) SetToBag({x[1]})", "Send(network, x[1])"],
};

impl Writer<'_> {
    fn network_words(&self) -> Option<&'static Words> {
        self.order().map(|order| match order {
            Order::Unordered => &BAG,
            Order::Mailbox => &MAILBOX,
            Order::Fifo | Order::SelfAtOnce => &FIFO,
        })
    }

    /// What the variable of the messages is, and what it is at first.
    pub fn network(&self) -> Option<[&'static str; 2]> {
        self.network_words().map(|network_word| [network_word.about, network_word.first])
    }

    /// The operators that actions use.
    pub fn network_operators(&self, rest: &str, text: &mut String) {
        let Some(words) = self.network_words() else { return };
        let _ = writeln!(text, "{}", words.send);
        if self.order() != Some(Order::Unordered) {
            text.push_str("Arrives(q, k) == q # <<>> /\\ Head(q).kind = k\n");
        }
        let uses = |name: &str| rest.contains(name);
        if ["Messages", "InTransit(", "OnTheirWay", "Places"].into_iter().any(uses) {
            let _ = writeln!(text, "{}\nAt(x) == {}", words.places, words.at_place[0]);
            text.push_str(
                "OnTheirWay == {At(x) : x \\in Places}\nMessages == Cardinality(Places)\n",
            );
            text.push_str("InTransit(P(_)) == Cardinality({x \\in Places : P(At(x))})\n");
        }
        text.push('\n');
    }

    /// What happens to messages on their way: the names of the actions, and their text.
    pub fn network_faults(&self, text: &mut String) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for fault in &self.program().network_faults {
            let name = self.names.give(&[if fault.doubles { "double" } else { "lose" }]);
            let lines = self.tampered(fault)?;
            let what = if fault.doubles { "is doubled" } else { "is lost" };
            let body = crate::tree::indented(&crate::tree::conjunction(&lines), "  ");
            let _ = writeln!(text, "{name}(x) ==    \\* a message {what}\n{body}\n");
            names.push(name);
        }
        Ok(names)
    }

    fn tampered(&self, fault: &NetworkFault) -> Result<Vec<String>, String> {
        let words = self.network_words().ok_or("There are no messages.")?;
        let ways = paths(self.speech.source, 0, 0, fault.rule)?;
        let kinds = fault.exempt.iter().map(|it| self.speech.message_kind(*it));
        let mut lines: Vec<String> = kinds.map(|kind| format!("At(x).kind # {kind}")).collect();
        let [way] = &ways.paths[..] else {
            return Err("A fault with several ways is not exported.".into());
        };
        if way.guard != Expr::Const(1) {
            lines.push(plain(&self.speech.condition(&way.guard)?));
        }
        let mut changed = vec!["network"];
        lines.push(format!("network' = {}", words.at_place[1 + usize::from(fault.doubles)]));
        for (place, value) in &way.stores {
            let (var, _) =
                self.layout.var(place.slot).ok_or("A variable has no place in the state.")?;
            let value = plain(&self.speech.write(value, var.kind)?);
            lines.push(format!("{}' = {}", var.name, crate::fold::inner(&value)));
            changed.push(&var.name);
        }
        let all = self.changing();
        let stays: Vec<&str> = all.into_iter().filter(|text| !changed.contains(text)).collect();
        lines.extend(crate::tree::unchanged(&stays));
        lines.extend(self.has_latches().then(|| "Remember".to_owned()));
        Ok(lines)
    }
}
