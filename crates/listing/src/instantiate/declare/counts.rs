//! How many processes there are, how often they run, and what else a text counts.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::declare::NO_END;
use crate::instantiate::domain::is_symbol;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Env;
use crate::limits::COUNT_MAX;
use crate::resolve::{CHANNELS, COUNTED, MEMORIES, MEMORY, PENDING, PENDINGS};
use crate::token::Span;
use crate::tree::{DefineBody, Expr as Tree, Times};
use model::SYSTEM_PROCESSES_MAX;

impl<'t> Instance<'t> {
    /// A number that must be known before the program runs.
    pub fn number_constant(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<i64> {
        let value = self.known_value(expr, env)?;
        let known = value.constant();
        if value.ty.is_number() {
            return known.map_or_else(|| self.not_constant(expr.span, ErrorCode::NotConstant), Ok);
        }
        let what = match known {
            Some(symbol) if is_symbol(symbol) => format!("`{}`", self.say(symbol)),
            _ => self.say_ty(&value.ty),
        };
        let message = format!("Here a number is needed, and this is {what}.");
        let span = self.number_of(expr);
        self.error(ErrorCode::NotANumber, span, message)
    }

    /// Words that a definition of the order of messages or of memory names.
    pub fn channel_symbols(&mut self) {
        let all: [(&str, &[&str]); 3] =
            [("channels", &CHANNELS), (MEMORY, &MEMORIES), (PENDING, &PENDINGS)];
        for (name, words) in all {
            if self.find_define(name).is_some_and(|define| define.parameters.is_empty()) {
                for word in words {
                    self.symbol(word);
                }
            }
        }
    }

    /// A definition such as `losses` is a number from 0 on.
    pub fn check_counts(&mut self) -> Result<()> {
        let mut all = Ok(());
        for define in self.defines.clone() {
            let name = define.name.text.as_str();
            let DefineBody::Expr(body) = &define.body else { continue };
            if !COUNTED.contains(&name) {
                continue;
            }
            match self.number_constant(body, &None) {
                Ok(0..) => {}
                Ok(count) => {
                    let message =
                        format!("`{name}` is a number from 0 on, and this is {}.", self.say(count));
                    let span = self.number_of(body);
                    all = self.error(ErrorCode::NotANumber, span, message);
                }
                Err(()) => all = Err(()),
            }
        }
        all
    }

    pub fn count_roles(&mut self) -> Result<()> {
        let mut base = 0;
        for at in 0..self.roles.len() {
            let tree = self.roles[at].tree;
            let mut count = 1;
            if let Some((_, expr)) = &tree.number {
                count = self.number_constant(expr, &None)?;
                // a role may be empty beside another one
                let is_last = at + 1 == self.roles.len();
                if count < 0 || count == 0 && is_last && base == 0 {
                    let message =
                        format!("There are {count} processes of the role `{}`.", tree.noun.text);
                    let help = "Write a number from 1 on.";
                    let span = self.number_of(expr);
                    return self.fail(
                        DiagnosticDraft::new(ErrorCode::NoProcess, span, message).help(help),
                    );
                }
            }
            base += usize::try_from(count).unwrap_or(0);
            if base > SYSTEM_PROCESSES_MAX {
                let message = format!(
                    "There are at most {SYSTEM_PROCESSES_MAX} processes in all; with this role there are \
                     {base}."
                );
                let help = "Choose a smaller number.";
                let found =
                    DiagnosticDraft::new(ErrorCode::TooManyProcesses, tree.noun.span, message);
                return self.fail(found.help(help));
            }
            self.roles[at].base = base - count as usize;
            self.roles[at].count = count as usize;
            self.roles[at].times = match &tree.times {
                Times::ForEver => None,
                Times::Once => Some(1),
                Times::Times(expr) => {
                    let times = self.number_constant(expr, &None)?;
                    if times > COUNT_MAX && times != NO_END {
                        let message =
                            format!("{COUNT_MAX} times is the most, and this is {times}.");
                        let help = "Leave `times` out: then it goes on for ever.";
                        let found =
                            DiagnosticDraft::new(ErrorCode::NumberTooLarge, expr.span, message);
                        return self.fail(found.help(help));
                    }
                    if times == NO_END { None } else { Some(times.max(0)) }
                }
            };
        }
        Ok(())
    }

    /// Where the number stands that an option or a definition gives.
    pub fn number_of(&self, expr: &Tree) -> Span {
        expr.name().and_then(|name| self.number_called(name)).unwrap_or(expr.span)
    }

    /// The same, by the name of the option or definition.
    pub fn number_called(&self, name: &str) -> Option<Span> {
        let option = self.source.listing.options().find(|option| option.name.text == name);
        if let (Some(option), Some(choice)) = (option, self.find_option(name)) {
            return Some(option.values[self.options[choice].chosen].span);
        }
        self.find_define(name)?.value().map(|body| self.number_of(body))
    }
}
