//! Any text opened as a link gives a scenario or a sentence, and never a panic; every scenario
//! survives the way into a link and back.

use catalog::{
    Action, Caption, Look, MessageId, Panel, Panels, Parsed, Scenario, Speed, Theme, entries, pick,
};
use proptest::prelude::*;

fn action() -> impl Strategy<Value = Action> {
    let mail = || {
        (0..8u8, 0..8u8, 0..8u8, 0..4u8).prop_map(|(from, to, kind, nth)| MessageId {
            from,
            to,
            kind,
            nth,
        })
    };
    prop_oneof![
        6 => (0..8u8).prop_map(Action::step),
        1 => (0..8u8, 1..=255u8).prop_map(|(process, choice)| Action::Step { process, choice }),
        4 => mail().prop_map(Action::Deliver),
        1 => mail().prop_map(Action::Lose),
        1 => mail().prop_map(Action::Duplicate),
        1 => (0..8u8).prop_map(Action::Crash),
        1 => (0..8u8).prop_map(Action::Restart),
        1 => (0..8u8).prop_map(Action::Timeout),
    ]
}

/// Any algorithm, any knobs, any run (possible or not), any moment.
fn scenario() -> impl Strategy<Value = Scenario> {
    let run = prop::collection::vec((action(), 1..6usize), 0..60).prop_map(|runs| {
        runs.into_iter().flat_map(|(it, times)| vec![it; times]).collect::<Vec<_>>()
    });
    let knobs = prop::collection::vec(any::<prop::sample::Index>(), 12);
    let looks = (any::<bool>(), any::<bool>(), 0..3u8, 1..128u8, any::<prop::sample::Index>());
    (any::<prop::sample::Index>(), knobs, run, any::<prop::sample::Index>(), looks).prop_map(
        |(which, knobs, run, at, (embed, asks, theme, panels, speed))| {
            let entry = which.get(entries());
            let mut scenario = Scenario::new(entry);
            for (knob, value) in entry.knobs.iter().zip(knobs) {
                assert!(scenario.setting.set(knob.name, value.get(knob.values).name));
            }
            scenario.at = at.index(run.len() + 1);
            scenario.picked = (!run.is_empty() && embed).then(|| at.index(run.len()));
            let (at, len) = (scenario.at, run.len());
            scenario.steps = (theme == 1 && len > at).then_some((at, len));
            scenario.run = run;
            let has = Panel::ALL.iter().filter(|it| panels & (1 << it.0 as u8) != 0);
            scenario.shown.panels = has.fold(Panels::NONE, |all, it| all.with(it.0));
            scenario.shown.speed = *speed.get(&Speed::ALL);
            scenario.asks = asks;
            scenario.shown.look = if embed { Look::Embed } else { Look::Page };
            scenario.shown.theme = [Theme::System, Theme::Light, Theme::Dark][usize::from(theme)];
            scenario
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(golden::quick_or(120, 400)))]

    #[test]
    fn scenarios_round_trip(scenario in scenario()) {
        let link = scenario.to_string();
        let parsed = Scenario::parse(&link).unwrap();
        prop_assert_eq!(&parsed.notices, &Vec::<String>::new());
        prop_assert_eq!(&parsed.scenario, &scenario);
        let whole = format!("https://example.org/some/where/#{link}");
        prop_assert_eq!(&Scenario::parse(&whole).unwrap().scenario, &scenario);
    }

    #[test]
    fn impossible_runs_are_refused_and_never_panic(scenario in scenario()) {
        let (trace, moment) = (scenario.trace(), scenario.moment());
        match &trace.refused {
            Some(refused) => {
                prop_assert_eq!(refused.step, trace.steps.len());
                prop_assert!(refused.why.ends_with('.'), "{}", refused.why);
            }
            None => prop_assert_eq!(trace.steps.len(), scenario.run.len()),
        }
        prop_assert_eq!(moment.at, scenario.at.min(trace.steps.len()));
    }

    #[test]
    fn any_text_is_a_link_or_a_sentence(text in any::<String>()) {
        opens(&text)?;
    }

    #[test]
    fn anything_like_a_link_is_a_link_or_a_sentence(
        slug in "(bakery|ricart-agrawala|assign23|[a-z]{0,8})",
        query in "([?&#](processes|entries|run|at|v|loop|pick|ask|steps|panels|speed|view|theme|tickets|x)?=?[A-Za-z0-9_.%é-]{0,12}){0,6}",
    ) {
        opens(&format!("{slug}{query}"))?;
    }

    /// A link that was cut or in which one character was changed is told from a good one.
    #[test]
    fn damage_is_told(scenario in scenario(), at in any::<prop::sample::Index>(), new in "[A-Za-z0-9]") {
        prop_assume!(!scenario.run.is_empty());
        let link = scenario.to_string();
        let run = link.find("run=").unwrap() + 4;
        let cut = run + at.index(link.len() - run);
        let parsed = Scenario::parse(&link[..cut]).unwrap();
        prop_assert!(!parsed.notices.is_empty(), "cut: {}", &link[..cut]);

        let mut changed = link.clone();
        changed.replace_range(cut..=cut, &new);
        prop_assume!(changed != link);
        let parsed = Scenario::parse(&changed).unwrap();
        prop_assert!(!parsed.notices.is_empty(), "changed: {changed}");
    }

    /// Random schedules replay to the same end, at two characters a step or fewer.
    #[test]
    fn schedules_replay_and_are_short(which in any::<prop::sample::Index>(), seed in any::<u32>()) {
        let mut scenario = Scenario::new(which.get(entries()));
        while scenario.at < 60 {
            let moment = scenario.moment();
            let steps: Vec<_> = moment.steps().map(|step| step.action).collect();
            if steps.is_empty() {
                break;
            }
            scenario.run.push(steps[pick(seed, scenario.at, steps.len())]);
            scenario.at += 1;
        }
        let link = scenario.to_string();
        let again = Scenario::parse(&link).unwrap().scenario;
        prop_assert_eq!(again.trace().refused, None);
        prop_assert_eq!(again.moment().view, scenario.moment().view);
        let run = link.split_once("run=").map_or(0, |(_, run)| run.len());
        // four say how wide the fields are and where it begins, six are the check
        prop_assert!(run.saturating_sub(10) <= 2 * scenario.run.len(), "{}", link);
    }
}

