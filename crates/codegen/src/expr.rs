//! Expressions, and loads and stores of variables.

use crate::bits::Offset;
use crate::body::{Body, Label, Local};
use crate::emitter::Emitter;
use crate::functions::Name;
use crate::places::element;
use program::SYMBOLS;
use program::ir::{Binary, Expr, Place, Slot, SlotId, TempId, Unary};
use wasm_encoder::{BlockType, ValType};

impl Emitter<'_> {
    /// Leaves the value on the stack, in 64 bits.
    pub fn value(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(value) => {
                self.body.sink().i64_const(*value);
            }
            Expr::Temp(temp) => {
                let local = self.temp(*temp);
                self.body.sink().local_get(local);
            }
            Expr::Load(place) => self.load(place, self.base),
            Expr::Before(place) => self.load(place, self.previous),
            Expr::Unary(operator, inner) => self.unary(*operator, inner),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expr::Select(condition, then, otherwise) => {
                self.condition(condition);
                self.body.when(BlockType::Result(ValType::I64));
                self.value(then);
                self.body.otherwise();
                self.value(otherwise);
                self.body.end();
            }
            Expr::Below(inner, bound) => {
                self.value(inner);
                let value = self.body.borrow();
                self.body.sink().local_tee(value).i64_const(bound.count).i64_ge_u();
                self.body.br_if(self.exits.error);
                self.body.sink().local_get(value);
                self.body.give_back(value);
            }
            Expr::InTransit(asked, from, to) => {
                self.in_transit(*asked, from.as_deref(), to.as_deref());
            }
        }
    }

    /// Leaves 32 bits on the stack that are zero if the value is zero.
    pub fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(value) => {
                self.body.sink().i32_const(i32::from(*value != 0));
            }
            Expr::Unary(Unary::Not, inner) => {
                self.condition(inner);
                self.body.sink().i32_eqz();
            }
            Expr::Binary(operator, left, right) if is_comparison(*operator) => {
                self.comparison(*operator, left, right);
            }
            Expr::Binary(operator @ (Binary::And | Binary::Or), left, right)
                if is_bool(left) && is_bool(right) =>
            {
                self.condition(left);
                self.condition(right);
                match operator {
                    Binary::And => self.body.sink().i32_and(),
                    _ => self.body.sink().i32_or(),
                };
            }
            Expr::Select(condition, then, otherwise) => {
                self.condition(condition);
                self.body.when(BlockType::Result(ValType::I32));
                self.condition(then);
                self.body.otherwise();
                self.condition(otherwise);
                self.body.end();
            }
            _ => {
                self.value(expr);
                self.body.sink().i64_const(0).i64_ne();
            }
        }
    }

    pub fn temp(&mut self, temp: TempId) -> Local {
        *self.temps.entry(temp).or_insert_with(|| self.body.local(ValType::I64))
    }

    fn unary(&mut self, operator: Unary, inner: &Expr) {
        if operator == Unary::Not {
            self.condition(inner);
            self.body.sink().i32_eqz().i64_extend_i32_u();
            return;
        }
        self.value(inner);
        let value = self.body.borrow();
        match operator {
            Unary::Not => {}
            Unary::Minus => {
                self.body.sink().local_set(value).i64_const(0).local_get(value).i64_sub();
            }
            Unary::Size => {
                self.body.sink().i64_popcnt();
            }
            Unary::Lowest | Unary::Highest => {
                self.body.sink().local_tee(value).i64_eqz();
                self.body.br_if(self.exits.error);
                match operator {
                    Unary::Lowest => self.body.sink().local_get(value).i64_ctz(),
                    _ => self.body.sink().i64_const(63).local_get(value).i64_clz().i64_sub(),
                };
            }
            Unary::Number => {
                self.body.sink().local_tee(value).i64_const(SYMBOLS).i64_ge_s();
                self.body.br_if(self.exits.error);
                self.body.sink().local_get(value);
            }
            Unary::Bit => {
                let mut sink = self.body.sink();
                sink.local_set(value).i64_const(1).local_get(value).i64_shl().i64_const(0);
                sink.local_get(value).i64_const(64).i64_lt_u().select();
            }
        }
        self.body.give_back(value);
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        if is_comparison(operator) {
            self.comparison(operator, left, right);
            self.body.sink().i64_extend_i32_u();
            return;
        }
        self.value(left);
        self.value(right);
        let mut sink = self.body.sink();
        match operator {
            Binary::Add => _ = sink.i64_add(),
            Binary::Subtract => _ = sink.i64_sub(),
            Binary::Multiply => _ = sink.i64_mul(),
            Binary::And => _ = sink.i64_and(),
            Binary::Or => _ = sink.i64_or(),
            Binary::Without => _ = sink.i64_const(-1).i64_xor().i64_and(),
            Binary::Divide | Binary::Modulo => self.divide(operator, right),
            _ => self.choose_one(operator == Binary::Min),
        }
    }

    /// Leaves the smaller or the larger one of two numbers on the stack.
    fn choose_one(&mut self, smaller: bool) {
        let (a, b) = (self.body.borrow(), self.body.borrow());
        let mut sink = self.body.sink();
        sink.local_set(b).local_tee(a).local_get(b).local_get(a).local_get(b);
        match smaller {
            true => sink.i64_lt_s().select(),
            false => sink.i64_gt_s().select(),
        };
        self.body.give_back(a);
        self.body.give_back(b);
    }

    /// Divides two numbers on the stack so that the remainder is never negative.
    fn divide(&mut self, operator: Binary, right: &Expr) {
        let name = if operator == Binary::Divide { Name::Divide } else { Name::Modulo };
        let function = self.functions.index(name);
        if !matches!(right, Expr::Const(value) if *value != 0) {
            let divisor = self.body.borrow();
            self.body.sink().local_tee(divisor).i64_eqz();
            self.body.br_if(self.exits.error);
            self.body.sink().local_get(divisor);
            self.body.give_back(divisor);
        }
        self.body.sink().call(function);
    }

    fn comparison(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        self.value(left);
        match (operator, right) {
            (Binary::Equal, Expr::Const(0)) => {
                self.body.sink().i64_eqz();
                return;
            }
            (Binary::Contains, _) => {
                let set = self.body.borrow();
                self.body.sink().local_set(set);
                self.value(right);
                let member = self.body.borrow();
                let mut sink = self.body.sink();
                sink.local_set(member).local_get(set).local_get(member).i64_shr_u();
                sink.i32_wrap_i64().i32_const(1).i32_and();
                sink.local_get(member).i64_const(63).i64_lt_u().i32_and();
                self.body.give_back(set);
                self.body.give_back(member);
                return;
            }
            _ => self.value(right),
        }
        let mut sink = self.body.sink();
        match operator {
            Binary::Equal => sink.i64_eq(),
            Binary::NotEqual => sink.i64_ne(),
            Binary::Less => sink.i64_lt_s(),
            _ => sink.i64_le_s(),
        };
    }

    fn load(&mut self, place: &Place, from: Local) {
        let program = self.program;
        let Some(element) = element(program, place) else {
            // no program that is supported has such a place
            return self.body.br(self.exits.ask);
        };
        let slot = &program.slots[element.slot];
        let offset = self.offset(&element);
        self.get(from, slot, offset);
        self.forget(offset);
        decode(&mut self.body, slot);
    }

    /// Where code goes with a value that is not in the domain of a slot.
    fn leaves(&self, slot: &Slot) -> Label {
        if slot.is_limit { self.exits.beyond } else { self.exits.error }
    }

    /// The monitor takes an event.
    pub fn observe(&mut self, event: &Expr) {
        let Some(monitor) = &self.program.order_monitor else { return };
        let slot = &self.program.slots[monitor.slot];
        self.get(self.base, slot, Offset::Known);
        self.body.sink().i64_const(monitor.events as i64).i64_mul();
        self.value(event);
        self.body.sink().i64_add().i64_const(2).i64_mul().i32_wrap_i64();
        self.body.load(2, self.layout.monitor);
        let next = self.body.borrow();
        self.body.sink().local_set(next);
        self.put(self.base, slot, Offset::Known, next);
        self.body.give_back(next);
    }

    pub fn store(&mut self, place: &Place, value: &Expr) {
        let program = self.program;
        let slot = &program.slots[place.slot];
        if let (None, Expr::Const(value)) = (&place.index, value) {
            match slot.encode(*value) {
                Some(code) => self.put_const(self.base, slot, code),
                None => self.body.br(self.leaves(slot)),
            }
            return;
        }
        let Some(element) = element(program, place) else {
            self.body.br(self.exits.ask);
            return;
        };
        self.value(value);
        let code = self.body.borrow();
        self.body.sink().local_set(code);
        // before the domain: where that is a bound, an index without an element is still an error
        let offset = self.offset(&element);
        self.body.sink().local_get(code);
        let leaves = self.leaves(slot);
        encode(&mut self.body, slot, leaves);
        self.body.sink().local_set(code);
        self.put(self.base, &program.slots[element.slot], offset, code);
        self.forget(offset);
        self.body.give_back(code);
    }

    /// Leaves the code in a slot on the stack.
    pub fn raw(&mut self, base: Local, slot: SlotId) {
        self.get(base, &self.program.slots[slot], Offset::Known);
    }

    /// Where a process stands, in 32 bits.
    pub fn point(&mut self, base: Local, process: usize) {
        self.raw(base, self.program.processes[process].point);
        self.body.sink().i32_wrap_i64();
    }
}

