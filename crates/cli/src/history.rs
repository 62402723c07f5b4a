//! A history of calls and returns: an order that explains it, or the operations that have none.

use crate::args::History as Args;
use crate::interrupt::Interrupt;
use crate::{Answer, FORMAT_VERSION, Failure, file, write_json};
use catalog::grouped;
use history::{Culprits, History, Limits, LongestOrders, Object, Verdict, by_name, lanes, shown};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::Write;
use std::time::{Duration, Instant};

/// The longest log, in bytes.
const LOG_MAX: usize = 256_000_000;

/// So many operations of an order are told, and so many of those without one.
const ORDER_MAX: usize = 1_000;
const CULPRITS_MAX: usize = 20;
/// So many of the longest orders.
const LONGEST_MAX: usize = 8;

/// What was found of a history, and whose it is.
struct Checked {
    /// The file.
    name: String,
    object: &'static dyn Object,
    initial: Value,
    history: History,
    verdict: Verdict,
}

/// Good if it is linearizable.
pub fn run(args: &Args, to: &mut impl Write) -> Result<Answer, Failure> {
    let object = by_name(&args.object).expect("the arguments were checked");
    let initial = initial(args, object)?;
    let name = file::name(&args.log);
    let text = file::read(&args.log, LOG_MAX)?;
    let history = history::read(&text, object)
        .map_err(|wrong| format!("{name}:{}: {}", wrong.line, wrong.why))?;
    let (interrupt, begun) = (Interrupt::listen(), Instant::now());
    let patience = Duration::from_secs(args.seconds);
    let go_on = &mut || !interrupt.is_asked() && begun.elapsed() < patience;
    let limits = Limits { bytes_max: args.memory };
    let verdict = history::check(&history, object, &initial, limits, go_on);
    let checked = Checked { name: file::title(&args.log), object, initial, history, verdict };
    match args.print.json {
        true => write_json(&checked.data(), to)?,
        false => checked.write(to)?,
    }
    Ok(match checked.verdict {
        Verdict::Linearizable(_) => Answer::Good,
        Verdict::Not(_) => Answer::Bad,
        Verdict::Open => Answer::Unproven,
    })
}

fn initial(args: &Args, object: &dyn Object) -> Result<Value, String> {
    let Some(text) = &args.initial else { return Ok(object.initial()) };
    let value = history::value(text)
        .map_err(|why| format!("`--initial` is no JSON: {why}. A string has quotes: '\"a\"'."))?;
    object.check_initial(&value)?;
    Ok(value)
}

impl Checked {
    fn write(&self, to: &mut impl Write) -> Result<(), Failure> {
        let (object, initial) = (self.object.name(), shown(&self.initial));
        writeln!(to, "{}: a {object} that begins with {initial}", self.name)?;
        writeln!(to, "{}\n", self.counts())?;
        match &self.verdict {
            Verdict::Linearizable(order) => self.write_order(order, to),
            Verdict::Not(failure) => self.write_failure(failure, to),
            Verdict::Open => Ok(writeln!(
                to,
                "Undecided: the search ended at a bound. Allow more (`--seconds`, `--memory`)."
            )?),
        }
    }

    /// `85 operations of 21 processes, of which 16 never end and 2 fail`
    fn counts(&self) -> String {
        let all = &self.history.operations;
        let processes: HashSet<&Value> = all.iter().map(|operation| &operation.process).collect();
        let [operations, processes] = [(all.len(), "operation"), (processes.len(), "process")]
            .map(|(count, word)| counted(count, word));
        let (unfinished, failed) = (self.unfinished(), self.failed());
        let ends = [(unfinished, "never end"), (failed, "fail")];
        let ends = ends.into_iter().filter(|end| end.0 > 0);
        let ends: Vec<String> =
            ends.map(|(count, verb)| format!("{} {verb}", grouped(count))).collect();
        match ends.is_empty() {
            true => format!("{operations} of {processes}"),
            false => format!("{operations} of {processes}: {}", ends.join(", ")),
        }
    }

    fn unfinished(&self) -> usize {
        self.history.operations.iter().filter(|operation| operation.ended().is_none()).count()
    }

    fn failed(&self) -> usize {
        self.history.operations.iter().filter(|operation| operation.has_failed()).count()
    }

    fn write_order(&self, order: &[usize], to: &mut impl Write) -> Result<(), Failure> {
        if self.history.operations.is_empty() {
            return Ok(writeln!(to, "Linearizable: the history has no operations.")?);
        }
        if order.is_empty() {
            return Ok(writeln!(to, "Linearizable: no operation has to take effect.")?);
        }
        writeln!(to, "Linearizable. One possible order:")?;
        self.write_operations(&order[..order.len().min(ORDER_MAX)], to)?;
        if order.len() > ORDER_MAX {
            writeln!(to, "  {} more are not shown.", grouped(order.len() - ORDER_MAX))?;
        }
        let taken: HashSet<&usize> = order.iter().collect();
        let never = self.history.operations.iter().enumerate();
        let never = never.filter(|(nth, it)| it.ended().is_none() && !taken.contains(nth)).count();
        if never > 0 {
            let operations = counted(never, "unfinished operation");
            let verb = if never == 1 { "takes" } else { "take" };
            writeln!(to, "\n{operations} {verb} no effect in it.")?;
        }
        Ok(())
    }