fn opens(text: &str) -> Result<(), TestCaseError> {
    match Scenario::parse(text) {
        Ok(parsed) => {
            parsed.scenario.moment();
            let link = parsed.scenario.to_string();
            let again = Scenario::parse(&link).unwrap();
            prop_assert_eq!(again.notices, Vec::<String>::new());
            prop_assert_eq!(again.scenario, parsed.scenario);
        }
        Err(problem) => prop_assert!(problem.0.ends_with(['.', '?']), "{}", problem),
    }
    Ok(())
}

/// Every kind of damage has its own sentence, which says what was used instead.
#[test]
fn each_fault_has_its_sentence() {
    let notice = |link: &str| {
        let parsed = Scenario::parse(link).unwrap();
        assert_eq!(parsed.notices.len(), 1, "{link}: {:?}", parsed.notices);
        parsed.notices[0].clone()
    };
    for (link, says) in [
        ("bakery?processes=9", "“processes=9” is not a choice (3, 2, 4): 3 was used."),
        ("bakery?clerks=2", "Lamport’s bakery has no option “clerks”: it was left out."),
        ("bakery?processes=2&processes=3", "“processes” is given again: the first was used."),
        ("bakery?at=0&at=0", "“at” is given again: the first was used."),
        ("bakery?v=1&run=AAFRf.vzf6&run=AAVBQX.fBdw", "“run” is given again: the first was used."),
        ("bakery?processes", "“processes” has no value and was left out."),
        ("bakery?at=x", "“at=x” is not a step: the last one is shown."),
        ("bakery?loop=x", "“loop=x” is not a step: it is left out."),
        ("bakery?loop=3", "The link has a loop from step 3 of 0 on: it is left out."),
        (
            "bakery?v=1&loop=3&run=AAFRf.vzf6",
            "The link has a loop from step 3 on, but the run does not come back there",
        ),
        ("bakery?view=cinema", "“view=cinema” is not known (page or embed): the page is shown."),
        ("bakery?ask=x", "“ask=x” is not known (0 or 1): nothing is asked."),
        ("bakery?theme=x", "“theme=x” is not known (light, dark or system): the system’s is used."),
        ("bakery?speed=3", "“speed=3” is not known (0.25, 0.5, 1, 2, 4, 8): 1 is used."),
        ("bakery?panels=stage,wall", "There is no panel “wall” (narration, stage, transport, "),
        ("bakery?panels=,", "No panels are asked for: the usual ones are shown."),
        ("bakery?steps=3", "“steps=3” is no range of steps, such as 3-14: it is left out."),
        ("bakery?steps=5-5", "“steps=5-5” is no range of steps, such as 3-14: it is left out."),
        ("bakery?steps=3-5", "“steps=3-5” goes beyond the run’s 0 steps: it is left out."),
        (
            "bakery?v=1&steps=3-14&run=AAFRf.vzf6",
            "“steps=3-14” goes beyond the run’s 10 steps: it ends there.",
        ),
        ("bakery?v=1&run=AAFRf", "The end of the link is missing: 10 steps of it could be used."),
        (
            "bakery?v=1&run=AAFRf.vzf",
            "The end of the link is missing: 10 steps of it could be used.",
        ),
        ("bakery?v=1&run=AAFRf.vzf7", "The check at the end of the link does not match"),
        ("bakery?v=1&at=3&run=AAFRf.vzf6", "The check at the end of the link does not match"),
        (
            "bakery?v=1&run=AAé.vzf6",
            "The run in the link cannot be read to its end: 3 steps of it could be used.",
        ),
        ("bakery?v=1&run=!!!!", "The run in the link cannot be read to its end: 0 steps of it"),
        ("bakery?v=0&run=AAFRf.vzf6", "“v=0” is not a version: 1 was used."),
        (
            "bakery?v=1&at=11&run=AAFRf.vzf6",
            "The link asks for step 11 of 10: the last one is shown.",
        ),
        ("bakery?v=1&pick=11&run=AAFRf.vzf6", "The link picks step 11 of 10: none is picked."),
        ("bakery?v=1&pick=0&run=AAFRf.vzf6", "“pick=0” is not a step: none is picked."),
    ] {
        assert!(notice(link).starts_with(says), "{link}: {}", notice(link));
    }
    for (link, says) in [
        ("bakrey?processes=2", "There is no algorithm called “bakrey”. Did you mean “bakery”?"),
        ("tarjan", "There is no algorithm called “tarjan”."),
        ("", "The link names no algorithm."),
    ] {
        assert_eq!(Scenario::parse(link).unwrap_err().0, says);
    }
}

