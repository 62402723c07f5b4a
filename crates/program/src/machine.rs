//! Runs flat code on one state.

mod events;

use crate::channel::Network;
use crate::errors::Fault;
use crate::flat::{ANY, Flat, Op};
use crate::ir::{Binary, BlockId, PointId, Program, Slot, SlotId, Unary};
use crate::silent_cycle::{Round, WATCHED_FROM};
use crate::value::SYMBOLS;
use events::{in_hand, tell};
use model::{Event, Log};

/// What came of running a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ran {
    /// The step ended.
    Done,
    /// A guard is false.
    Blocked,
    /// There is no such outcome.
    NoSuchOutcome,
    /// There is no room for a message.
    NoRoom,
    /// A value that is not in the domain of the slot, which is a limit.
    LeavesLimit {
        slot: SlotId,
        value: i64,
    },
    /// A loop takes more work than one step may.
    TooLong,
    Fault(Fault),
}

pub struct Machine<'a> {
    pub program: &'a Program,
    flat: &'a Flat,
    pub registers: Vec<i64>,
    /// The parts of the program that have been reached.
    pub reached: Vec<bool>,
    /// The last block that ran left its outcome open.
    pub has_chosen: bool,
    /// It began an `await` again.
    pub begins_again: bool,
    /// For queries about a step, the state before it.
    pub before: Vec<u8>,
    /// The work that it has done.
    pub work: usize,
    round: Round,
}

impl Drop for Machine<'_> {
    fn drop(&mut self) {
        model::work::add(self.work);
    }
}

/// Who runs, and where.
#[derive(Clone, Copy)]
pub struct Context {
    pub process: usize,
    /// Which of the open outcomes.
    pub outcome: i64,
    /// Where the message in hand lies in the network.
    pub message: Option<usize>,
}

impl Context {
    /// Of code that leaves nothing open and has no message in hand.
    pub fn of(process: usize) -> Context {
        Context { process, outcome: 0, message: None }
    }
}

/// The code in a slot of a state or of a message.
#[inline]
pub fn read(bytes: &[u8], slot: &Slot) -> u64 {
    get(bytes, slot.at, slot.size)
}

/// Puts a code there.
#[inline]
pub fn write(bytes: &mut [u8], slot: &Slot, code: u64) {
    put(bytes, slot.at, slot.size, code);
}

/// Puts a number into so many bits from a bit on.
#[inline]
pub fn put(bytes: &mut [u8], at: usize, size: usize, number: u64) {
    let first = first_byte(bytes.len(), at, size);
    let (rest, shift) = (&mut bytes[first..], at - 8 * first);
    let mask = ones(size) << shift;
    let word = word(rest) & !mask | number << shift & mask;
    match rest.first_chunk_mut() {
        Some(chunk) => *chunk = word.to_le_bytes(),
        None => rest.copy_from_slice(&word.to_le_bytes()[..rest.len()]),
    }
}

/// The number in so many bits from a bit on.
#[inline]
pub fn get(bytes: &[u8], at: usize, size: usize) -> u64 {
    let first = first_byte(bytes.len(), at, size);
    word(&bytes[first..]) >> (at - 8 * first) & ones(size)
}

/// Where to read eight bytes that have these bits: from a whole word if they lie in one, as variables of
/// a state do, since eight bytes are read at once.
#[inline]
fn first_byte(bytes: usize, at: usize, size: usize) -> usize {
    let word = at / 64 * 8;
    if word + 8 <= bytes && at % 64 + size <= 64 { word } else { at / 8 }
}

/// The first eight bytes, as far as there are so many.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)),
    }
}

