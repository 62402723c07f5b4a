//! Where everything lies in a state: temporaries that outlive a step, messages, counters of faults.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::limits::{COUNT_MAX, MESSAGES, MESSAGES_MAX, MUTATIONS_MAX, STATE_BYTES_MAX};
use crate::resolve::CHANNELS;
use crate::sequence::{Blocks, Sequence};
use crate::token::Span;
use crate::tree::{Choice, Define, ItemKind};
use model::Zone;
use program::ENTRY_MAX;
use program::ir::{
    BlockId, CRASHES, Channels, EventTemplate, Expr, FIELDS_MAX, Instruction, MessageKind,
    NetworkFault, Order, Place, Rule, Slot, SlotId, Store, Trigger, Where,
};
use program::passes::{self, Code};
use std::collections::BTreeSet;

/// What a text calls the room for messages.
const ROOM: &str = "messages_in_transit";

impl Claims<'_> {
    pub fn finish(&mut self) -> Result<()> {
        if !self.found.is_empty() {
            return Err(());
        }
        let blocks = self.program.blocks.len();
        self.spend(blocks, Span::default())?;
        self.check_size(Span::default())?;
        self.find_endless_loops();
        if !self.found.is_empty() {
            return Err(());
        }
        if !program::fits(&self.program) {
            let message = "The program is too large.";
            return self.error(ErrorCode::ProgramTooLarge, Span::default(), message);
        }
        self.wait_for_open_values();
        self.count_outcomes()?;
        passes::place_points(&mut self.program);
        self.place_temporaries()?;
        self.replicas();
        self.start_clocks()?;
        self.check_size(Span::default())?;
        self.open_values()?;
        self.faults()?;
        self.begin_pending();
        self.channels()?;
        self.place_all()?;
        self.find_zones();
        self.show_bytes();
        self.find_symmetry();
        let symbols = self.types.symbols.clone();
        self.program.symbols = symbols;
        Ok(())
    }

    /// Temporaries that outlive a step become slots.
    fn place_temporaries(&mut self) -> Result<()> {
        let work = self.budget.work;
        let Sequence { lines, program, blocks, .. } = &mut self.steps;
        let Blocks { owners, anywhere, moves, .. } = blocks;
        let code = Code { wanted: &lines.places.temp_slots, owners, anywhere, moves };
        let placed = passes::place_temporaries(program, &code, &|parts| work.take(parts));
        if placed.is_none() {
            self.spend(1, Span::default())?;
        }
        Ok(())
    }

    /// What the environment may do a number of times.
    fn faults(&mut self) -> Result<()> {
        let rows = self.numbered.fault_rows;
        for (name, row, doubles) in [("losses", rows[0], false), ("duplicates", rows[1], true)] {
            if let Some((max, count)) = self.strikes(name)? {
                let exempt = self.spared_by(name);
                let code = self.network_fault(doubles, max, count);
                let rule = Rule { trigger: Trigger::Own, at: Where::Work, code, row, outcomes: 1 };
                self.program.network_faults.push(NetworkFault { doubles, exempt, rule });
            }
        }
        if let Some((max, count)) = self.strikes(CRASHES)? {
            for process in 0..self.process_count() {
                self.here.process = Some(process);
                for at in 0..self.program.processes[process].rules.len() {
                    let Rule { trigger, code, .. } = self.program.processes[process].rules[at];
                    if trigger == Trigger::Crash {
                        let code = self.at_most(max, count, code);
                        self.program.processes[process].rules[at].code = code;
                    }
                }
            }
        }
        Ok(())
    }

    /// How often a fault may strike, and the slot that counts how often it has; none for never.
    fn strikes(&mut self, name: &'static str) -> Result<Option<(i64, SlotId)>> {
        let max = self.reserved(name);
        if max > COUNT_MAX {
            let message = format!("There are at most {COUNT_MAX} {name}, and this is {max}.");
            let span = self.number_called(name).unwrap_or_default();
            return self.error(ErrorCode::NumberTooLarge, span, message);
        }
        if max < 1 {
            return Ok(None);
        }
        self.program.slots.push(Slot::new(Vec::new(), 0, max));
        let count = self.program.slots.len() - 1;
        self.program.counters.push((name, count));
        Ok(Some((max, count)))
    }

    /// The network loses or doubles the message in hand.
    fn network_fault(&mut self, doubles: bool, max: i64, count: SlotId) -> BlockId {
        self.here.process = None;
        let code = self.start();
        self.count_up_to(max, count);
        let (told, change) = match doubles {
            true => (EventTemplate::Doubled, Instruction::Again),
            false => (EventTemplate::Lost, Instruction::Take),
        };
        self.emit(Instruction::Event(told));
        self.emit(change);
        code
    }

    /// The kinds of messages that are not among those of a definition such as `losses of reply`.
    fn spared_by(&mut self, name: &str) -> Vec<u8> {
        let of = self
            .find_define(name)
            .filter(|_| name != "crashes")
            .map_or(&[][..], |define| &define.of);
        let mut struck = Vec::new();
        for it in of {
            struck.extend(self.message_kind(&it.text, it.span));
        }
        // nothing of a row is lost or doubled
        let is_spared = |kind: &u8| match self.mutation(usize::from(*kind)) {
            Some(_) => true,
            None => !of.is_empty() && !struck.contains(kind),
        };
        (0..self.messages.len() as u8).filter(is_spared).collect()
    }

    fn begin_pending(&mut self) {
        let Some(&first) = self.program.initial.first() else { return };
        for slot in self.starts_pending.clone() {
            let store = Instruction::Store(Place { slot, index: None }, Expr::Const(1));
            self.program.blocks[first].instructions.insert(0, store);
        }
    }

    /// In which order messages arrive.
    fn order(&mut self) -> Result<Order> {
        let Some(span) = self.number_called("channels") else {
            return Ok(if self.store.is_some() { Order::Unordered } else { Order::Fifo });
        };
        let chosen = self.reserved("channels");
        let word = self.say(chosen);
        match word.as_str() {
            "fifo" => Ok(Order::Fifo),
            "unordered" => Ok(Order::Unordered),
            "mailbox" => Ok(Order::Mailbox),
            "self_at_once" => Ok(Order::SelfAtOnce),
            _ => {
                let message = format!("Channels are not `{word}`.");
                let help = format!("The values are `{}`.", CHANNELS.join("`, `"));
                self.fail(
                    DiagnosticDraft::new(ErrorCode::UnknownOptionValue, span, message).help(help),
                )
            }
        }
    }

    fn channels(&mut self) -> Result<()> {
        if self.messages.is_empty() {
            return Ok(());
        }
        let order = self.order()?;
        let mut kinds = Vec::new();
        let mut entry = order.head();
        for (nth, message) in self.messages.iter().enumerate() {
            let (mut at, mut fields, mut numbers) = (order.head(), Vec::new(), 0);
            for (_, ty) in &message.fields {
                let mut slots = Vec::new();
                ty.slots(&self.types.records, &mut slots);
                numbers += slots.len();
                for slot in &mut slots {
                    slot.at = at;
                    at += slot.size;
                }
                fields.push((slots, ty.words(self)));
            }
            if at > ENTRY_MAX || numbers > FIELDS_MAX {
                let message = format!("The message `{}` has too many fields.", message.name);
                return self.error(ErrorCode::StateTooLarge, Span::default(), message);
            }
            entry = entry.max(at);
            let name = model::intern(&message.name);
            let mutation = self.mutation(nth);
            let name = mutation.map_or(name, |nth| Store::KINDS[nth]);
            let may_stay = mutation == Some(2);
            let past = self.past_field(message);
            let answers = self.notes.answers.contains(&(nth as u8));
            kinds.push(MessageKind { name, fields, answers, past, may_stay });
        }
        let room = self.room_for_messages()?;
        let mutations = self.store.as_ref().filter(|row| !row.is_atomic);
        let (columns, capacity) = match mutations {
            Some(row) => (
                self.program.store.iter().flat_map(|store| store.columns.clone()).collect(),
                row.replicas * MUTATIONS_MAX,
            ),
            None => (Vec::new(), room.unwrap_or(MESSAGES)),
        };
        let mutations = mutations.map(|_| self.first_mutation());
        self.program.channels =
            Some(Channels { kinds, order, at: 0, capacity, entry, columns, mutations });
        Ok(())
    }

    /// How many messages can be in transit, if the text says it.
    fn room_for_messages(&mut self) -> Result<Option<usize>> {
        let listing = self.source.listing;
        let span = listing.items.iter().find_map(|item| match &item.kind {
            ItemKind::Option(Choice { name, .. }) | ItemKind::Define(Define { name, .. }) => {
                (name.text == ROOM && self.is_part(&item.with)).then_some(name.span)
            }
            _ => None,
        });
        let Some(span) = span else { return Ok(None) };
        if self.store.as_ref().is_some_and(|row| !row.is_atomic) {
            let message =
                format!("A replicated row has room of its own, so `{ROOM}` says nothing.");
            return self.error(ErrorCode::OutOfPlace, span, message);
        }
        let room = self.reserved(ROOM);
        match usize::try_from(room) {
            Ok(room @ 1..=MESSAGES_MAX) => Ok(Some(room)),
            _ => {
                let message =
                    format!("`{ROOM}` is a number from 1 to {MESSAGES_MAX}, and this is {room}.");
                self.error(ErrorCode::NumberTooLarge, span, message)
            }
        }
    }

    fn place_all(&mut self) -> Result<()> {
        let at = passes::place_slots(&mut self.program);
        if at > STATE_BYTES_MAX {
            let message = format!(
                "Before it is packed, a state takes {at} bytes; {STATE_BYTES_MAX} is the most."
            );
            let help = "Use fewer processes, smaller domains or shorter arrays.";
            let found = DiagnosticDraft::new(ErrorCode::StateTooLarge, Span::default(), message);
            return self.fail(found.help(help));
        }
        Ok(())
    }

    fn find_zones(&mut self) {
        let mut zones: Vec<Zone> = Vec::new();
        for process in 0..self.process_count() {
            let (role, first) = (self.role_of(process), self.blocks.begins[process].2);
            let points = &self.program.processes[process].points[3..];
            let used: BTreeSet<usize> = points.iter().map(|point| point.section).collect();
            for section in used {
                let is_used = section == first || !self.omits_section(role, section);
                let zone = self.program.processes[process].sections[section].zone;
                if is_used && !zones.contains(&zone) {
                    zones.push(zone);
                }
            }
        }
        if self.consensus.decision.is_some() && !zones.contains(&Zone::Decided) {
            zones.push(Zone::Decided);
        }
        self.program.zones = model::intern_zones(zones);
    }
}
