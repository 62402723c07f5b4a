//! A space-time picture that stands alone: no script, no font, nothing from elsewhere. Colours are
//! written out, as office programs do not read variables, and the dark ones follow the reader's
//! system.

mod plan;
mod sheet;

use crate::Document;
use catalog::{Arrow, ArrowKind, Operation, Span, Zone};
use plan::{LEFT, Plan, RULER, width_of};
use sheet::Sheet;

/// Half of the room that an arrow leaves around a mark.
const CLEAR: f64 = 9.0;
/// Half of the height of a span.
const SPAN: i32 = 12;
/// And of one in which a process waits.
const WAIT: i32 = 3;

pub fn write(run: &Document) -> String {
    let about = about(run);
    let plan = Plan::of(run, &about);
    let mut sheet = Sheet::new(plan.width, plan.height, &title(run), &summary(run));
    sheet.text(LEFT, 30, "title", run.name);
    sheet.text(LEFT, 50, "soft", &about);
    lanes(run, &plan, &mut sheet);
    for operation in &run.trace.operations {
        draw_operation(run, operation, &plan, &mut sheet);
    }
    for span in &run.trace.spans {
        draw_span(run, span, &plan, &mut sheet);
    }
    flags(run, &plan, &mut sheet);
    for arrow in &run.trace.arrows {
        draw_arrow(run, arrow, &plan, &mut sheet);
    }
    events(run, &plan, &mut sheet);
    round(run, &plan, &mut sheet);
    cursor(run, &plan, &mut sheet);
    sheet.text(LEFT, plan.height - 14, "link", &format!("interleave {}", run.link));
    sheet.end()
}

fn title(run: &Document) -> String {
    format!("{}: space-time diagram of {}", run.name, steps(run.trace.steps_in(run.said.len())))
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".into() } else { format!("{count} steps") }
}

/// For those who do not see it; each step tells itself, too.
fn summary(run: &Document) -> String {
    let lanes = run.lanes.join(", ");
    let last = run.said.last().map_or("Nothing has happened yet.", String::as_str);
    format!(
        "A lane each for {lanes}; {} from left to right. Last: {last}",
        steps(run.trace.steps_in(run.said.len()))
    )
}

/// How long it is, and the knobs that are not as usual.
fn about(run: &Document) -> String {
    let (_, query) = run.link.split_once('?').unwrap_or_default();
    let turned = |knob: &str| query.split('&').any(|text| text.split('=').next() == Some(knob));
    let knobs = run.sorted_knobs().into_iter().filter(|(knob, _)| turned(knob));
    let knobs = knobs.map(|(knob, value)| format!("{knob}: {value}"));
    [steps(run.trace.steps_in(run.said.len()))]
        .into_iter()
        .chain(knobs)
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The class of a process's colour; a replica has none.
fn hue(run: &Document, lane: usize) -> &'static str {
    if lane < run.processes() { picture::svg::ink(lane) } else { "soft" }
}

fn lanes(run: &Document, plan: &Plan, sheet: &mut Sheet) {
    for (lane, name) in run.lanes.iter().enumerate() {
        let y = Plan::lane(lane);
        sheet.path("lane", &format!("M{} {y}H{}", plan.first(), plan.width - 16));
        sheet.text(LEFT, y + 4, &format!("name {}", hue(run, lane)), name);
    }
}

fn draw_span(run: &Document, span: &Span, plan: &Plan, sheet: &mut Sheet) {
    let (from, y) = (plan.step(span.from), Plan::lane(span.process.into()));
    let kind = match span.zone {
        Zone::Waiting => {
            let to = span.to.map_or(plan.end(), |it| plan.step(it));
            let class = format!("span {}", hue(run, span.process.into()));
            return sheet.frame(&class, (from, y - WAIT), (to - from, 2 * WAIT), WAIT);
        }
        Zone::Critical | Zone::Processing => "span",
        Zone::Decided => "span decided",
        _ => "span crashed",
    };
    let to = span.to.map_or(plan.end(), |it| plan.step(it) + SPAN);
    let class = format!("{kind} {}", hue(run, span.process.into()));
    sheet.frame(&class, (from - SPAN, y - SPAN), (to - from + SPAN, 2 * SPAN), SPAN);
    let room = span.to.map_or(plan.end(), |it| plan.step(it)) - from - 22;
    if room > width_of(span.zone.name()) {
        // below the line, as labels of steps are above it
        sheet.text(from + 12, y + SPAN + 12, "soft", span.zone.name());
    }
}