    fn write_failure(
        &self,
        failure: &history::Failure,
        to: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(to, "! {}", failure.sentence())?;
        match &failure.culprits {
            Some(culprits) => self.write_culprits(culprits, failure, to)?,
            None => writeln!(
                to,
                "\nThe smallest set of operations without an order was not found within the bounds."
            )?,
        }
        Ok(writeln!(to, "\n{}", failure.consistency())?)
    }

    fn write_culprits(
        &self,
        culprits: &Culprits,
        failure: &history::Failure,
        to: &mut impl Write,
    ) -> Result<(), Failure> {
        if let Some(why) = self.why(failure) {
            writeln!(to, "\n{why}")?;
        }
        let all = &culprits.operations;
        self.write_operations(&all[..all.len().min(CULPRITS_MAX)], to)?;
        if all.len() > CULPRITS_MAX {
            let more = grouped(all.len() - CULPRITS_MAX);
            writeln!(to, "  {more} more are in `--json`.")?;
        }
        if !culprits.is_smallest {
            writeln!(to, "Each of these is needed. A smaller set may exist.")?;
        }
        if let Some(lanes) = lanes(&self.history, self.object, failure) {
            write!(to, "\n{lanes}")?;
        }
        let longest = self.longest(failure);
        let told = longest.map(|longest| longest.sentences(&self.history, self.object));
        for (nth, sentence) in told.iter().flatten().take(LONGEST_MAX).enumerate() {
            writeln!(to, "{}{sentence}", if nth == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }

    fn write_operations(&self, all: &[usize], to: &mut impl Write) -> Result<(), Failure> {
        let rows = all.iter().map(|&nth| {
            let operation = &self.history.operations[nth];
            let process = format!("process {}", shown(&operation.process));
            [operation.lines(), process, operation.label(self.object)]
        });
        let rows: Vec<[String; 3]> = rows.collect();
        let width =
            |nth: usize| rows.iter().map(|row| row[nth].chars().count()).max().unwrap_or_default();
        let (first, second) = (width(0), width(1));
        for [lines, process, label] in &rows {
            writeln!(to, "  {lines:first$}  {process:second$}  {label}")?;
        }
        Ok(())
    }

    fn longest(&self, failure: &history::Failure) -> Option<LongestOrders> {
        history::longest(&self.history, self.object, &self.initial, failure)
    }

    fn why(&self, failure: &history::Failure) -> Option<String> {
        history::sentence(&self.history, self.object, &self.initial, failure)
    }

    fn data(&self) -> Value {
        let failure = match &self.verdict {
            Verdict::Not(failure) => Some(failure),
            _ => None,
        };
        let order = match &self.verdict {
            Verdict::Linearizable(order) => Some(order),
            _ => None,
        };
        let culprits = failure.and_then(|failure| failure.culprits.as_ref());
        let of = |all: &Vec<usize>| all.iter().map(|nth| self.operation(*nth)).collect::<Vec<_>>();
        let is_consistent = |failure: &history::Failure| failure.is_sequentially_consistent;
        json!({
            "format_version": FORMAT_VERSION,
            "file": self.name,
            "object": self.object.name(),
            "initial": self.initial,
            "lines": self.history.lines,
            "operations": self.history.operations.len(),
            "unfinished": self.unfinished(),
            "failed": self.failed(),
            "linearizable": match self.verdict {
                Verdict::Linearizable(_) => Some(true),
                Verdict::Not(_) => Some(false),
                Verdict::Open => None,
            },
            "order": order.map(of),
            "bad_until_line": failure.map(|failure| failure.line),
            "is_first_bad_line": failure.map(|failure| failure.is_first),
            "why": failure.and_then(|failure| self.why(failure)),
            "without_order": culprits.map(|culprits| of(&culprits.operations)),
            "longest_orders": failure.and_then(|failure| self.longest(failure)).map(|longest| json!({
                "orders": longest.orders.iter().map(|(order, without)| json!({
                    "order": of(order),
                    "without": of(without),
                })).collect::<Vec<_>>(),
                "in_none": of(&longest.in_none),
            })),
            "is_smallest": culprits.map(|culprits| culprits.is_smallest),
            "sequentially_consistent": failure.map_or(order.map(|_| true), is_consistent),
        })
    }

    fn operation(&self, nth: usize) -> Value {
        let operation = &self.history.operations[nth];
        let (end, result) = match operation.returned() {
            Some((_, Some(result))) => ("return", Some(result)),
            Some((_, None)) => ("done", None),
            None => ("unfinished", None),
        };
        json!({
            "process": operation.process,
            "call": operation.call.name,
            "args": operation.call.args,
            "end": end,
            "result": result,
            "lines": [operation.called, operation.ended()],
        })
    }
}

/// `1 process`, `2 processes`
fn counted(count: usize, word: &str) -> String {
    let plural = match word.ends_with('s') {
        _ if count == 1 => "",
        true => "es",
        false => "s",
    };
    format!("{} {word}{plural}", grouped(count))
}
