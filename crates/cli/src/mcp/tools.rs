//! The tools, and which command each of them is.

use super::process::{self, Ended};
use crate::diagnostics::{ErrorList, WrongText};
use catalog::{Scenario, TEXT_MAX};
use export::Format;
use serde_json::{Map, Value, json};

/// A search is bounded by these, unless something else is asked for.
const STATES_MAX: u64 = 1_000_000;
const MEMORY: &str = "1G";
const SECONDS: u64 = 60;
const SECONDS_MAX: u64 = 600;
/// How much later than it should a command is ended.
const GRACE: u64 = 10;

pub struct Tool {
    pub name: &'static str,
    says: &'static str,
    /// What it takes beside the text, by name.
    takes: &'static [&'static str],
}

pub const TOOLS: [Tool; 8] = [
    Tool {
        name: "check",
        says: "Search every interleaving of a listing, and judge each property and deadlock. Of a property that fails \
               comes why, and the shortest run as a link for `play`.",
        takes: &["link", "options", "states_max", "seconds"],
    },
    Tool {
        name: "play",
        says: "Replay a run step by step, with the state behind its last step and what each process can do next. \
               Without a run: the first state.",
        takes: &["link", "options", "run", "at", "watch", "seconds"],
    },
    Tool {
        name: "test",
        says: "Search what the lines `expect …` of a listing expect, in each setting of its options, and compare.",
        takes: &["states_max", "seconds"],
    },
    Tool { name: "fmt", says: "Format a listing.", takes: &[] },
    Tool {
        name: "export",
        says: "Write a run as a picture or a log, or the algorithm for the model checker SPIN.",
        takes: &["link", "options", "run", "format", "seconds"],
    },
    Tool {
        name: "follow",
        says: "Find a run of a listing that explains what a real program has logged, with the steps and values that were \
               not recorded; or say where every way ended, and what could happen there.",
        takes: &["link", "log", "names", "known", "options", "states_max", "seconds"],
    },
    Tool {
        name: "history",
        says: "Say whether the calls and returns that a real program has logged are linearizable: one possible order, or \
               the smallest set of operations without one and why there is none.",
        takes: &["object", "calls", "initial", "seconds"],
    },
    Tool {
        name: "fences",
        says: "Find all minimal sets of fences with which the claims of a listing hold with store buffers, too; of each \
               fence the shortest run that fails without it, and why. A fence is `fence`, a line of its own.",
        takes: &["link", "options", "memory", "buffer", "property", "states_max", "seconds"],
    },
];

