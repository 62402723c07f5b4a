//! Tests that `static/interleave.d.ts` tells the truth: real objects of every algorithm are held
//! against the types in it, field by field.

use catalog::{Limits, ReplicaView, Scenario, StoredView, entries};
use serde_json::{Value, json};
use session::{
    check::{Found, Pace},
    plain_objects,
};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Type {
    Named(String),
    Word(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    Object(BTreeMap<String, Type>),
    OneOf(Vec<Type>),
}

struct Types(BTreeMap<String, Type>);

impl Types {
    fn read(source: &str) -> Types {
        let mut reader = Reader(tokens(source));
        let mut types = BTreeMap::new();
        while reader.take("export") {
            let is_interface = reader.take("interface");
            assert!(is_interface || reader.take("type"), "{:?}", reader.0.last());
            let name = reader.next();
            let is_data = is_interface || reader.take("=");
            assert!(is_data);
            types.insert(name, reader.one_of());
            reader.take(";");
        }
        assert!(reader.0.is_empty(), "{:?}", reader.0.last());
        Types(types)
    }

    /// Says where the value is not of the type.
    fn judge(&self, value: &Value, of: &Type, at: &str) -> Result<(), String> {
        let no = || Err(format!("{at}: {value} is not {of:?}"));
        match (of, value) {
            (Type::Named(name), _) => match (name.as_str(), value) {
                ("string", Value::String(_))
                | ("number", Value::Number(_))
                | ("boolean", Value::Bool(_))
                | ("null", Value::Null) => Ok(()),
                ("string" | "number" | "boolean" | "null", _) => no(),
                _ => self.judge(value, &self.0[name], at),
            },
            (Type::Word(word), Value::String(text)) if word == text => Ok(()),
            (Type::List(of), Value::Array(items)) => {
                items.iter().try_for_each(|item| self.judge(item, of, &format!("{at}[]")))
            }
            (Type::Tuple(types), Value::Array(items)) if types.len() == items.len() => {
                types.iter().zip(items).try_for_each(|(of, it)| self.judge(it, of, at))
            }
            (Type::Object(types), Value::Object(fields))
                if types.len() == fields.len()
                    && types.keys().all(|key| fields.contains_key(key)) =>
            {
                let judge = |(name, of): (&String, _)| {
                    self.judge(&fields[name], of, &format!("{at}.{name}"))
                };
                types.iter().try_for_each(judge)
            }
            (Type::OneOf(types), _) if types.iter().any(|of| self.judge(value, of, at).is_ok()) => {
                Ok(())
            }
            _ => no(),
        }
    }
}

/// Reads tokens from the last to the first.
struct Reader(Vec<String>);

impl Reader {
    fn next(&mut self) -> String {
        self.0.pop().expect("more")
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.0.last().is_some_and(|text| text == token);
        if is_next {
            self.0.pop();
        }
        is_next
    }

    fn one_of(&mut self) -> Type {
        self.take("|");
        let mut types = vec![self.listed()];
        while self.take("|") {
            types.push(self.listed());
        }
        if types.len() == 1 { types.remove(0) } else { Type::OneOf(types) }
    }

    fn listed(&mut self) -> Type {
        let mut of = self.one();
        while self.take("[]") {
            of = Type::List(Box::new(of));
        }
        of
    }

    fn one(&mut self) -> Type {
        let token = self.next();
        if token == "[" {
            let mut types = Vec::new();
            while !self.take("]") {
                types.push(self.one_of());
                self.take(",");
            }
            return Type::Tuple(types);
        }
        if token == "{" {
            let mut fields = BTreeMap::new();
            while !self.take("}") {
                let name = self.next();
                assert!(self.take(":"), "after {name}");
                fields.insert(name, self.one_of());
                self.take(";");
            }
            return Type::Object(fields);
        }
        match token.strip_prefix('"') {
            Some(word) => Type::Word(word.trim_end_matches('"').into()),
            None => Type::Named(token),
        }
    }
}

fn tokens(source: &str) -> Vec<String> {
    let mut rest = source.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if rest.starts_with("/*") {
            rest.find("*/").unwrap() + 2
        } else if first == '"' {
            rest[1..].find('"').unwrap() + 2
        } else if rest.starts_with("[]") {
            2
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            1
        };
        if !rest.starts_with("/*") {
            tokens.push(rest[..len].to_owned());
        }
        rest = rest[len..].trim_start();
    }
    tokens.reverse();
    tokens
}

