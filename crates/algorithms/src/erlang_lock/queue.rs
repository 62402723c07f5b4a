//! The queue of a lock process.

use model::{Pid, Renaming};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Which of two with the same timestamp is sorted first.
#[derive(Clone, Copy, PartialEq)]
pub enum Ties {
    Newest,
    Oldest,
    ProcessId,
}

/// Requests and acknowledgments, sorted. (The post sorts before it looks; the order is the same.)
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Queue {
    len: u8,
    items: [Item; 9],
}

/// Time, five bits; sender, two bits; whether it is an acknowledgment.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Item(u8);

pub const TIME_MAX: u8 = 31;

impl Item {
    pub fn new(time: u8, from: Pid, is_ack: bool) -> Item {
        Item(time << 3 | (from as u8) << 1 | u8::from(is_ack))
    }

    pub fn time(self) -> u8 {
        self.0 >> 3
    }

    pub fn from(self) -> Pid {
        usize::from(self.0 >> 1 & 3)
    }

    pub fn is_ack(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Queue {
    pub fn items(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }

    /// False if there is no room.
    pub fn insert(&mut self, it: Item, ties: Ties) -> bool {
        let goes_before = |other: &&Item| match ties {
            Ties::Newest => other.time() < it.time(),
            Ties::Oldest => other.time() <= it.time(),
            Ties::ProcessId => (other.time(), other.from()) < (it.time(), it.from()),
        };
        let at = self.items().iter().take_while(goes_before).count();
        let len = usize::from(self.len);
        if len == self.items.len() {
            return false;
        }
        self.items.copy_within(at..len, at + 1);
        self.items[at] = it;
        self.len += 1;
        true
    }

    /// Gives senders other names. Of equal times, the order is that of coming.
    pub fn rename(&mut self, names: &Renaming) {
        for it in &mut self.items[..usize::from(self.len)] {
            *it = Item::new(it.time(), names.name(it.from()), it.is_ack());
        }
    }

    pub fn retain(&mut self, keep: impl Fn(Item) -> bool) {
        let old = *self;
        *self = Queue::new_zeroed();
        for &it in old.items().iter().filter(|&&it| keep(it)) {
            self.items[usize::from(self.len)] = it;
            self.len += 1;
        }
    }

    /// Acknowledgments at the head go: `lists:dropwhile`.
    pub fn drop_first_acks(&mut self) {
        let acks = self.items().iter().take_while(|it| it.is_ack()).count();
        self.items[..].rotate_left(acks);
        self.len -= acks as u8;
        let len = usize::from(self.len);
        self.items[len..].fill(Item(0));
    }
}
