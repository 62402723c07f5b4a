//! The module's own functions that put messages into the bytes of a state and take them out.

use super::OWN;
use crate::body::{Local, at, pieces};
use crate::emitter::Emitter;
use crate::functions::Name;
use program::ir::{BEHIND, Channels, Order};
use wasm_encoder::{BlockType, ValType};

impl Emitter<'_> {
    /// `(state, message) → bool`
    pub fn insert(&mut self, channels: &Channels) {
        let (state, message) = (0, 1);
        let (size, channel) = (channels.entry, at(channels.channel_at()));
        let [place, end] = [(); 2].map(|()| self.body.local(ValType::I32));
        let behind = self.body.local(ValType::I64);
        let mut sink = self.body.sink();
        sink.local_get(state).i32_load8_u(at(channels.at));
        sink.local_tee(end).i32_const(channels.capacity as i32).i32_ge_u();
        self.body.br_if(self.exits.ask);
        let mut sink = self.body.sink();
        sink.local_get(state).i32_const(channels.at as i32 + 1).i32_add().local_tee(place);
        sink.local_get(end).i32_const(size as i32).i32_mul().i32_add().local_set(end);
        if channels.order == Order::SelfAtOnce {
            let count = self.functions.index(Name::InTransit);
            let mut sink = self.body.sink();
            sink.local_get(state).i32_const(0xff00);
            sink.local_get(message).i32_load8_u(channel).i32_const(15).i32_and();
            sink.i32_const(OWN << 8).i32_mul().call(count).local_set(behind);
        }
        let found = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(place).local_get(end).i32_eq();
        self.body.br_if(found);
        match channels.order {
            Order::Fifo | Order::SelfAtOnce | Order::Mailbox => {
                let mask = if channels.order == Order::Mailbox { 15 } else { 255 };
                for it in [place, message] {
                    self.body.sink().local_get(it).i32_load8_u(channel).i32_const(mask).i32_and();
                }
                self.body.sink().i32_gt_u();
                self.body.br_if(found);
            }
            Order::Unordered => {
                let lower = self.body.block();
                let (a, b) = (self.body.borrow(), self.body.borrow());
                // the highest bytes first
                for end in (1..=size).rev().step_by(8) {
                    for (it, number) in [(place, a), (message, b)] {
                        self.part(it, end.saturating_sub(8)..end);
                        self.body.sink().local_set(number);
                    }
                    self.body.sink().local_get(a).local_get(b).i64_gt_u();
                    self.body.br_if(found);
                    self.body.sink().local_get(a).local_get(b).i64_lt_u();
                    self.body.br_if(lower);
                }
                self.body.give_back(a);
                self.body.give_back(b);
                self.body.end();
            }
        }
        self.body.advance(place, size as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
        // those behind the place move up, the last one first
        let moved = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(end).local_get(place).i32_eq();
        self.body.br_if(moved);
        self.body.advance(end, -(size as i32));
        self.body.copy((end, 0), (end, size), size);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.copy((message, 0), (place, 0), size);
        if channels.order == Order::SelfAtOnce {
            self.body.sink().local_get(place).local_get(behind).i64_store8(at(BEHIND));
        }
        self.add_to_length(channels, state, 1);
        self.body.sink().i32_const(1).return_();
        self.body.end();
        self.body.sink().i32_const(0);
    }

    /// Leaves some bytes of a message on the stack, at most eight.
    fn part(&mut self, message: Local, bytes: std::ops::Range<usize>) {
        self.body.sink().local_get(message);
        self.body.load(bytes.len(), bytes.start);
        if !bytes.len().is_power_of_two() {
            // those of the next message come with them
            let mask = (1 << (8 * bytes.len())) - 1;
            self.body.sink().i64_const(mask).i64_and();
        }
    }

    /// `(state, nth)`
    pub fn remove(&mut self, channels: &Channels) {
        let (state, nth) = (0, 1);
        let size = channels.entry;
        let [place, last] = [(); 2].map(|()| self.body.local(ValType::I32));
        let start = channels.at as i32 + 1;
        let mut sink = self.body.sink();
        sink.local_get(nth).i32_const(size as i32).i32_mul();
        sink.local_get(state).i32_add().i32_const(start).i32_add().local_set(place);
        sink.local_get(state).i32_load8_u(at(channels.at)).i32_const(1).i32_sub();
        sink.i32_const(size as i32).i32_mul();
        sink.local_get(state).i32_add().i32_const(start).i32_add().local_set(last);
        if channels.order == Order::SelfAtOnce {
            self.let_arrive(channels, state, place, last);
        }
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(place).local_get(last).i32_eq();
        self.body.br_if(end);
        self.body.copy((place, size), (place, 0), size);
        self.body.advance(place, size as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
        for (offset, piece) in pieces(size) {
            self.body.sink().local_get(last).i64_const(0);
            self.body.store(piece, offset);
        }
        self.add_to_length(channels, state, -1);
        self.body.end();
    }

    /// What was sent later than the message of a process to itself at a place comes behind one less.
    fn let_arrive(&mut self, channels: &Channels, state: Local, place: Local, last: Local) {
        let other = self.body.local(ValType::I32);
        let channel = at(channels.channel_at());
        let receiver = |this: &mut Self, it: Local| {
            this.body.sink().local_get(it).i32_load8_u(channel).i32_const(15).i32_and();
        };
        receiver(self, place);
        let mut sink = self.body.sink();
        sink.i32_const(OWN).i32_mul().local_get(place).i32_load8_u(channel).i32_eq();
        self.body.when(BlockType::Empty);
        let mut sink = self.body.sink();
        sink.local_get(state).i32_const(channels.at as i32 + 1).i32_add().local_set(other);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(other).local_get(last).i32_gt_u();
        self.body.br_if(end);
        receiver(self, other);
        receiver(self, place);
        let mut sink = self.body.sink();
        sink.i32_eq();
        sink.local_get(other).i32_load8_u(at(BEHIND));
        sink.local_get(place).i32_load8_u(at(BEHIND)).i32_gt_u().i32_and();
        self.body.when(BlockType::Empty);
        let mut sink = self.body.sink();
        sink.local_get(other).local_get(other).i32_load8_u(at(BEHIND));
        sink.i32_const(1).i32_sub().i32_store8(at(BEHIND));
        self.body.end();
        self.body.advance(other, channels.entry as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.end();
    }

    fn add_to_length(&mut self, channels: &Channels, state: Local, by: i32) {
        let mut sink = self.body.sink();
        sink.local_get(state).local_get(state).i32_load8_u(at(channels.at));
        sink.i32_const(by).i32_add().i32_store8(at(channels.at));
    }

    /// `(state)`
    pub fn take_out_useless(&mut self, channels: &Channels) {
        let state = 0;
        let Some((store, first)) = self.program.store.as_ref().zip(channels.mutations) else {
            return;
        };
        let size = channels.entry as i32;
        let [left, entry] = [(); 2].map(|()| self.body.local(ValType::I32));
        let mut sink = self.body.sink();
        sink.local_get(state).i32_load8_u(at(channels.at)).local_tee(left);
        sink.i32_const(size).i32_mul().local_get(state).i32_add();
        sink.i32_const(channels.at as i32 + 1).i32_add().local_set(entry);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(left).i32_eqz();
        self.body.br_if(end);
        self.body.advance(left, -1);
        self.body.advance(entry, -size);
        self.kind(channels, entry);
        self.body.sink().i32_const(first.into()).i32_sub().i32_const(2).i32_ge_u();
        self.body.br_if(again);
        self.unpack(channels, first.into(), entry);
        for (replica, &useless) in store.replicas.clone().zip(&store.useless) {
            let mut sink = self.body.sink();
            sink.local_get(entry).i32_load8_u(at(channels.channel_at())).i32_const(15).i32_and();
            sink.i32_const(replica as i32).i32_eq();
            self.body.when(BlockType::Empty);
            let is_useless = self.query_or(0, useless, state);
            self.body.sink().local_get(is_useless).i64_eqz();
            self.body.br_if(again);
            let remove = self.functions.index(Name::Remove);
            self.body.sink().local_get(state).local_get(left).call(remove);
            self.body.br(again);
            self.body.end();
        }
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.sink().return_();
        self.body.end();
        self.found(crate::layout::ASK);
    }

    /// `(state, mask, sample) → count`
    pub fn count_in_transit(&mut self, channels: &Channels) {
        let (state, mask, sample) = (0, 1, 2);
        let count = self.body.local(ValType::I64);
        let left = self.body.local(ValType::I32);
        self.body.sink().local_get(state).i32_load8_u(at(channels.at)).local_set(left);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(left).i32_eqz();
        self.body.br_if(end);
        self.body.sink().local_get(state);
        self.head(channels, channels.at + 1);
        self.body.sink().local_get(mask).i32_and().local_get(sample).i32_eq();
        self.body.when(BlockType::Empty);
        self.body.sink().local_get(count).i64_const(1).i64_add().local_set(count);
        self.body.end();
        self.body.advance(state, channels.entry as i32);
        self.body.advance(left, -1);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.sink().local_get(count).return_();
        self.body.end();
        self.body.sink().unreachable();
    }
}
