//! `cargo xtask package`: what npm installs, made by wasm-pack: the element, its JavaScript API, and
//! the engine, as on the site.
use std::{fs, path::PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{
    assemble::{self, Profile},
    process::{command, root, run, target_dir},
    setup,
};

const NAME: &str = "interleave-run";

/// The files of the site around the engine.
const FROM_SITE: [&str; 6] = [
    "interleave-run.js",
    "interleave-code.js",
    "interleave-run.d.ts",
    "interleave.d.ts",
    "load.js",
    "worker.js",
];
/// Where the site's element finds our pages. A package has none.
const HOME: &str = "const HOME = new URL(\".\", import.meta.url).href;";

pub fn build() -> Result<()> {
    setup::wasm_target()?;
    let path = setup::wasm_tools(&["wasm-bindgen-cli", "wasm-pack"])?;
    let out = target_dir()?.join("package");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let dir = out.join(NAME);
    fs::create_dir_all(&dir)?;
    let (web, npm) = (root().join("web"), root().join("web/npm"));
    run(command("wasm-pack")
        // no wasm-opt: it takes little of what is sent, and would be fetched
        .args(["build", "--target", "web", "--profile", Profile::Site.name()])
        .args(["--mode", "no-install", "--no-opt", "--out-name", assemble::ENGINE, "--out-dir"])
        .args([&dir, &web])
        .arg("--")
        .args(assemble::as_for_page()?)
        .env("PATH", path))?;

    let copy = |from: PathBuf, name: &str| {
        fs::copy(from.join(name), dir.join(name)).with_context(|| name.to_owned())
    };
    for name in FROM_SITE {
        copy(web.join("static"), name)?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(root(), name)?;
    }
    fs::write(dir.join("style.css"), assemble::styles()?)?;
    let element = dir.join("interleave-run.js");
    let script = fs::read_to_string(&element)?;
    ensure!(script.contains(HOME), "{} has no {HOME}", element.display());
    fs::write(element, script.replace(HOME, "const HOME = \"\";"))?;
    copy(npm, "README.md")?;
    let about = dir.join("package.json");
    let described = describe(serde_json::from_str(&fs::read_to_string(&about)?)?);
    fs::write(about, format!("{described:#}\n"))?;
    run(command("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(&out)
        .current_dir(dir))?;
    println!("{}", out.display());
    Ok(())
}

/// What wasm-pack says of its engine, as said of the whole.
fn describe(mut package: Value) -> Value {
    package["name"] = json!(NAME);
    package["description"] =
        json!("Concurrent and distributed algorithms to step through, in the middle of a text");
    package["main"] = json!("interleave-run.js");
    package["types"] = json!("interleave-run.d.ts");
    package["exports"] = json!({ ".": "./interleave-run.js", "./*": "./*" });
    package["files"] = json!(["*"]);
    package["sideEffects"] = json!(true);
    package["keywords"] = json!([
        "concurrency",
        "distributed-systems",
        "mutual-exclusion",
        "model-checking",
        "web-component"
    ]);
    package
}
