//! Plots, against counts that know nothing of how they are made.

use catalog::{Event, Form, Plot, Plotting, Scenario, Trace, Zone};

fn plots(link: &str) -> Vec<Plot> {
    let scenario = Scenario::parse(link).unwrap().scenario;
    scenario.plots().into_iter().map(Plotting::whole).collect()
}

/// One of the plots; the others are not measured.
fn plot(link: &str, nth: usize) -> Plot {
    plotting(link, nth).whole()
}

fn plotting(link: &str, nth: usize) -> Plotting {
    Scenario::parse(link).unwrap().scenario.plots().swap_remove(nth)
}

/// Steps in a zone, or outside of the remainder section, of the operation that a run ends with.
fn steps_of_the_last(trace: &Trace, zone: Option<Zone>) -> usize {
    let last = trace.steps.last().unwrap();
    let is_end = |event: &&Event| matches!(event, Event::Moved { to: Zone::Remainder, .. });
    assert!(last.events.iter().any(|event| is_end(&event)), "it ends with an operation");
    let own = trace.steps.iter().rev().filter(|step| step.process == last.process);
    let zones = own.map(|own| trace.rows[usize::from(own.row)].zone);
    let of_it = zones.take_while(|zone| *zone != Some(Zone::Remainder));
    of_it.filter(|it| zone.is_none() || *it == zone).count()
}

#[test]
fn the_worst_run_has_what_it_is_said_to_have() {
    let plots = plots("row-isolation?span=short");
    assert_eq!(plots.len(), 2);
    for (plot, zone) in plots.iter().zip([Some(Zone::Reading), None]) {
        assert_eq!(plot.series.len(), 2);
        for point in plot.series.iter().flat_map(|series| &series.points) {
            let run = point.run.as_ref().unwrap();
            let (trace, spread) = (run.trace(), point.spread.unwrap());
            assert_eq!(trace.refused, None);
            let worst = steps_of_the_last(&trace, zone) as u64;
            assert_eq!(spread.most.0, 100 * worst, "{} {}", plot.y, point.x);
            assert!(point.y.unwrap() <= spread.ninety.max(spread.most));
        }
    }
}

/// Seven entries of each process in each of 40 runs, and the worst run ends with the worst wait.
#[test]
fn waiting_is_counted_from_asking_to_entering() {
    let plot = plot("ricart-agrawala?processes=2", 1);
    assert_eq!(plot.series.len(), 4);
    for series in &plot.series {
        assert_eq!(series.points.len(), 2);
        for (who, point) in (0_u8..).zip(&series.points) {
            let (run, spread) = (point.run.as_ref().unwrap(), point.spread.unwrap());
            assert_eq!((spread.of, &*point.x), (280, &*who.to_string()));
            let trace = run.trace();
            let moved = |zone: Zone| {
                trace.steps.iter().rposition(|step| {
                    let to = step
                        .events
                        .iter()
                        .any(|event| matches!(event, Event::Moved { to, .. } if *to == zone));
                    to && step.process == Some(who)
                })
            };
            let (asked, entered) = (moved(Zone::Waiting).unwrap(), moved(Zone::Critical).unwrap());
            assert_eq!(entered, trace.steps.len() - 1);
            assert_eq!(spread.most.0, 100 * (entered - asked) as u64, "{} {who}", series.name);
        }
    }
}

/// 40 runs with 20 writes of each of so many writers.
#[test]
fn all_that_is_asked_for_is_counted() {
    for plot in plots("row-isolation") {
        for series in plot.series {
            let counted: Vec<usize> =
                series.points.iter().map(|point| point.spread.unwrap().of).collect();
            assert_eq!(counted, [800, 1600, 2400, 3200]);
        }
    }
}

#[test]
fn with_a_row_each_nobody_tries_twice() {
    let plot = plot("row-isolation?columns=3", 0);
    let [same, own] = &plot.series[..] else { panic!("{plot:?}") };
    for (same, own) in same.points.iter().zip(&own.points) {
        assert_eq!((own.y.unwrap().0, own.spread.unwrap().most.0), (100, 100));
        assert_eq!(same.y > own.y, same.x != "1", "{}", same.x);
    }
}

#[test]
fn what_never_ends_has_no_mean() {
    let mut plotting = plotting("row-isolation?line-40=as-printed", 0);
    // each takes as many steps as a run may have
    let count = golden::quick_or(2, 8);
    let measured = |plotting: &Plotting| {
        plotting.plot().series.iter().flat_map(|series| &series.points).count()
    };
    while measured(&plotting) < count {
        assert!(plotting.advance());
    }
    let points = plotting.plot().series.iter().flat_map(|series| &series.points);
    assert!(points.clone().all(|point| point.y.is_none()));
    assert!(points.clone().all(|point| point.run.is_none()));
}

/// What Ricart and Agrawala, and Lamport, say of their locks.
#[test]
fn messages_are_those_of_the_papers() {
    for (slug, each) in [("ricart-agrawala", 2), ("lamport-lock", 3)] {
        let plot = plot(slug, 0);
        for point in &plot.series[0].points {
            let n: u64 = point.x.parse().unwrap();
            assert_eq!(point.y.unwrap().0, 100 * each * (n - 1), "{slug} {n}");
        }
    }
}

#[test]
fn ends_are_counted_by_interleaving() {
    let plot = plot("torn-assignment", 0);
    assert_eq!(plot.form, Form::Bars);
    let mut counted: Vec<(&str, u64)> = Vec::new();
    for it in &plot.series[0].points {
        counted.push((&it.x, it.y.unwrap().0 / 100));
    }
    counted.sort_unstable();
    assert_eq!(counted, [("0", 2), ("255", 1), ("−1", 2), ("−256", 1)]);
    // as it can go round, there is no number
    let kept = self::plot("torn-assignment?lock=kept", 0);
    assert!(!kept.series[0].points.is_empty() && !kept.how.is_empty());
}
