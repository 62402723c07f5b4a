//! The variables of a process that stand beside it: two at most, those first that say most.

use super::{Line, LineKind, Piece, Space, local};
use crate::failure::{Chain, Failure};
use crate::text;
use catalog::{Drawn, ProcessView, Queued};

/// At most so many variables stand beside a disc.
const FIELDS_MAX: usize = 2;
/// More members of a set have no room.
const MEMBERS_MAX: usize = 5;
/// A list with more letters is not written out.
const LIST_MAX: usize = 12;
/// How wide a seat is, and the space around pieces.
pub const SEAT: f64 = 18.0;
pub const GAP: f64 = 4.0;
/// Inside a token.
pub const TOKEN: f64 = 10.0;

/// A private variable.
pub struct Field<'a> {
    pub name: &'static str,
    value: &'a str,
    pub is_new: bool,
    /// It is a term of the sum at the foot.
    is_term: bool,
    drawn: Option<&'a Drawn>,
    queue: Option<&'a [Queued]>,
}

/// What a claim names comes first, then what the last step has changed, then sets and processes, and last what is on
/// the disc already. What the status, the section or the decision says is not said again.
pub fn fields<'a>(
    own: &'a ProcessView,
    before: Option<&ProcessView>,
    status: &str,
    failure: Option<&Failure>,
) -> Vec<Field<'a>> {
    let is_term = |name: &str| failure.is_some_and(|failure| failure.is_term(name));
    let is_named = |name: &str| {
        let mut named = failure.iter().flat_map(|failure| &failure.named);
        is_term(name) || named.any(|word| word == name)
    };
    let is_said =
        |value: &str| value.len() > 3 && (status.contains(value) || own.zone.name() == value);
    let field = |(name, value): &'a (&'static str, String)| {
        let then = before.and_then(|own| own.locals.iter().find(|(then, _)| then == name));
        let drawn = own.drawn.iter().find(|drawn| drawn.0 == *name).map(|drawn| &drawn.1);
        let queue = own.queues.iter().find(|queue| queue.0 == *name).map(|queue| &queue.1[..]);
        let is_new = then.is_some_and(|(_, then)| then != value);
        Field { name, value, is_new, is_term: is_term(name), drawn, queue }
    };
    let is_shown = |field: &Field<'_>| {
        let is_told = field.is_new || is_named(field.name);
        let is_news = is_told || !is_nothing(field.value);
        let is_news = is_news && (field.queue.is_some() || !is_dumped(field));
        is_news
            && field.name != "decided"
            && !is_said(field.value)
            && (own.decided.is_none() || is_told)
    };
    let rank = |field: &Field<'_>| match field.drawn {
        _ if is_named(field.name) => 0,
        _ if field.is_new => 1,
        Some(Drawn::Seats(_) | Drawn::Tokens(_)) => 2,
        _ if field.queue.is_some() => 2,
        Some(Drawn::Process(_)) => 3,
        None => 4,
        Some(Drawn::OnDisc) => 5,
    };
    let mut all: Vec<Field<'a>> = own.locals.iter().map(field).filter(is_shown).collect();
    all.sort_by_key(rank);
    all.truncate(FIELDS_MAX);
    all
}

/// Nothing is no news.
fn is_nothing(value: &str) -> bool {
    matches!(value, "–" | "none" | "false" | "[]" | "{}" | "– –" | "– – –")
}

/// A long list or a record is no words.
fn is_dumped(field: &Field<'_>) -> bool {
    let is_list = field.value.starts_with(['[', '(']);
    is_list && field.value.chars().count() > LIST_MAX
}

/// A truth is its name, and a variable its name and its value.
fn spoken(name: &str, value: &str) -> String {
    let name = name.replace('_', " ");
    let truth = name.strip_prefix("is ").unwrap_or(&name);
    match value {
        "true" => truth.to_owned(),
        "false" => format!("not {truth}"),
        _ => format!("{name} {value}"),
    }
}

