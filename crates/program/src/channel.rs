//! The messages on their way, in a canonical order: two states that behave the same are equal.
//!
//! Messages that must arrive in some order lie in that order; all others are sorted. Where own messages are
//! there at once, each says how many of those it comes behind.

use crate::ir::{Asked, BEHIND, Channels, Order, SENDER, Slot};
use crate::machine::{get, put, read, write};
use crate::value::Words;
use model::MessageId;

pub struct Network<'a> {
    channels: &'a Channels,
}

impl<'a> Network<'a> {
    pub fn new(channels: &'a Channels) -> Network<'a> {
        Network { channels }
    }

    pub fn len(&self, state: &[u8]) -> usize {
        state[self.channels.at].into()
    }

    /// Takes all messages away.
    pub fn clear(&self, state: &mut [u8]) {
        state[self.channels.at..self.start(self.channels.capacity)].fill(0);
    }

    fn start(&self, nth: usize) -> usize {
        self.channels.at + 1 + nth * self.channels.entry
    }

    pub fn entry<'s>(&self, state: &'s [u8], nth: usize) -> &'s [u8] {
        let start = self.start(nth);
        &state[start..start + self.channels.entry]
    }

    /// Sender and receiver of a message.
    pub fn channel(&self, state: &[u8], nth: usize) -> u8 {
        self.channels.channel(self.entry(state, nth))
    }

    /// Puts a message on its way and returns its name, or which of its numbers is outside of its
    /// domain; none of them if there is no room.
    pub fn send(
        &self,
        state: &mut [u8],
        from: u8,
        to: u8,
        kind: u8,
        fields: &[i64],
    ) -> Result<MessageId, Option<usize>> {
        let mut bytes = [0; ENTRY_MAX];
        bytes[self.channels.channel_at()] = from << 4 | to;
        if let Some((at, size)) = self.channels.kind_at() {
            put(&mut bytes, at, size, kind.into());
        }
        let slots = self.channels.kinds[usize::from(kind)].fields.iter().flat_map(|field| &field.0);
        for (nth, (slot, &value)) in slots.zip(fields).enumerate() {
            write(&mut bytes, slot, slot.encode(value).ok_or(Some(nth))?);
        }
        let at = self.insert(state, &mut bytes[..self.channels.entry]).ok_or(None)?;
        Ok(self.name(state, at))
    }

    /// Sends a message. Returns where it lies then; nothing if there is no room.
    pub fn insert(&self, state: &mut [u8], bytes: &mut [u8]) -> Option<usize> {
        if self.channels.order == Order::SelfAtOnce {
            let own = own_channel(self.channels.channel(bytes));
            let is_own = |nth: &usize| self.channel(state, *nth) == own;
            bytes[BEHIND] = (0..self.len(state)).filter(is_own).count() as u8;
        }
        self.put(state, bytes)
    }

    /// Puts a message among those on their way, behind as many own ones as it says.
    pub fn put(&self, state: &mut [u8], bytes: &[u8]) -> Option<usize> {
        let (len, size) = (self.len(state), self.channels.entry);
        if len == self.channels.capacity {
            return None;
        }
        let channel = self.channels.channel(bytes);
        let goes_before = |nth: &usize| {
            let other = || self.channel(state, *nth);
            match self.channels.order {
                Order::Fifo | Order::SelfAtOnce => other() <= channel,
                Order::Unordered => self.entry(state, *nth).iter().rev().le(bytes.iter().rev()),
                Order::Mailbox => other() & 15 <= channel & 15,
            }
        };
        let at = (0..len).take_while(goes_before).count();
        let start = self.start(at);
        state.copy_within(start..self.start(len), start + size);
        state[start..start + size].copy_from_slice(bytes);
        state[self.channels.at] += 1;
        Some(at)
    }

    pub fn remove(&self, state: &mut [u8], nth: usize) {
        let (len, size) = (self.len(state), self.channels.entry);
        if self.channels.order == Order::SelfAtOnce {
            self.lets_arrive(state, nth);
        }
        let end = self.start(len);
        state.copy_within(self.start(nth) + size..end, self.start(nth));
        state[end - size..end].fill(0);
        state[self.channels.at] -= 1;
    }

    /// What was sent later than a message of a process to itself comes behind one less.
    fn lets_arrive(&self, state: &mut [u8], nth: usize) {
        let (channel, behind) = (self.channel(state, nth), self.entry(state, nth)[BEHIND]);
        if channel != own_channel(channel) {
            return;
        }
        for other in 0..self.len(state) {
            let start = self.start(other);
            let is_later = state[start + BEHIND] > behind;
            if own_channel(self.channel(state, other)) == channel && is_later {
                state[start + BEHIND] -= 1;
            }
        }
    }

    pub fn duplicate(&self, state: &mut [u8], nth: usize) -> bool {
        let mut bytes = [0; ENTRY_MAX];
        let size = self.channels.entry;
        bytes[..size].copy_from_slice(self.entry(state, nth));
        self.insert(state, &mut bytes[..size]).is_some()
    }

    pub fn name(&self, state: &[u8], nth: usize) -> MessageId {
        let name = |nth| (self.channel(state, nth), self.channels.kind(self.entry(state, nth)));
        let (channel, kind) = name(nth);
        // in a mailbox, messages of other senders may lie between those of a channel
        let before = (0..nth).filter(|&other| name(other) == (channel, kind)).count() as u8;
        MessageId { from: channel >> 4, to: channel & 15, kind, nth: before }
    }

    pub fn find(&self, state: &[u8], mail: MessageId) -> Option<usize> {
        (0..self.len(state)).find(|&nth| self.name(state, nth) == mail)
    }

    /// Whether the message may arrive next. Of equal ones that may overtake each other, the first
    /// stands for all.
    pub fn is_offered(&self, state: &[u8], nth: usize) -> bool {
        self.channels.order != Order::Unordered && self.may_arrive(state, nth)
            || self.channels.order == Order::Unordered
                && (nth == 0 || self.entry(state, nth - 1) != self.entry(state, nth))
    }

    pub fn may_arrive(&self, state: &[u8], nth: usize) -> bool {
        let channel = self.channel(state, nth);
        let is_first = || nth == 0 || self.channel(state, nth - 1) != channel;
        match self.channels.order {
            Order::Unordered => true,
            Order::Fifo => is_first(),
            Order::SelfAtOnce => is_first() && self.entry(state, nth)[BEHIND] == 0,
            Order::Mailbox => nth == 0 || self.channel(state, nth - 1) & 15 != channel & 15,
        }
    }

    /// What is asked of the messages from a process to a process.
    pub fn ask(&self, state: &[u8], asked: Asked, from: Option<i64>, to: Option<i64>) -> i64 {
        let kind = asked.kind();
        let all = (0..self.len(state)).map(|nth| self.entry(state, nth)).filter(|it| {
            let channel = self.channels.channel(it);
            kind.is_none_or(|kind| self.channels.kind(it) == kind)
                && from.is_none_or(|from| i64::from(channel >> 4) == from)
                && to.is_none_or(|to| i64::from(channel & 15) == to)
        });
        match asked {
            Asked::Count(_) => all.count() as i64,
            Asked::Values(kind, nth) => {
                let slot = self.channels.slot(kind, nth);
                all.fold(0, |set, it| set | 1 << read(it, slot))
            }
        }
    }

    /// Puts sender and fields of a message where handlers read them.
    pub fn unpack(&self, entry: &[u8], registers: &mut [i64]) {
        registers[SENDER] = i64::from(self.channels.channel(entry) >> 4);
        for (nth, slot) in self.channels.slots(entry).enumerate() {
            registers[SENDER + 1 + nth] = slot.decode(read(entry, slot));
        }
    }

    /// "request(4)"
    pub fn words(&self, symbols: &[String], kind: u8, fields: &[i64]) -> String {
        if self.channels.mutation(kind).is_some() {
            return crate::view::mutation(&self.channels.columns, symbols, fields);
        }
        let kind = &self.channels.kinds[usize::from(kind)];
        let mut values = fields.iter().copied();
        // what can only be one value says nothing
        let fields = kind.fields.iter().enumerate().filter_map(|(at, (slots, words))| {
            let mut value = words.say(symbols, &mut values);
            if matches!(words, Words::Array(..)) {
                value = value.replace(' ', ",");
                if kind.fields.len() > 1 {
                    value = format!("({value})");
                }
            }
            let says = kind.past != Some(at) && slots.iter().any(|slot| slot.count() > 1);
            says.then_some(value)
        });
        let fields: Vec<String> = fields.collect();
        match fields.is_empty() {
            true => kind.name.to_owned(),
            false => format!("{}({})", kind.name, fields.join(", ")),
        }
    }

    /// How many events of a process led to the receipt of a message, by the field that says so.
    pub fn led(&self, state: &[u8], nth: usize, process: usize) -> Option<i64> {
        let entry = self.entry(state, nth);
        let kind = &self.channels.kinds[usize::from(self.channels.kind(entry))];
        let slot = kind.fields[kind.past?].0.get(process)?;
        Some(slot.decode(read(entry, slot)))
    }

    pub fn words_of(&self, symbols: &[String], entry: &[u8]) -> String {
        self.words(symbols, self.channels.kind(entry), &self.channels.fields(entry))
    }
}

impl Channels {
    /// Sender and receiver of a message.
    pub(crate) fn channel(&self, entry: &[u8]) -> u8 {
        entry[self.channel_at()]
    }

    pub(crate) fn kind(&self, entry: &[u8]) -> u8 {
        self.kind_at().map_or(0, |(at, size)| get(entry, at, size) as u8)
    }

    /// The slots of its numbers.
    pub(crate) fn slots(&self, entry: &[u8]) -> impl Iterator<Item = &Slot> {
        self.kinds[usize::from(self.kind(entry))].fields.iter().flat_map(|field| &field.0)
    }

    /// Its numbers.
    pub(crate) fn fields(&self, entry: &[u8]) -> Vec<i64> {
        self.slots(entry).map(|slot| slot.decode(read(entry, slot))).collect()
    }
}

/// The most bytes of one message.
pub const ENTRY_MAX: usize = 64;

/// The channel from the receiver of a channel to itself.
fn own_channel(channel: u8) -> u8 {
    (channel & 15) << 4 | channel & 15
}
