//! Spellings of other languages, each with its spelling here.

use crate::diagnostic::{Found, Kind};
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Compare, Expr, Name};
use crate::words::{Line, is_reserved, line};

/// A sign or word that stands where something else was expected; what to say of it, and what to write.
const SPELLINGS: &[(&str, &str, &str)] = &[
    ("%", "The remainder of a division is written `mod`.", "mod"),
    ("!", "A negation is written `not`.", "not "),
    ("{", "A block begins with a colon and is indented; braces enclose sets.", ":"),
    ("then", "A block begins with a colon.", ":"),
    ("do", "A block begins with a colon.", ":"),
    ("implies", IMPLIES, "⇒"),
];

/// Words that stand before the place of the error.
const BEFORE: &[(&str, &str, &str)] = &[
    ("forall", "“For all” is written `all`.", "all"),
    ("exists", "“There is” is written `some`.", "some"),
    ("wait", "To wait is written `await`.", "await"),
    ("goto", "A jump leads to a section, and is written `become`.", "become"),
    ("elif", "Another condition is written `else if`.", "else if"),
    ("elseif", "Another condition is written `else if`.", "else if"),
];

/// Words with which a line begins in other languages, and what to do instead.
const FIRST: &[(&str, &str, &str)] = &[
    ("assert", "What must hold is said at the end of the text.", "Write `always NAME: …` there."),
    ("print", "A text prints nothing.", "The page shows every variable."),
];

/// Words with which a property begins in other languages, and here.
const CLAIMS: &[(&str, &str)] = &[
    ("invariant", "always"),
    ("inv", "always"),
    ("assert", "always"),
    ("property", "always"),
    ("safety", "always"),
    ("ltl", "always"),
    ("liveness", "eventually"),
];

const IMPLIES: &str = "“Implies” is written `⇒`.";
const COMMENT: &str = "A comment begins with `#`.";

/// The same for words that say how often a process runs.
const TIMES: &[(&str, &str, &str)] = &[
    ("forever", "A process that begins again and again is written `for ever`.", "for ever"),
    ("once", "How often a process runs is a number.", "1 times"),
    ("twice", "How often a process runs is a number.", "2 times"),
];

/// Words before a condition.
const CONDITIONS: &[&str] = &[
    "await",
    "if",
    "while",
    "until",
    "when",
    "where",
    "with",
    "always",
    "never",
    "reachable",
    "eventually",
    "at",
    "assume",
    "limit",
];