#[inline]
fn ones(bits: usize) -> u64 {
    u64::MAX >> (64 - bits)
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, flat: &'a Flat) -> Machine<'a> {
        Machine {
            program,
            flat,
            registers: vec![0; flat.registers],
            reached: vec![false; flat.items],
            has_chosen: false,
            begins_again: false,
            before: Vec::new(),
            work: 0,
            round: Round::default(),
        }
    }

    #[inline]
    pub fn get(&self, state: &[u8], slot: SlotId) -> i64 {
        let slot = &self.program.slots[slot];
        slot.decode(read(state, slot))
    }

    /// Stores a value of the slot's domain.
    pub fn set(&self, state: &mut [u8], slot: SlotId, value: i64) -> bool {
        let slot = &self.program.slots[slot];
        let code = slot.encode(value);
        write(state, slot, code.unwrap_or_default());
        code.is_some()
    }

    /// Runs a block and those that it jumps to. Where the step is not taken, `state` may have
    /// changed.
    pub fn run(
        &mut self,
        block: BlockId,
        context: Context,
        state: &mut [u8],
        log: &mut Log<'_>,
    ) -> Ran {
        (self.has_chosen, self.begins_again) = (false, false);
        let registers = &mut self.registers[..];
        let slots = &self.program.slots[..];
        let ops = &self.flat.ops[..];
        let (start, size) = self.flat.starts[block];
        let mut at = start as usize;
        let most = self.work + self.program.step_work;
        self.work += size as usize;
        let mut outcome = context.outcome;
        let mut jumps = 0;
        macro_rules! r {
            ($it:expr) => {
                registers[usize::from($it)]
            };
        }
        macro_rules! jump {
            ($to:expr, $size:expr) => {
                at = $to as usize;
                jumps += 1;
                self.work += $size as usize;
                if self.work > most {
                    return Ran::TooLong;
                }
                if jumps >= WATCHED_FROM
                    && self.round.is_closed(jumps, (at, outcome), state, registers)
                {
                    return Ran::Fault(Fault::Endless);
                }
            };
        }
        loop {
            let op = ops[at];
            at += 1;
            match op {
                Op::Const(to, value) => r!(to) = value,
                Op::Move(to, from) => r!(to) = r!(from),
                Op::LoadNumber(to, at, size, low) => {
                    r!(to) = get(state, at.into(), size.into()) as i64 + i64::from(low);
                }
                Op::Load(to, slot) => {
                    let slot = &slots[usize::from(slot)];
                    r!(to) = slot.decode(read(state, slot));
                }
                Op::LoadAt(to, slot, index, stride) => {
                    let at = usize::from(slot) + r!(index) as usize * usize::from(stride);
                    let Some(slot) = slots.get(at) else { return beyond(r!(index)) };
                    r!(to) = slot.decode(read(state, slot));
                }
                Op::LoadBefore(to, slot) => {
                    let slot = &slots[usize::from(slot)];
                    r!(to) = slot.decode(read(&self.before, slot));
                }
                Op::LoadBeforeAt(to, slot, index, stride) => {
                    let at = usize::from(slot) + r!(index) as usize * usize::from(stride);
                    let Some(slot) = slots.get(at) else { return beyond(r!(index)) };
                    r!(to) = slot.decode(read(&self.before, slot));
                }
                Op::Store(at, from) => {
                    let (at, value) = (usize::from(at), r!(from));
                    let Some(code) = slots[at].encode(value) else {
                        return leaves(slots, at, value);
                    };
                    write(state, &slots[at], code);
                }
                Op::StoreAt(slot, index, stride, from) => {
                    let at = usize::from(slot) + r!(index) as usize * usize::from(stride);
                    let Some(slot) = slots.get(at) else { return beyond(r!(index)) };
                    let Some(code) = slot.encode(r!(from)) else {
                        return leaves(slots, at, r!(from));
                    };
                    write(state, slot, code);
                }
                Op::Unary(operator, to, from) => match unary(operator, r!(from)) {
                    Ok(value) => r!(to) = value,
                    Err(fault) => return Ran::Fault(fault),
                },
                Op::Binary(operator, to, left, right) => {
                    match binary(operator, r!(left), r!(right)) {
                        Ok(value) => r!(to) = value,
                        Err(fault) => return Ran::Fault(fault),
                    }
                }
                Op::BinaryConst(operator, to, left, right) => {
                    match binary(operator, r!(left), i64::from(right)) {
                        Ok(value) => r!(to) = value,
                        Err(fault) => return Ran::Fault(fault),
                    }
                }
                Op::Below(register, bound, outside) => {
                    let value = r!(register);
                    if value < 0 || value >= i64::from(bound) {
                        return Ran::Fault(Fault::Index { index: value, outside });
                    }
                }
                Op::Go(to, size) => {
                    jump!(to, size);
                }
                Op::GoIf(condition, to, size) => {
                    if r!(condition) != 0 {
                        jump!(to, size);
                    }
                }
                Op::Jump(to) => at = to as usize,
                Op::JumpUnless(condition, to) => {
                    if r!(condition) == 0 {
                        at = to as usize;
                    }
                }
                Op::Choose(to, count) => {
                    self.has_chosen = true;
                    r!(to) = outcome % i64::from(count);
                    outcome /= i64::from(count);
                }
                Op::Send(kind, from, to, first) => {
                    let from = if from == ANY { context.process } else { r!(from) as usize };
                    let fields = &registers[usize::from(first)..];
                    let to = r!(to);
                    let sent = send(self.program, state, from, kind, to, fields, log);
                    if let Some(not_sent) = sent {
                        return not_sent;
                    }
                }
                Op::Take => {
                    if let Some((network, nth)) = in_hand(self.program, context) {
                        network.remove(state, nth);
                    }
                }
                Op::Again => {
                    if in_hand(self.program, context)
                        .is_none_or(|(network, nth)| !network.duplicate(state, nth))
                    {
                        return Ran::NoRoom;
                    }
                }
                Op::Observe(event) => {
                    if let Some(monitor) = &self.program.order_monitor {
                        let slot = &slots[monitor.slot];
                        let next = monitor.after(slot.value(state), r!(event));
                        write(state, slot, slot.encode(next).unwrap_or_default());
                    }
                }
                Op::InTransit(to, asked, from, receiver) => {
                    let one = |register| (register != ANY).then(|| r!(register));
                    let network = self.program.channels.as_ref().map(Network::new);
                    r!(to) = network
                        .map_or(0, |network| network.ask(state, asked, one(from), one(receiver)));
                }
                Op::Part(part) => self.reached[usize::from(part)] = true,
                Op::Event(nth) => {
                    let event = self.flat.events[nth as usize];
                    let told = &self.program.blocks[event.block].instructions[event.instruction];
                    if let crate::ir::Instruction::Event(told) = told {
                        let values = &registers[usize::from(event.first)..];
                        tell(self.program, told, context, state, values, log);
                    }
                }
                Op::Stop(point) => {
                    if outcome != 0 {
                        return Ran::NoSuchOutcome;
                    }
                    self.stand(state, context.process, usize::from(point));
                    return Ran::Done;
                }
                Op::Done => {
                    return if outcome == 0 { Ran::Done } else { Ran::NoSuchOutcome };
                }
                Op::Blocked => return Ran::Blocked,
                Op::Retry(point) => {
                    if outcome != 0 {
                        return Ran::NoSuchOutcome;
                    }
                    let slot = &slots[self.program.processes[context.process].point];
                    if read(state, slot) == u64::from(point) {
                        return Ran::Blocked;
                    }
                    self.begins_again = true;
                    self.stand(state, context.process, usize::from(point));
                    return Ran::Done;
                }
            }
        }
    }

    /// Moves a process to a point.
    #[inline]
    pub fn stand(&self, state: &mut [u8], process: usize, point: PointId) {
        let slot = &self.program.slots[self.program.processes[process].point];
        write(state, slot, point as u64);
    }

    /// Where a process stands.
    #[inline]
    pub fn point(&self, state: &[u8], process: usize) -> PointId {
        let slot = &self.program.slots[self.program.processes[process].point];
        read(state, slot) as PointId
    }
}