/// The values of a variable with their steps, what it was before struck; in words where there is no room.
pub fn chain_line(chain: &Chain, space: Space) -> Line {
    let name = chain.name.replace('_', " ");
    let last = chain.values.len().saturating_sub(1);
    let value = |(nth, (value, step)): (usize, &(String, usize))| {
        let told =
            if nth < last { Piece::Struck(value.clone()) } else { Piece::Token(value.clone()) };
        [told, Piece::Words(format!("step {step}"))]
    };
    let told: Vec<String> =
        chain.values.iter().map(|(value, step)| format!("{value} ({step})")).collect();
    let values = told.join(", ");
    let told = format!("{name} {values}");
    let pieces =
        std::iter::once(Piece::Words(name)).chain(chain.values.iter().enumerate().flat_map(value));
    let pieces: Vec<Piece> = pieces.collect();
    let has_room = widths(&pieces, space.size, &[]).iter().sum::<f64>() <= space.width;
    let drawn = if has_room { pieces } else { Vec::new() };
    let is_long = told.chars().count() > space.letters;
    let told = if is_long { values } else { told };
    Line { drawn, ..local(LineKind::Soft, text::cut(&told, space.letters)) }
}

/// Draws each variable if there is room, or writes it; as many in a line as fit.
pub fn field_lines(fields: &[Field<'_>], space: Space, tags: &[String]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for field in fields {
        let kind = if field.is_new { LineKind::New } else { LineKind::Soft };
        let told = spoken(field.name, field.value);
        let has_room = |pieces: &Vec<Piece>| {
            widths(pieces, space.size, tags).iter().sum::<f64>() <= space.width
        };
        if let Some(drawn) = pieces(field).into_iter().find(has_room) {
            lines.push(Line { drawn, ..local(kind, told) });
            continue;
        }
        let told = text::cut(&told, space.letters);
        let last = lines.last_mut().filter(|line| line.drawn.is_empty() && kind == LineKind::Soft);
        match last {
            Some(line) if line.text.chars().count() + 3 + told.chars().count() <= space.letters => {
                line.text += " · ";
                line.text += &told;
            }
            _ => lines.push(local(kind, told)),
        }
    }
    lines
}

/// A set as seats or tokens, with its name before it; with how many there are behind it, and without.
fn pieces(field: &Field<'_>) -> Vec<Vec<Piece>> {
    let Some(pieces) = members(field) else { return Vec::new() };
    let Some(Drawn::Seats(seats)) = field.drawn else { return vec![pieces] };
    let count = seats.iter().filter(|seat| seat.1).count();
    let counted = Piece::Words(format!("{count} of {}", seats.len()));
    vec![pieces.iter().cloned().chain([counted]).collect(), pieces]
}

fn members(field: &Field<'_>) -> Option<Vec<Piece>> {
    let name = Piece::Words(field.name.replace('_', " "));
    if let Some(queue) = field.queue.filter(|queue| !queue.is_empty()) {
        let shown = if queue.len() > MEMBERS_MAX { MEMBERS_MAX - 1 } else { queue.len() };
        let seat = |queued: &Queued| Piece::Seat { process: queued.process.into(), is_there: true };
        let more = queue.len() - shown;
        let rest = (more > 0).then(|| Piece::Words(format!("+{more}")));
        let seats = queue[..shown].iter().map(seat);
        return Some(std::iter::once(name).chain(seats).chain(rest).collect());
    }
    if field.is_term {
        return Some(vec![name, Piece::Token(field.value.to_owned())]);
    }
    let members: Vec<Piece> = match field.drawn.filter(|_| field.queue.is_none())? {
        Drawn::Seats(seats) => {
            let seat = |&(process, is_there): &(u8, bool)| Piece::Seat {
                process: process.into(),
                is_there,
            };
            seats.iter().map(seat).collect()
        }
        Drawn::Tokens(tokens) => tokens.iter().cloned().map(Piece::Token).collect(),
        Drawn::Process(process) => vec![Piece::Seat { process: (*process).into(), is_there: true }],
        Drawn::OnDisc => return None,
    };
    let is_few = (1..=MEMBERS_MAX).contains(&members.len());
    is_few.then(|| std::iter::once(name).chain(members).collect())
}

/// How wide the pieces of a line are, with words of this size, and tags of processes.
pub fn widths(pieces: &[Piece], size: f64, tags: &[String]) -> Vec<f64> {
    pieces.iter().map(|piece| wide(piece, size, tags) + GAP).collect()
}

fn wide(piece: &Piece, size: f64, tags: &[String]) -> f64 {
    match piece {
        Piece::Words(words) => text::width(words, size, false) + GAP,
        Piece::Seat { process, .. } => {
            let tag = tags.get(*process).map_or(0.0, |tag| text::width(tag, 12.0, false));
            (tag + 8.0).max(SEAT)
        }
        Piece::Token(token) | Piece::Struck(token) => text::width(token, 12.0, true) + TOKEN,
    }
}
