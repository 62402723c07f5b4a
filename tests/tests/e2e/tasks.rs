//! A teacher's task, its answers and their grades; and the variants of a setting.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    keyboard::press,
    page::{Page, on_page, with_browser},
};
use thirtyfour::Key;

use crate::reader::{click, everybody_can_read, fits, says, script, until};

const FORCE: &str = "const it = document.querySelector('textarea');
    it.setRangeText('x', 0, 9, 'end');
    it.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return it.value.split('\\n')[0];";

const LOCKED: &str = "return [...document.querySelectorAll('.row')].some(it =>
    it.querySelector('.number').innerText === '21' && it.innerText.includes('flag[i] ← false'))";

const GREEN: &str = "return document.querySelectorAll('.own.good').length";

const CHOOSE: &str = "const label = [...document.querySelectorAll('.settings label')]
    .find(it => it.innerText.startsWith('Crashes'));
    const select = label.querySelector('select');
    select.selectedIndex = 1;
    select.dispatchEvent(new Event('change', { bubbles: true }));";

/// Where line 15 of Peterson's lock stands in the text of its own setting: three lines above it are not there.
const ROW: usize = 12;

/// The numbers and the words of the student's rows.
const ROWS: &str = "return [...document.querySelectorAll('.row')].map(it => it.innerText.replace(/\\s+/g, ' ').trim()).join('\\n')";

const ANSWERS: &str =
    "return [...document.querySelectorAll('.grades code')].slice(0, 3).map(it => it.innerText)";

/// The address of the link that says so.
async fn leads_to(page: &Page, words: &str) -> Result<String> {
    const FIND: &str = "return [...document.querySelectorAll('a')].find(it => it.innerText === arguments[0])?.href";
    let href = script(page, FIND, vec![json!(words)]).await?;
    Ok(href.as_str().with_context(|| format!("no link {words:?}"))?.to_owned())
}

/// Writes links into the field as a hand does.
async fn write(page: &Page, text: &str) -> Result<()> {
    // seen twice: what is written before the page listens is gone
    const WRITE: &str = "const it = document.querySelector('textarea');
        if (!it || it.value === arguments[0]) return !!it;
        it.value = arguments[0];
        it.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return false;";
    until(page, WRITE, vec![json!(text)]).await
}

/// The sentence beside a property.
async fn is_told(page: &Page, property: &str, begins: &str) -> Result<()> {
    const TOLD: &str = "return [...document.querySelectorAll('.verdicts li')].some(it =>
        it.querySelector('.property').textContent === arguments[0]
        && it.querySelector('.outcome').textContent.startsWith(arguments[1]))";
    until(page, TOLD, vec![json!(property), json!(begins)]).await
}

async fn goes(page: &Page, to: &str) -> Result<()> {
    page.driver.goto("about:blank").await?;
    Ok(page.driver.goto(to).await?)
}

/// Types at the end of a line of the student's text, counted from 1 as it stands there.
async fn write_in(page: &Page, line: usize, keys: &str) -> Result<()> {
    const GO: &str = "const it = document.querySelector('textarea');
        const at = it.value.split('\\n').slice(0, arguments[0]).join('\\n').length;
        it.focus();
        it.setSelectionRange(at, at);";
    script(page, GO, vec![json!(line)]).await?;
    press(&page.driver, keys).await
}

/// A line of the student's text.
async fn line(page: &Page, line: usize) -> Result<String> {
    const LINE: &str =
        "return document.querySelector('textarea').value.split('\\n')[arguments[0] - 1]";
    let text = script(page, LINE, vec![json!(line)]).await?;
    Ok(text.as_str().context("no such line")?.to_owned())
}

/// The links of a task of Peterson's lock: for a student, the teacher's own answer, and for grades.
async fn peterson(page: &Page) -> Result<[String; 3]> {
    page.load("task.html#make=peterson").await?;
    click(page, "Line 15 is free").await?;
    says(page, "main h2", "PROGRAM · 1 FREE").await?;
    says(page, ".own.good", "Your own lines solve it: everything holds.").await?;
    Ok([
        leads_to(page, "See it as a student").await?,
        leads_to(page, "Check your own answer").await?,
        leads_to(page, "Grade answers").await?,
    ])
}

