//! The ways through a step, as what they have in common, with `IF` and `\/` where they part.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One way: what has to be true, in order, and what each variable becomes.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    pub guard: Vec<(String, String)>,
    pub effects: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    conditions: Vec<String>,
    effects: BTreeMap<String, String>,
    parts: Parts,
}

#[derive(Clone, PartialEq, Debug)]
enum Parts {
    None,
    If(String, Box<[Node; 2]>),
    Or(Vec<Node>),
}

impl Node {
    /// Of at least one way. Each condition comes with its negation.
    pub fn new(mut ways: Vec<Way>) -> Node {
        let mut conditions = Vec::new();
        while let Some(first) = ways[0].guard.first().cloned() {
            if !ways.iter().all(|it| it.guard.first().is_some_and(|it| it.0 == first.0)) {
                break;
            }
            for way in &mut ways {
                way.guard.remove(0);
            }
            conditions.push(first.0);
        }
        ways.dedup();
        let (effects, parts) = match &ways[..] {
            [one] => (one.effects.clone(), Parts::None),
            _ => Node::parts(ways),
        };
        let mut node = Node { conditions, effects, parts };
        node.hoist();
        node
    }

    fn parts(ways: Vec<Way>) -> (BTreeMap<String, String>, Parts) {
        let first = |it: &Way| it.guard.first().map(|it| it.0.clone());
        if let Some((yes, no)) = ways[0].guard.first().cloned() {
            let is_either = |way: &Way| first(way).is_some_and(|text| text == yes || text == no);
            if ways.iter().all(is_either) {
                let (then, otherwise): (Vec<Way>, Vec<Way>) =
                    ways.into_iter().partition(|way| first(way).as_ref() == Some(&yes));
                let without = |mut ways: Vec<Way>| {
                    for way in &mut ways {
                        way.guard.remove(0);
                    }
                    Node::new(ways)
                };
                let both = Box::new([without(then), without(otherwise)]);
                return (BTreeMap::new(), Parts::If(yes, both));
            }
        }
        let mut groups: Vec<Vec<Way>> = Vec::new();
        for way in ways {
            let same =
                |ways: &&mut Vec<Way>| first(&way).is_some() && first(&ways[0]) == first(&way);
            match groups.iter_mut().find(same) {
                Some(group) => group.push(way),
                None => groups.push(vec![way]),
            }
        }
        (BTreeMap::new(), Parts::Or(groups.into_iter().map(Node::new).collect()))
    }

    /// What all parts have the same comes before them.
    fn hoist(&mut self) {
        let nodes = self.nodes();
        let Some(first) = nodes.first() else { return };
        let is_same =
            |it: &(&String, &String)| nodes.iter().all(|node| node.effects.get(it.0) == Some(it.1));
        let same: Vec<(String, String)> =
            first.effects.iter().filter(is_same).map(|(a, b)| (a.clone(), b.clone())).collect();
        for (name, effect) in same {
            self.nodes_mut().iter_mut().for_each(|node| _ = node.effects.remove(&name));
            self.effects.insert(name, effect);
        }
    }

    fn nodes(&self) -> &[Node] {
        match &self.parts {
            Parts::None => &[],
            Parts::If(_, both) => &both[..],
            Parts::Or(all) => all,
        }
    }

    fn nodes_mut(&mut self) -> &mut [Node] {
        match &mut self.parts {
            Parts::None => &mut [],
            Parts::If(_, both) => &mut both[..],
            Parts::Or(all) => all,
        }
    }

    /// The variables that change somewhere below.
    pub fn changed(&self) -> BTreeSet<&str> {
        let own = self.effects.keys().map(|key| &key[..]);
        own.chain(self.nodes().iter().flat_map(Node::changed)).collect()
    }

    /// The lines of a conjunction; those variables of `all` that do not change are said to stay. Effects in
    /// `last` read what others have become.
    pub fn lines(&self, all: &BTreeSet<&str>, last: &str) -> Vec<String> {
        let mut lines: Vec<String> =
            self.conditions.iter().map(|condition| guard(condition)).collect();
        let below: BTreeSet<&str> = self.nodes().iter().flat_map(Node::changed).collect();
        let part = |node: &Node| conjunction(&node.lines(&below, last));
        match &self.parts {
            Parts::None => {}
            Parts::If(condition, both) => {
                let then = indented(&part(&both[0]), "THEN ");
                let otherwise = indented(&part(&both[1]), "ELSE ");
                lines.push(format!("IF {}\n{then}\n{otherwise}", crate::fold::inner(condition)));
            }
            Parts::Or(nodes) => {
                let all: Vec<String> =
                    nodes.iter().map(|node| indented(&part(node), "\\/ ")).collect();
                lines.push(all.join("\n"));
            }
        }
        // behind the parts: what one of them asks for first may be what makes a value computable
        lines.extend(
            self.effects.iter().filter(|effect| effect.0 != last).map(|effect| effect.1.clone()),
        );
        let stays: Vec<&str> = all
            .iter()
            .filter(|text| !below.contains(*text) && !self.effects.contains_key(**text))
            .copied()
            .collect();
        lines.extend(unchanged(&stays));
        lines.extend(self.effects.get(last).cloned());
        lines
    }
}

/// A condition of an action. TLC takes each part of a disjunction there as an action of its own, and one in
/// brackets beside `=` as a value.
pub fn guard(condition: &str) -> String {
    let is_split = condition.contains("\\/") || condition.contains("\\E ");
    match is_split && !condition.starts_with('~') {
        true => format!("({}) = TRUE", crate::fold::inner(condition)),
        false => condition.to_owned(),
    }
}

/// A list of conditions behind one more.
pub fn and_then(first: &str, text: &str) -> String {
    let text = if text.starts_with("/\\ ") { text.to_owned() } else { indented(text, "/\\ ") };
    format!("{}\n{text}", indented(first, "/\\ "))
}

/// That variables stay as they are.
pub fn unchanged(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(format!("UNCHANGED {one}")),
        all => Some(format!("UNCHANGED <<{}>>", all.join(", "))),
    }
}

/// All lines of a list, each of which may have several.
pub fn conjunction(lines: &[String]) -> String {
    match lines {
        [] => "TRUE".into(),
        lines => {
            let all: Vec<String> =
                lines.iter().map(|line| indented(crate::fold::inner(line), "/\\ ")).collect();
            all.join("\n")
        }
    }
}

/// The text behind a head, in a block that lines up.
pub fn indented(text: &str, head: &str) -> String {
    let mut all = String::new();
    for (nth, line) in text.split('\n').enumerate() {
        let before = if nth == 0 { head.to_owned() } else { " ".repeat(head.len()) };
        let separator = if nth == 0 { "" } else { "\n" };
        let _ = write!(all, "{separator}{before}{line}");
    }
    all
}
