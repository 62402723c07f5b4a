//! The messages in flight, in a canonical order: two networks that behave the same are equal.

use super::{Message, Order};
use crate::set::set_of;
use crate::{Mail, Plain};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A message with its channel.
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct Envelope<M> {
    /// Sender in the high half, receiver in the low half.
    channel: u8,
    pub message: M,
}

impl<M: Message> Envelope<M> {
    pub fn new(from: u8, to: u8, message: M) -> Envelope<M> {
        Envelope { channel: from << 4 | to, message }
    }

    pub fn from(&self) -> u8 {
        self.channel >> 4
    }

    pub fn to(&self) -> u8 {
        self.channel & 15
    }
}

impl Order {
    /// Whether `first`, sent before `second`, must arrive before it.
    fn holds<M: Message>(self, first: &Envelope<M>, second: &Envelope<M>) -> bool {
        match self {
            Order::Unordered => false,
            Order::Fifo => first.channel == second.channel,
            Order::SelfAtOnce => {
                first.channel == second.channel
                    || (first.to() == second.to() && first.from() == first.to())
            }
            Order::Mailbox => first.to() == second.to(),
        }
    }
}

/// Envelopes that must arrive in some order lie in that order; all others are sorted: by content
/// ([`Order::Unordered`]), by channel, or by receiver ([`Order::Mailbox`]).
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct Bag<Items> {
    items: Items,
    len: u8,
}

