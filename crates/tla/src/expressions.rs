//! Expressions as the module writes them. Numbers stand between marks, to be folded.

use crate::fold::{inner, number};
use crate::layout::{Kind, Layout};
use program::SYMBOLS;
use program::ir::{Asked, Binary, Expr, SlotId, Unary};
use std::cell::Cell;
use std::collections::HashMap;
use ways::source::Source;
use ways::terms::Terms;

pub const COMPUTED: &str = "A computed place of a process is not exported.";

/// The greatest number of TLC.
const HIGHEST: i64 = i32::MAX as i64;

pub struct Speech<'a> {
    pub source: &'a Source,
    pub terms: Terms<'a>,
    pub layout: &'a Layout,
    pub points: &'a [Vec<String>],
    /// Of each symbol its name.
    pub symbols: &'a [String],
    /// Of each slot of a message what the values are.
    pub fields: HashMap<SlotId, Kind>,
    /// What the sender of the message in hand is called.
    pub sender: &'static str,
    /// How many quantifiers the part that is written stands in.
    pub depth: Cell<usize>,
}

impl Speech<'_> {
    pub fn number(&self, expr: &Expr) -> Result<String, String> {
        self.write(expr, Kind::Number)
    }

    pub fn condition(&self, expr: &Expr) -> Result<String, String> {
        self.write(expr, Kind::Bool)
    }

    /// An expression, where values of a kind are asked for.
    pub fn write(&self, expr: &Expr, wanted: Kind) -> Result<String, String> {
        let chain = match wanted {
            Kind::Bool => self.conditions(expr)?,
            Kind::Set => self.those(expr)?,
            Kind::Number | Kind::Point => None,
        };
        let chain = match wanted {
            Kind::Bool if chain.is_none() => self.view(expr)?.map(|view| format!("({view} # 0)")),
            Kind::Number => self.view(expr)?,
            _ => chain,
        };
        let text = match (expr, wanted) {
            _ if chain.is_some() => chain.unwrap_or_default(),
            (Expr::Const(value), _) => self.constant(*value, wanted)?,
            (Expr::Select(condition, then, otherwise), _) => {
                self.select(condition, then, otherwise, wanted)?
            }
            (
                Expr::Binary(operator @ (Binary::And | Binary::Or | Binary::Without), left, right),
                Kind::Set,
            ) => self.binary(*operator, left, right, Kind::Set)?,
            _ => {
                let kind = self.kind(expr);
                let text = self.natural(expr, kind)?;
                match (kind, wanted) {
                    (kind, wanted) if kind == wanted => text,
                    (Kind::Bool, Kind::Number) => format!("(IF {text} THEN 1 ELSE 0)"),
                    (Kind::Number, Kind::Bool) => format!("({text} # 0)"),
                    (Kind::Bool, Kind::Set) => format!("(IF {text} THEN {{0}} ELSE {{}})"),
                    (Kind::Set, Kind::Bool) => format!("({text} # {{}})"),
                    _ => return Err("A set is used as a number, which is not exported.".into()),
                }
            }
        };
        self.source.spend(text.len());
        self.source.require_work()?;
        Ok(text)
    }

    pub fn constant(&self, value: i64, wanted: Kind) -> Result<String, String> {
        if value >= SYMBOLS {
            return Ok(match self.symbols.get((value - SYMBOLS) as usize) {
                Some(name) => name.clone(),
                None => HIGHEST.to_string(),
            });
        }
        match wanted {
            Kind::Bool => Ok(if value == 0 { "FALSE" } else { "TRUE" }.into()),
            Kind::Set => {
                let members = (0..63).filter(|at| value >> at & 1 != 0).map(number);
                Ok(format!("{{{}}}", members.collect::<Vec<_>>().join(", ")))
            }
            Kind::Number if value.abs() > HIGHEST => {
                Err(format!("The value {value} is too large for TLC."))
            }
            Kind::Number => Ok(number(value)),
            Kind::Point => Err("A computed place of a process is not exported.".into()),
        }
    }

    fn select(
        &self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        wanted: Kind,
    ) -> Result<String, String> {
        let condition = self.condition(condition)?;
        if wanted == Kind::Bool {
            let is = |it: &Expr, value: i64| *it == Expr::Const(value);
            if is(then, 1) && is(otherwise, 0) {
                return Ok(condition);
            }
            if is(then, 0) && is(otherwise, 1) {
                return Ok(format!("~{condition}"));
            }
        }
        let (then, otherwise) = (self.write(then, wanted)?, self.write(otherwise, wanted)?);
        Ok(format!("(IF {condition} THEN {then} ELSE {otherwise})"))
    }

    /// What an expression is, of the kind that it has.
    pub fn natural(&self, expr: &Expr, kind: Kind) -> Result<String, String> {
        Ok(match expr {
            Expr::Load(place) => self.load(place)?,
            Expr::Below(inner, _) => self.number(inner)?,
            Expr::Unary(operator, inner) => self.unary(*operator, inner)?,
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right, kind)?,
            Expr::InTransit(asked, from, to) => {
                let from = from.as_ref().map(|from| self.number(from)).transpose()?;
                let to = to.as_ref().map(|expr| self.number(expr)).transpose()?;
                self.in_transit(*asked, from, to)?
            }
            Expr::Const(_) | Expr::Select(..) => self.write(expr, kind)?,
            Expr::Temp(_) => return Err("A value is used before it is computed.".into()),
            Expr::Before(_) => return Err(ways::paths::ABOUT_STEPS.into()),
        })
    }

    fn unary(&self, operator: Unary, expr: &Expr) -> Result<String, String> {
        let set = || self.write(expr, Kind::Set);
        Ok(match operator {
            Unary::Not => match self.condition(expr)? {
                text if text.starts_with('~') => text[1..].to_owned(),
                text => format!("~{text}"),
            },
            Unary::Number => self.number(expr)?,
            Unary::Minus => format!("(-{})", self.number(expr)?),
            Unary::Size => format!("Cardinality({})", set()?),
            Unary::Lowest => format!("Lowest({})", set()?),
            Unary::Highest => format!("Highest({})", set()?),
            Unary::Bit => {
                let member = self.number(expr)?;
                match self.terms.is_below(expr, 63) {
                    Expr::Const(0) => "{}".into(),
                    Expr::Const(_) => format!("{{{member}}}"),
                    is_below => {
                        format!("(IF {} THEN {{{member}}} ELSE {{}})", self.condition(&is_below)?)
                    }
                }
            }
        })
    }

    fn binary(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        kind: Kind,
    ) -> Result<String, String> {
        if let Some(text) = self.membership(operator, left, right)? {
            return Ok(text);
        }
        let sign = match operator {
            Binary::Equal => "=",
            Binary::NotEqual => "#",
            Binary::Contains => {
                return Ok(format!(
                    "({} \\in {})",
                    self.number(right)?,
                    self.write(left, Kind::Set)?
                ));
            }
            Binary::And | Binary::Or | Binary::Without => {
                let sign = match (operator, kind) {
                    (Binary::And, Kind::Set) => "\\cap",
                    (Binary::Or, Kind::Set) => "\\cup",
                    (Binary::And, Kind::Bool) => "/\\",
                    (Binary::Or, Kind::Bool) => "\\/",
                    (Binary::Without, _) => "\\",
                    _ => {
                        return Err(
                            "An operator of sets of numbers as bits is not exported.".into()
                        );
                    }
                };
                return Ok(format!(
                    "({} {sign} {})",
                    self.write(left, kind)?,
                    self.write(right, kind)?
                ));
            }
            Binary::Min | Binary::Max => {
                let name = if operator == Binary::Min { "Min" } else { "Max" };
                return Ok(format!("{name}({}, {})", self.number(left)?, self.number(right)?));
            }
            Binary::Divide | Binary::Modulo => {
                if !self.terms.is_natural(right) {
                    return Err(
                        "A division by a number that may be negative is not exported.".into()
                    );
                }
                if operator == Binary::Divide { "\\div" } else { "%" }
            }
            Binary::Add => match right {
                Expr::Const(right) if *right < 0 => {
                    return Ok(format!("({} - {})", self.number(left)?, number(-right)));
                }
                _ => "+",
            },
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
        };
        if matches!(operator, Binary::Less | Binary::LessEqual) {
            return Ok(format!("({} {sign} {})", self.side(left)?, self.side(right)?));
        }
        if !matches!(operator, Binary::Equal | Binary::NotEqual) {
            return Ok(format!("({} {sign} {})", self.number(left)?, self.number(right)?));
        }
        let (a, b) = match (self.kind(left), self.kind(right)) {
            (Kind::Point, _) => (self.natural(left, Kind::Point)?, self.point(right, left)?),
            (_, Kind::Point) => (self.point(left, right)?, self.natural(right, Kind::Point)?),
            (Kind::Set, _) | (_, Kind::Set) => {
                (self.write(left, Kind::Set)?, self.write(right, Kind::Set)?)
            }
            (Kind::Bool, Kind::Bool) => (self.condition(left)?, self.condition(right)?),
            (Kind::Bool, _) if matches!(right, Expr::Const(0 | 1)) => {
                let is_so = (*right == Expr::Const(1)) == (operator == Binary::Equal);
                let text = self.condition(left)?;
                return Ok(if is_so { text } else { format!("~{text}") });
            }
            (_, Kind::Bool) if matches!(left, Expr::Const(0 | 1)) => {
                return self.binary(operator, right, left, kind);
            }
            _ => (self.side(left)?, self.side(right)?),
        };
        Ok(format!("({a} {sign} {b})"))
    }

    /// Whether a set is within a domain, or a process stands at one of some points.
    fn membership(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
    ) -> Result<Option<String>, String> {
        match operator {
            // the sets of a domain are numbered
            Binary::Contains if self.is_among(left, right).is_some() => {
                self.is_among(left, right).transpose()
            }
            Binary::LessEqual if self.kind(right) == Kind::Set && *left == Expr::Const(0) => {
                Ok(Some("TRUE".into()))
            }
            Binary::LessEqual if self.kind(left) == Kind::Set => match right {
                Expr::Const(last) if *last >= 0 && (last + 1).count_ones() == 1 => {
                    let members = i64::from((last + 1).trailing_zeros()) - 1;
                    Ok(Some(format!("({} \\subseteq 0..{members})", self.write(left, Kind::Set)?)))
                }
                _ => Err("A set is used as a number, which is not exported.".into()),
            },
            Binary::Contains if self.kind(right) == Kind::Point => {
                let Expr::Const(points) = left else { return Err(COMPUTED.into()) };
                self.is_at(right, &|point| points >> point & 1 != 0).map(Some)
            }
            Binary::Less | Binary::LessEqual if self.kind(left) == Kind::Point => {
                let Expr::Const(bound) = right else { return Err(COMPUTED.into()) };
                let bound = bound + i64::from(operator == Binary::LessEqual);
                self.is_at(left, &|point| (point as i64) < bound).map(Some)
            }
            Binary::Less | Binary::LessEqual if self.kind(right) == Kind::Point => {
                let Expr::Const(bound) = left else { return Err(COMPUTED.into()) };
                let bound = bound + i64::from(operator == Binary::Less);
                self.is_at(right, &|point| point as i64 >= bound).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A side of a comparison, which binds less than what is computed.
    fn side(&self, expr: &Expr) -> Result<String, String> {
        let text = self.number(expr)?;
        let is_computed = matches!(
            expr,
            Expr::Binary(
                Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Modulo,
                ..
            )
        );
        Ok(if is_computed { inner(&text).to_owned() } else { text })
    }

    /// A part of the message that the step takes.
    pub fn of_message(&self, slot: SlotId) -> Result<String, String> {
        let message = &self.source.message;
        if slot == message.count {
            return Ok("Messages".into());
        }
        if slot == message.sender {
            return Ok(self.sender.into());
        }
        self.field(slot)
            .map(|text| format!("m.{text}"))
            .ok_or_else(|| "A variable has no place in the state.".into())
    }

    /// What a number of a message is called. A name stands for values of one kind.
    pub fn field(&self, slot: SlotId) -> Option<String> {
        let nth = self.source.message.position(slot)?;
        Some(match self.fields.get(&slot) {
            Some(Kind::Set) => format!("members_{}", nth + 1),
            Some(Kind::Bool) => format!("flag_{}", nth + 1),
            _ => format!("value_{}", nth + 1),
        })
    }

    fn in_transit(
        &self,
        asked: Asked,
        from: Option<String>,
        to: Option<String>,
    ) -> Result<String, String> {
        let kind = asked.kind().map(|it| self.message_kind(it));
        let ends = [("e.kind", kind), ("e.from", from), ("e.to", to)];
        let all: Vec<String> = ends
            .into_iter()
            .filter_map(|(end, value)| value.map(|value| format!("{end} = {value}")))
            .collect();
        let condition = if all.is_empty() { "TRUE".to_owned() } else { all.join(" /\\ ") };
        match asked {
            Asked::Count(_) if all.is_empty() => Ok("Messages".into()),
            Asked::Count(_) => Ok(format!("InTransit(LAMBDA e : {condition})")),
            Asked::Values(kind, nth) => {
                let slot =
                    self.source.message.fields(kind).nth(nth.into()).ok_or("no such field")?;
                let it = &self.source.program.slots[slot];
                if !it.symbols.is_empty() {
                    return Err("A set of symbols in messages is not exported.".into());
                }
                let field = self.field(slot).unwrap_or_default();
                let value = match self.fields.get(&slot) {
                    Some(Kind::Bool) => format!("(IF e.{field} THEN 1 ELSE 0)"),
                    _ if it.low == 0 => format!("e.{field}"),
                    _ => format!("e.{field} - {}", it.low),
                };
                Ok(format!("{{{value} : e \\in {{e \\in OnTheirWay : {condition}}}}}"))
            }
        }
    }

    /// A kind of messages, as it stands in a record.
    pub fn message_kind(&self, kind: u8) -> String {
        let name = self
            .source
            .program
            .channels
            .as_ref()
            .map_or("", |channels| channels.kinds[usize::from(kind)].name);
        format!("\"{name}\"")
    }
}

/// `[a][b]`
pub fn indexed(at: &[String]) -> String {
    at.iter().fold(String::new(), |all, it| all + "[" + inner(it) + "]")
}
