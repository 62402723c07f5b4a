//! What has another meaning than it is often written with: each with what to write instead.

use super::kind::{Kind, Over};
use super::symbols::{CHANNELS, MEMORIES, PENDINGS};
use super::{Local, Resolver};
use crate::diagnostic::{ErrorCode, nearest};
use crate::occurrences::NameKind;
use crate::resolve::{MEMORY, PENDING, RELEASE_ACQUIRE};
use crate::token::Span;
use crate::tree::{Binary, Binder, Choice, Compare, Expr, ExprKind, Name, Quantifier};

/// Statements of other languages that leave a loop or its round.
const LEAVES: [&str; 3] = ["break", "continue", "exit"];
/// Statements of other languages that do nothing.
const DOES_NOTHING: [&str; 4] = ["pass", "nop", "noop", "no_op"];
/// Options and definitions that say how often, or how many.
pub const COUNTED: [&str; 4] = ["losses", "duplicates", "crashes", "messages_in_transit"];

/// Which freed cells of a pool are taken again.
const REUSE: [&str; 2] = ["any", "never"];

impl Resolver<'_> {
    /// `count j: up[j] ≤ 2`: the body reaches as far as it can.
    pub fn bare_quantifier(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &Expr,
        whole: Span,
    ) {
        let ExprKind::Compare(operands, signs) = &body.kind else { return };
        // a bracket around all of it says where it ends
        if body.span.start != operands[0].span.start {
            return;
        }
        // without brackets around the quantifier itself
        let opens = |byte: &u8| matches!(byte, b'(' | b' ');
        let open = whole.of(self.names.text).bytes().take_while(opens).count() as u32;
        let whole = Span { start: whole.start + open, end: body.span.end };
        let counts = matches!(quantifier, Quantifier::Count | Quantifier::Sum);
        let (left, right, sign) = match (&operands[..], &signs[..]) {
            // `count j: j in c ≤ 2`: a set is no number
            ([_, set, _], [Compare::In | Compare::NotIn, _]) if counts => {
                return self.reaches_to_the_end(quantifier, binders, set, body, whole);
            }
            ([..], [Compare::In | Compare::NotIn]) if quantifier != Quantifier::Count => {
                return self.sum_of_conditions(quantifier, whole);
            }
            ([left, right], [sign]) => (left, right, sign),
            _ => return,
        };
        // what is more than a variable is looked at once, with the body
        let is_small = |expr: &Expr| {
            use ExprKind::{Field, Index, Name, Number};
            matches!(expr.kind, Name(_) | Number(_) | Index(..) | Field(..))
        };
        let is_number = match quantifier {
            Quantifier::All | Quantifier::Some => return,
            Quantifier::Sum | Quantifier::Max | Quantifier::Min => true,
            Quantifier::Count => {
                let is_about_numbers = !matches!(sign, Compare::In | Compare::NotIn);
                is_about_numbers
                    && is_small(left)
                    && is_small(right)
                    && self.kind_of(left) == Kind::Bool
                    && self.kind_of(right) != Kind::Bool
            }
        };
        if is_number {
            self.reaches_to_the_end(quantifier, binders, left, body, whole);
        }
    }

    /// `sum i: i in critical`
    fn sum_of_conditions(&mut self, quantifier: Quantifier, whole: Span) {
        let text = whole.of(self.names.text);
        if let (Quantifier::Sum, Some(rest)) = (quantifier, text.strip_prefix("sum")) {
            let message = "A sum is of numbers, and this is true or false.";
            self.error(ErrorCode::NotANumber, whole, message, &format!("Write `count{rest}`."));
        }
    }

    /// What was meant of each member ends with `last`.
    fn reaches_to_the_end(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        last: &Expr,
        body: &Expr,
        whole: Span,
    ) {
        let text = self.names.text;
        let counted = Span { start: whole.start, end: last.span.end }.of(text);
        let is_compared = matches!(last.kind, ExprKind::Compare(..));
        let is_condition =
            quantifier == Quantifier::Sum && (is_compared || last.span.start > body.span.start);
        let counted = match counted.strip_prefix("sum").filter(|_| is_condition) {
            Some(rest) => format!("count{rest}"),
            None => counted.to_owned(),
        };
        let rest = Span { start: last.span.end, end: body.span.end };
        let message =
            format!("What is said of each `{}` reaches to the end.", binders[0].names[0].text);
        let help = format!("Write `({counted}){}`.", rest.of(text));
        self.error(ErrorCode::NotANumber, whole, message, &help);
    }

    /// `option channels: fifo, lifo`, `option losses: off, on`: a value that the language does not know.
    pub fn unknown_grant(&mut self, option: &Choice) {
        if COUNTED.contains(&option.name.text.as_str()) {
            for value in option.values.iter().filter(|value| value.text.parse::<i64>().is_err()) {
                let message =
                    format!("`{}` is a number, and `{}` is none.", option.name.text, value.text);
                self.error(
                    ErrorCode::NotANumber,
                    value.span,
                    message,
                    "Write numbers, such as `0, 1`.",
                );
            }
        }
        if option.name.text == MEMORY {
            return self.unknown_memory(option);
        }
        let is_known = |name: &Name| PENDINGS.contains(&&*name.text);
        if option.name.text == PENDING && option.values.iter().any(is_known) {
            return self.not_pending(&option.values);
        }
        let (known, subject): (&[&str], _) = match option.name.text.as_str() {
            "channels" => (&CHANNELS, "Channels are not"),
            "reuse" if !self.names.pools.is_empty() => (&REUSE, "Cells are not reused"),
            _ => return,
        };
        for value in option.values.iter().filter(|value| !known.contains(&value.text.as_str())) {
            let message = format!("{subject} `{}`.", value.text);
            let help = format!("The values are `{}`.", known.join("`, `"));
            self.error(ErrorCode::UnknownOptionValue, value.span, message, &help);
        }
    }

    /// `option memory: sequential, tzo`: a word that the language does not know beside one that it knows.
    fn unknown_memory(&mut self, option: &Choice) {
        let is_known = |value: &&Name| MEMORIES.contains(&value.text.as_str());
        let is_ours = option.values.iter().any(|value| is_known(&value))
            || option.values.iter().any(|value| value.text == RELEASE_ACQUIRE);
        for value in option.values.iter().filter(|value| is_ours && !is_known(value)) {
            self.no_memory(value);
        }
    }

    pub fn no_memory(&mut self, value: &Name) {
        let (message, help) = match value.text.as_str() {
            RELEASE_ACQUIRE => (
                "`release_acquire` is reserved: release and acquire are not followed yet.".into(),
                "Memory is `sequential`, `tso` or `pso`, and a line `fence` orders accesses.",
            ),
            other => {
                (format!("`{other}` is no memory."), "Memory is `sequential`, `tso` or `pso`.")
            }
        };
        self.error(ErrorCode::UnknownOptionValue, value.span, message, help);
    }

    /// `a ≠ b ≠ c`, which says nothing of `a` and `c`.
    pub fn unequal_in_a_row(&mut self, operands: &[Expr], signs: &[Compare]) {
        if signs.iter().filter(|sign| **sign == Compare::NotEqual).count() < 2 {
            return;
        }
        let name = |at: usize| operands[at].span.of(self.names.text);
        let span = operands[0].span.to(operands[signs.len()].span);
        let message = "Each `≠` in a row compares two neighbours only.";
        let help = match signs.len() {
            2 => {
                format!("Write `{0} ≠ {1} and {1} ≠ {2} and {0} ≠ {2}`.", name(0), name(1), name(2))
            }
            _ => "Write each pair, and join them by `and`.".into(),
        };
        self.error(ErrorCode::OtherLanguage, span, message, &help);
    }

    /// `some a, b ≠ c`, where `c` is new, too: what differs from what?
    pub fn unequal_to_a_new_name(&mut self, binder: &Binder, name: &str) {
        if binder.names.len() < 2 {
            return;
        }
        let message = format!("`{name}` is a new name, too, and more than two cannot differ so.");
        let help = "Bind all of them, and say which differ in the condition.";
        self.error(ErrorCode::OtherLanguage, binder.span, message, help);
    }

    /// `await a or b`, where both are messages.
    pub fn await_of_several(&mut self, condition: &Expr) {
        let ExprKind::Binary(Binary::Or | Binary::And, one, other) = &condition.kind else {
            return;
        };
        let is_message = |expr: &Expr| {
            let name = match &expr.kind {
                ExprKind::Name(name) => name,
                ExprKind::Call(name, _) => &name.text,
                _ => return false,
            };
            let is_other = self.look_up(name).is_some()
                || self.sees_variable(name)
                || self.names.is_defined(name);
            !is_other && self.names.messages.iter().any(|known| known.name.text == *name)
        };
        let Some(message) = [one, other].into_iter().find(|part| is_message(part)) else { return };
        let help = format!(
            "To take whichever comes, write a rule for each beside the sections: `on {}: …`.",
            message.span.of(self.names.text)
        );
        self.error(
            ErrorCode::OutOfPlace,
            condition.span,
            "One `await` takes messages of one kind, or waits for a condition.",
            &help,
        );
    }

    /// `await vote(v) from j`, where `j` is a new name: the sender's.
    pub fn new_sender(&mut self, from: &Expr) -> Option<Local> {
        let name = self.free_name(from)?.to_owned();
        let is_known = self.sees_variable(&name)
            || self.names.is_defined(&name)
            || self.names.is_domain(&name)
            || self.names.is_option(&name)
            || name == "self";
        if is_known {
            return None;
        }
        let nouns = self.names.roles.iter().map(|role| role.noun.text.as_str());
        let near = nearest(&name, nouns).filter(|_| name.chars().count() > 2).map(str::to_owned);
        if let Some(near) = near {
            let words = format!("Nobody is called `{name}` here.");
            let help = format!("Did you mean `{near}`? A new name for any sender is `j`.");
            self.error(ErrorCode::UnknownName, from.span, words, &help);
        }
        self.meant.new.insert(self.place(from.span));
        self.table.bind(NameKind::Bound, &name, from.span, "process");
        Some(Local { name, sort: Kind::Process(Over::All), at: from.span })
    }

    /// `n ← 1` behind `let n = 0`, or in `for each n in S`.
    pub fn let_is_assigned(&mut self, target: &Expr) {
        let ExprKind::Name(name) = &target.kind else { return };
        let is_let = self.local(name).is_some_and(|local| self.lets.contains(&local.at.start));
        if is_let {
            let message = format!("`{name}` is a name for a value, which does not change.");
            let help = "Declare a variable with `own`, or give the new value another name.";
            self.error(ErrorCode::NotAssignable, target.span, message, help);
        }
    }

    /// `since[k]` in a line of a role that has no `since`.
    pub fn of_another_role(&mut self, name: &str, span: Span, owners: &[usize], index: &Expr) {
        let (Some(here), Some(&owner)) = (self.here, owners.first()) else { return };
        let noun = |role: usize| &self.names.roles[role].noun.text;
        let message = format!(
            "`{name}` belongs to `{}`, and this is a line of `{}`.",
            noun(owner),
            noun(here)
        );
        let index = index.span.of(self.names.text);
        let is_name = index.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
            && !index.starts_with(|letter: char| letter.is_numeric());
        let owner = if is_name { index } else { "j" };
        let help = format!(
            "A rule reads it as `{owner}.{name}`; what a section reads is `shared {name}[process]`."
        );
        self.error(ErrorCode::OutOfPlace, span, message, &help);
    }

    /// `inside = process`, where `inside` is a section of this role.
    pub fn section_as_set(&mut self, operand: &Expr, beside: (&Expr, &Kind), sign: Compare) {
        let (beside, other) = beside;
        let Some(name) = self.free_name(operand) else { return };
        let is_mine = self.here.is_some_and(|it| self.names.roles[it].sections.contains(&name));
        if is_mine && !self.sees_variable(name) && matches!(other, Kind::Set(_)) {
            let over = match other.member() {
                Kind::Process(over @ Over::Role(_)) => self.names.set_name(over),
                _ => "process",
            };
            let message =
                format!("In a process, `{name}` is true or false: whether it is there itself.");
            let is_empty = matches!(&beside.kind, ExprKind::Set(all) if all.is_empty());
            let help = match (is_empty, sign) {
                (true, Compare::NotEqual) => {
                    format!("Write `(some j in {over}: j in {name})`: somebody is there.")
                }
                (true, _) => {
                    format!("Write `(all j in {over}: j not in {name})`: nobody is there.")
                }
                _ => format!("Write `(all j in {over}: j in {name})` for all of them."),
            };
            self.error(ErrorCode::NotABoolean, operand.span, message, &help);
        }
    }

    /// `a ← [1, 1]`, where `a` is an array.
    pub fn list_as_array(&mut self, target: &Expr, sort: &Kind, value: &Kind, span: Span) {
        if let (Kind::Array(..), Kind::List(_)) = (sort, value) {
            let name = target.span.of(self.names.text);
            let message = format!("`{name}` is an array, and this is a list.");
            let help = format!("Assign its elements one by one: `{name}[0] ← …`.");
            self.error(ErrorCode::WrongDomain, span, message, &help);
        }
    }

    /// `q[j]`, where `q` is a list.
    pub fn process_as_position(&mut self, index: &Expr) {
        let name = index.span.of(self.names.text);
        let message =
            format!("A list is indexed by a position from 0 on, and `{name}` is a process.");
        let help = format!("The list of process `{name}` is `{name}.LIST`.");
        self.error(ErrorCode::WrongDomain, index.span, message, &help);
    }

    /// `critical[0]`
    pub fn section_as_array(&mut self, name: &str, span: Span, index: &Expr) {
        let is_section = self.names.is_section(name)
            && self.names.owners(name).is_empty()
            && !self.names.is_variable(name, None)
            && !self.names.is_defined(name);
        if is_section {
            let message = format!("`{name}` is a section: the set of the processes in it.");
            let help = format!("Write `{} in {name}`.", index.span.of(self.names.text));
            self.error(ErrorCode::NotAnArray, span, message, &help);
        }
    }

    /// `break`, `return`
    pub fn leaves_a_loop(&mut self, name: &Name) {
        if self.names.is_defined(&name.text) {
            return;
        }
        if name.text == "return" {
            let message = "A process has nothing to return.";
            let help = "Write `stop`, or jump with `become`.";
            self.error(ErrorCode::OtherLanguage, name.span, message, help);
        } else if DOES_NOTHING.contains(&name.text.as_str()) {
            let message = "To do nothing is written `skip`.";
            let help = "Write `skip` here; to wait until C is true, write `await C`.";
            self.error(ErrorCode::OtherLanguage, name.span, message, help);
        } else if LEAVES.contains(&name.text.as_str()) {
            let message =
                format!("The language has no `{}`: a loop ends by its condition.", name.text);
            let help =
                "Write the condition behind `while` or `until`, or go to a section with `become`.";
            self.error(ErrorCode::OtherLanguage, name.span, message, help);
        }
    }
}
