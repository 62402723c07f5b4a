//! What was measured, in a sentence. It compares two numbers that the picture shows.

use catalog::{Form, Hundredths, Plot, Point, Scenario, Series, capital, grouped};

/// What there is to say.
pub struct Finding {
    pub title: String,
    pub lead: String,
    /// Otherwise there is nothing to draw.
    pub varies: bool,
    /// The two numbers of the title: places of a series and of a point of it.
    pub pair: Vec<(usize, usize)>,
    /// Words for the run with the greatest value, and the run.
    pub worst: Option<(String, Scenario)>,
}

/// Of a plot that is whole.
pub fn of(plot: &Plot) -> Finding {
    let known: Vec<(usize, usize, u64)> = known(plot);
    let said = match plot.form {
        _ if known.is_empty() => Some((plot.title.into(), "There was nothing to count.".into())),
        Form::Bars => Some(bars(plot, &known)),
        Form::Lines => constant(plot),
    };
    let still =
        |title, lead, varies| Finding { title, lead, varies, pair: Vec::new(), worst: None };
    match said {
        Some((title, lead)) => still(title, lead, plot.form == Form::Bars && differ(&known)),
        None => Finding { worst: worst(plot), ..lines(plot, &known) },
    }
}

/// What is measured: series, point and value.
fn known(plot: &Plot) -> Vec<(usize, usize, u64)> {
    let mut known = Vec::new();
    for (nth, series) in plot.series.iter().enumerate() {
        let points = series.points.iter().enumerate();
        known.extend(points.filter_map(|(at, it)| Some((nth, at, it.y?.0))));
    }
    known
}

fn differ(known: &[(usize, usize, u64)]) -> bool {
    known.iter().any(|it| it.2 != known[0].2)
}

/// "The final value is −1 in 2 of 6 interleavings, and 255 in 1."
fn bars(plot: &Plot, known: &[(usize, usize, u64)]) -> (String, String) {
    let total: u64 = known.iter().map(|it| it.2).sum();
    let points = &plot.series[0].points;
    let number = |it: u64| Hundredths(it).to_string();
    let most = known.iter().rev().max_by_key(|it| it.2).map_or((0, 0, 0), |it| *it);
    let least = known.iter().min_by_key(|it| it.2).map_or(most, |it| *it);
    let all = number(total);
    let title = match differ(known) {
        true => format!(
            "The {} is {} in {} of {all} {}, and {} in {}.",
            plot.x,
            points[most.1].x,
            number(most.2),
            plot.y,
            points[least.1].x,
            number(least.2)
        ),
        false => format!("Each {} comes in {} of {all} {}.", plot.x, number(most.2), plot.y),
    };
    (title, String::new())
}

/// Where no run differs from another with as many processes: "Every entry costs 2(N − 1) messages, in all
/// 120 runs."
fn constant(plot: &Plot) -> Option<(String, String)> {
    let [series] = &plot.series[..] else { return None };
    // one measurement is one run
    let (unit, per) = plot.y.split_once(" per ").filter(|it| it.0 == "messages")?;
    let (mut runs, mut points) = (0, Vec::new());
    for it in &series.points {
        let (y, spread) = (it.y?, it.spread?);
        if spread.most != y {
            return None;
        }
        runs += spread.of;
        points.push((it.x.parse::<u64>().ok()?, y));
    }
    let cost = formula(&points)?;
    let title = format!("Every {per} costs {cost} {unit}, in all {} runs.", grouped(runs));
    let each: Vec<String> = points.iter().map(|(x, y)| format!("{y} with {x}")).collect();
    let lead = format!("{} {}. There is nothing to draw: no run differs.", each.join(", "), plot.x);
    Some((title, lead))
}

/// "2(N − 1)" where that is so, of points (N, value).
fn formula(points: &[(u64, Hundredths)]) -> Option<String> {
    let &(n, y) = points.first()?;
    if points.iter().all(|point| point.1 == y) {
        return Some(y.to_string());
    }
    // so much for each process, of which `less` do not count
    let times = |less: u64, words: &str| {
        let by = n.checked_sub(less).filter(|it| *it > 0 && y.0 % it == 0)?;
        let is_so = points.iter().all(|point| point.1.0 * by == point.0.saturating_sub(less) * y.0);
        let each = Hundredths(y.0 / by);
        is_so.then(|| {
            if each.0 == 100 {
                words.trim_matches(['(', ')']).into()
            } else {
                format!("{each}{words}")
            }
        })
    };
    let minus = times(1, "(N − 1)");
    minus.or_else(|| times(0, "N"))
}

fn lines(plot: &Plot, known: &[(usize, usize, u64)]) -> Finding {
    let at = |(series, point, _): (usize, usize, u64)| (series, point);
    let value = |it: (usize, usize, u64)| Hundredths(it.2);
    let x = |(series, point, _): (usize, usize, u64)| &*plot.series[series].points[point].x;
    let (title, lead, pair) = if plot.x == "process" {
        by_process(plot, known)
    } else if plot.series.len() > 1 {
        // the cheapest and the dearest, where all have been measured
        let (low, high) = extremes(plot, known);
        let name = |it: (usize, usize, u64)| plot.series[it.0].name;
        let title = format!(
            "With {} {}, {} {} ({}) and {} ({}).",
            x(high),
            plot.x,
            value(high),
            plot.y,
            name(high),
            value(low),
            name(low)
        );
        (title, String::new(), vec![at(high), at(low)])
    } else {
        let (first, last) = (known[0], known[known.len() - 1]);
        let title = format!(
            "{} {} with {} {}, {} with {}.",
            value(last),
            plot.y,
            x(last),
            plot.x,
            value(first),
            x(first)
        );
        (title, String::new(), vec![at(first), at(last)])
    };
    Finding { title, lead, varies: differ(known), pair, worst: None }
}

