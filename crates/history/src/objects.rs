//! The objects that have a name here: registers, a lock, a queue, a stack, a store of keys.

use crate::foresight;
use crate::object::{Call, Foresight, Object, ToCome, shown};
use crate::transactions::Transactions;
use serde_json::{Value, json};

/// What an argument or a result may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Text,
    Flag,
    List,
    Map,
    Nothing,
    /// `null` says that there is none.
    Something,
}

/// An operation: its name, its arguments and its result.
type Signature = (&'static str, &'static [Kind], Kind);

struct Listed {
    name: &'static str,
    value: Kind,
    initial: fn() -> Value,
    operations: &'static [Signature],
    /// The result, and the value behind it.
    apply: fn(&Value, &Call) -> Option<(Value, Value)>,
    needs: fn(&Call, Option<&Value>) -> Option<String>,
}

const READ: Signature = ("read", &[], Kind::Any);
const WRITE: Signature = ("write", &[Kind::Any], Kind::Nothing);
const CAS: Signature = ("cas", &[Kind::Any, Kind::Any], Kind::Flag);

const LISTED: [Listed; 6] = [
    Listed {
        name: "register",
        value: Kind::Any,
        initial: || Value::Null,
        operations: &[READ, WRITE],
        apply: |value, call| Some(register(value, call)),
        needs: register_needs,
    },
    Listed {
        name: "cas-register",
        value: Kind::Any,
        initial: || Value::Null,
        operations: &[READ, WRITE, CAS],
        apply: |value, call| Some(register(value, call)),
        needs: register_needs,
    },
    Listed {
        name: "mutex",
        value: Kind::Flag,
        initial: || json!(false),
        operations: &[("acquire", &[], Kind::Nothing), ("release", &[], Kind::Nothing)],
        apply: mutex,
        needs: |call, _| {
            Some(if call.name == "acquire" { "released it" } else { "acquired it" }.into())
        },
    },
    Listed {
        name: "queue",
        value: Kind::List,
        initial: || json!([]),
        operations: &[("enqueue", &[Kind::Something], Kind::Nothing), ("dequeue", &[], Kind::Any)],
        apply: sequence,
        needs: sequence_needs,
    },
    Listed {
        name: "stack",
        value: Kind::List,
        initial: || json!([]),
        operations: &[("push", &[Kind::Something], Kind::Nothing), ("pop", &[], Kind::Any)],
        apply: sequence,
        needs: sequence_needs,
    },
    Listed {
        name: "kv",
        value: Kind::Map,
        initial: || json!({}),
        operations: &[
            ("get", &[Kind::Text], Kind::Text),
            ("put", &[Kind::Text, Kind::Text], Kind::Nothing),
            ("append", &[Kind::Text, Kind::Text], Kind::Nothing),
        ],
        apply: store,
        needs: |call, result| match (call.name.as_str(), result) {
            ("get", Some(value)) => Some(format!("written {}", shown(value))),
            _ => None,
        },
    },
];

const TRANSACTIONS: [Transactions; 2] = [Transactions::WRITES, Transactions::APPENDS];

/// The object of a name.
pub fn by_name(name: &str) -> Option<&'static dyn Object> {
    static OBJECTS: [Listed; 6] = LISTED;
    static OTHERS: [Transactions; 2] = TRANSACTIONS;
    let listed = OBJECTS.iter().map(|object| object as &dyn Object);
    listed
        .chain(OTHERS.iter().map(|object| object as &dyn Object))
        .find(|object| object.name() == name)
}

pub fn names() -> Vec<&'static str> {
    let others = TRANSACTIONS.iter().map(|object| object.name);
    LISTED.iter().map(|object| object.name).chain(others).collect()
}

impl Kind {
    fn has(self, value: &Value) -> bool {
        match self {
            Kind::Any => true,
            Kind::Text => value.is_string(),
            Kind::Flag => value.is_boolean(),
            Kind::List => value.as_array().is_some_and(|all| !all.contains(&Value::Null)),
            Kind::Map => value.as_object().is_some_and(|map| map.values().all(Value::is_string)),
            Kind::Nothing => value.is_null(),
            Kind::Something => !value.is_null(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Kind::Any => "anything",
            Kind::Text => "a string",
            Kind::Flag => "true or false",
            Kind::List => "a list without null",
            Kind::Map => "an object that has a string for each key",
            Kind::Nothing => "null",
            Kind::Something => "not null, which stands for none",
        }
    }
}

impl Listed {
    fn signature(&self, name: &str) -> Option<&Signature> {
        self.operations.iter().find(|signature| signature.0 == name)
    }
}

impl Object for Listed {
    fn name(&self) -> &str {
        self.name
    }

    fn initial(&self) -> Value {
        (self.initial)()
    }

    fn check_initial(&self, value: &Value) -> Result<(), String> {
        let (name, words) = (self.name, self.value.words());
        let wrong = || format!("A {name} begins with {words}, and this is {}.", shown(value));
        self.value.has(value).then_some(()).ok_or_else(wrong)
    }

