//! Widgets where much is forbidden, missing, or changes under them.
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, with_browser},
    root,
    site::Site,
};

use crate::{
    embed::{MOMENT, inside, widget_says},
    reader::{click, says, script, until},
};

/// A folder that is served without any header of ours, and goes away with its test.
pub struct Host {
    pub dir: PathBuf,
    pub site: Site,
}

impl Host {
    pub async fn new(name: &str) -> Result<Host> {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        fs::create_dir_all(&dir)?;
        Ok(Host { site: Site::plain(&dir).await?, dir })
    }

    pub fn write(&self, path: &str, text: &str) -> Result<()> {
        Ok(fs::write(self.dir.join(path), text)?)
    }

    /// Runs a command in it, which has to succeed.
    pub fn run(&self, command: &mut Command) -> Result<()> {
        let status = command.current_dir(&self.dir).status()?;
        ensure!(status.success(), "{command:?}: {status}");
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// A page with these elements, and nothing else that a reader loads.
fn post(script: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
        <link rel=icon href=data:,><script type=module src=\"{script}\"></script>
        <main><h1>A post</h1>{body}</main>"
    )
}

fn widget(attributes: &str) -> String {
    let link = MOMENT.replace('&', "&amp;");
    format!("<interleave-run link=\"{link}\" {attributes}><p>A poster</p></interleave-run>")
}

#[tokio::test]
async fn a_plain_host_serves_it_under_any_path() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("plain-host").await?;
        fs::create_dir_all(host.dir.join("a/b c"))?;
        symlink(root().join("dist"), host.dir.join("a/b c/interleave"))?;
        host.write("a/post.html", &post("b%20c/interleave/interleave-run.js", &widget("")))?;
        page.driver.goto(host.site.url("a/post.html")).await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        let way_out = inside(page, 0, "a.source").await?.attr("href").await?;
        let home = host.site.url("a/b%20c/interleave/");
        ensure!(
            way_out.as_deref().is_some_and(|way_out| way_out.starts_with(&home)),
            "{way_out:?}"
        );
        // there the page works, too, with its worker
        page.driver.goto(way_out.context("no way out")?).await?;
        says(page, ".verdicts", "877 states, every one visited").await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Without an origin there is no storage, and no history that could be changed.
#[tokio::test]
async fn a_page_may_allow_little() -> Result<()> {
    const REFUSED: &str = "
        try { localStorage.length; return 'storage' } catch ({ name }) { return name }";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("sandbox").await?;
        let ours = page.site.url("");
        let (script_of, link) = (format!("{ours}interleave-run.js"), MOMENT.replace('&', "&amp;"));
        host.write("inner.html", &post(&script_of, &widget("")))?;
        host.write(
            "index.html",
            &post(
                "data:text/javascript,",
                &format!(
                    "<iframe sandbox=allow-scripts title=frame width=900 height=900
                        src=\"{ours}#{link}&amp;view=embed\"></iframe>
                    <iframe sandbox=allow-scripts title=element width=900 height=900
                        src=inner.html></iframe>"
                ),
            ),
        )?;
        page.driver.goto(host.site.url("")).await?;
        page.driver.enter_frame(0).await?;
        says(page, ".where", "step 12 of 14").await?;
        ensure!(script(page, REFUSED, vec![]).await? == json!("SecurityError"));
        click(page, "Step forward").await?;
        says(page, ".where", "step 13 of 14").await?;
        page.driver.enter_parent_frame().await?;
        page.driver.enter_frame(1).await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        ensure!(script(page, REFUSED, vec![]).await? == json!("SecurityError"));
        inside(page, 0, "[aria-label='Step forward']").await?.click().await?;
        widget_says(page, 0, ".where", "step 13 of 14").await?;
        console::no_errors(&page.driver).await?;
        a_page_may_require_trusted_types(page).await
    })
    .await
}

/// A page that requires trusted types allows the policy that the README names.
async fn a_page_may_require_trusted_types(page: &Page) -> Result<()> {
    let docs = fs::read_to_string(root().join("docs/EMBEDDING.md"))?;
    let mut spans = docs.split('`').skip(1).step_by(2);
    let allowed =
        spans.find(|span| span.starts_with("trusted-types ")).context("not documented")?;
    for (name, policy, told) in [
        ("trusted", allowed, "fails: shortest run 14 steps"),
        ("distrusted", "trusted-types 'none'", "does not allow a checker to be started"),
    ] {
        let host = Host::new(name).await?;
        let policy = format!("require-trusted-types-for 'script'; {policy}");
        let meta = format!("<meta http-equiv=content-security-policy content=\"{policy}\">");
        let body = widget("panels='transport verdicts'");
        let text = post(&page.site.url("interleave-run.js"), &body);
        host.write("index.html", &text.replacen("<meta ", &format!("{meta}<meta "), 1))?;
        page.driver.goto(host.site.url("")).await?;
        until(page, "return !!customElements.get('interleave-run')", vec![]).await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        inside(page, 0, ".checking button").await?.click().await?;
        widget_says(page, 0, ".verdicts", told).await?;
    }
    // the browser complains of the address that is tried first
    let errors = console::errors(&page.driver).await?;
    let is_of_types = |it: &String| it.contains("TrustedScriptURL") || it.contains("TrustedType");
    ensure!(errors.iter().all(is_of_types), "{errors:#?}");
    Ok(())
}