impl<Items: Plain> Bag<Items> {
    pub fn iter<M: Message>(&self) -> impl Iterator<Item = &Envelope<M>>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        self.items.as_ref()[..usize::from(self.len)].iter()
    }

    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// For how many more there is room.
    pub fn room<M: Message>(&self) -> usize
    where
        Items: AsRef<[Envelope<M>]>,
    {
        self.items.as_ref().len() - self.len()
    }

    /// False if there is no room.
    pub fn insert<M: Message>(&mut self, it: Envelope<M>, order: Order) -> bool
    where
        Items: AsMut<[Envelope<M>]>,
    {
        let len = usize::from(self.len);
        let items = self.items.as_mut();
        if len == items.len() {
            return false;
        }
        let goes_before = |other: &Envelope<M>| match order {
            Order::Fifo => other.channel <= it.channel,
            Order::Unordered => other.as_bytes() <= it.as_bytes(),
            Order::SelfAtOnce | Order::Mailbox => other.to() <= it.to(),
        };
        let at = items[..len].iter().take_while(|other| goes_before(other)).count();
        // one by one: for so few bytes a call is slow, above all in wasm
        let mut next = it;
        for place in &mut items[at..=len] {
            std::mem::swap(place, &mut next);
        }
        self.len += 1;
        if order == Order::SelfAtOnce {
            self.sort_mailbox(it.to());
        }
        true
    }

    /// Between two messages of its own, those to node `to` are sorted by channel.
    fn sort_mailbox<M: Message>(&mut self, to: u8)
    where
        Items: AsMut<[Envelope<M>]>,
    {
        let items = &mut self.items.as_mut()[..usize::from(self.len)];
        let all = items.iter().take_while(|it| it.to() <= to).count();
        let first = items[..all].iter().take_while(|it| it.to() < to).count();
        for part in items[first..all].split_mut(|it| it.from() == to) {
            // by insertion: they are few, and almost in order
            for end in 2..=part.len() {
                let last = end - 1;
                let at =
                    part[..last].iter().take_while(|it| it.channel <= part[last].channel).count();
                part[at..end].rotate_right(1);
            }
        }
    }

    pub fn remove<M: Message>(&mut self, at: usize, order: Order) -> Envelope<M>
    where
        Items: AsMut<[Envelope<M>]>,
    {
        let items = &mut self.items.as_mut()[..usize::from(self.len)];
        let mut it = Envelope::new_zeroed();
        for place in items[at..].iter_mut().rev() {
            std::mem::swap(place, &mut it);
        }
        self.len -= 1;
        if order == Order::SelfAtOnce {
            self.sort_mailbox(it.to());
        }
        it
    }

    /// The names of the messages in flight, each with its position.
    pub fn mail<M: Message>(&self) -> impl Iterator<Item = (usize, Mail)>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        (0..self.len()).map(|at| (at, self.name(at)))
    }

    /// The name of the message at `at`.
    pub fn name<M: Message>(&self, at: usize) -> Mail
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = self.items.as_ref();
        let it = &items[at];
        let kind = it.message.kind();
        let channel = items[..at].iter().rev().take_while(|other| other.channel == it.channel);
        let nth = channel.filter(|other| other.message.kind() == kind).count() as u8;
        Mail { from: it.from(), to: it.to(), kind, nth }
    }

    /// The positions of those that may arrive next: a set. Of equal ones that may overtake each other
    /// the first stands for all.
    #[inline]
    pub fn arriving<M: Message>(&self, order: Order) -> u32
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = self.items.as_ref();
        set_of(self.len(), |at| match order {
            Order::Unordered => at == 0 || items[at - 1].as_bytes() != items[at].as_bytes(),
            _ => self.may_arrive(at, order),
        })
    }

    /// The positions of those for which that holds: a set.
    #[inline]
    pub fn those<M: Message>(&self, holds: impl Fn(&Envelope<M>) -> bool) -> u32
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = self.items.as_ref();
        set_of(self.len(), |at| holds(&items[at]))
    }

    /// Where the message of that name lies.
    pub fn find<M: Message>(&self, Mail { from, to, kind, nth }: Mail) -> Option<usize>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let channel = from << 4 | to;
        let mut those = self.those(|it| (it.channel == channel) & (it.message.kind() == kind));
        for _ in 0..nth {
            those &= those.wrapping_sub(1);
        }
        (those != 0).then_some(those.trailing_zeros() as usize)
    }

    /// Whether the message at `at` may arrive next.
    pub fn may_arrive<M: Message>(&self, at: usize, order: Order) -> bool
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = self.items.as_ref();
        match order {
            Order::Unordered => true,
            Order::Fifo => at == 0 || items[at - 1].channel != items[at].channel,
            _ => !items[..at].iter().any(|it| order.holds(it, &items[at])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
    #[repr(C)]
    struct Number(u8);

    impl Message for Number {
        const KINDS: &'static [&'static str] = &["number"];

        fn kind(&self) -> u8 {
            0
        }

        fn words(&self) -> String {
            self.0.to_string()
        }
    }

    type Numbers = Bag<[Envelope<Number>; 6]>;

    /// The messages in order of sending: from, to.
    const SENT: [(u8, u8); 6] = [(0, 1), (2, 1), (1, 1), (0, 1), (2, 1), (2, 0)];

    fn bag(order: Order) -> Numbers {
        let mut bag = Numbers::new_zeroed();
        for (number, (from, to)) in SENT.into_iter().enumerate() {
            assert!(bag.insert(Envelope::new(from, to, Number(number as u8)), order));
        }
        bag
    }

    /// Which of the messages may arrive, and in which order they lie.
    fn arriving(bag: &Numbers, order: Order) -> (Vec<u8>, Vec<u8>) {
        let lie: Vec<u8> = bag.iter().map(|it| it.message.0).collect();
        let mut may: Vec<u8> =
            (0..lie.len()).filter(|&at| bag.may_arrive(at, order)).map(|at| lie[at]).collect();
        may.sort_unstable();
        (may, lie)
    }

    #[test]
    fn each_order_lets_others_arrive() {
        let may = |order| arriving(&bag(order), order).0;
        assert_eq!(may(Order::Unordered), [0, 1, 2, 3, 4, 5]);
        assert_eq!(may(Order::Fifo), [0, 1, 2, 5]);
        assert_eq!(may(Order::SelfAtOnce), [0, 1, 2, 5]);
        assert_eq!(may(Order::Mailbox), [0, 5]);
    }

    /// What was sent before its own message may come after it, and then nothing is left to order.
    #[test]
    fn an_own_message_holds_back_what_was_sent_later() {
        let order = Order::SelfAtOnce;
        let mut numbers = bag(order);
        assert_eq!(numbers.remove(1, order).message.0, 0);
        assert_eq!(arriving(&numbers, order), (vec![1, 2, 5], vec![5, 1, 2, 3, 4]));
        assert_eq!(numbers.remove(2, order).message.0, 2);
        assert_eq!(arriving(&numbers, order), (vec![1, 3, 5], vec![5, 3, 1, 4]));
    }
}