/// A bar from the call to the return, and below it what was called and what it returned.
fn draw_operation(run: &Document, operation: &Operation, plan: &Plan, sheet: &mut Sheet) {
    let lane = usize::from(operation.process);
    let (from, y) = (plan.step(operation.from) - SPAN, Plan::lane(lane));
    let to = operation.to.map_or(plan.end(), |it| plan.step(it) + SPAN);
    sheet.frame(&format!("span {}", hue(run, lane)), (from, y - SPAN), (to - from, 2 * SPAN), 6);
    sheet.text(from + 2, y + SPAN + 12, "soft", &operation.words());
}

fn flags(run: &Document, plan: &Plan, sheet: &mut Sheet) {
    for index in 0..run.trace.steps.len() {
        let Some(said) = run.trace.flag(index) else { continue };
        let (x, top) = (plan.step(index), RULER - 26);
        sheet.path("pole", &format!("M{x} {top}V{}", plan.bottom()));
        sheet.path("cloth", &format!("M{x} {top}h12l-4 5l4 5h-12z"));
        sheet.text(x + 17, top + 9, "bad", &said);
    }
}

fn draw_arrow(run: &Document, arrow: &Arrow, plan: &Plan, sheet: &mut Sheet) {
    let [from, to] = [arrow.from, arrow.to].map(|it| plan.mark(run, it));
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length < 2.0 * CLEAR {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let along = |at: f64, aside: f64| {
        let x = f64::from(from.0) + ux * at - uy * aside;
        let y = f64::from(from.1) + uy * at + ux * aside;
        format!("{} {}", x.round() as i32, y.round() as i32)
    };
    let class = match arrow.kind {
        ArrowKind::Message => "arrow",
        ArrowKind::Lost => "arrow lost",
        ArrowKind::ReadsFrom => "arrow read",
    };
    // it ends in the mark of the step that lost it
    let is_lost = arrow.kind == ArrowKind::Lost;
    let end = if is_lost { length } else { length - CLEAR };
    sheet.path(class, &format!("M{}L{}", along(CLEAR, 0.0), along(end, 0.0)));
    if !is_lost {
        let head = [along(end, 0.0), along(end - 8.0, 3.5), along(end - 8.0, -3.5)];
        sheet.path("head", &format!("M{}z", head.join("L")));
    }
}

fn events(run: &Document, plan: &Plan, sheet: &mut Sheet) {
    let mut free = 0;
    for (index, step) in run.trace.steps.iter().enumerate() {
        let (x, y) = plan.mark(run, index);
        if x >= free {
            sheet.text(x, RULER, "number", &(index + 1).to_string());
            free = x + 24;
        }
        let class = step.process.map_or("soft", |process| hue(run, process.into()));
        let told = format!("{}. {}", index + 1, run.said[index]);
        sheet.mark((x, y), class, run.marks[index].path(), &told);
        sheet.text(x, y - 16, "label", &plan.labels[index]);
    }
}

/// The part of a run that is taken again and again.
fn round(run: &Document, plan: &Plan, sheet: &mut Sheet) {
    let (Some(from), Some(last)) = (run.loops_from, run.said.len().checked_sub(1)) else { return };
    let (from, to) = (plan.step(from) - 14, plan.step(last) + 14);
    let y = plan.bottom() + 10;
    sheet.path("round", &format!("M{from} {}V{y}H{to}v-6", y - 6));
    sheet.path("head", &format!("M{from} {}l4 8h-8z", y - 14));
    sheet.text(from + 12, y + 14, "soft", "round and round");
}

/// What is right of the moment of the link lies in the future.
fn cursor(run: &Document, plan: &Plan, sheet: &mut Sheet) {
    if run.at == run.said.len() {
        return;
    }
    let x = match run.at.checked_sub(1) {
        Some(last) => i32::midpoint(plan.step(last), plan.step(run.at)),
        None => plan.step(0) - 16,
    };
    let (top, bottom) = (RULER + 6, plan.bottom());
    sheet.frame("veil", (x, top), (plan.width - x, bottom - top), 0);
    sheet.path("now", &format!("M{x} {top}V{bottom}"));
}
