//! Listings in links.

use catalog::{Life, Limits, Outcome, Report, Scenario, plain};

fn open(link: &str) -> catalog::Parsed {
    Scenario::parse(link).unwrap()
}

fn check(scenario: &Scenario) -> Report {
    let mut search = scenario.search(Limits::default());
    search.advance(usize::MAX);
    search.report()
}

/// The shortest run that breaks a property.
fn shortest(report: &Report, property: &str) -> Option<usize> {
    let verdict = report.verdicts.iter().find(|verdict| verdict.property == property).unwrap();
    match &verdict.outcome {
        Outcome::Holds => None,
        _ => verdict.run().map(<[_]>::len),
    }
}

#[test]
fn a_published_listing_is_checked_like_any_algorithm() {
    let scenario = open("peterson").scenario;
    let report = check(&scenario);
    assert_eq!(shortest(&report, "mutual exclusion"), None);
    let broken = check(&open("peterson?order=turn-first").scenario);
    assert_eq!(shortest(&broken, "mutual exclusion"), Some(9));
}

/// Of processes beyond the ninth, in a link and in the names of steps.
#[test]
fn a_run_of_sixteen_processes_comes_back_from_its_link() {
    let text = "algorithm Greetings\nmessage hello\nprocess i of 16:\n  own sent: bool\n  own from: none | \
                process\n  when not sent:\n    sent ← true\n    send hello to 15 − i\n  on hello from j: \
                from ← j\n";
    let steps = "sf df0a sa da5a s0 d0fa s9";
    let run: Vec<_> = steps.split(' ').map(|text| text.parse().unwrap()).collect();
    let scenario = open("new").scenario.with_text(text).with_run(run);
    let parsed = open(&scenario.to_string());
    assert_eq!((&parsed.scenario, parsed.notices.len()), (&scenario, 0));
    let names: Vec<String> = parsed.scenario.run.iter().map(ToString::to_string).collect();
    assert_eq!(names.join(" "), steps);
    let view = parsed.scenario.moment().view;
    assert_eq!(view.processes.len(), 16);
    assert_eq!(view.processes[0].locals.iter().find(|local| local.0 == "from").unwrap().1, "15");
    assert_eq!(view.processes[15].locals.iter().find(|local| local.0 == "from").unwrap().1, "0");
    let trace = parsed.scenario.trace();
    assert_eq!(trace.steps[0].process, Some(15));
    assert_eq!(trace.order.vector(1)[15], 1);
}

/// Who is alone in a role is told by its name, and outcomes by what they choose.
#[test]
fn a_single_role_and_a_choice_are_told_by_name() {
    let text = "algorithm Partners\nmessage ask(of: process)\nalice:\n  sections idle, asking\n  own \
                partner: none | process\n  when idle:\n    choose partner in {bob, eve}\n    become \
                asking\n  when asking:\n    send ask(alice) to (bob if partner = bob else eve)\n    \
                become idle\nbob:\n  own sign: none | x | y\n  on ask(of): choose sign in x | y\neve:\n  \
                own seen: set of process\n  on ask(of): seen ← {of, eve}\nalways true: true\n";
    let open = |run: &str| {
        let scenario = open("new").scenario.with_text(text);
        assert!(scenario.text.as_ref().unwrap().errors().is_empty());
        scenario.with_run(run.split_whitespace().map(|text| text.parse().unwrap()).collect())
    };
    let labels = |run: &str| {
        let next = open(run).moment().next;
        next.into_iter()
            .filter(|choice| choice.row.is_some())
            .map(|choice| choice.label)
            .collect::<Vec<_>>()
    };
    let chosen = ["set partner to bob and start asking", "set partner to eve and start asking"];
    assert_eq!(labels("")[..2], chosen);
    assert_eq!(
        plain(&open("s0=2").moment().said),
        "The alice sets partner to eve and starts asking."
    );
    assert_eq!(open("s0=2").moment().view.processes[0].locals[0].1, "eve");
    let signs = [
        "receive ask(alice) from the alice: set sign to x",
        "receive ask(alice) from the alice: set sign to y",
    ];
    assert_eq!(labels("s0=1 s0")[2..], signs);
    assert_eq!(open("s0=2 s0 d02a").moment().view.processes[2].locals[0].1, "{alice, eve}");
}

