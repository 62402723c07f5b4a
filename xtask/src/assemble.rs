//! Puts the site together in `dist/`.
use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    order::ordered,
    process::{cargo, root, run, target_dir},
    setup::{self, WASM, WASM_THREADS},
    shorten,
};

/// What makes files of a run, for those who ask for one.
pub const EXPORTER: &str = "exporter";

/// What searches on several cores, where a reader asks for a long search and memory may be shared.
pub const CREW: &str = "crew";

/// Its memory, in bytes: at first, as `static/crew/crew.js` has it, and at most.
const CREW_BYTES: [usize; 2] = [1 << 24, 1 << 32];

/// A program as it is loaded.
const ENGINE: &str = "engine.lzma";

/// What `unpack.js` calls.
const USED: [&str; 4] = ["memory", "input", "output", "advance"];

pub fn dist() -> PathBuf {
    root().join("dist")
}

/// `site` is the address that the site will have, for what cannot be said without it.
pub fn build(site: Option<&str>) -> Result<()> {
    setup::wasm_target()?;
    setup::target(WASM_THREADS)?;
    let dist = dist();
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(&dist)?;
    // what takes long comes after what may have been asked for wrongly
    run(cargo().args(["run", "--locked", "--quiet", "-p=prerender"]).arg(&dist).args(site))?;
    compile(&["-p=web", "-p=exporter", "--bins", "-p=packing", "--lib"])?;
    for module in modules()? {
        engine(&module, &dist.join(&module))?;
    }
    bind(EXPORTER, &dist.join(EXPORTER))?;
    unpacker(&dist)?;
    crew(&dist.join(CREW))?;
    copy_all(&root().join("web/static"), &dist)?;
    fs::write(dist.join("style.css"), styles()?)?;
    for file in sorted(&dist)? {
        let shorten = match file.extension().and_then(|it| it.to_str()) {
            Some("js") => shorten::js,
            Some("css") => shorten::css,
            _ => continue,
        };
        fs::write(&file, shorten(&fs::read_to_string(&file)?))?;
    }
    Ok(())
}

/// Compiles programs as the page is compiled.
pub fn compile(programs: &[&str]) -> Result<()> {
    let build = ["build", "--profile=web", "--target", WASM];
    run(cargo().args(build).args(as_for_page()?).args(programs))
}

/// The program of the crew; its scripts are copied with all others.
fn crew(dir: &Path) -> Result<()> {
    let [initial, max] = CREW_BYTES;
    let memory = [format!("--initial-memory={initial}"), format!("--max-memory={max}")];
    let link = memory.into_iter().chain(["--strip-all".into()]);
    let flags = flags(WASM_THREADS, link.map(|it| format!("-Clink-arg={it}")))?;
    let build = ["build", "--profile=web", "--target", WASM_THREADS, "--package", CREW];
    run(cargo().args(build).args(flags))?;
    fs::create_dir_all(dir)?;
    let program = target_dir()?.join(WASM_THREADS).join("web").join(CREW).with_extension("wasm");
    fs::copy(program, dir.join(CREW).with_extension("wasm")).context("the crew")?;
    Ok(())
}

/// What cargo is told for the page besides the profile.
pub fn as_for_page() -> Result<[String; 3]> {
    flags(WASM, [])
}

/// What cargo is told for a target, with what else rustc is.
fn flags(target: &str, more: impl IntoIterator<Item = String>) -> Result<[String; 3]> {
    // a panic tells where it was: not where this machine keeps its sources
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).context("no CARGO_HOME")?;
    let sources = sorted(&home.join("registry/src"))?;
    let remap = sources.iter().map(|it| format!("--remap-path-prefix={}=", it.display()));
    // what is copied is copied 16 bytes at a time
    let flags: Vec<_> = remap.chain(["-Ctarget-feature=+simd128".into()]).chain(more).collect();
    let flags = format!("target.{target}.rustflags={flags:?}");
    Ok(["--locked".into(), "--config".into(), flags])
}

/// The picture of a link's moment as a file.
pub fn poster(args: &[&str]) -> Result<()> {
    run(cargo()
        .args(["run", "--locked", "--quiet", "-p=prerender", "--bin=poster", "--"])
        .args(args))
}

/// Each program of the page is a module with an engine of its own.
pub fn modules() -> Result<Vec<String>> {
    let names = sorted(&root().join("web/src/bin"))?;
    let name = |it: &PathBuf| Some(it.file_stem()?.to_string_lossy().into_owned());
    Ok(names.iter().filter_map(name).collect())
}

fn engine(module: &str, dir: &Path) -> Result<()> {
    bind(module, dir)?;
    let worker = fs::read_to_string(root().join("web/worker.js")).context("worker.js")?;
    Ok(fs::write(dir.join("worker.js"), shorten::js(&worker))?)
}

/// What unpacks the others is small: what it does not need is left out.
fn unpacker(dist: &Path) -> Result<()> {
    let mut output = bindgen("packing")?.generate_output()?;
    let program = output.wasm_mut();
    let is_used = |it: &walrus::Export| USED.contains(&&*it.name);
    let others: Vec<_> =
        program.exports.iter().filter(|it| !is_used(it)).map(walrus::Export::id).collect();
    for it in others {
        program.exports.delete(it);
    }
    program.start = None;
    walrus::passes::gc::run(program);
    ensure!(program.imports.iter().next().is_none(), "the unpacker imports something");
    program.emit_wasm_file(dist.join("unpack.wasm"))
}

fn bindgen(program: &str) -> Result<Bindgen> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(target_dir()?.join(WASM).join("web").join(program).with_extension("wasm"))
        .out_name("web")
        .web(true)?
        .typescript(true)
        // `unpack.js` brings it
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    Ok(bindgen)
}

/// What JavaScript loads, of a program.
fn bind(program: &str, dir: &Path) -> Result<()> {
    fs::create_dir_all(dir)?;
    bindgen(program)?.generate(dir)?;
    let (script, program) = (dir.join("web.js"), dir.join("web_bg.wasm"));
    let js = shorten::js(&fs::read_to_string(&script)?);
    let (js, wasm) = shorten::names(&js, &fs::read(&program)?)?;
    fs::write(script, js)?;
    fs::write(dir.join(ENGINE), packing::pack(&ordered(&wasm)?)?)?;
    fs::remove_file(&program)?;
    fs::remove_file(program.with_extension("wasm.d.ts"))?;
    Ok(())
}

/// Every file of a folder and its sub-folders, if there is such a folder.
pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    for path in sorted(from)? {
        let target = to.join(path.file_name().expect("read_dir gives names"));
        if path.is_dir() {
            fs::create_dir_all(&target)?;
            copy_all(&path, &target)?;
        } else {
            fs::copy(&path, target).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// The style sheets as one, in the order of their names.
pub fn styles() -> Result<String> {
    let mut all = String::new();
    for path in sorted(&root().join("web/styles"))? {
        if path.extension().is_some_and(|ext| ext == "css") {
            all += &fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(all)
}

/// A folder's entries by name; none if there is no such folder.
pub fn sorted(dir: &Path) -> Result<Vec<PathBuf>> {
    if !dir.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(dir).with_context(|| dir.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