/// The least and the greatest value at the last place that all series have.
fn extremes(
    plot: &Plot,
    known: &[(usize, usize, u64)],
) -> ((usize, usize, u64), (usize, usize, u64)) {
    let all = plot.series.len();
    let at = |point: usize| known.iter().filter(move |it| it.1 == point);
    let last = known.iter().map(|it| it.1).filter(|it| at(*it).count() == all).max().unwrap_or(0);
    let low = at(last).min_by_key(|it| it.2).unwrap_or(&known[0]);
    let high = at(last).rev().max_by_key(|it| it.2).unwrap_or(&known[0]);
    (*low, *high)
}

/// "By the process number, process 2 waits 29 % longer than process 0."
fn by_process(plot: &Plot, known: &[(usize, usize, u64)]) -> (String, String, Vec<(usize, usize)>) {
    // of each series: how much more the greatest value is, in percent, and whose both are
    let spread = |(nth, it): (usize, &Series)| {
        let of = || known.iter().filter(move |it| it.0 == nth && it.2 > 0);
        let (low, high) = (of().min_by_key(|it| it.2)?, of().rev().max_by_key(|it| it.2)?);
        let more = ((high.2 - low.2) * 100 + low.2 / 2) / low.2;
        Some((more, it.name, (nth, low.1), (nth, high.1)))
    };
    let mut all: Vec<_> = plot.series.iter().enumerate().filter_map(spread).collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.0));
    let [(more, name, low, high), others @ ..] = &all[..] else {
        return (plot.title.into(), String::new(), Vec::new());
    };
    let by = |name: &str| if name.is_empty() { String::new() } else { format!("by {name}, ") };
    let x = |at: &(usize, usize)| &plot.series[at.0].points[at.1].x;
    let title = capital(&format!(
        "{}process {} waits {more} % longer than process {}.",
        by(name),
        x(high),
        x(low)
    ));
    let others: Vec<String> =
        others.iter().map(|(more, name, ..)| format!("{more} % by {name}")).collect();
    let lead = match others.len() {
        0 => String::new(),
        _ => format!("The difference is {}. Counted are {}.", others.join(", "), plot.y),
    };
    (title, lead, vec![*low, *high])
}

/// "Show the worst run: 34 steps per entry"
fn worst(plot: &Plot) -> Option<(String, Scenario)> {
    let points = plot.series.iter().flat_map(|series| &series.points);
    let most = |point: &&Point| point.spread.map(|spread| spread.most);
    let worst = points.rev().max_by_key(most)?;
    let words = format!("Show the worst run: {} {}", most(&worst)?, plot.y);
    Some((words, worst.run.clone()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Plotting;

    fn findings(slug: &str) -> Vec<Finding> {
        let scenario = Scenario::parse(slug).unwrap().scenario;
        scenario.plots().into_iter().map(Plotting::whole).map(|plot| of(&plot)).collect()
    }

    #[test]
    fn a_title_compares_two_numbers() {
        let [messages, waits] = &findings("ricart-agrawala")[..] else { panic!() };
        assert_eq!(messages.title, "Every entry costs 2(N − 1) messages, in all 120 runs.");
        assert!(messages.lead.starts_with("2 with 2, 4 with 3, 6 with 4 processes."));
        assert!(!messages.varies);
        assert_eq!(
            waits.title,
            "By the process number, process 2 waits 29 % longer than process 0."
        );
        assert_eq!((waits.varies, &waits.pair[..]), (true, &[(1, 0), (1, 2)][..]));
        assert_eq!(waits.worst.as_ref().unwrap().0, "Show the worst run: 34 steps per entry");
        for (slug, title) in [
            ("semaphore-server", "Every entry costs 3 messages, in all 80 runs."),
            ("lamport-lock", "Every entry costs 3(N − 1) messages, in all 80 runs."),
            (
                "row-isolation",
                "With 4 writers, 3.14 attempts per write (the same row) and 1 (a row each).",
            ),
            ("bakery-messages", "18.5 messages per entry with 3 processes, 8.5 with 2."),
            ("torn-assignment", "The final value is −1 in 2 of 6 interleavings, and 255 in 1."),
        ] {
            assert_eq!(findings(slug)[0].title, title);
        }
    }

    #[test]
    fn a_formula_is_one_that_fits() {
        let of = |it: &[(u64, u64)]| {
            let points: Vec<_> = it.iter().map(|it| (it.0, Hundredths(it.1 * 100))).collect();
            formula(&points)
        };
        assert_eq!(of(&[(2, 4), (3, 6)]).as_deref(), Some("2N"));
        assert_eq!(of(&[(2, 1), (3, 2)]).as_deref(), Some("N − 1"));
        assert_eq!(of(&[(2, 4), (3, 7)]), None);
    }
}