#[tokio::test]
async fn a_task_is_made_answered_and_graded() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let [task, own, grade] = peterson(page).await?;
        axe::audit(&page.driver).await?;
        goes(page, &task).await?;
        says(page, "main h1", "Write line 15.").await?;
        says(page, ".settings", "Graded with A process writes: its flag first.").await?;
        is_told(page, "mutual exclusion", "fails: shortest run 7 steps").await?;
        ensure!(line(page, ROW).await? == "    ", "a line begins where it belongs");
        // the picture is of the shortest run that fails, at its end
        says(page, ".figure h2", "MUTUAL EXCLUSION: THE SHORTEST RUN THAT FAILS").await?;
        says(page, ".figure .narration", "Two are in the critical section.").await?;
        axe::audit(&page.driver).await?;
        the_student_has_an_editor(page).await?;
        write_in(page, ROW, "1 − i").await?;
        is_told(page, "mutual exclusion", "holds in all").await?;
        says(page, ".figure h2", "YOUR PROGRAM, FROM ITS START").await?;
        axe::audit(&page.driver).await?;
        everybody_can_read(page, "main", &[View::DESKTOP, View::TABLET, View::PHONE]).await?;
        View::DESKTOP.apply(&page.driver).await?;
        goes(page, &grade).await?;
        says(page, "main h1", "Grade answers").await?;
        write(page, &format!("Ada {own}\nBen {task}")).await?;
        click(page, "Check the answers").await?;
        says(page, "main h1", "Everything holds in 1 of 2 answers.").await?;
        says(page, ".grades tbody", "not graded: This is the task, and no answer.").await?;
        axe::audit(&page.driver).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// What can stand at the caret, errors at their line, and lines that stay as they are.
async fn the_student_has_an_editor(page: &Page) -> Result<()> {
    write_in(page, ROW, "tu").await?;
    says(page, ".suggestions", "turn").await?;
    press(&page.driver, Key::Enter + "").await?;
    press(&page.driver, " <- ").await?;
    says(page, ".row.wrong.free .card", "An expression is missing").await?;
    says(page, ".row.wrong .number", "15").await?;
    ensure!(line(page, ROW).await? == "    turn <- ", "{:?}", line(page, ROW).await?);
    let colours = script(page, "return !!document.querySelector('.row.free .shared')", vec![]);
    ensure!(colours.await? == true, "no colours");
    // a locked line takes neither letters nor line breaks, and says why
    let before = line(page, ROW + 2).await?;
    write_in(page, ROW + 2, "x").await?;
    says(page, ".sheet .card", "This line is locked").await?;
    press(&page.driver, Key::Enter + "").await?;
    press(&page.driver, Key::Backspace + "").await?;
    press(&page.driver, Key::Control + "a").await?;
    press(&page.driver, "x").await?;
    ensure!(line(page, ROW + 2).await? == before, "{:?}", line(page, ROW + 2).await?);
    // nor does what a browser does without asking
    let first = script(page, FORCE, vec![]).await?;
    ensure!(first == json!("algorithm Peterson's lock"), "{first}");
    // more lines than there were have numbers of their own, and those below keep theirs
    write_in(page, ROW, "").await?;
    press(&page.driver, Key::Enter + "").await?;
    says(page, ".rows", "15a").await?;
    until(page, LOCKED, vec![]).await?;
    // two levels, and the line break
    for _ in 0..3 {
        press(&page.driver, Key::Backspace + "").await?;
    }
    let left = line(page, ROW).await?;
    ensure!(left.trim_end() == "    turn ←", "{left:?}");
    if left.ends_with('←') {
        press(&page.driver, " ").await?;
    }
    Ok(())
}

/// Settings are the teacher's, and a task that his own lines do not solve is not shown as one that they do.
#[tokio::test]
async fn the_teachers_own_lines_are_graded_with_his_settings() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        page.load("task.html#make=bakery?processes=2&tie-break=none").await?;
        click(page, "Line 21 is free").await?;
        click(page, "Line 23 is free").await?;
        let told = "With “Processes: 2” and “Between equal tickets: no tie-break”, which are not the text’s own \
                    settings, your own lines do not solve it: mutual exclusion: 14 steps.";
        says(page, ".own.bad", told).await?;
        ensure!(script(page, GREEN, vec![]).await? == 0, "it is green");
        let broken = leads_to(page, "See it as a student").await?;
        everybody_can_read(page, "main", &[View::DESKTOP, View::TABLET, View::PHONE]).await?;
        click(page, "The text’s own settings").await?;
        says(page, ".own.good", "Your own lines solve it: everything holds.").await?;
        script(page, CHOOSE, vec![]).await?;
        let other = leads_to(page, "See it as a student").await?;
        for (link, words) in
            [(&broken, "Between equal tickets: no tie-break"), (&other, "Processes: 3")]
        {
            goes(page, link).await?;
            says(page, "main h1", "Write lines 21 and 23.").await?;
            says(page, ".settings", words).await?;
            only_the_setting_is_shown(page).await?;
        }
        let crashes =
            script(page, "return document.querySelector('.settings').innerText", vec![]).await?;
        ensure!(!crashes.as_str().unwrap_or_default().contains("Crashes: none"), "{crashes}");
        console::no_errors(&page.driver).await
    })
    .await
}

/// Neither conditions nor other values, and the numbers of the whole listing.
async fn only_the_setting_is_shown(page: &Page) -> Result<()> {
    let rows = script(page, ROWS, vec![]).await?;
    let rows = rows.as_str().context("rows")?.to_owned();
    ensure!(rows.contains("22 number[i] ← 1 +") && !rows.contains("with "), "{rows}");
    ensure!(!rows.contains("option hand") && !rows.contains("option registers"), "{rows}");
    Ok(())
}