    fn check_call(&self, call: &Call) -> Result<(), String> {
        let Some((name, kinds, _)) = self.signature(&call.name) else {
            let all: Vec<&str> = self.operations.iter().map(|signature| signature.0).collect();
            let all = all.join(", ");
            return Err(format!(
                "A {} has no operation `{}`. It has {all}.",
                self.name,
                shown_name(call)
            ));
        };
        if kinds.len() != call.args.len() {
            let count = match kinds.len() {
                0 => "no arguments".to_owned(),
                1 => "one argument".to_owned(),
                many => format!("{many} arguments"),
            };
            return Err(format!("`{name}` takes {count}, and `args` has {}.", call.args.len()));
        }
        match kinds.iter().zip(&call.args).find(|(kind, value)| !kind.has(value)) {
            Some((kind, value)) => Err(format!(
                "An argument of `{name}` is {}, and this is {}.",
                kind.words(),
                shown(value)
            )),
            None => Ok(()),
        }
    }

    fn check_result(&self, call: &Call, result: &Value) -> Result<(), String> {
        match self.signature(&call.name) {
            Some((name, _, kind)) if !kind.has(result) => {
                Err(format!("`{name}` returns {}, and this is {}.", kind.words(), shown(result)))
            }
            _ => Ok(()),
        }
    }

    fn has_result(&self, call: &Call) -> bool {
        self.signature(&call.name).is_some_and(|(.., kind)| *kind != Kind::Nothing)
    }

    fn outcomes(&self, value: &Value, call: &Call) -> Vec<(Value, Value)> {
        (self.apply)(value, call).into_iter().collect()
    }

    fn is_read(&self, call: &Call) -> bool {
        matches!(call.name.as_str(), "read" | "get")
    }

    fn part(&self, call: &Call) -> Option<Value> {
        (self.value == Kind::Map).then(|| call.args[0].clone())
    }

    fn foresight(&self) -> Option<&dyn Foresight> {
        matches!(self.name, "queue" | "stack" | "kv").then_some(self)
    }

    fn needs(&self, call: &Call, result: Option<&Value>) -> Option<String> {
        (self.needs)(call, result)
    }
}

impl Foresight for Listed {
    fn mends(&self, call: &Call, result: Option<&Value>) -> bool {
        match self.name {
            "kv" => call.name == "put",
            _ => !call.args.is_empty() || result.is_none(),
        }
    }

    fn is_hopeless(&self, value: &Value, to_come: &[ToCome], mending: &[ToCome]) -> bool {
        match (self.name, value.as_array()) {
            ("queue", Some(list)) => foresight::queue(list, to_come, mending),
            ("stack", Some(list)) => foresight::stack(list, to_come, mending),
            _ => foresight::store(value, to_come, mending),
        }
    }
}

/// The name of a call that is wrong may be of any length.
fn shown_name(call: &Call) -> String {
    shown(&call.name.as_str().into()).trim_matches('"').to_owned()
}

fn register(value: &Value, call: &Call) -> (Value, Value) {
    match (call.name.as_str(), &call.args[..]) {
        ("write", [new]) => (Value::Null, new.clone()),
        ("cas", [old, new]) if old == value => (true.into(), new.clone()),
        ("cas", _) => (false.into(), value.clone()),
        _ => (value.clone(), value.clone()),
    }
}

fn register_needs(call: &Call, result: Option<&Value>) -> Option<String> {
    match (call.name.as_str(), result?) {
        ("read", value) => Some(format!("written {}", shown(value))),
        ("cas", Value::Bool(true)) => Some(format!("written {}", shown(&call.args[0]))),
        ("cas", _) => Some(format!("written anything but {}", shown(&call.args[0]))),
        _ => None,
    }
}

/// Without an owner: anybody may release it.
fn mutex(value: &Value, call: &Call) -> Option<(Value, Value)> {
    let releases = call.name == "release";
    (*value == json!(releases)).then(|| (Value::Null, json!(!releases)))
}

/// A queue or a stack. The result of taking from an empty one is null.
fn sequence(value: &Value, call: &Call) -> Option<(Value, Value)> {
    let mut list = value.as_array()?.clone();
    let taken = match (call.name.as_str(), &call.args[..]) {
        (_, [new]) => {
            list.push(new.clone());
            None
        }
        ("dequeue", _) if !list.is_empty() => Some(list.remove(0)),
        _ => list.pop(),
    };
    Some((taken.unwrap_or_default(), list.into()))
}

fn sequence_needs(call: &Call, result: Option<&Value>) -> Option<String> {
    let end = match call.name.as_str() {
        "dequeue" => "to the front",
        "pop" => "to the top",
        _ => return None,
    };
    match result? {
        Value::Null => Some("emptied it".into()),
        value => Some(format!("brought {} {end}", shown(value))),
    }
}

/// What was never written is the empty string.
pub fn stored<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn store(value: &Value, call: &Call) -> Option<(Value, Value)> {
    let (key, args) = call.args.split_first()?;
    let key = key.as_str()?;
    let old = stored(value, key);
    let new = match (call.name.as_str(), args.first().and_then(Value::as_str)) {
        ("put", Some(new)) => new.to_owned(),
        ("append", Some(more)) => format!("{old}{more}"),
        _ => return Some((old.into(), value.clone())),
    };
    let mut map = value.as_object()?.clone();
    map.insert(key.to_owned(), new.into());
    Some((Value::Null, map.into()))
}