/// Who waits for a semaphore where it may rest is not done: others may wake it.
#[test]
fn who_rests_and_may_be_woken_is_not_done() {
    let text = "algorithm A\nshared full: 0..2\nproducer, 2 times:\n  putting: atomic full ← full + \
                1\nconsumer, for ever:\n  rests in taking when full = 0\n  taking: atomic: await full > \
                0; full ← full − 1\n";
    let moment = open("new").scenario.with_text(text).moment();
    assert_eq!(moment.view.processes[1].life, Life::Resting);
    assert_eq!(moment.next[1].why.as_deref(), Some("has nothing to do now"));
}

/// A line of which nothing is seen is told in words.
#[test]
fn a_line_of_several_statements_is_told_in_words() {
    let text = "algorithm A\nghost seen: 0..9\nprocess i of 1:\n  going:\n    pause; seen ← seen + 1\n    \
                pause; skip\n";
    let scenario = open("new").scenario.with_text(text);
    let told = |run: &str| {
        let run = run.split_whitespace().map(|text| text.parse().unwrap()).collect();
        plain(&scenario.with_run(run).moment().said)
    };
    assert_eq!(told("s0"), "Process 0 pauses and sets seen.");
}

#[test]
fn a_changed_listing_travels_in_its_link() {
    let published = open("peterson").scenario;
    let source = published.source().replacen("or turn = i", "or turn ≠ i", 1);
    let changed = published.with_text(&source);
    assert!(changed.text.as_ref().unwrap().errors().is_empty());
    let report = check(&changed);
    let steps = shortest(&report, "mutual exclusion").expect("it breaks");
    let run = report.verdicts[0].run().unwrap().to_vec();
    let moment = changed.with_run(run);
    let again = open(&moment.to_string());
    assert!(again.notices.is_empty(), "{:?}", again.notices);
    assert_eq!(again.scenario, moment);
    assert_eq!(again.scenario.run.len(), steps);
    assert!(again.scenario.moment().fails());
    // and back
    let back = again.scenario.with_text(published.source());
    assert_eq!(back.text, None);
}

#[test]
fn what_is_wrong_with_a_listing_is_a_sentence_and_the_published_one_runs() {
    let published = open("peterson").scenario;
    let source = published.source().replacen("turn = i", "trun = i", 1);
    let link = published.with_text(&source).to_string();
    let parsed = open(&link);
    assert_eq!(parsed.notices.len(), 1, "{:?}", parsed.notices);
    assert!(parsed.notices[0].contains("trun"), "{}", parsed.notices[0]);
    // the text is still there, to be mended
    assert_eq!(parsed.scenario.source(), source);
    assert_eq!(parsed.scenario.moment(), published.moment());

    let cut = open("peterson?text=AgAA");
    assert_eq!(cut.notices.len(), 1, "{:?}", cut.notices);
    assert_eq!(cut.scenario, published);
}

#[test]
fn a_new_algorithm_is_found_by_its_name_alone_and_begins_with_a_lock() {
    assert!(catalog::entries().iter().all(|entry| entry.slug != "new"));
    let new = open("new").scenario;
    let report = check(&new);
    assert_eq!(shortest(&report, "mutual exclusion"), None);
    // two lines exchanged, and it is none
    let (flag, turn) = ("    flag[i] ← true\n", "    turn ← 1 − i\n");
    let source = new.source();
    let exchanged = source.replacen(&format!("{flag}{turn}"), &format!("{turn}{flag}"), 1);
    assert_ne!(source, exchanged);
    let broken = check(&new.with_text(&exchanged));
    assert_eq!(shortest(&broken, "mutual exclusion"), Some(9));
    assert!(new.with_text(&exchanged).to_string().len() < 60);
}

/// A link cannot turn around what the page says.
#[test]
fn what_nobody_sees_is_left_out_or_shown_by_its_number() {
    for hidden in ["%E2%80%AE", "%E2%81%A6", "%E2%80%8B", "%1B", "%0A"] {
        let char = percent_encoding::percent_decode_str(hidden).decode_utf8().unwrap();
        let parsed =
            open(&format!("bakery?caption=who{hidden}waits&path=0:no{hidden}body&x{hidden}y=1"));
        assert_eq!(parsed.scenario.caption, "whowaits");
        assert_eq!(parsed.scenario.moments[0].words, "nobody");
        let said = parsed.notices.join("\n");
        assert!(
            said.contains("The caption is shown without characters that nobody sees."),
            "{said}"
        );
        assert!(said.contains("The words of the moment at step 0 are shown without"), "{said}");
        let code = format!("has no option “xU+{:04X}y”", u32::from(char.chars().next().unwrap()));
        assert!(said.contains(&code), "{said}");
        let other = Scenario::parse(&format!("ba{hidden}kery")).unwrap_err();
        assert!(!other.0.contains(&*char), "{other}");
    }
}