impl Tool {
    pub fn described(&self) -> Value {
        let text = ["text"].iter().filter(|_| self.takes_text());
        let taken = text.chain(self.takes).map(|&name| (name.to_owned(), schema(name)));
        let properties: Map<String, Value> = taken.collect();
        let required: &[&str] = match self.name {
            "test" | "fmt" => &["text"],
            "export" => &["format"],
            "follow" => &["log"],
            "history" => &["object", "calls"],
            _ => &[],
        };
        json!({
            "name": self.name,
            "description": self.says,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    }

    /// A text with errors, a run that cannot be taken and the like are answers with `isError`.
    pub fn call(&self, arguments: &Value) -> Value {
        self.answer(arguments).unwrap_or_else(|why| content(&why, true))
    }

    fn takes_text(&self) -> bool {
        self.name != "history"
    }

    fn answer(&self, arguments: &Value) -> Result<Value, String> {
        let given = arguments.as_object();
        let is_text = |name: &str| name == "text" && self.takes_text();
        let unknown = |name: &&String| !is_text(name) && !self.takes.contains(&name.as_str());
        if let Some(name) = given.and_then(|given| given.keys().find(unknown)) {
            return Err(format!("`{}` takes no `{name}`.", self.name));
        }
        let seconds = number(arguments, "seconds")?.unwrap_or(SECONDS).min(SECONDS_MAX);
        if !self.takes_text() {
            return self.judge(arguments, seconds);
        }
        let text = arguments["text"].as_str();
        let target = match (text, arguments["link"].as_str()) {
            (Some(_), None) => "-",
            (None, Some(link)) if !link.starts_with('-') => link,
            _ => return Err("Give one of `text` and `link`.".into()),
        };
        if let Some(errors) = text.and_then(|text| self.errors(text)) {
            return Ok(errors);
        }
        let log = arguments["log"].as_str();
        let args = match (text, self.name, log) {
            // standard input has the log
            (_, "follow", None) => {
                return Err("Give a `log`: a line of JSON for each event.".into());
            }
            (Some(text), "follow", _) => self.command(&link_of(text), arguments)?,
            _ => self.command(target, arguments)?,
        };
        let input = log.or(text).unwrap_or_default();
        process::run(&args, input, seconds).map(|ended| self.told(&ended))
    }

    /// A history: no text is asked for.
    fn judge(&self, arguments: &Value, seconds: u64) -> Result<Value, String> {
        let objects = history::names();
        let object = arguments["object"].as_str().filter(|name| objects.contains(name));
        let object = object.ok_or_else(|| format!("`object` is one of {}.", objects.join(", ")))?;
        let calls = arguments["calls"].as_str();
        let calls = calls.ok_or("Give `calls`: a line of JSON for each call and each end.")?;
        let bounds = [format!("--seconds={seconds}"), format!("--memory={MEMORY}")];
        let initial = arguments.get("initial").map(|value| format!("--initial={value}"));
        let args = [self.name, object, "-", "--json"].map(str::to_owned);
        let args: Vec<String> = args.into_iter().chain(bounds).chain(initial).collect();
        // it ends by itself
        process::run(&args, calls, seconds + GRACE).map(|ended| self.told(&ended))
    }

    /// What is wrong with a text, as data: with what to write instead.
    fn errors(&self, text: &str) -> Option<Value> {
        let errors = match self.name {
            "fmt" => listing::format(text).err().unwrap_or_default(),
            _ => listing::check(text),
        };
        if errors.is_empty() {
            return None;
        }
        let wrong = WrongText { name: "-".into(), source: text.to_owned(), errors };
        let data = serde_json::to_value(ErrorList::of(&wrong)).ok()?;
        let mut answer = content(&wrong.render(false), true);
        answer["structuredContent"] = data;
        Some(answer)
    }

    fn command(&self, target: &str, arguments: &Value) -> Result<Vec<String>, String> {
        let mut args = vec![self.name.to_owned(), target.to_owned()];
        let mut add = |words: &[&str]| args.extend(words.iter().map(|&word| word.to_owned()));
        if matches!(self.name, "check" | "test") {
            let states_max = number(arguments, "states_max")?.unwrap_or(STATES_MAX).to_string();
            add(&["--json", "--no-progress", "--states-max", &states_max, "--memory", MEMORY]);
        }
        if self.name == "fences" {
            let states_max = number(arguments, "states_max")?.unwrap_or(STATES_MAX).to_string();
            add(&["--json", "--no-progress", "--states-max", &states_max]);
        }
        if self.name == "follow" {
            let states_max = number(arguments, "states_max")?.unwrap_or(STATES_MAX).to_string();
            add(&["-", "--json", "--states-max", &states_max, "--memory", MEMORY]);
            if arguments["names"].is_object() {
                add(&["--names", &arguments["names"].to_string()]);
            }
            let known = arguments["known"].as_array();
            let known: Vec<String> = known.into_iter().flatten().map(Value::to_string).collect();
            if !known.is_empty() {
                add(&["--known", &known.join("\n")]);
            }
        }
        for (name, value) in arguments["options"].as_object().into_iter().flatten() {
            let value = value.as_str().ok_or("A value of an option is a string.")?;
            add(&[&format!("--option={name}={value}")]);
        }
        for name in ["run", "format", "memory", "property"] {
            if let Some(value) = arguments[name].as_str() {
                add(&[&format!("--{name}={value}")]);
            }
        }
        for name in ["at", "buffer"] {
            if let Some(value) = number(arguments, name)? {
                add(&[&format!("--{name}={value}")]);
            }
        }
        for watched in arguments["watch"].as_array().into_iter().flatten() {
            add(&[&format!("--watch={}", watched.as_str().unwrap_or_default())]);
        }
        Ok(args)
    }

    /// A verdict is an answer, whatever it is; what the command could not do is an error.
    fn told(&self, ended: &Ended) -> Value {
        let both = format!("{}{}", ended.out, ended.told);
        let mut answer = content(both.trim_end(), ended.code == 2);
        let data = serde_json::from_str(&ended.out).ok().filter(Value::is_object);
        if let Some(data) =
            data.filter(|_| matches!(self.name, "check" | "test" | "follow" | "history" | "fences"))
        {
            answer["structuredContent"] = data;
        }
        answer
    }
}

/// The link of a text.
fn link_of(text: &str) -> String {
    let own = catalog::entry("new").expect("where a listing of one's own begins");
    Scenario::new(own).with_text(text).to_string()
}

fn content(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}

fn number(arguments: &Value, name: &str) -> Result<Option<u64>, String> {
    match &arguments[name] {
        Value::Null => Ok(None),
        value => match value.as_u64().filter(|number| *number > 0 || name == "at") {
            Some(number) => Ok(Some(number)),
            None => Err(format!("`{name}` is a number.")),
        },
    }
}

fn schema(name: &str) -> Value {
    let (kind, says) = match name {
        "text" => ("string", format!("A listing, of at most {TEXT_MAX} bytes")),
        "link" => (
            "string",
            "In the place of a text: a published algorithm such as `peterson`, or what \
                    follows # in a page's address"
                .into(),
        ),
        "log" => (
            "string",
            "A line of JSON for each event: {\"process\": 0, \"write\": \"x\", \"value\": 1}, with `read`, `write`, `send`, \
             `receive`, `enter`, `leave`, `decide`, `crash` and others, and `state` behind the step; what is left out is \
             found"
                .into(),
        ),
        "names" => (
            "object",
            "What names of the log are in the listing: of fields, processes, variables, messages, sections, and what \
             `event` says as a whole"
                .into(),
        ),
        "known" => {
            let says = "Divergences of the program that are known: a line of the log that says all that one of these says is \
                        passed over where no run explains it";
            return json!({ "type": "array", "items": { "type": "object" }, "description": says });
        }
        "calls" => (
            "string",
            "A line of JSON for each call and each end, in the order in which they happened: {\"process\": 0, \"call\": \
             \"write\", \"args\": [3]}, then {\"process\": 0, \"return\": null}, or \"done\", \"fail\" or \"crash\": true"
                .into(),
        ),
        "object" => {
            let says = "What the operations are on";
            return json!({ "type": "string", "enum": history::names(), "description": says });
        }
        "initial" => {
            return json!({ "description": "What the object begins with, by default null, false or nothing in it" });
        }
        "options" => ("object", "Values of options, by the names of these".into()),
        "run" => (
            "string",
            "A run of the text with these options, as `check` gives it behind `run=`".into(),
        ),
        "at" => {
            ("integer", "Behind which step the state is shown; by default behind the last".into())
        }
        "watch" => {
            ("array", "Expressions in the words of the listing whose values are shown".into())
        }
        "memory" => {
            let says = "Total store order, or partial store order; by default the option `memory` of the listing";
            return json!({ "type": "string", "enum": ["tso", "pso"], "description": says });
        }
        "buffer" => (
            "integer",
            "How many writes of a process can be pending, from 1 to 8; by default as the listing says, or 2".into(),
        ),
        "property" => ("string", "The claim to keep; by default all that hold with sequential memory".into()),
        "states_max" => {
            ("integer", format!("Where the search stops; by default {STATES_MAX} states"))
        }
        "seconds" => {
            ("integer", format!("The longest wait; by default {SECONDS}, at most {SECONDS_MAX}"))
        }
        "format" => {
            let mut all: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            all.extend(["promela", "tla", "dot", "graph"]);
            return json!({ "type": "string", "enum": all });
        }
        _ => unreachable!("every name has a description"),
    };
    match kind {
        "array" => json!({ "type": kind, "items": { "type": "string" }, "description": says }),
        "object" => {
            let values = json!({ "type": "string" });
            json!({ "type": kind, "additionalProperties": values, "description": says })
        }
        _ => json!({ "type": kind, "description": says }),
    }
}