/// Makes a value of the code on the stack.
pub fn decode(body: &mut Body, slot: &Slot) {
    let symbols = slot.symbols.len() as i64;
    let to_number = slot.low.wrapping_sub(symbols);
    if symbols == 0 {
        if to_number != 0 {
            body.sink().i64_const(to_number).i64_add();
        }
        return;
    }
    let code = body.borrow();
    if is_run(&slot.symbols) {
        let mut sink = body.sink();
        sink.local_tee(code).i64_const(slot.symbols[0]).i64_const(to_number);
        sink.local_get(code).i64_const(symbols).i64_lt_u().select().i64_add();
    } else {
        body.sink().local_tee(code).i64_const(to_number).i64_add();
        for (at, &symbol) in slot.symbols.iter().enumerate() {
            // the value so far is kept unless this is the symbol
            let value = body.borrow();
            let mut sink = body.sink();
            sink.local_set(value).i64_const(symbol).local_get(value);
            sink.local_get(code).i64_const(at as i64).i64_eq().select();
            body.give_back(value);
        }
    }
    body.give_back(code);
}

/// Makes the code of the value on the stack, or branches if the value is outside of the domain.
pub fn encode(body: &mut Body, slot: &Slot, outside: Label) {
    let symbols = slot.symbols.len() as i64;
    let value = body.borrow();
    body.sink().local_set(value);
    let number = |body: &mut Body| {
        body.sink().local_get(value);
        if slot.low != 0 {
            body.sink().i64_const(slot.low).i64_sub();
        }
    };
    let span = slot.high.wrapping_sub(slot.low);
    if symbols == 0 {
        number(body);
        let code = body.borrow();
        body.sink().local_tee(code).i64_const(span).i64_gt_u();
        body.br_if(outside);
        body.sink().local_get(code);
        body.give_back(code);
    } else {
        let has_numbers = slot.high >= slot.low;
        if has_numbers {
            number(body);
            body.sink().i64_const(span).i64_le_u();
            body.when(BlockType::Result(ValType::I64));
            number(body);
            body.sink().i64_const(symbols).i64_add();
            body.otherwise();
        }
        let code = body.borrow();
        if is_run(&slot.symbols) {
            body.sink().local_get(value).i64_const(slot.symbols[0]).i64_sub();
            body.sink().local_tee(code).i64_const(symbols).i64_ge_u();
            body.br_if(outside);
        } else {
            body.sink().i64_const(-1).local_set(code);
            for (at, &symbol) in slot.symbols.iter().enumerate().rev() {
                let mut sink = body.sink();
                sink.i64_const(at as i64).local_get(code);
                sink.local_get(value).i64_const(symbol).i64_eq().select().local_set(code);
            }
            body.sink().local_get(code).i64_const(0).i64_lt_s();
            body.br_if(outside);
        }
        body.sink().local_get(code);
        body.give_back(code);
        if has_numbers {
            body.end();
        }
    }
    body.give_back(value);
}

/// Whether each symbol is one more than the one before.
fn is_run(symbols: &[i64]) -> bool {
    symbols.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

fn is_comparison(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Equal | Binary::NotEqual | Binary::Less | Binary::LessEqual | Binary::Contains
    )
}

/// Whether the value is zero or one.
fn is_bool(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value) => matches!(value, 0 | 1),
        Expr::Unary(Unary::Not, _) => true,
        Expr::Binary(Binary::And | Binary::Or, left, right) => is_bool(left) && is_bool(right),
        Expr::Binary(operator, ..) => is_comparison(*operator),
        Expr::Select(_, then, otherwise) => is_bool(then) && is_bool(otherwise),
        _ => false,
    }
}