/// Links as long as an address can be; read in one go, however often a pair is there.
#[test]
fn a_long_link_is_read_up_to_its_bounds() {
    let notices = |link: String| open(&link).notices;
    let said = notices(format!("bakery?{}", "x&".repeat(500_000)));
    assert_eq!(said[0], "The link is longer than 100000 characters: the rest was left out.");
    assert_eq!(said[1], "“x” has no value and was left out.");
    // ten of them, and how many more: 64 pairs, and the bounds of characters and pairs
    assert_eq!((said.len(), &said[10][..]), (11, "The link has 56 more faults."));
    let said = notices(format!("bakery?{}", "&amp;".repeat(400_000)));
    // the cut may go through one
    assert!(said.len() <= 2, "{said:?}");
    let said = notices(format!("bakery?{}", "processes=_&".repeat(200_000)));
    assert_eq!(said[2], "“processes” is given again: the first was used.");
    for parts in ["path=1:x|", "panels=x,", "caption=%2526", "run=AAAA"] {
        let (name, part) = parts.split_once('=').unwrap();
        assert!(!notices(format!("bakery?{name}={}", part.repeat(100_000))).is_empty(), "{parts}");
    }
    for alone in ["x&", "&amp;", "a=bakery&", "#x", "bakery/"] {
        let why = Scenario::parse(&alone.repeat(200_000)).unwrap_err().0;
        assert!(why.starts_with("There is no algorithm called “") && why.len() < 300, "{why}");
    }
}

/// Made before a text could say where its processes rest.
const FIRST_EDITION: &str = "new?text=AZ1XwW4UMQy9z1dE4rIjbSsQB2AlLggJiQMc4L7K7kxh1C4TzUStVqhn7nwiX8KzYzuZaVRV7aW7m8RxbL_n51zS3-_Gi_DTzz2h6TTE5oX7fOk-TR764QuEw0ws-9FH7z7Qpq-hnzzb-3YGdk-z27x69-Zte9kYwvyEO4ZAqWYwvdaVwzT6DnxIv-PJ-8N5z5ToI_4f-yw60NKv-xC3pD-i_kyqCAU9s44hNtWF4RTgEbPdL4gYUjlce750JZUg3slqqONdJ1SmP4wTRNpVpO7OYLoAqT0USE-SRiaBwB8vTZ4FNB4gu6LDtk4IdIM8pfBjgV1qm-YIfKI3ohkwcEUcKk8b7SzPueofAwpxRbVSYEUkPcvU0honKFnjptOZGCtiLxum_gqw6ITtHIXDQI3Oqt4wqskhkxgRGlj1AgsKiWgpKRa3KWrlRsJq8g4er3fmawG69G6WV-kkNXcFhlNHCmlj-RMrbd2nSvwyGOCUImDBb2FlZPfIlaFuN6MsqaVUgSI0g4X-FlvPVLcSJQ5F-ggpGO4LuaiBUZqviLMyr_XtSbSZqBxjAW5WcuuSeC8F8TBZpWLUOmnKyIdVMbJcN_l_N07XrPmlpLqtZDvSR74BkGenteg4dkfzXixoF5r90O0J4OShfclRlLrhRGCFk3eUFXmGulJEPZ8Ba-iRddzFE25saoMnAiNIDALalVNittzGRvdjuO0xHZXBlLenA8ASyDLdafXXZugiQSlseSzQKNorNNW2sltd1TQyBUvUqlRSkbhmEF78vmewi-_0XQ8It9EEQ6P3TXmOGAcn__35m1O2ZIrF9H4j-ndnqeLmuskGsw9tKWip49O7yQSG9QRwzfZ_";

#[test]
fn a_listing_of_the_first_edition_is_translated() {
    let opened = open(FIRST_EDITION);
    assert!(opened.notices[0].contains("`rests in …`"), "{:?}", opened.notices);
    let source = opened.scenario.source();
    let line = "  sections working, prepared, committed, aborted\n  rests in committed, aborted\n";
    assert!(source.contains(line), "{source}");
    let report = check(&opened.scenario);
    assert_eq!((report.states, shortest(&report, "no deadlock")), (1_703, None));
}