/// The cursor, the picked step and a stranger's text are clipped exactly at their bounds.
#[test]
fn bounds_are_exact() {
    let opened =
        |pairs: &str| Scenario::parse(&format!("bakery?v=1&{pairs}&run=AAFRf.vzf6")).unwrap();
    for (at, used) in [("9", 9), ("10", 10), ("11", 10), ("18446744073709551615", 10)] {
        assert_eq!(opened(&format!("at={at}")).scenario.at, used, "at={at}");
    }
    for (pick, picked) in [("1", Some(0)), ("10", Some(9)), ("11", None), ("0", None)] {
        let Parsed { scenario, notices, .. } = opened(&format!("pick={pick}"));
        assert_eq!((scenario.picked, notices.len()), (picked, usize::from(picked.is_none())));
        let again = Scenario::parse(&scenario.to_string()).unwrap().scenario;
        assert_eq!(again.picked, picked, "pick={pick}");
    }
    for (length, shown) in [(40, "é".repeat(40)), (41, format!("{}…", "é".repeat(40)))] {
        let notices = opened(&format!("{}=1", "é".repeat(length))).notices;
        assert_eq!(
            notices[0],
            format!("Lamport’s bakery has no option “{shown}”: it was left out.")
        );
    }
}

/// A run ends at its bound, whether its steps are written one by one or as a repetition.
#[test]
fn runs_have_a_longest() {
    const LONGEST: usize = 20_000;
    let bakery = Scenario::new(catalog::entry("bakery").unwrap());
    // of all steps these take the most characters
    let dear = |len| (0..len).map(|at| Action::Step { process: 14 + at as u8 % 2, choice: 255 });
    for (length, used) in [(LONGEST, LONGEST), (LONGEST + 1, LONGEST), (LONGEST + 999, LONGEST)] {
        for run in [vec![Action::step(0); length], dear(length).collect()] {
            let Parsed { scenario, notices, .. } =
                Scenario::parse(&bakery.with_run(run.clone()).to_string()).unwrap();
            assert!(scenario.run == run[..used], "{} of {length}", scenario.run.len());
            let told = "The run is longer than 20000 steps: the rest was left out.";
            let told: &[&str] = if length > used { &[told] } else { &[] };
            assert_eq!(notices, told);
        }
    }
}