/// What comes of a value that is not in the domain of a slot.
#[cold]
fn leaves(slots: &[Slot], slot: SlotId, value: i64) -> Ran {
    match slots[slot].is_limit {
        true => Ran::LeavesLimit { slot, value },
        false => Ran::Fault(Fault::Domain { slot, value }),
    }
}

/// What comes of an index beyond all slots.
#[cold]
fn beyond(index: i64) -> Ran {
    Ran::Fault(Fault::Index { index, outside: u16::MAX })
}

/// Puts a message on its way, or says why there is none.
fn send(
    program: &Program,
    state: &mut [u8],
    from: usize,
    kind: u8,
    to: i64,
    fields: &[i64],
    log: &mut Log<'_>,
) -> Option<Ran> {
    let Some(channels) = &program.channels else { return Some(Ran::NoRoom) };
    let receiver = usize::try_from(to).ok().filter(|it| *it < program.processes.len());
    let Some(receiver) = receiver else { return Some(Ran::Fault(Fault::Nobody { to })) };
    let mail = match Network::new(channels).send(state, from as u8, receiver as u8, kind, fields) {
        Ok(mail) => mail,
        Err(None) => return Some(Ran::NoRoom),
        Err(Some(nth)) => {
            return Some(Ran::Fault(Fault::Field { kind, nth, value: fields[nth] }));
        }
    };
    log.tell(|| Event::Send {
        mail,
        to: receiver as u8,
        text: Network::new(channels).words(&program.symbols, kind, fields),
    });
    None
}

#[inline]
pub fn unary(operator: Unary, value: i64) -> Result<i64, Fault> {
    Ok(match operator {
        Unary::Not => i64::from(value == 0),
        Unary::Minus => value.wrapping_neg(),
        Unary::Size => i64::from(value.count_ones()),
        Unary::Lowest | Unary::Highest if value == 0 => return Err(Fault::Empty),
        Unary::Lowest => i64::from(value.trailing_zeros()),
        Unary::Highest => i64::from(63 - value.leading_zeros()),
        Unary::Number if value >= SYMBOLS => return Err(Fault::Symbol { value }),
        Unary::Number => value,
        Unary::Bit => 1i64.checked_shl(u32::try_from(value).unwrap_or(64)).unwrap_or(0),
    })
}

#[inline]
pub fn binary(operator: Binary, left: i64, right: i64) -> Result<i64, Fault> {
    Ok(match operator {
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Modulo if right == 0 => return Err(Fault::Division),
        Binary::Divide => left.wrapping_div_euclid(right),
        Binary::Modulo => left.wrapping_rem_euclid(right),
        Binary::Min => left.min(right),
        Binary::Max => left.max(right),
        Binary::Equal => i64::from(left == right),
        Binary::NotEqual => i64::from(left != right),
        Binary::Less => i64::from(left < right),
        Binary::LessEqual => i64::from(left <= right),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Without => left & !right,
        Binary::Contains => i64::from((0..63).contains(&right) && left >> (right & 63) & 1 != 0),
    })
}
