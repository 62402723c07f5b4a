//! Which programs can be generated.

use crate::graph::Graph;
use crate::places::element;
use program::ir::{Claim, End, Instruction, Monitor, OrderMonitor, Program, Query, Slot, SlotId};

/// Whether a module can be made of the program; if not, why not. The interpreter runs every program.
pub fn supports(program: &Program) -> Result<(), &'static str> {
    let require = |is_met: bool, why| if is_met { Ok(()) } else { Err(why) };
    require(program.width > 0, "A state has no bytes.")?;
    require(!program.processes.is_empty(), "There is no process.")?;
    require(program.processes.len() <= 16, "There are more than 16 processes.")?;
    let has_values = |slot: &Slot| !slot.symbols.is_empty() || slot.high >= slot.low;
    let messages = program.channels.iter().flat_map(|channels| &channels.kinds);
    let fields = messages.flat_map(|message| &message.fields).flat_map(|it| &it.0);
    require(program.slots.iter().chain(fields).all(has_values), "A variable has an empty domain.")?;
    for block in &program.blocks {
        let mut are_alike = true;
        block.each_place(&mut |place| are_alike &= element(program, place).is_some());
        require(are_alike, "The elements of an array differ.")?;
    }
    if let Some(begun) = program.choices_made {
        let is_met = is_counter(program, begun, program.any.len() as i64);
        require(is_met, "A counter of choices has an odd domain.")?;
    }
    let is_kept = |monitor: &Monitor| match monitor {
        Monitor::Flag(flag) => flag.whens().all(|when| is_pure(program, when.query)),
        Monitor::Overtaking(overtaking) => {
            let all = 1i64 << overtaking.stages.len();
            monitor.slots().all(|slot| is_counter(program, slot, all - 1))
        }
    };
    // its states are numbers from zero, and the table is known
    let is_known =
        |monitor: &OrderMonitor| !monitor.next.is_empty() && is_counter(program, monitor.slot, 1);
    let is_met = program.monitors.iter().all(is_kept) && program.order_monitor.iter().all(is_known);
    require(is_met, "What a property remembers changes the state.")?;
    let is_met = program.properties.iter().all(|property| match &property.claim {
        Claim::State(query) | Claim::End(query) | Claim::Measure(query) => is_pure(program, *query),
        Claim::Waiting(queries) => queries.iter().all(|query| is_pure(program, *query)),
        Claim::Outcome(_) | Claim::Operation { .. } => true,
    });
    require(is_met, "A property changes the state.")?;
    let is_met =
        program.store.iter().flat_map(|store| &store.useless).all(|query| is_pure(program, *query));
    require(is_met, "What a replica has no use for changes the state.")?;
    Ok(())
}

/// Whether a slot can count from zero up to a number, and lies in the state as that number.
fn is_counter(program: &Program, slot: SlotId, max: i64) -> bool {
    program
        .slots
        .get(slot)
        .is_some_and(|slot| slot.symbols.is_empty() && slot.low == 0 && slot.high >= max)
}

/// Whether a computation only reads.
fn is_pure(program: &Program, query: Query) -> bool {
    Graph::new(program, query.code, true).order.iter().all(|&block| {
        let block = &program.blocks[block];
        let reads = |instruction: &Instruction| {
            !instruction.changes() && !matches!(instruction, Instruction::Choose(..))
        };
        block.instructions.iter().all(reads) && !matches!(block.end, End::Stop(_) | End::Retry(_))
    })
}
