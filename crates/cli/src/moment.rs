//! The moment at the cursor: the state, what may be done next, what is broken, what was spent.

use catalog::{
    Choice, Enabledness, IN_DOMAINS, Life, LongestOrders, Moment, ProcessView, Row, Scenario,
    Trace, View, capital, grouped, order_in_words, steps,
};
use std::io::{self, Write};

pub fn write(
    scenario: &Scenario,
    trace: &Trace,
    moment: &Moment,
    to: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        to,
        "After {} of {}:",
        steps(trace.steps_in(moment.at)),
        grouped(trace.steps_in(scenario.run.len()))
    )?;
    write_view(&moment.view, &trace.rows, to)?;
    for it in &moment.view.watched {
        writeln!(to, "  {}: {}", it.words, it.value)?;
    }
    writeln!(to, "Next:")?;
    for choice in &moment.next {
        writeln!(to, "  {:5} {}", choice.action.to_string(), next(choice, &moment.view))?;
    }
    let claims = scenario.entry().claims(&scenario.setting);
    let is_end = moment.at == trace.steps.len();
    let unmet = trace.unmet.iter().filter(|_| is_end).map(|unmet| &unmet.property);
    for broken in moment.broken.iter().chain(unmet) {
        let claim = claims.iter().find(|claim| claim.name == *broken);
        writeln!(to, "Broken: {broken}. {}", claim.map_or("", |claim| claim.words))?;
    }
    if let Some(why) = moment.error(&trace.rows) {
        writeln!(to, "Broken: {IN_DOMAINS}. {}.", capital(&why))?;
    }
    if moment.is_deadlock() {
        writeln!(to, "Deadlock: nobody can take a step, and not all are done.")?;
    }
    for reason in scenario.reasons_told() {
        writeln!(to, "Why: {reason}")?;
    }
    if let Some(order) = scenario.order_of_operations() {
        writeln!(to, "{}", order_in_words(trace, &order))?;
    }
    for sentence in scenario.longest_orders().iter().flat_map(LongestOrders::sentences) {
        writeln!(to, "{sentence}")?;
    }
    let counts = trace.counts(moment.at);
    writeln!(
        to,
        "So far: messages {}, accesses to shared memory {}, entries into the critical section {}",
        counts.messages, counts.accesses, counts.entries
    )
}

fn write_view(view: &View, rows: &[Row], to: &mut impl Write) -> io::Result<()> {
    let labels: Vec<String> = (0..view.processes.len()).map(|lane| view.label(lane)).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    for (label, process) in labels.iter().zip(&view.processes) {
        let row = process.row.and_then(|row| rows.get(usize::from(row)));
        let row = row.map_or("", |row| row.label.as_str());
        let zone = process.zone.name();
        let line = format!("  {label:width$}  {zone:10} {row:12} {}", about(process));
        writeln!(to, "{}", line.trim_end())?;
    }
    for array in &view.arrays {
        let cell = |cell: &catalog::CellView| {
            if cell.busy { format!("{} (being written)", cell.value) } else { cell.value.clone() }
        };
        let cells: Vec<String> = array.cells.iter().map(cell).collect();
        writeln!(to, "  {} = {}", array.name, cells.join(", "))?;
    }
    for buffer in &view.buffers {
        if let Some(pending) = buffer.words() {
            writeln!(to, "  pending of {}: {pending}", view.name(buffer.process.into()))?;
        }
    }
    for message in &view.messages {
        let [from, to_whom] = [message.from, message.to].map(|it| view.name(it.into()));
        writeln!(to, "  in flight: {} from {from} to {to_whom}", message.text)?;
    }
    Ok(())
}

fn about(process: &ProcessView) -> String {
    let list = |it: &[u8]| it.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let mut parts = Vec::new();
    match process.life {
        Life::Running => {}
        Life::Resting => parts.push("rests".into()),
        Life::Done => parts.push("done".into()),
        Life::Crashed => parts.push("crashed".into()),
    }
    parts.extend((!process.status.is_empty()).then(|| process.status.clone()));
    parts.extend(process.token.as_ref().map(|token| format!("holds {token}")));
    parts.extend(process.hand.then(|| "hand raised".into()));
    parts.extend((!process.owes.is_empty()).then(|| format!("owes {}", list(&process.owes))));
    let awaits = &process.awaits;
    parts.extend((!awaits.is_empty()).then(|| format!("waits for {}", list(awaits))));
    parts.extend(process.locals.iter().map(|(name, value)| format!("{name} = {value}")));
    parts.extend(process.decision());
    parts.join(", ")
}

/// A step that may be tried, and what would come of it.
pub fn next(choice: &Choice, view: &View) -> String {
    let who = choice.who.as_deref().unwrap_or_default();
    let why = choice.why.as_deref().unwrap_or_default();
    match choice.possible {
        Enabledness::Now if choice.fault => format!("{} (a fault)", choice.label),
        Enabledness::Now if who.is_empty() => choice.label.clone(),
        Enabledness::Now => format!("{who}: {}", choice.label),
        Enabledness::Waits if choice.waits_for.is_empty() && why.is_empty() => {
            let zone =
                choice.process.map(|process| view.processes[usize::from(process)].zone.name());
            format!("{who} waits in {}", zone.unwrap_or_default())
        }
        Enabledness::Waits if choice.waits_for.is_empty() => format!("{who} waits: {why}"),
        Enabledness::Waits => {
            let whom: Vec<String> =
                choice.waits_for.iter().map(|&it| view.name(it.into())).collect();
            let why = if why.is_empty() { String::new() } else { format!(": {why}") };
            format!("{who} waits for {}{why}", whom.join(" and "))
        }
        Enabledness::Done => format!("{who} {why}"),
        Enabledness::BoundReached | Enabledness::Error => format!("{who}: {}: {why}", choice.label),
    }
}
