//! What is measured, on the page: the same numbers as the catalog's, in the picture and the table.
use anyhow::{Context, Result, ensure};
use catalog::{Plot, Scenario};
use serde_json::{Value, json};
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{click, everybody_can_read, leave, letters_grow, says, script, turn_to, until};

const FACE: &str = "Counts";
const VIEWS: [View; 3] = [View::DESKTOP, View::PHONE, View::of_size(320, 640)];
/// So many figures, and all measured; or more rows than before.
const MORE: &str = "const all = [...document.querySelectorAll('.plot')];
    const whole = all.length === arguments[0] && all.every(plot => plot.ariaBusy === 'false');
    return whole || document.querySelectorAll('.plot tbody tr').length > arguments[1]";
const ROWS: &str = "return document.querySelectorAll('.plot tbody tr').length";
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
    measured(page, figures).await
}

/// Waits for as long as there is ever more of the figures: how long all of them take depends on what
/// else the machine does.
async fn measured(page: &Page, figures: usize) -> Result<()> {
    let mut before = json!(null);
    loop {
        let rows = script(page, ROWS, vec![]).await?;
        if rows == before {
            return Ok(());
        }
        until(page, MORE, vec![json!(figures), rows.clone()]).await?;
        before = rows;
    }
}

async fn numbers(page: &Page, nth: usize) -> Result<(Value, Value)> {
    let all = script(page, NUMBERS, vec![json!(nth)]).await?;
    Ok((all[0].clone(), all[1].clone()))
}

#[tokio::test]
async fn picture_and_table_are_measured_in_the_tab() -> Result<()> {
    on_page("#row-isolation", View::DESKTOP, async |page| {
        // nothing is measured or drawn before it is asked for
        let figures = "return document.querySelectorAll('.plot').length";
        ensure!(script(page, figures, vec![]).await? == json!(0));
        let all = plots("row-isolation")?;
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
        let worst = all[0].series[0].points.last().and_then(|point| point.run.as_ref());
        let worst = worst.context("there is a worst run")?;
        let link =
            format!("const it = document.querySelector(`.plot a[href='#{worst}']`); it.click()");
        leave(page, &link, vec![]).await?;
        says(page, ".where", &format!("step {0} of {0}", worst.at)).await?;
        letters_grow(page, &[".plot-tick", ".plot-legend svg"]).await?;
        everybody_can_read(page, ".plots", &VIEWS).await?;

        // the knobs are part of what is measured
        turn_to(page, "row-isolation?line-40=as-printed").await?;
        let none =
            "return document.querySelector('.plot tbody td:nth-child(2)')?.textContent === 'none'";
        until(page, none, vec![]).await?;
        measured(page, 2).await?;
        let (table, drawn) = numbers(page, 0).await?;
        ensure!(table[1] == json!(["1", "none", "none", "none"]) && drawn == json!([]), "{table}");
        console::no_errors(&page.driver).await?;

        // ends are bars
        View::PHONE.apply(&page.driver).await?;
        page.visit("#torn-assignment").await?;
        open(page, 1).await?;
        let (table, drawn) = numbers(page, 0).await?;
        ensure!(table == json!([["−1", "2"], ["255", "1"], ["−256", "1"], ["0", "2"]]), "{table}");
        ensure!(drawn == json!(["−1", "2", "255", "1", "−256", "1", "0", "2"]), "{drawn}");
        let finding = "The final value is −1 in 2 of 6 interleavings, and 255 in 1.";
        says(page, ".plot-finding", finding).await?;
        turn_to(page, "torn-assignment?parts=4").await?;
        says(page, ".plot-finding", "interleavings, and").await?;
        everybody_can_read(page, ".plots", &VIEWS).await
    })
    .await
}