/// However long a link is and whatever is in it, few sentences are said about it.
#[test]
fn hostile_links_are_bounded() {
    let options: Vec<String> = (0..30_000).map(|it| format!("x{it}=1")).collect();
    let options = format!("bakery?processes=2&{}", options.join("&"));
    let panels = format!("bakery?processes=2&panels={}", "a,".repeat(40_000));
    let long = "The link is longer than 100000 characters: the rest was left out.";
    let many = "The link has more than 64 pairs: the rest was left out.";
    for (link, told, faults) in [
        (options.clone(), long, 65),
        (options[..90_000].to_owned(), many, 64),
        (format!("bakery?processes=2&{}", "x&".repeat(500_000)), long, 65),
        (format!("bakery?processes=2&{}", "&".repeat(500_000)), long, 1),
        (format!("bakery?processes=2&x={}", "é".repeat(60_000)), long, 2),
        (format!("bakery?processes=2&x={}", "%".repeat(500_000)), long, 2),
        (panels, "There is no panel “a”", 40_001),
        (format!("bakery?processes=2&v=1&run=AAFRf.{}", "a".repeat(500_000)), long, 1),
    ] {
        let Parsed { scenario, notices, .. } = Scenario::parse(&link).unwrap();
        let count = faults.min(11);
        assert_eq!(notices.len(), count, "{notices:?}");
        let is_told = notices.iter().any(|notice| notice.starts_with(told));
        // the first ten are written out
        assert!(is_told || told == many, "{notices:?}");
        assert!(notices.iter().all(|notice| notice.len() < 300), "{notices:?}");
        if faults > 10 {
            assert_eq!(notices[10], format!("The link has {} more faults.", faults - 10));
        }
        assert_eq!(scenario.setting.get("processes"), "2");
    }
    let pairs = "speed=2&".repeat(64);
    assert!(Scenario::parse(&format!("bakery?{pairs}")).unwrap().notices.is_empty());
    let notices = Scenario::parse(&format!("bakery?{pairs}speed=1")).unwrap().notices;
    assert_eq!(notices, [many]);
    // names that no algorithm has are not compared at any length
    let problem = Scenario::parse(&"bakery".repeat(100_000)).unwrap_err().0;
    assert!(problem.len() < 100, "{problem}");
}

/// A link of another version that was damaged besides says both.
#[test]
fn damage_is_told_with_another_version() {
    let notices = |link: &str| Scenario::parse(link).unwrap().notices;
    let version = "The link was made with a newer version of this model (2; here is 1)";
    let altered = "The check at the end of the link does not match";
    for (link, damaged) in [
        ("bakery?v=2&run=AAFRf.iFzS", false),
        // the check of version 1
        ("bakery?v=2&run=AAFRf.vzf6", true),
        ("bakery?v=2&at=9&run=AAFRf.iFzS", true),
    ] {
        let notices = notices(link);
        assert!(notices[0].starts_with(version), "{notices:?}");
        assert_eq!(notices.len(), 1 + usize::from(damaged), "{notices:?}");
        assert!(!damaged || notices[1].starts_with(altered), "{notices:?}");
    }
}

/// Whoever copies the address of a page that was just opened has a link, too.
#[test]
fn the_address_of_a_page_names_its_algorithm() {
    for link in [
        "token-ring.html",
        "https://example.org/interleave/token-ring.html",
        "https://example.org/interleave/token-ring.html#",
        "https://example.org/index.html#/token-ring/",
    ] {
        let Parsed { scenario, notices, .. } = Scenario::parse(link).unwrap();
        assert_eq!((scenario.to_string().as_str(), notices.len()), ("token-ring", 0), "{link}");
    }
    let problem = Scenario::parse("https://example.org/token-rinj.html").unwrap_err().0;
    assert_eq!(problem, "There is no algorithm called “token-rinj”. Did you mean “token-ring”?");
}

/// How a moment is shown is part of a link, and may be added to any.
#[test]
fn how_it_is_shown_is_added_to_a_link() {
    let link = "bakery?v=1&run=AAFRf.vzf6&steps=3-8&panels=stage%2Cverdicts&speed=0.5";
    let Parsed { scenario, notices, .. } = Scenario::parse(link).unwrap();
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!((scenario.at, scenario.steps), (3, Some((3, 8))));
    assert!(
        scenario.shown.panels.has(Panel::Verdicts) && !scenario.shown.panels.has(Panel::Narration)
    );
    assert_eq!(scenario.shown.speed.tick_ms, 1_600);
    let again = format!("{link}&panels=stage&speed=2&theme=dark&theme=light");
    let again = Scenario::parse(&again).unwrap();
    assert!(again.notices.is_empty(), "{:?}", again.notices);
    assert_eq!(
        (again.scenario.shown.theme, again.scenario.shown.speed.tick_ms),
        (Theme::Light, 400)
    );
    let mut plain = scenario.plain();
    plain.steps = None;
    assert_eq!(
        plain,
        Scenario { at: 3, ..Scenario::parse("bakery?v=1&run=AAFRf.vzf6").unwrap().scenario }
    );
    // at the end, too
    let end = Scenario { steps: Some((3, 10)), at: 10, ..scenario.clone() };
    assert_eq!(Scenario::parse(&end.to_string()).unwrap().scenario, end);
    // elsewhere than where the link leads
    let early = Scenario { steps: None, at: 2, ..scenario }.to_string();
    let parsed = Scenario::parse(&format!("{early}&steps=3-8")).unwrap();
    assert_eq!(parsed.scenario.at, 3);
    assert!(
        parsed.notices[0].starts_with("The link asks for step 2, outside"),
        "{:?}",
        parsed.notices
    );
}

