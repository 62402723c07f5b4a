//! A program as input of the model checker SPIN.
//!
//! The model has the states of the program, byte for byte in other bytes: each step is one `d_step`,
//! so SPIN finds as many states and transitions as our own search.

// slots and values are far below the bounds of these types
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod expressions;
mod monitors;
mod names;
mod network;
mod properties;
mod steps;
mod store;
mod stuck;
mod writer;

use program::Compiled;
use ways::source::Source;
use writer::Writer;

/// The model, or a sentence that says what of the program it cannot have.
pub fn promela(compiled: &Compiled) -> Result<String, String> {
    let source = Source::new(compiled.program());
    let writer = Writer::new(&source, compiled);
    let (mut steps, mut arrivals) = (String::new(), String::new());
    for process in 0..source.program.processes.len() {
        writer.process(process, &mut steps, &mut arrivals)?;
        source.require_work()?;
    }
    writer.deliveries(arrivals, &mut steps)?;
    writer.properties(&mut steps)?;
    let mut rest = String::new();
    writer.declare(&steps, &mut rest)?;
    writer.network(&mut rest);
    writer.take_out_useless(&mut rest)?;
    writer.macros(&mut rest)?;
    rest.push_str(&steps);
    let mut text = writer.head();
    writer.define(&rest, &mut text);
    source.require_work()?;
    Ok(text + &rest)
}