/// Beside the picture, of a published listing or of another one.
#[test]
fn a_link_watches_expressions() {
    let link = "peterson?watch=turn%20=%200|{i in process: flag[i]}|turn = 0";
    let parsed = open(link);
    assert_eq!(parsed.notices, [""; 0]);
    assert_eq!(parsed.scenario.watched, ["turn = 0", "{i in process: flag[i]}"]);
    let values = |scenario: &Scenario| {
        let watched = scenario.moment().view.watched;
        watched.into_iter().map(|watched| watched.value).collect::<Vec<_>>()
    };
    assert_eq!(values(&parsed.scenario), ["true", "{}"]);
    assert_eq!(open(&parsed.scenario.to_string()).scenario, parsed.scenario);
    let text = format!("{}watch flag[1]\n", parsed.scenario.source());
    assert_eq!(values(&parsed.scenario.with_text(&text)), ["false", "true", "{}"]);
    let wrong = open("peterson?watch=trun|turn%0Aalways x: 1|turn");
    assert_eq!(wrong.scenario.watched, ["turn"]);
    assert_eq!(wrong.notices.len(), 2, "{:?}", wrong.notices);
    assert!(wrong.notices[0].contains("“trun” cannot be watched"), "{:?}", wrong.notices);
    let many: Vec<String> = (0..9).map(|it| format!("size(critical) = {it}")).collect();
    let many = open(&format!("peterson?watch={}", many.join("|")));
    assert_eq!(many.scenario.watched.len(), catalog::WATCHED_MAX);
}

#[test]
fn a_text_is_read_where_the_link_says_and_its_own_goes_before() {
    let source = "algorithm Elsewhere\nprocess i of 2:\n  going:\n    pause\n";
    let link = "new?from=https://example.org/a%2526b.ilv";
    let address = "https://example.org/a&b.ilv";
    assert_eq!(
        catalog::address_in(&format!("https://lab.org/new.html#{link}")).as_deref(),
        Some(address)
    );
    let unread = open(link);
    assert_eq!(unread.scenario, open("new").scenario);
    assert!(
        unread.notices[0].starts_with(&format!("The text at {address} has not been read")),
        "{:?}",
        unread.notices
    );

    catalog::keep_text(address, source);
    let read = open(link);
    assert_eq!(read.scenario.source(), source);
    assert_eq!(read.notices, [format!("The text was read from {address}.")]);
    // the link of the moment has the text itself
    let link = read.scenario.to_string();
    assert!(link.starts_with("new?text=") && !link.contains("example.org"), "{link}");
    assert_eq!(open(&link).scenario, read.scenario);
    assert_eq!(catalog::address_in(&format!("{link}&from=https://example.org/x")), None);
}

#[test]
fn a_run_of_a_text_that_has_changed_at_its_address_says_so() {
    let address = "https://example.org/changing.ilv";
    let text =
        |words: &str| format!("algorithm Changing\nprocess i of 2:\n  {words}:\n    pause\n");
    catalog::keep_text(address, &text("going"));
    let mut scenario = open(&format!("new?from={address}")).scenario;
    scenario = scenario.with_run(vec!["s0".parse().unwrap()]);
    let written = scenario.to_string();
    let (_, rest) = written.split_once('&').unwrap();
    let link = format!("new?from={address}&{rest}");
    assert_eq!(open(&link).notices, [format!("The text was read from {address}.")]);
    catalog::keep_text(address, &text("waiting"));
    let changed = open(&link);
    assert!(changed.notices[0].contains("the text at the address"), "{:?}", changed.notices);
}

#[test]
fn what_is_no_address_of_a_text_is_told() {
    for address in [
        "javascript:alert(1)",
        "http://example.org/a.ilv",
        "http://localhost.example.org/",
        "lock.ilv",
    ] {
        let parsed = open(&format!("new?from={address}"));
        assert!(
            parsed.notices[0].contains("is no address of a text"),
            "{address}: {:?}",
            parsed.notices
        );
        assert_eq!(catalog::address_in(&format!("#new?from={address}")), None);
    }
    assert!(catalog::address_in("#new?from=http://localhost:8000/lock.ilv").is_some());
}