/// A run that goes round is a link like any other; the check covers where the loop begins.
#[test]
fn a_loop_is_part_of_a_link() {
    let link = "semaphore-server?entries=unbounded&queue=lifo&v=1&loop=9\
                &run=YBUZOVliI65CUZXVliI7.1C5E";
    let parsed = Scenario::parse(link).unwrap();
    assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
    assert_eq!((parsed.scenario.loops_from, parsed.scenario.to_string()), (Some(9), link.into()));
    for other in ["8", "10"] {
        let parsed = Scenario::parse(&link.replace("loop=9", &format!("loop={other}"))).unwrap();
        assert_eq!(parsed.scenario.loops_from, None);
        let notice = &parsed.notices[0];
        assert!(notice.contains("the run does not come back there"), "{notice}");
    }
    let cut = link.replace("YBUZOVliI65CUZXVliI7", "YBUZOVliI65CUZXVli");
    assert_eq!(Scenario::parse(&cut).unwrap().scenario.loops_from, None);
    let without = Scenario::parse(&link.replace("&loop=9", "")).unwrap();
    assert!(without.notices[0].starts_with("The check at the end"), "{:?}", without.notices);
}

/// A run that the model does not take ends there, and says which step and why.
#[test]
fn a_step_that_is_not_possible_is_told() {
    let entry = catalog::entry("bakery").unwrap();
    let mut run = vec![Action::step(0); 4];
    run.push(Action::step(7));
    let scenario = Scenario::new(entry).with_run(run);
    let trace = scenario.trace();
    let why = trace.refused.unwrap().why;
    assert_eq!(why, "Step 5 (process 7 steps) cannot be taken: there is no process 7.");
    assert_eq!((trace.steps.len(), scenario.moment().at), (4, 4));
}

#[test]
fn what_an_author_says_survives_the_link() {
    let link = "bakery?v=1&run=AAFRf.vzf6";
    let mut scenario = Scenario::parse(link).unwrap().scenario;
    for words in
        ["Who goes first?", "a & b | c # d % e; f", "50 % “of” them", "número 1 → 2", "a=b&amp;c"]
    {
        scenario.caption = words.into();
        scenario.moments =
            vec![Caption { at: 3, words: words.into() }, Caption { at: 9, words: "then".into() }];
        let parsed = Scenario::parse(&scenario.to_string()).unwrap();
        assert!(parsed.notices.is_empty(), "{scenario}: {:?}", parsed.notices);
        assert_eq!(parsed.scenario, scenario, "{scenario}");
    }
    // another run is not what was spoken of
    assert!(scenario.with_run(Vec::new()).caption.is_empty());
}

#[test]
fn a_caption_or_path_that_cannot_be_used_gets_a_sentence() {
    let notices = |pair: &str| {
        let parsed = Scenario::parse(&format!("bakery?{pair}&v=1&run=AAFRf.vzf6")).unwrap();
        (parsed.notices.join(" "), parsed.scenario)
    };
    let (said, scenario) = notices(&format!("caption={}", "long ".repeat(99)));
    assert_eq!(said, "The caption is cut to 200 characters.");
    assert!(scenario.caption.chars().count() <= 200);
    let (said, scenario) = notices("path=2:here|soon:there|77:beyond");
    assert!(said.contains("“soon:there” is not a moment"), "{said}");
    assert!(said.contains("The path has a moment at step 77, and the run has 10."), "{said}");
    assert_eq!(scenario.moments.len(), 1);
    let many: Vec<String> = (0..14).map(|it| format!("{}:m", it % 10)).collect();
    let (said, scenario) = notices(&format!("path={}", many.join("|")));
    assert_eq!(said, "A path has at most 12 moments. The rest is left out.");
    assert_eq!(scenario.moments.len(), 12);
}
