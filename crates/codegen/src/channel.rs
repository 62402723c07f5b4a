//! Messages: sent, taken and asked for, in the order of the interpreter.

mod functions;

use crate::body::{Local, at, pieces};
use crate::emitter::Emitter;
use crate::expr::{decode, encode};
use crate::functions::Name;
use program::ir::{Asked, Channels, Expr, SENDER, Slot};
use wasm_encoder::{BlockType, ValType};

/// The channel from a process to itself is its number times this.
const OWN: i32 = 0x11;

impl Emitter<'_> {
    /// Puts a message on its way.
    pub fn send(&mut self, kind: u8, from: Option<&Expr>, to: &Expr, fields: &[Expr]) {
        let program = self.program;
        let Some(channels) = &program.channels else {
            self.body.br(self.exits.beyond);
            return;
        };
        let receiver = self.body.borrow();
        self.value(to);
        self.body.sink().local_tee(receiver).i64_const(program.processes.len() as i64).i64_ge_u();
        self.body.br_if(self.exits.error);
        let slots = channels.kinds[usize::from(kind)].fields.iter().flat_map(|field| &field.0);
        let sender = from.map(|from| {
            self.value(from);
            let sender = self.body.borrow();
            self.body.sink().local_set(sender);
            sender
        });
        // computed before the message is made: they may count messages
        let values: Vec<_> = slots
            .zip(fields)
            .map(|(slot, value)| {
                self.value(value);
                encode(&mut self.body, slot, self.exits.error);
                let code = self.body.borrow();
                self.body.sink().local_set(code);
                (slot, code)
            })
            .collect();
        let message = self.layout.message;
        let (channel_at, is_short) = (channels.channel_at(), channels.entry <= 8);
        for (offset, size) in pieces(channels.entry).filter(|_| !is_short) {
            self.body.sink().i32_const(0).i64_const(0);
            self.body.store(size, message + offset);
        }
        let known = if sender.is_none() { (self.process as i64) << 4 } else { 0 };
        self.body.sink().local_get(receiver).i64_const(known).i64_or();
        self.body.give_back(receiver);
        if let Some(sender) = sender {
            self.body.sink().local_get(sender).i64_const(4).i64_shl().i64_or();
            self.body.give_back(sender);
        }
        // a short one is put together on the stack, the parts of a long one in memory
        let whole = self.body.borrow();
        self.body.sink().i64_const(0).local_set(whole);
        self.put_part(8 * channel_at, is_short, whole);
        if let Some((at, _)) = channels.kind_at() {
            self.body.sink().i64_const(kind.into());
            self.put_part(at, is_short, whole);
        }
        for (slot, code) in values {
            self.body.sink().local_get(code);
            self.put_part(slot.at, is_short, whole);
            self.body.give_back(code);
        }
        if is_short {
            self.body.sink().i32_const(0).local_get(whole).i64_store(at(message));
        }
        self.body.give_back(whole);
        let insert = self.functions.index(Name::Insert);
        self.body.sink().local_get(self.after).i32_const(message as i32).call(insert).i32_eqz();
        self.body.br_if(self.exits.beyond);
    }

    /// Takes the message in hand out of the network.
    pub fn take_message(&mut self) {
        let Some(nth) = self.message else { return };
        let remove = self.functions.index(Name::Remove);
        self.body.sink().local_get(self.after).local_get(nth).call(remove);
    }

    /// Puts the message in hand on its way once more.
    pub fn send_again(&mut self) {
        let (Some(channels), Some(nth)) = (&self.program.channels, self.message) else { return };
        self.body.sink().local_get(self.after);
        self.address(channels, nth);
        let insert = self.functions.index(Name::Insert);
        self.body.sink().call(insert).i32_eqz();
        self.body.br_if(self.exits.beyond);
    }

    /// Leaves on the stack where a message lies in the state before the step.
    pub fn address(&mut self, channels: &Channels, nth: Local) {
        let mut sink = self.body.sink();
        sink.local_get(nth).i32_const(channels.entry as i32).i32_mul();
        sink.local_get(self.before).i32_add().i32_const(channels.at as i32 + 1).i32_add();
    }

    /// Adds the number on the stack to a message that is made, from a bit on.
    fn put_part(&mut self, bit: usize, is_short: bool, whole: Local) {
        let shift = if is_short { bit } else { bit % 8 };
        let from = at(self.layout.message + bit / 8);
        let mut sink = self.body.sink();
        sink.i64_const(shift as i64).i64_shl();
        if is_short {
            sink.local_get(whole).i64_or().local_set(whole);
            return;
        }
        sink.i32_const(0).i64_load(from).i64_or().local_set(whole);
        sink.i32_const(0).local_get(whole).i64_store(from);
    }

    /// Leaves on the stack whether a message is of a kind.
    pub fn is_kind(&mut self, channels: &Channels, entry: Local, kind: u8) {
        self.kind(channels, entry);
        self.body.sink().i32_const(kind.into()).i32_eq();
    }

    /// Leaves the kind of a message on the stack, in 32 bits.
    fn kind(&mut self, channels: &Channels, entry: Local) {
        let mut sink = self.body.sink();
        match channels.kind_at() {
            Some((bit, _)) => {
                sink.local_get(entry).i32_load8_u(at(bit / 8));
                sink.i32_const(bit as i32 % 8).i32_shr_u();
            }
            None => _ = sink.i32_const(0),
        }
    }

    /// Puts the channel and the kind of the message at an address on the stack there instead: sixteen bits,
    /// of which the channel is the upper half and the kind the highest below it.
    fn head(&mut self, channels: &Channels, offset: usize) {
        let mut sink = self.body.sink();
        match channels.entry {
            1 => sink.i32_load8_u(at(offset)).i32_const(8).i32_shl(),
            size => sink.i32_load16_u(at(offset + size - 2)),
        };
    }

    /// Leaves what is asked of the messages on their way on the stack.
    pub fn in_transit(&mut self, asked: Asked, from: Option<&Expr>, to: Option<&Expr>) {
        let Some(channels) = &self.program.channels else {
            self.body.sink().i64_const(0);
            return;
        };
        let kind = asked.kind();
        let kinds = channels.kind_at().map_or(0, |(at, size)| ((1 << size) - 1) << (at % 8));
        let mask = (i32::from(from.is_some()) * 0xf000)
            | (i32::from(to.is_some()) * 0x0f00)
            | (i32::from(kind.is_some()) * kinds);
        if let Asked::Values(kind, nth) = asked {
            self.sample(channels, Some(kind), from, to);
            self.values_in_transit(channels, mask, channels.slot(kind, nth));
            return;
        }
        self.body.sink().local_get(self.base).i32_const(mask);
        self.sample(channels, kind, from, to);
        let function = self.functions.index(Name::InTransit);
        self.body.sink().i32_wrap_i64().call(function);
    }

    /// Leaves the head of the messages that are asked for on the stack.
    fn sample(
        &mut self,
        channels: &Channels,
        kind: Option<u8>,
        from: Option<&Expr>,
        to: Option<&Expr>,
    ) {
        let kind = kind.zip(channels.kind_at());
        let kind = kind.map_or(0, |(kind, (at, _))| i64::from(kind) << (at % 8));
        self.body.sink().i64_const(kind);
        for (process, shift) in [(from, 12), (to, 8)] {
            let Some(process) = process else { continue };
            // a process that is not there agrees with no message
            let value = self.body.borrow();
            self.value(process);
            let mut sink = self.body.sink();
            sink.local_tee(value).i64_const(shift).i64_shl().i64_const(1 << 16);
            sink.local_get(value).i64_const(16).i64_lt_u().select().i64_or();
            self.body.give_back(value);
        }
    }

    /// Takes the sample from the stack, and leaves the set of the codes in a slot of messages like it.
    fn values_in_transit(&mut self, channels: &Channels, mask: i32, slot: &Slot) {
        let (sample, set) = (self.body.borrow(), self.body.borrow());
        self.body.sink().local_set(sample).i64_const(0).local_set(set);
        let [left, entry] = [(); 2].map(|()| self.body.local(ValType::I32));
        let first = channels.at + 1;
        let mut sink = self.body.sink();
        sink.local_get(self.base).local_tee(entry).i32_load8_u(at(channels.at)).local_set(left);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(left).i32_eqz();
        self.body.br_if(end);
        self.body.sink().local_get(entry);
        self.head(channels, first);
        let mut sink = self.body.sink();
        sink.i32_const(mask).i32_and().i64_extend_i32_u().local_get(sample).i64_eq();
        self.body.when(BlockType::Empty);
        self.body.sink().i64_const(1);
        self.get_field(entry, first, slot);
        self.body.sink().i64_shl().local_get(set).i64_or().local_set(set);
        self.body.end();
        self.body.advance(entry, channels.entry as i32);
        self.body.advance(left, -1);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.sink().local_get(set);
        self.body.give_back(set);
        self.body.give_back(sample);
    }

    /// Puts sender and fields of a message where the code that handles it reads them.
    pub fn unpack(&mut self, channels: &Channels, kind: usize, entry: Local) {
        let sender = self.temp(SENDER);
        let (mut sink, channel) = (self.body.sink(), at(channels.channel_at()));
        sink.local_get(entry).i64_load8_u(channel).i64_const(4).i64_shr_u().local_set(sender);
        for (nth, slot) in channels.kinds[kind].fields.iter().flat_map(|field| &field.0).enumerate()
        {
            let field = self.temp(SENDER + 1 + nth);
            self.get_field(entry, 0, slot);
            decode(&mut self.body, slot);
            self.body.sink().local_set(field);
        }
    }
}