/// A link from before lines kept their numbers.
const OLD_TASK: &str = "A62VMQuEMAyF9_yKwA13B1Io3HC6i4uCm6MoCoqoYP3_-NqqiIuibqWhoUne96K1VGIEqu8oUw0nCJRYlxCy_Amq6qKAzZ7Nph0C72hDSjxnfytLzIsDwaFY7x2wNFYwm1ybOjYkR7ZEfymR46GHDbT8ke5ffgUtoBpheKZZqWHfMZOwZ7pJ2AV0DhW8-Z2O7QX9jMLua-eUd08";

#[tokio::test]
async fn old_task_links_keep_working() -> Result<()> {
    on_page(&format!("task.html#task={OLD_TASK}"), View::DESKTOP, async |page| {
        says(page, "main h1", "Write line 14.").await?;
        says(page, "aside", "One property is hidden").await?;
        write_in(page, 14, "flag[i] <- true").await?;
        press(&page.driver, Key::Enter + "turn <- 1 − i").await?;
        is_told(page, "mutual exclusion", "holds in all").await
    })
    .await
}

/// Names beside answers beside verdicts: nothing covers anything, at any width.
#[tokio::test]
async fn thirty_answers_are_read() -> Result<()> {
    const CROSSED: &str = "const parts = row => [...row.querySelectorAll('.cell, a > code, .why')]
            .map(it => it.getBoundingClientRect()).filter(it => it.width);
        const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return [...document.querySelectorAll('.grades tbody tr')].filter(row => {
            const all = parts(row);
            return all.some((a, nth) => a.right > innerWidth || all.slice(nth + 1).some(b => meet(a, b)));
        }).map(row => row.innerText)";
    with_browser(View::DESKTOP, async |page| {
        let [task, _, grade] = peterson(page).await?;
        let long = "    pause  # nothing can be done here, as far as I can see, and I have looked at it for a long time";
        let lines = ["    turn ← 1 − i", "    turn ← i", long, "    turn ← ("];
        let all: Vec<String> = (0..30)
            .map(|nth| {
                let answer = session::task::pack_answer(&[lines[nth % 4].to_owned()]);
                format!("Student number {nth} of the second group {task}&answer={answer}")
            })
            .collect();
        goes(page, &grade).await?;
        says(page, "main h1", "Grade answers").await?;
        write(page, &all.join("\n")).await?;
        click(page, "Check the answers").await?;
        says(page, "main h1", "Everything holds in 8 of 30 answers.").await?;
        says(page, ".grades thead", "fails in").await?;
        let answers = script(page, ANSWERS, vec![]).await?;
        ensure!(answers == json!(["turn ← 1 − i", "turn ← i", "pause"]), "{answers}");
        for view in [View::DESKTOP, View::TABLET, View::PHONE] {
            view.apply(&page.driver).await?;
            fits(page, view).await?;
            let crossed = script(page, CROSSED, vec![]).await?;
            ensure!(crossed == json!([]), "{view:?}: {crossed}");
        }
        axe::audit(&page.driver).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn variants_tell_which_change_repairs() -> Result<()> {
    on_page("bakery.html#processes=2&tie-break=none", View::DESKTOP, async |page| {
        click(page, "Variants").await?;
        says(page, ".face-title", "One change repairs it.").await?;
        let rows = script(
            page,
            "return document.querySelectorAll('.variants-table .smallest').length",
            vec![],
        );
        ensure!(rows.await? == 1, "one row is marked");
        axe::audit(&page.driver).await?;
        // a failure is a run, beside the picture
        click(page, "8 steps").await?;
        says(page, ".transport", "8").await?;
        until(page, "return document.querySelector('.scene').dataset.face === 'picture'", vec![])
            .await?;
        click(page, "Variants").await?;
        any_option_may_change(page).await
    })
    .await
}

/// Each in turn, down to none, and one again; where the reader presses nothing moves.
async fn any_option_may_change(page: &Page) -> Result<()> {
    const CHIPS: &str = "const all = [...document.querySelectorAll('.variants-options .chip')];
        const is_on = it => it.ariaPressed === 'true';";
    const LET_GO: &str = "all.find(is_on).click();
        return all.length";
    const ONE: &str = "all.find(it => it.textContent === 'tie-break').click()";
    click(page, "Which options may change").await?;
    while script(page, &format!("{CHIPS} return all.some(is_on)"), vec![]).await? == true {
        let count = script(page, &format!("{CHIPS} {LET_GO}"), vec![]).await?;
        ensure!(count.as_u64() > Some(1), "{count} options");
    }
    says(page, ".face-title", "Choose an option that may change.").await?;
    script(page, &format!("{CHIPS} {ONE}"), vec![]).await?;
    says(page, ".face-note", "one change of tie-break.").await?;
    let stays = "return document.querySelector('.variants-options').open";
    ensure!(script(page, stays, vec![]).await? == true, "the fold has closed");
    Ok(())
}
