//! What was found, for readers.

use super::{Checked, ToldEnd, reasons};
use catalog::{
    Bound, Coverage, FAIR, HOLDS_IF_FAIR, OneAtATime, comes_to_nothing, counted, grouped, states,
    steps,
};
use std::io::{self, Write};

/// Of `--from-here` where the link says in which state its run begins.
const FROM_BEGINNING: &str = "Searched from where runs begin, and not from the state of `lead=`: perhaps no run comes \
                              there, and what follows it would say nothing of the program.";

pub fn write(checked: &Checked, to: &mut impl Write) -> io::Result<()> {
    let Checked { report, sentences, head, .. } = checked;
    writeln!(to, "{}", head.title)?;
    if checked.is_from_beginning {
        writeln!(to, "{FROM_BEGINNING}")?;
    } else if let Some(step) = checked.from_step {
        writeln!(to, "Only what can follow its first {}, counted from there.", steps(step))?;
    }
    let transitions = counted(report.transitions, "transition");
    let (classes, depth) = (&head.classes, report.depth);
    writeln!(to, "{}{classes}, {transitions}, depth {depth}", states(report.states))?;
    if let Some(of_program) = checked.states_of_program.map(states) {
        writeln!(to, "{of_program} of the program, each with what properties remember")?;
    }
    match &report.coverage {
        Coverage::Exhausted => {}
        Coverage::Bounded(bounds) if matches!(bounds[..], [Bound::Fingerprints(_)]) => writeln!(
            to,
            "All {} fingerprints explored, which is no proof: {}.",
            grouped(report.states),
            report.coverage.sentence()
        )?,
        Coverage::Bounded(bounds) if bounds.contains(&Bound::Interrupted) => {
            writeln!(to, "This is what was known by then: {}.", report.coverage.sentence())?;
        }
        coverage => writeln!(to, "Incomplete: {}.", coverage.sentence())?,
    }
    if let Some((play, why)) = &head.beyond {
        writeln!(to, "The nearest such step is possible here:")?;
        write!(to, "    {play}\n{why}")?;
    }
    writeln!(to)?;
    if let Some(tested) = &checked.litmus {
        tested.write(to)?;
        return checked.robust.as_ref().map_or(Ok(()), |it| it.write(to));
    }
    let width = sentences.iter().map(|it| it.property.chars().count()).max().unwrap_or(0);
    for (told, verdict) in sentences.iter().zip(&report.verdicts) {
        let inductive = checked.inductive.iter().find(|it| it.property == told.property);
        let is_carried = inductive.is_none_or(reasons::Told::is_good);
        let is_good = verdict.good_after(&report.coverage) && is_carried;
        let mark = if is_good { " " } else { "!" };
        writeln!(to, "{mark} {:width$}  {}", told.property, told.sentence)?;
        if let Some(inductive) = inductive {
            inductive.write(to)?;
        }
        // of a step that cannot be computed, the verdict says it already
        if let Some(why) = told.why.as_ref().filter(|why| !told.sentence.ends_with(*why)) {
            writeln!(to, "    {why}")?;
        }
        if let Some(needs) = &told.needs {
            writeln!(to, "    {}", needs.text())?;
        }
        if let Some(play) = &told.play {
            writeln!(to, "    {play}")?;
        }
        for note in &verdict.notes {
            writeln!(to, "    {note}")?;
        }
        for ToldEnd { value, sentence, play, .. } in &told.ends {
            writeln!(to, "    {value}: {sentence}")?;
            writeln!(to, "      {play}")?;
        }
    }
    if let Some(compared) = &checked.robust {
        compared.write(to)?;
    }
    if let Some(OneAtATime { runs, notes }) = &checked.one_at_a_time {
        writeln!(to, "\nOne at a time, for instance:")?;
        for run in runs {
            writeln!(to, "    {run}")?;
        }
        for note in notes {
            writeln!(to, "{note}")?;
        }
    }
    if let Some(sentence) = &checked.memory {
        writeln!(to, "\n{sentence}")?;
    }
    if let Some(sentence) = comes_to_nothing(&report.unreached, &report.unused) {
        writeln!(to, "\n{sentence}")?;
    }
    if sentences.iter().any(|it| it.sentence == HOLDS_IF_FAIR) {
        writeln!(to, "\n{FAIR}")?;
    }
    if let Some(sentence) = &checked.interpreted {
        writeln!(to, "\n{sentence}")?;
    }
    for pair in &checked.no_effect {
        writeln!(
            to,
            "\n`{pair}` has no effect: without it there are as many states, and the same verdicts."
        )?;
    }
    Ok(())
}
