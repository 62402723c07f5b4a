//! What is measured, on the page: the same numbers as the catalog's, in the picture and the table.
use anyhow::{Context, Result, ensure};
use catalog::{Plot, Scenario};
use serde_json::{Value, json};
use tests::{
    axe,
    browser::{Theme, View},
    console,
    page::{Page, on_page, with_browser},
};

use crate::reader::{click, says, script, until};

const FACE: &str = "Counts";
/// So many figures, and all measured.
const WHOLE: &str = "const all = [...document.querySelectorAll('.plot')];
    return all.length === arguments[0] && all.every(it => it.ariaBusy === 'false')";
/// Of a figure the cells of its table, row by row, and the numbers in its picture.
const NUMBERS: &str = "const it = document.querySelectorAll('.plot')[arguments[0]];
    const text = it => it.textContent.trim();
    const cells = row => [...row.children].map(text);
    const drawn = [...it.querySelectorAll('.plot-sheet .plot-value')].map(text);
    return [[...it.querySelectorAll('tbody tr')].map(cells), drawn]";

fn plots(link: &str) -> Result<Vec<Plot>> {
    let plots = Scenario::parse(link)?.scenario.plots();
    Ok(plots.into_iter().map(catalog::Plotting::whole).collect())
}

async fn open(page: &Page, figures: usize) -> Result<()> {
    click(page, FACE).await?;
    until(page, WHOLE, vec![json!(figures)]).await
}

async fn numbers(page: &Page, nth: usize) -> Result<(Value, Value)> {
    let all = script(page, NUMBERS, vec![json!(nth)]).await?;
    Ok((all[0].clone(), all[1].clone()))
}

#[tokio::test]
async fn picture_and_table_are_measured_in_the_tab() -> Result<()> {
    on_page("#row-isolation?columns=3", View::DESKTOP, async |page| {
        // nothing is measured or drawn before it is asked for
        let figures = "return document.querySelectorAll('.plot').length";
        ensure!(script(page, figures, vec![]).await? == json!(0));
        let all = plots("row-isolation?columns=3")?;
        open(page, all.len()).await?;
        for (nth, plot) in all.iter().enumerate() {
            let (mut rows, mut means) = (Vec::new(), Vec::new());
            for it in &plot.series {
                rows.push(vec![it.name.to_owned()]);
                for point in &it.points {
                    let (mean, spread) = point.y.zip(point.spread).context("it was measured")?;
                    means.push(mean.to_string());
                    let [ninety, most] = [format!("≤ {}", spread.ninety), spread.most.to_string()];
                    rows.push(vec![point.x.clone(), mean.to_string(), ninety, most]);
                }
            }
            let (table, drawn) = numbers(page, nth).await?;
            ensure!(table == json!(rows), "{table} is not {rows:?}");
            ensure!(drawn == json!(means), "{drawn} is not {means:?}");
        }

        // the worst of four writers to one row, to be watched
        let worst = all[0].series[0].points.last().and_then(|it| it.run.as_ref());
        let worst = worst.context("there is a worst run")?;
        let link =
            format!("const it = document.querySelector(`.plot a[href='#{worst}']`); it.click()");
        script(page, &link, vec![]).await?;
        says(page, ".where", &format!("step {0} of {0}", worst.at)).await?;
        console::no_errors(&page.driver).await?;

        // the knobs are part of what is measured
        page.visit("#row-isolation?line-40=as-printed").await?;
        open(page, 2).await?;
        let (table, drawn) = numbers(page, 0).await?;
        ensure!(table[1] == json!(["1", "none", "none", "none"]) && drawn == json!([]), "{table}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn ends_are_bars() -> Result<()> {
    on_page("#torn-assignment", View::PHONE, async |page| {
        open(page, 1).await?;
        let (table, drawn) = numbers(page, 0).await?;
        ensure!(table == json!([["−1", "2"], ["255", "1"], ["−256", "1"], ["0", "2"]]), "{table}");
        ensure!(drawn == json!(["−1", "2", "255", "1", "−256", "1", "0", "2"]), "{drawn}");
        says(page, ".plot p", "Of all 6 interleavings, through 15 states").await
    })
    .await
}

#[tokio::test]
async fn everybody_can_read_it() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        for (route, figures) in [("#row-isolation", 2), ("#torn-assignment?parts=4", 1)] {
            page.visit(route).await?;
            open(page, figures).await?;
            for view in [View::DESKTOP, View::PHONE, View::of_size(320, 640)] {
                for theme in Theme::BOTH {
                    view.theme(theme).apply(&page.driver).await?;
                    axe::audit(&page.driver).await?;
                    let wide = "return document.documentElement.scrollWidth > innerWidth";
                    ensure!(script(page, wide, vec![]).await? == json!(false), "scrolls sideways");
                }
            }
        }
        // there is no such face where nothing is measured
        page.visit("#bakery").await?;
        let folds = "return document.querySelectorAll('.plots').length";
        ensure!(script(page, folds, vec![]).await? == json!(0));
        console::no_errors(&page.driver).await
    })
    .await
}

/// Stable storage, in the middle of writing its first copy.
#[tokio::test]
async fn a_crash_is_drawn_before_it_comes() -> Result<()> {
    // lines of a picture, which have no spaces between them
    const SAYS: &str = "const bare = it => it.replace(/\\s/g, '');
        const said = [...document.querySelectorAll('.is-crash')].map(it => it.textContent).join('');
        return bare(said).includes(bare(arguments[0]))";
    let mut scenario = Scenario::parse("stable-storage?v=1&run=A4gDvq6_Q5MX.N60L")?.scenario;
    scenario.at = 4;
    let view = scenario.moment().view;
    let head = view.processes[0].head.context("it writes")?;
    let crash = view.crash.context("it may crash")?;
    on_page(&format!("#{scenario}"), View::PHONE, async |page| {
        says(page, ".stage", "A crash now").await?;
        let words = crash.words.split(',').next().unwrap_or_default();
        until(page, SAYS, vec![json!(words)]).await?;
        let heads = "return document.querySelectorAll('.stage .s-write-head').length";
        ensure!(script(page, heads, vec![]).await? == json!(1));
        let name = "return document.querySelector('.stage-sheet').ariaLabel";
        let name = script(page, name, vec![]).await?.to_string();
        ensure!(name.contains(&format!("writes {head} next")), "{name}");
        ensure!(
            name.contains("on disk") && name.contains("A crash now would leave Copy: "),
            "{name}"
        );
        Ok(())
    })
    .await
}