impl Parser<'_> {
    /// The error for what stands here, where it is right in another language.
    pub(in crate::parse) fn habit(&mut self) -> Option<Found> {
        let (span, before) = (self.span(), self.last_span());
        let (here, last) = (span.of(self.text), before.of(self.text));
        let both = before.to(span);
        if let Some(ordering) = self.ordering() {
            return Some(ordering);
        }
        if let Some(&(_, message, text)) = TIMES.iter().find(|it| it.0 == last) {
            return Some(other(before, message, before, text));
        }
        if last == "wait" && matches!(here, "for" | "until") {
            return Some(other(both, "To wait is written `await`.", both, "await"));
        }
        if let Some(&(_, message, text)) = BEFORE.iter().find(|it| it.0 == last) {
            return Some(other(before, message, before, text));
        }
        let first = self.line_before(span).1.split(' ').next().unwrap_or_default();
        if let Some(&(_, message, help)) = FIRST.iter().find(|it| it.0 == first) {
            return Some(Found::new(Kind::OtherLanguage, before, message).help(help));
        }
        if last == "/" && (here == "/" || here == "*") {
            return Some(other(both, COMMENT, both, "#"));
        }
        if let Some(comment) = self.other_comment() {
            return Some(comment);
        }
        if let Some(joined) = self.joined(before, span) {
            return Some(joined);
        }
        if let Some(leads) = self.leads_in_words() {
            return Some(leads);
        }
        if matches!(here, "→" | "->") {
            return Some(self.arrow(before, span));
        }
        if let Some(sign) = self.sign_between(before, span) {
            return Some(sign);
        }
        if here == "," {
            return self.comma_in_a_condition(before, span);
        }
        if here == ".." {
            return Some(self.range_as_value());
        }
        let &(_, message, text) = SPELLINGS.iter().find(|it| it.0 == here)?;
        Some(other(span, message, span, text))
    }

    /// `await a, b`.
    fn comma_in_a_condition(&self, before: Span, span: Span) -> Option<Found> {
        let line = self.line_before(span).1;
        let has_condition = line.split_whitespace().any(|word| CONDITIONS.contains(&word));
        if !has_condition || line.contains("at most") {
            return None;
        }
        if line.starts_with("await") && self.is_declared(&["message"], before.of(self.text)) {
            let message = "A line takes one kind of message.";
            let help = "Write a rule for each beside the sections: `on a: …`, `on b: …`.";
            return Some(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
        let message = "A condition is one value, true or false.";
        let found = Found::new(Kind::OtherLanguage, span, message);
        Some(found.help("Write `and` here, or `or`.").replace(span, " and"))
    }

    /// `process i of 2 for ever:`.
    pub(in crate::parse) fn times_without_comma(&mut self) -> Result<()> {
        let start = self.span();
        let line = &self.tokens[self.at..];
        let length =
            line.iter().position(|it| matches!(it.0, Token::Sign(Sign::Colon) | Token::Newline));
        let Some(end) = length.and_then(|length| line[..length].last()) else { return Ok(()) };
        let span = start.to(end.1);
        let said = span.of(self.text);
        let times = match TIMES.iter().find(|it| it.0 == said) {
            Some(it) => it.2,
            None if said == "for ever" || said.ends_with(" times") && !said.starts_with(',') => {
                said
            }
            None => return Ok(()),
        };
        let message = "How often a process runs stands behind a comma.";
        let span = Span { start: self.last_span().end, ..span };
        let text = format!(", {times}");
        let help = format!("Write `{text}` here.");
        self.fail(other_than(span, message, &help).replace(span, text))
    }

    /// `// …`, `/* …`, `-- …`.
    pub(in crate::parse) fn other_comment(&mut self) -> Option<Found> {
        let start = self.span().start;
        let rest = self.text.get(start as usize..).unwrap_or("");
        let signs = Span { start, end: start + 2 };
        let is_comment = ["//", "/*", "--"].iter().any(|it| rest.starts_with(it));
        is_comment.then(|| other(signs, COMMENT, signs, "#"))
    }

    /// Whether a `;` and something behind it follow.
    pub(in crate::parse) fn semicolon(&mut self) -> Result<bool> {
        let span = self.span();
        if !self.eat(Sign::Semicolon) {
            return Ok(false);
        }
        if !matches!(self.peek(), Token::Newline | Token::End | Token::Dedent) {
            return Ok(true);
        }
        let message = "`;` stands between two statements or declarations, and a line needs none.";
        self.fail(other_than(span, message, "Remove it.").replace(span, ""))
    }

    /// A `;` or `:` that ends the first line is not part of the title.
    pub(in crate::parse) fn no_sign_after_title(&mut self) -> Result<()> {
        let span = self.span();
        let sign = match self.peek() {
            Token::Sign(Sign::Semicolon) => ";",
            Token::Sign(Sign::Colon) => ":",
            _ => return Ok(()),
        };
        if self.next_but_comments(1) != Some(Token::Newline) {
            return Ok(());
        }
        self.advance();
        let message = format!("The line of the title needs no `{sign}` at its end.");
        self.fail(other_than(span, &message, "Remove it.").replace(span, ""))
    }

    /// A section whose name is several words.
    pub(in crate::parse) fn section_of_words<T>(&mut self, count: usize) -> Result<T> {
        let words: Vec<&str> = (0..count).map(|it| self.word_ahead(it)).collect();
        let start = self.span();
        let end = self.tokens[self.at + count - 1].1;
        let span = start.to(end);
        let message = "The name of a section is one word.";
        let name = words.join("_");
        let help = format!("Write `{name}:`.");
        self.fail(other_than(span, message, &help).replace(span, name))
    }

    /// `define a: …`, `message m`, `always p: …` in a process.
    pub(in crate::parse) fn item_in_a_process(&mut self) -> Result<()> {
        let word = self.word();
        let line = line(word).filter(|_| is_reserved(word) && !self.word_after().is_empty());
        if !matches!(line, Some(Line::Names | Line::Says | Line::Claims)) {
            return Ok(());
        }
        let message = format!("A line that begins with `{word}` stands outside of processes.");
        let help = match line == Some(Line::Claims) {
            true => "Move it below the process, without indentation.",
            false => "Move it above the process, without indentation.",
        };
        let span = self.span();
        self.fail(Found::new(Kind::OutOfPlace, span, message).help(help))
    }

    /// `when x = 0: …`, `on m: …` among the lines of a section.
    pub(in crate::parse) fn rule_in_a_section<T>(&mut self, word: &str) -> Result<T> {
        let message =
            format!("`{word}` begins a rule, which stands beside the sections and not in one.");
        let help = match word {
            "when" => "Write `await …` to wait until it is true, or `if …:` to go on otherwise.",
            _ => "Write `await …` to take one message.",
        };
        let span = self.span();
        self.fail(Found::new(Kind::OutOfPlace, span, message).help(help))
    }

    /// `x in 0..5`.
    pub(in crate::parse) fn range_as_set<T>(
        &mut self,
        operands: &[Expr],
        signs: &[Compare],
    ) -> Result<T> {
        let low = &operands[operands.len() - 1];
        self.advance();
        let high = self.sum()?;
        let span = low.span.to(high.span);
        let [low, high, range] = [low.span, high.span, span].map(|span| span.of(self.text));
        let message = format!("`{range}` is a domain, and a comparison asks for a set.");
        let value = operands[operands.len().saturating_sub(2)].span.of(self.text);
        let help = match signs.last() {
            Some(Compare::In) => format!("Write `{low} ≤ {value} ≤ {high}`."),
            Some(Compare::NotIn) => format!("Write `not ({low} ≤ {value} ≤ {high})`."),
            _ => format!("Write `{{k in {range}: true}}` for the set of its values."),
        };
        self.fail(Found::new(Kind::WrongDomain, span, message).help(help))
    }

    /// `at end e: all decisions equal`: the forms of a claim about states.
    pub(in crate::parse) fn only_in_always(&mut self) -> Result<()> {
        let form = match (self.word(), self.word_after()) {
            ("all", "decisions") => "all decisions equal",
            ("at", "most") => "at most 1 in SECTION",
            (_, "before") => "SECTION before SECTION",
            ("not", _) if self.word_ahead(2) == "before" => "not SECTION before SECTION",
            _ => return Ok(()),
        };
        let message = "This stands in `always`, `never` and `reachable` only.";
        let help = format!("Write `always NAME: {form}`.");
        let span = self.span();
        self.fail(Found::new(Kind::OutOfPlace, span, message).help(help))
    }

    /// `process p:`.
    pub(in crate::parse) fn role_without_count<T>(&mut self, noun: &Name) -> Result<T> {
        let number = self.word();
        let message = format!("How many there are of `{}` is missing.", noun.text);
        let help = format!(
            "Write `{0} {number} of 2:` for two of them; a single process has no number: `{0}:`.",
            noun.text
        );
        self.fail(Found::new(Kind::NotAnItem, noun.span, message).help(help))
    }

    /// `invariant small: x ≤ 2`: no role, and no word of a property here.
    pub(in crate::parse) fn claim_of_another_language(&mut self, noun: &Name) -> Result<()> {
        let Some((_, word)) = CLAIMS.iter().find(|it| it.0 == noun.text) else { return Ok(()) };
        let is_alone = self.peek() == Token::Sign(Sign::Colon);
        let is_role = match self.peek() {
            Token::Sign(Sign::Colon) => self.next_but_comments(1) == Some(Token::Newline),
            Token::Sign(Sign::Comma) => true,
            _ => self.word_after() == "of",
        };
        if is_role {
            return Ok(());
        }
        let rest = &self.text[noun.span.end as usize..];
        let line = rest.lines().next().unwrap_or_default();
        let name = line.split_once(':').map_or("NAME", |it| it.0.trim());
        let name = if is_alone { "NAME" } else { name };
        let message = match *word {
            "always" => "What must be true in every state is said by `always`.",
            _ => "What must come about is said by `eventually`.",
        };
        let found = Found::new(Kind::OtherLanguage, noun.span, message);
        let found = found.help(format!("Write `{word} {name}: …`."));
        self.fail(if name == "NAME" { found } else { found.replace(noun.span, *word) })
    }

    /// `process 2:`, `process i in 0..1:`.
    pub(in crate::parse) fn process_without_of<T>(&mut self, noun: &Name) -> Result<T> {
        let message = "A role names the number of each process and says how many there are.";
        let help = "Write `process i of 2:` for two of them, which the text numbers from 0.";
        let found = Found::new(Kind::NotAnItem, noun.span, message).help(help);
        let is_count = matches!(self.peek(), Token::Number(_));
        self.fail(if is_count { found.replace(noun.span, "process i of") } else { found })
    }

    /// The colon of a block. Without it, the block below is read all the same.
    pub(in crate::parse) fn colon_of_block(&mut self) -> Result<()> {
        if self.peek() != Token::Newline || self.next_but_comments(1) != Some(Token::Indent) {
            return self.expect(Sign::Colon);
        }
        let (span, end) = (self.span(), self.last_span().end);
        let message = "A `:` is missing before the block below.";
        let found = Found::new(Kind::Expected, span, message).help("Write `:` here.");
        self.found.push(found.replace(Span { start: end, end }, ":"));
        Ok(())
    }

    /// A word alone on its line, with a block below.
    pub(in crate::parse) fn is_section_without_colon(&mut self) -> bool {
        self.peek() == Token::Word
            && self.next_but_comments(1) == Some(Token::Newline)
            && self.next_but_comments(2) == Some(Token::Indent)
    }

    pub(in crate::parse) fn next_but_comments(&self, count: usize) -> Option<Token> {
        let tokens = self.tokens[self.at..].iter().map(|token| token.0);
        tokens.filter(|token| *token != Token::Comment).nth(count)
    }

    /// `x: array of bool`, `x: [0..3] of bool`, `x: [0, 0]`.
    pub(in crate::parse) fn array_as_domain<T>(&mut self) -> Result<T> {
        let message = "A domain has the values of one element. The indices stand behind the name.";
        let help = "Write `x[0..3]: bool` for four of them, or `x[process]: bool` for one of each process.";
        let span = self.span();
        self.fail(other_than(span, message, help))
    }

    /// `a[process][process]`.
    pub(in crate::parse) fn brackets_of_an_index<T>(&mut self, close: Span) -> Result<T> {
        let span = close.to(self.span());
        let message = "All indices of an array stand between two brackets.";
        self.fail(other_than(span, message, "Write `,` here.").replace(span, ", "))
    }

    /// Where the text of this line begins, and the text from there to `span`.
    pub(in crate::parse) fn line_before(&self, span: Span) -> (u32, &str) {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or(before);
        let target = line.trim_start();
        ((before.len() - target.len()) as u32, target.trim_end())
    }
}

pub(super) fn other_than(span: Span, message: &str, help: &str) -> Found {
    Found::new(Kind::OtherLanguage, span, message).help(help)
}

pub(super) fn other(span: Span, message: impl Into<String>, place: Span, text: &str) -> Found {
    let help = format!("Write `{}` here.", text.trim());
    Found::new(Kind::OtherLanguage, span, message).help(help).replace(place, text)
}
