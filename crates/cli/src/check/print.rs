//! What was found, for readers.

use super::{Checked, Told, ToldEnd, reasons};
use catalog::{
    Bound, Coverage, FAIR, HOLDS_IF_FAIR, OneAtATime, Report, SEARCHED_FROM_BEGINNING, Verdict,
    comes_to_nothing, counted, grouped, states, steps,
};
use std::io::{self, Write};

pub fn write(checked: &Checked, to: &mut impl Write) -> io::Result<()> {
    let Checked { report, sentences, .. } = checked;
    write_head(checked, to)?;
    write_coverage(report, to)?;
    if let Some((play, why)) = &checked.head.beyond {
        writeln!(to, "The nearest such step is possible here:")?;
        write!(to, "    {play}\n{why}")?;
    }
    writeln!(to)?;
    if let Some(tested) = &checked.litmus {
        tested.write(to)?;
        return checked.robust.as_ref().map_or(Ok(()), |compared| compared.write(to));
    }
    let width = sentences.iter().map(|told| told.property.chars().count()).max().unwrap_or(0);
    for (told, verdict) in sentences.iter().zip(&report.verdicts) {
        write_verdict(checked, told, verdict, width, to)?;
    }
    if let Some(compared) = &checked.robust {
        compared.write(to)?;
    }
    write_notes(checked, to)
}

/// What was searched, and how many of everything were found.
fn write_head(checked: &Checked, to: &mut impl Write) -> io::Result<()> {
    let Checked { report, head, .. } = checked;
    writeln!(to, "{}", head.title)?;
    if checked.is_from_beginning {
        writeln!(to, "{SEARCHED_FROM_BEGINNING}")?;
    } else if let Some(step) = checked.from_step {
        writeln!(to, "Only what can follow its first {}, counted from there.", steps(step))?;
    }
    let transitions = counted(report.transitions, "transition");
    let (classes, depth) = (&head.classes, report.depth);
    writeln!(to, "{}{classes}, {transitions}, depth {depth}", states(report.states))?;
    if let Some(of_program) = checked.states_of_program.map(states) {
        writeln!(to, "{of_program} of the program, each with what properties remember")?;
    }
    Ok(())
}

/// Whether that is all of them; if not, why.
fn write_coverage(report: &Report, to: &mut impl Write) -> io::Result<()> {
    match &report.coverage {
        Coverage::Exhausted => Ok(()),
        Coverage::Bounded(bounds) if matches!(bounds[..], [Bound::Fingerprints(_)]) => writeln!(
            to,
            "All {} fingerprints explored, which is no proof: {}.",
            grouped(report.states),
            report.coverage.sentence()
        ),
        Coverage::Bounded(bounds) if bounds.contains(&Bound::Interrupted) => {
            writeln!(to, "This is what was known by then: {}.", report.coverage.sentence())
        }
        coverage => writeln!(to, "Incomplete: {}.", coverage.sentence()),
    }
}

/// One property, and below it what proves or explains what is said of it.
fn write_verdict(
    checked: &Checked,
    told: &Told,
    verdict: &Verdict,
    width: usize,
    to: &mut impl Write,
) -> io::Result<()> {
    let inductive = checked.inductive.iter().find(|inductive| inductive.property == told.property);
    let is_carried = inductive.is_none_or(reasons::Told::is_good);
    let is_good = verdict.good_after(&checked.report.coverage) && is_carried;
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
    Ok(())
}

/// What concerns all properties, or none.
fn write_notes(checked: &Checked, to: &mut impl Write) -> io::Result<()> {
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
    let Report { unreached, unused, .. } = &checked.report;
    if let Some(sentence) = comes_to_nothing(unreached, unused) {
        writeln!(to, "\n{sentence}")?;
    }
    if checked.sentences.iter().any(|told| told.sentence == HOLDS_IF_FAIR) {
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