#[tokio::test]
async fn widgets_come_and_go_and_do_as_their_attributes_say() -> Result<()> {
    const LEAVE: &str = "
        const [first, second] = document.querySelectorAll('interleave-run');
        for (const it of [first, second]) it.shadowRoot.querySelector('button').click();
        first.remove();
        window.gone = first;";
    const CHANGE: &str = "
        gone.shadowRoot.querySelector('button').click();
        gone.link = 'token-ring';";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("leaving").await?;
        let ours = page.site.url("interleave-run.js");
        host.write("index.html", &post(&ours, &[widget(""), widget("theme=dark")].concat()))?;
        page.driver.goto(host.site.url("")).await?;
        until(page, "return !!customElements.get('interleave-run')", vec![]).await?;
        script(page, LEAVE, vec![]).await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        ensure!(
            script(page, "return gone.shadowRoot.querySelector('.lab')", vec![]).await?.is_null()
        );
        // back again it is as in the beginning, and works
        script(page, "document.querySelector('main').prepend(gone)", vec![]).await?;
        widget_says(page, 0, "button", "Step through it here").await?;
        // a link to another engine, while the first one is loaded
        script(page, CHANGE, vec![]).await?;
        widget_says(page, 0, ".source", "token ring").await?;
        widget_says(page, 1, ".where", "step 12 of 14").await?;
        let count = "return gone.shadowRoot.querySelectorAll('.lab').length";
        ensure!(script(page, count, vec![]).await? == json!(1));
        console::no_errors(&page.driver).await?;
        attributes_say_what_is_shown_and_what_is_played(page).await
    })
    .await
}

async fn attributes_say_what_is_shown_and_what_is_played(page: &Page) -> Result<()> {
    const PANELS: &str =
        "return ['.narration', '.scene', '.transport', '.time', '#steps', '.program',
        '.verdicts'].filter(it => document.querySelectorAll('interleave-run')[arguments[0]]
            .shadowRoot.querySelector('.lab ' + it)).join(' ')";
    const AT: &str = "return document.querySelectorAll('interleave-run')[0]
        .shadowRoot.querySelector('.where').innerText";
    let host = Host::new("attributes").await?;
    let body = [
        widget("steps=3-5 speed=8 panels='transport stage timeline listing verdicts'"),
        widget("steps=5-99 speed=fast panels='stage wall' theme=pink"),
        widget("load=now"),
        widget("ask=1"),
        widget("home=https://["),
        widget("home=javascript:alert(1)"),
    ];
    host.write("index.html", &post(&page.site.url("interleave-run.js"), &body.concat()))?;
    page.driver.goto(host.site.url("")).await?;
    until(page, "return !!customElements.get('interleave-run')", vec![]).await?;
    widget_says(page, 2, "#told", "“load=now” is not known (visible): it waits").await?;
    widget_says(page, 4, "#told", "“home=https://[” is no address, and is left out.").await?;
    widget_says(page, 5, "#told", "“home=javascript:alert(1)” is no address").await?;
    for nth in 0..body.len() {
        inside(page, nth, "button").await?.click().await?;
        widget_says(page, nth, ".source", "Lamport’s bakery in Interleave").await?;
    }
    let all = script(page, PANELS, vec![json!(0)]).await?;
    ensure!(all == json!(".scene .transport .time .program .verdicts"), "{all}");
    let usual = script(page, PANELS, vec![json!(2)]).await?;
    ensure!(usual == json!(".narration .scene .transport #steps"), "{usual}");
    // each told, with what is used instead; the link's own step is outside, too
    for told in [
        "goes beyond the run’s 14 steps: it ends there",
        "“speed=fast” is not known (0.25, 0.5, 1, 2, 4, 8): 1 is used",
        "There is no panel “wall”",
        "“theme=pink” is not known (light, dark or system): the system’s is used",
    ] {
        widget_says(page, 1, ".notices", told).await?;
    }
    widget_says(page, 3, ".quiz", "Process 1 goes next").await?;
    // round and round, until the reader leaves
    widget_says(page, 0, ".where", "step 3 of 14").await?;
    inside(page, 0, ".play").await?.click().await?;
    let mut seen = [false; 3];
    while seen.contains(&false) {
        let at = script(page, AT, vec![]).await?;
        let at = at.as_str().and_then(|text| text.split_whitespace().nth(1)?.parse::<usize>().ok());
        let at = at.context("no step")?;
        ensure!((3..=5).contains(&at), "step {at}");
        seen[at - 3] = true;
    }
    inside(page, 0, ".play").await?.click().await?;
    inside(page, 0, "[aria-label='To the end']").await?.click().await?;
    widget_says(page, 0, ".where", "step 5 of 14").await?;
    inside(page, 0, "[aria-label='Step forward']").await?.click().await?;
    inside(page, 0, "[aria-label='To the end']").await?.click().await?;
    widget_says(page, 0, ".where", "step 14 of 14").await?;
    // what the checker finds is shown in its place
    inside(page, 0, ".checking button").await?.click().await?;
    widget_says(page, 0, ".verdicts", "fails: shortest run 14 steps").await?;
    console::no_errors(&page.driver).await
}

/// What the documentation tells hosts to allow is enough: `strangers_page` has exactly that.
pub fn documented_policy(ours: &str) -> Result<String> {
    let readme = fs::read_to_string(root().join("docs/EMBEDDING.md"))?;
    let spans = readme.split('`').skip(1).step_by(2);
    let spans: Vec<String> = spans
        .map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|it| it.starts_with("script-src ") || it.starts_with("worker-src "))
        .map(|text| text.replace("OURS", ours))
        .collect();
    ensure!(spans.len() == 2, "the documented policy has changed: {spans:?}");
    Ok(spans.join("; "))
}
