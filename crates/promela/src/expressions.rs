//! Expressions as the model writes them.

use crate::names::Names;
use program::ir::{Asked, Binary, Expr, Place, SlotId, Unary};
use ways::terms::binary;

impl Names<'_> {
    /// A place of an array and the index there, where the index is computed.
    pub fn index(&self, place: &Place) -> Result<Option<(&str, String)>, String> {
        let (Some(index), Some(variable)) = (&place.index, self.variable(place.slot)) else {
            return Ok(None);
        };
        if variable.count == 1 {
            return Ok(None);
        }
        let stride = Expr::Const(index.stride as i64);
        let by = binary(Binary::Multiply, index.value.clone(), stride);
        let offset = Expr::Const((place.slot - variable.first) as i64);
        let by = self.expr(&binary(Binary::Add, by, offset))?;
        Ok(Some((&variable.name, inner(&by).to_owned())))
    }

    /// The places that a place with an index can be, if they do not lie in one array.
    fn scattered(&self, place: &Place) -> Option<Vec<Place>> {
        let index = place.index.as_ref()?;
        let places = (0..index.count.max(1)).map(|at| place.slot + at * index.stride);
        let first = self.variable(place.slot)?;
        let is_in = |slot: &SlotId| (first.first..first.first + first.count).contains(slot);
        let is_array = places.clone().all(|place| is_in(&place));
        (!is_array).then(|| places.map(|slot| Place { slot, index: None }).collect())
    }

    /// What lies at a place.
    fn load(&self, place: &Place) -> Result<String, String> {
        let (Some(places), Some(index)) = (self.scattered(place), &place.index) else {
            return self.place(place);
        };
        let index = self.expr(&index.value)?;
        let mut all = places.iter().enumerate().rev();
        let mut text = all.next().map_or(Ok(String::new()), |(_, it)| self.place(it))?;
        for (at, place) in all {
            text = format!("({index} == {at} -> {} : {text})", self.place(place)?);
        }
        Ok(text)
    }

    pub fn place(&self, place: &Place) -> Result<String, String> {
        if self.scattered(place).is_some() {
            return Err(
                "A store to one of several variables, chosen by a value, is not exported.".into()
            );
        }
        if let Some((name, index)) = self.index(place)? {
            return Ok(format!("{name}[{index}]"));
        }
        let Some(variable) = self.variable(place.slot) else {
            return self.of_message(place.slot);
        };
        Ok(match variable.count {
            1 => variable.name.clone(),
            _ => format!("{}[{}]", variable.name, place.slot - variable.first),
        })
    }

    /// A condition between others; a comparison needs no brackets there.
    pub fn condition(&self, expr: &Expr) -> Result<String, String> {
        let text = self.expr(expr)?;
        let is_comparison = matches!(
            expr,
            Expr::Binary(Binary::Equal | Binary::NotEqual | Binary::Less | Binary::LessEqual, _, _)
        );
        Ok(if is_comparison { inner(&text).to_owned() } else { text })
    }

    pub fn expr(&self, expr: &Expr) -> Result<String, String> {
        let text = self.written(expr)?;
        // some operators write an operand several times
        self.source.spend(text.len());
        self.source.require_work()?;
        Ok(text)
    }

    fn written(&self, expr: &Expr) -> Result<String, String> {
        Ok(match expr {
            Expr::Const(value) => self.value(*value)?,
            Expr::Load(place) | Expr::Before(place) => self.load(place)?,
            Expr::Below(inner, _) => self.expr(inner)?,
            Expr::Select(condition, then, otherwise) => {
                let is_plain = is_truth(condition);
                let condition = self.expr(condition)?;
                match (&**then, &**otherwise) {
                    (Expr::Const(1), Expr::Const(0)) if is_plain => condition,
                    (then, Expr::Const(0)) if !matches!(then, Expr::Const(_)) && is_truth(then) => {
                        format!("({condition} && {})", self.expr(then)?)
                    }
                    (Expr::Const(1), otherwise) if is_truth(otherwise) => {
                        format!("({condition} || {})", self.expr(otherwise)?)
                    }
                    (then, otherwise) => {
                        format!("({condition} -> {} : {})", self.expr(then)?, self.expr(otherwise)?)
                    }
                }
            }
            Expr::Unary(operator, inner) => self.unary(*operator, inner)?,
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Expr::Temp(_) => return Err("A value is used before it is computed.".into()),
            Expr::InTransit(asked, from, to) => {
                self.in_transit(*asked, from.as_deref(), to.as_deref())?
            }
        })
    }

    /// A part of the message that the step takes.
    fn of_message(&self, slot: SlotId) -> Result<String, String> {
        let message = &self.source.message;
        let name = self.message.get();
        if slot == message.count {
            return Ok("messages".into());
        }
        if slot == message.sender {
            return Ok(format!("{name}.from"));
        }
        match message.position(slot) {
            Some(at) => Ok(format!("{name}.field_{at}")),
            None => Err("A variable has no place in the state.".into()),
        }
    }

    fn in_transit(
        &self,
        asked: Asked,
        from: Option<&Expr>,
        to: Option<&Expr>,
    ) -> Result<String, String> {
        let (kind, value) = (asked.kind(), self.asked_field(asked)?);
        let capacity =
            self.source.program.channels.as_ref().map_or(0, |channels| channels.capacity);
        if kind.is_none() && from.is_none() && to.is_none() {
            return Ok("messages".into());
        }
        let from = from.map(|from| self.expr(from)).transpose()?;
        let to = to.map(|it| self.expr(it)).transpose()?;
        let all: Vec<String> = (0..capacity)
            .map(|at| {
                let is_kind = match kind {
                    Some(kind) => {
                        format!("network[{at}].kind == {}", self.kinds[usize::from(kind)])
                    }
                    None => format!("network[{at}].kind != 0"),
                };
                let ends = [("from", &from), ("to", &to)].into_iter().filter_map(|(end, value)| {
                    value.as_ref().map(|value| format!("network[{at}].{end} == {value}"))
                });
                let all: Vec<String> = [is_kind].into_iter().chain(ends).collect();
                let is_one = format!("({})", all.join(" && "));
                match &value {
                    Some(value) => format!("({is_one} -> 1 << (network[{at}].{value}) : 0)"),
                    None => is_one,
                }
            })
            .collect();
        let sign = if value.is_some() { " | " } else { " + " };
        Ok(format!("({})", all.join(sign)))
    }

    /// The field that is asked for, less its lowest value.
    fn asked_field(&self, asked: Asked) -> Result<Option<String>, String> {
        let (Asked::Values(kind, nth), Some(channels)) = (asked, &self.source.program.channels)
        else {
            return Ok(None);
        };
        let slot = channels.slot(kind, nth);
        if !slot.symbols.is_empty() || slot.count() > 31 {
            return Err(
                "A set of symbols, or of more than 31 values, in messages is not exported.".into(),
            );
        }
        Ok(Some(format!("field_{nth} - {}", slot.low)))
    }

    fn unary(&self, operator: Unary, expr: &Expr) -> Result<String, String> {
        let text = self.expr(expr)?;
        let bits = || {
            let highest = self.terms.highest(expr).filter(|&it| it < 31);
            highest.ok_or("A set with more than 31 possible members is not exported.")
        };
        let bit = |at: u32| format!("(({text} >> {at}) & 1)");
        Ok(match operator {
            // `!!` is an operator of Promela
            Unary::Not if text.starts_with('!') => format!("!({text})"),
            Unary::Not => format!("!{text}"),
            Unary::Number => text,
            Unary::Minus => format!("(-{text})"),
            Unary::Bit => match self.terms.is_below(expr, 31) {
                Expr::Const(0) => "0".into(),
                Expr::Const(_) => format!("(1 << {text})"),
                is_below => format!("({} -> 1 << {text} : 0)", self.expr(&is_below)?),
            },
            Unary::Size => {
                let all: Vec<String> = (0..=bits()?).map(bit).collect();
                format!("({})", all.join(" + "))
            }
            Unary::Lowest => (0..bits()?)
                .rev()
                .fold(bits()?.to_string(), |rest, at| format!("({} -> {at} : {rest})", bit(at))),
            Unary::Highest => {
                (1..=bits()?).fold("0".into(), |rest, at| format!("({} -> {at} : {rest})", bit(at)))
            }
        })
    }

    /// The process of which an expression is where it stands.
    fn stands(&self, expr: &Expr) -> Option<usize> {
        let Expr::Load(Place { slot, index: None }) = expr else { return None };
        self.source.program.processes.iter().position(|process| process.point == *slot)
    }

    /// An operand; beside where a process stands, the name of a point.
    fn operand(&self, expr: &Expr, beside: &Expr) -> Result<String, String> {
        if let (Expr::Const(point), Some(process)) = (expr, self.stands(beside))
            && let Some(name) = self.points[process].get(*point as usize)
        {
            return Ok(name.clone());
        }
        self.expr(expr)
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Result<String, String> {
        let (a, b) = (self.operand(left, right)?, self.operand(right, left)?);
        let sign = match operator {
            Binary::Add if b.starts_with('-') => return Ok(format!("({a} - {})", &b[1..])),
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide | Binary::Modulo => {
                // C rounds to zero, the language down
                if !self.terms.is_natural(left) || !self.terms.is_natural(right) {
                    if operator == Binary::Modulo && self.terms.is_natural(right) {
                        return Ok(format!("((({a} % {b}) + {b}) % {b})"));
                    }
                    return Err("A division of negative numbers is not exported.".into());
                }
                if operator == Binary::Divide { "/" } else { "%" }
            }
            Binary::Min => return Ok(format!("({a} < {b} -> {a} : {b})")),
            Binary::Max => return Ok(format!("({a} > {b} -> {a} : {b})")),
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Without => return Ok(format!("({a} & ~{b})")),
            Binary::Contains => {
                let is_member = format!("(({a} >> {b}) & 1)");
                return Ok(match self.terms.is_below(right, 31) {
                    Expr::Const(0) => "0".into(),
                    Expr::Const(_) => is_member,
                    is_below => format!("({} && {is_member})", self.expr(&is_below)?),
                });
            }
        };
        Ok(format!("({a} {sign} {b})"))
    }
}

/// Whether only the truth of a value counts where it stands behind `&&`.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value) => (0..=1).contains(value),
        Expr::Unary(Unary::Not, _) => true,
        Expr::Binary(operator, left, right) => match operator {
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Contains => true,
            Binary::And | Binary::Or => is_truth(left) && is_truth(right),
            _ => false,
        },
        Expr::Select(_, then, otherwise) => is_truth(then) && is_truth(otherwise),
        _ => false,
    }
}

/// Without the brackets around the whole.
pub fn inner(text: &str) -> &str {
    // Promela asks for brackets around a condition with two values
    if text.contains("->") {
        return text;
    }
    let Some(short) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    for char in short.chars() {
        depth += match char {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    short
}