/// All but the options of a check, which are read and not made.
fn declared() -> Types {
    let source = include_str!("../../../web/static/interleave.d.ts");
    let start = source.find("/** For `run.check()`. */").unwrap();
    let end = start + source[start..].find("\n}\n").unwrap() + 3;
    Types::read(&format!("{}{}", &source[..start], &source[end..]))
}

#[track_caller]
fn assert_is(types: &Types, value: &impl serde::Serialize, name: &str) {
    let judged = types.judge(&json!(value), &Type::Named(name.into()), name);
    assert!(judged.is_ok(), "{}", judged.unwrap_err());
}

/// Every dare and a long random run of every algorithm.
fn runs() -> impl Iterator<Item = Scenario> {
    entries().iter().flat_map(|entry| {
        let mut scenario = Scenario::new(entry);
        for at in 0..150 {
            let moment = scenario.moment();
            let moves: Vec<_> = moment.next.iter().filter(|choice| choice.row.is_some()).collect();
            let Some(choice) = moves.get(catalog::pick(5, at, moves.len())) else { break };
            scenario.run.push(choice.action);
            scenario.at = scenario.run.len();
        }
        let dares = entry.dares.iter().map(|dare| format!("{}{}", entry.slug, dare.link));
        dares.map(|dare| Scenario::parse(&dare).unwrap().scenario).chain([scenario])
    })
}

#[test]
fn algorithms_are_as_declared() {
    let types = declared();
    for entry in entries() {
        assert_is(&types, entry, "Algorithm");
    }
}

#[test]
fn moments_and_traces_are_as_declared() {
    let types = declared();
    for mut scenario in runs() {
        assert_is(&types, &scenario.trace(), "Trace");
        // every step is in the trace: of the moments a quick run looks at some
        for at in (0..=scenario.run.len()).step_by(golden::quick_or(5, 1)) {
            scenario.at = at;
            assert_is(&types, &plain_objects::Moment::of(&scenario.moment()), "Moment");
        }
    }
}

/// A store is not in every run.
#[test]
fn a_replica_is_as_declared() {
    let cell = StoredView {
        column: "a".into(),
        value: "1".into(),
        timestamp: "2".into(),
        writer: None,
        late: None,
    };
    assert_is(&declared(), &ReplicaView { up: true, cells: vec![cell] }, "Replica");
}

#[test]
fn checks_are_as_declared() {
    let types = declared();
    for entry in entries() {
        let scenario = Scenario::new(entry);
        let mut search = scenario.search(Limits::states(3_000));
        while search.advance(1_000) {}
        let report = plain_objects::Report::of(Found::of(&search.report(), 1), &scenario);
        assert_is(&types, &report, "Report");
    }
    let pace = Pace { states: 1, depth: 2, failures: 0, per_second: 3, at_runs: false };
    assert_is(&types, &pace, "Progress");
}

#[test]
fn how_a_moment_is_shown_is_as_declared() {
    for link in ["bakery", "bakery?steps=0-2&v=1&run=AAFRf.vzf6&panels=stage&theme=dark&ask=1"] {
        let scenario = Scenario::parse(link).unwrap().scenario;
        assert_is(&declared(), &plain_objects::Shown::of(&scenario), "Shown");
    }
}

#[test]
fn a_wrong_object_is_found() {
    let types = declared();
    let of = |name: &str| Type::Named(name.into());
    let wrong = [
        (json!({ "step": 1 }), "Refused"),
        (json!({ "step": "1", "why": "" }), "Refused"),
        (json!({ "step": 1, "why": "", "more": 1 }), "Refused"),
        (json!(3), "Zone"),
        (json!({ "process": [1] }), "Piece"),
        (json!({ "kind": "read" }), "Event"),
    ];
    for (value, name) in wrong {
        assert!(types.judge(&value, &of(name), name).is_err(), "{value}");
    }
}
