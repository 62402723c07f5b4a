// Two or three runs under one schedule. The address has all there is to know:
// #a=LINK&b=LINK&c=LINK&v=1.1.1&of=3&schedule=s0.s1.d01a&at=3, or random=SEED in place of a schedule, or
// usual in place of the second link: as many of everything as on the first side, and no other knob
// turned. v and of, which may be left out, tell what has changed: the algorithms, or the schedule.

import "./colours.js";
import { load } from "./interleave-run.js";

const $ = (id) => document.getElementById(id);

const SIDES = ["a", "b", "c"];
const REST = ["schedule", "at", "random", "usual", "v", "of"];
// what an address may ask for, so that none holds up the page
const ADDRESS_MAX = 100_000;
const PAIRS_MAX = 64;
const SCHEDULE_MAX = 1_000;
const TOLD_MAX = 10;
const TICK_MS = 800;
const SEED_MAX = Number($("random").seed.max);

// the engine's: what is known of the runs, the schedule and the moment
let beside;
// what it says of that moment
let page;
// the pictures, from the left
let pictures = [];
// of the schedule, if it is random
let seed;
// while it plays
let ticking;
// what a page without an address plays, until the reader compares something else
const EXAMPLE =
  "a=bakery%3Fprocesses%3D2&b=bakery%3Fprocesses%3D2%26tie-break%3Dnone%26v%3D1%26run%3DAAVBQX.fBdw&at=0";
let isExample = false;
// the address as it was last read or written; where it is another one, that is about to be opened
let current = "";

const isLeft = () => location.hash.slice(1) !== current;
const bases = () => page?.sides.map((it) => it.base) ?? [];

/** Reads the address. */
async function open() {
  current = location.hash.slice(1);
  isExample = !current;
  let engine;
  try {
    engine = await load();
  } catch (error) {
    console.error(error);
    tell("The engine did not arrive, or this browser does not allow WebAssembly. Reloading may help.");
    return;
  }
  if (isLeft()) return;
  tell("");
  const asked = new Map();
  for (const [name, value] of pairs(engine, current || EXAMPLE)) {
    if (![...SIDES, ...REST].includes(name)) tell(`“${cut(name)}” says nothing here, and is left out.`);
    else if (asked.has(name)) tell(`“${name}” is given again: the first is used.`);
    else asked.set(name, value);
  }
  const links = SIDES.map((it) => asked.get(it)).filter(Boolean);
  if (location.hash.length > 1 && !links.length) {
    tell("The address has no a, b or c: there is nothing to compare.");
  }
  const opened = [];
  let [recorded, reached] = [[], undefined];
  for (const link of links) {
    try {
      const run = new engine.Run(link);
      if (!recorded.length) [recorded, reached] = [stepsOf(run), run.at];
      opened.push(run.setting);
      run.notices.forEach(tell);
      if (run.loops_from !== undefined) tell(`The loop of “${cut(link)}…” is gone round once.`);
      if (asked.has("usual") && links.length === 1 && run.size !== run.setting) opened.push(run.size);
      run.free();
    } catch (error) {
      tell(`“${cut(link)}” is left out: ${error.message}`);
    }
  }
  const whole = asked.get("schedule")?.split(".").filter(Boolean) ?? recorded;
  const steps = whole.slice(0, SCHEDULE_MAX);
  if (steps.length < whole.length) {
    tell(`The schedule has ${whole.length} steps: the first ${SCHEDULE_MAX} are used.`);
  }
  const wrong = steps.filter((it) => !isStep(engine, it));
  if (wrong.length) {
    const one = cut(wrong[0]);
    tell(`In the schedule ${wrong.length} of ${steps.length} are no steps, such as “${one}”: they are left out.`);
  }
  if (asked.has("of") && asked.get("of") !== String(whole.length)) {
    tell(`The address has been cut or changed: its schedule had ${cut(asked.get("of"))} steps, and has ${whole.length}.`);
  }
  play(false);
  beside?.free();
  beside = new engine.Beside(opened, steps.filter((it) => isStep(engine, it)));
  page = beside.page();
  const versions = asked.get("v")?.split(".");
  for (const [nth, { name, version }] of page.sides.entries()) {
    if ((versions?.[nth] ?? `${version}`) !== `${version}`) {
      tell(`${name} has changed since this was written: the schedule may come to something else.`);
    }
  }
  seed = undefined;
  lay();
  if (asked.has("random")) randomly((seed = number(asked, "random", 1, SEED_MAX, 1)));
  // the recorded run is opened where its link is
  const length = beside.schedule.length;
  const end = asked.has("schedule") || asked.has("random") ? length : (reached ?? 0);
  go(number(asked, "at", 0, length, end));
  if (isExample && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
}

/** The pairs of an address, as far as they are read. */
function pairs(engine, said) {
  if (said.length > ADDRESS_MAX) {
    tell(`The address is longer than ${ADDRESS_MAX} characters: the rest is left out.`);
    said = said.slice(0, ADDRESS_MAX);
  }
  if (isLink(engine, said)) return [["a", said]];
  const all = said.split("&").filter(Boolean);
  if (all.length > PAIRS_MAX) tell(`The address has more than ${PAIRS_MAX} pairs: the rest is left out.`);
  // no more than are used: of a million, a browser takes seconds to make a list
  return [...new URLSearchParams(all.slice(0, PAIRS_MAX).join("&"))];
}

/** So much of a stranger's text as a sentence can bear, with what nobody sees by its number. */
function cut(text) {
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
  return text.slice(0, 40).replace(hidden, (it) => `U+${it.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
}

/** A link alone is the first side. */
function isLink(engine, text) {
  return isRead(() => new engine.Run(text).free());
}

const isStep = (engine, text) => isRead(() => engine.process_of(text));

function isRead(read) {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** What the address says of it, or else so much. */
function number(asked, name, min, max, otherwise) {
  if (!asked.has(name)) return otherwise;
  const said = asked.get(name);
  if (/^\d+$/.test(said) && said >= min && said <= max) return Number(said);
  tell(`“${name}=${cut(said)}” is no number from ${min} to ${max}: ${otherwise} is used.`);
  return otherwise;
}

const stepsOf = (run) => run.trace().steps.map((it) => it.action);

/** The reader has taken a step, or has moved, on one side: that is the schedule now. */
function follow(nth, { link }) {
  if (link === page.sides[nth].link) return;
  // where the side has followed all along, its steps and the schedule are one
  changing(() => beside.follow(link));
}

/** Does what may drop steps that are ahead, which can be gone back to. */
function changing(change, random) {
  const before = beside.schedule;
  const address = location.href;
  play(false);
  change();
  const now = beside.schedule;
  if (before.some((it, nth) => it !== now[nth])) {
    try {
      history.pushState(null, "", address);
    } catch {
      // refused: they are lost
    }
    seed = undefined;
  }
  seed = random ?? seed;
  show();
}

const bound = (to) => Math.max(0, Math.min(Math.trunc(to), page.of));

function go(to) {
  beside.seek(Math.max(0, to));
  show();
}

function randomly(of) {
  beside.randomly(of);
  $("random").seed.value = of;
}

let told = [];

/** One more sentence, up to a bound; none wipes them away. */
function tell(sentence) {
  told = sentence ? [...told, sentence].slice(0, TOLD_MAX) : [];
  $("trouble").textContent = told.join(" ");
  $("trouble").hidden = !sentence;
}

/** A sentence of the engine's: words, code, and processes in their colours. */
function sentence(pieces) {
  return pieces.map(({ text, code, process }) => {
    if (process) return made("b", process[1], { className: `who p${process[0]}` });
    return code === undefined ? text : made("code", code);
  });
}

function made(tag, text = "", properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  element.textContent = text;
  return element;
}

/** What stays as long as the sides do. */
function lay() {
  pictures = page.sides.map(({ name, label, knobs }, nth) => {
    const column = made("section");
    column.setAttribute("aria-label", `Side ${nth + 1}: ${name}`);
    const head = made("header");
    const badge = made("span", "differs", { className: "badge", hidden: true });
    const alone = made("a", "Alone", { className: "alone" });
    alone.setAttribute("aria-label", `${label}: open it alone`);
    const links = made("p", "", { className: "links" });
    links.append(alone);
    head.append(made("h2", label), badge, made("p", knobs, { className: "knobs" }), links);
    if (page.sides.length > 1) {
      const remove = made("button", "Remove", { type: "button", className: "remove" });
      remove.setAttribute("aria-label", `Remove side ${nth + 1}, ${name}`);
      remove.addEventListener("click", () => address(bases().filter((_, it) => it !== nth)));
      links.append(remove);
    }
    const run = document.createElement("interleave-run");
    run.setAttribute("load", "visible");
    run.setAttribute("panels", "narration,stage");
    run.addEventListener("interleave-change", ({ detail }) => follow(nth, detail));
    const skipped = made("div", "", { className: "skipped", role: "status" });
    const count = made("p", "", { className: "count" });
    column.append(head, run, skipped, count);
    return { column, run, badge, alone, skipped, count };
  });
  colour();
  $("sides").replaceChildren(...pictures.map((it) => it.column));
  const sides = pictures.length;
  document.body.classList.toggle("is-begun", sides > 0);
  document.body.classList.toggle("is-alone", sides === 1);
  for (const id of ["finding", "when", "player", "together", "cost", "copy"]) $(id).hidden = !sides;
  $("title").textContent = page.title ?? "Side by side";
  $("mode").hidden = !page.title;
  document.title = `${page.title ? `${page.title}, side by side` : "Side by side"} · Interleave`;
  $("more").textContent = sides ? "Compare with another" : "Begin with";
  $("others").hidden = sides === SIDES.length;
  $("another").hidden = sides < 2 || sides === SIDES.length;
  $("sizes").hidden = !page.has_sizes;
  offers();
}

/** The first side with one more option turned, or turned back. */
function offers() {
  $("variants").replaceChildren();
  $("whose").textContent = "";
  const free = page.sides.length > 0 && page.sides.length < SIDES.length;
  if (!free) return;
  $("whose").textContent = `${page.sides[0].name}, as on the first side but for this:`;
  for (const [words, link] of beside.offers()) {
    const item = made("li");
    const button = made("button", words, { type: "button" });
    button.addEventListener("click", () => address([...bases(), link]));
    item.append(button);
    $("variants").append(item);
  }
}

function show() {
  page = beside.page();
  for (const [nth, { run, badge, alone, skipped, count }] of pictures.entries()) {
    const { link, differs, spent, skipped: why } = page.sides[nth];
    if (run.link !== link) run.link = link;
    badge.hidden = !differs;
    count.textContent = spent;
    alone.href = `${link.split("?")[0]}.html#${link}`;
    const line = made("p", "", { className: "line" });
    line.append(...sentence(why?.line ?? []));
    skipped.replaceChildren(...(why ? [line, made("p", why.soft)] : []));
  }
  $("finding").replaceChildren(made("b", page.head), " ", ...sentence(page.rest));
  const buttons = page.turns.map(({ name, entry, possible }, process) => {
    const button = made("button", name, { type: "button" });
    button.disabled = !possible;
    button.addEventListener("click", () => {
      changing(() => beside.take(entry));
      $("processes").children[process].focus();
    });
    return button;
  });
  $("processes").replaceChildren(...buttons);
  $("place").textContent = `step ${page.at} of ${page.of}`;
  $("apart").hidden = !page.part;
  for (const button of document.querySelectorAll("[data-go]")) {
    // not disabled, which would take the focus away
    button.ariaDisabled = String(bound(GO[button.dataset.go]()) === page.at);
  }
  if (page.at === page.of) play(false);
  time();
  table();
  if (!pictures.length || isLeft()) return;
  try {
    history.replaceState(null, "", fragment(bases(), now()));
    current = location.hash.slice(1);
  } catch {
    // refused: the address stays as it was
  }
}

/** The schedule in time, with the cursor in sight. */
function time() {
  const frame = $("time");
  if (frame.clientWidth) frame.innerHTML = beside.sheet(frame.clientWidth);
  $("legend").textContent = page.legend;
  const slider = { valuemax: page.of, valuenow: page.at, valuetext: `step ${page.at} of ${page.of}` };
  for (const [name, value] of Object.entries(slider)) frame.setAttribute(`aria-${name}`, value);
  const cursor = Number(frame.firstElementChild?.dataset.cursor ?? 0);
  const margin = Math.min(96, frame.clientWidth / 4);
  const past = cursor - frame.scrollLeft;
  if (past < margin || past > frame.clientWidth - margin) frame.scrollLeft = cursor - frame.clientWidth / 2;
}

function table() {
  const head = made("tr");
  const title = ({ label, knobs }) => {
    const cell = made("th", label, { scope: "col" });
    cell.append(made("small", knobs));
    return cell;
  };
  head.append(made("td"), ...page.sides.map(title));
  const body = page.rows.map(([words, cells]) => {
    const row = made("tr");
    row.append(made("th", words, { scope: "row" }), ...cells.map((it) => made("td", it)));
    return row;
  });
  $("table").replaceChildren(head, ...body);
}

function fragment(links, more = {}) {
  const words = new URLSearchParams();
  links.forEach((link, nth) => words.set(SIDES[nth], link));
  for (const [name, value] of Object.entries(more)) words.set(name, value);
  return `#${words}`;
}

const now = () => ({
  v: page.sides.map((it) => it.version).join("."),
  ...(seed ? { random: seed } : { of: page.of, schedule: beside.schedule.join(".") }),
  at: page.at,
});

/** Other sides, the same schedule. */
function address(links) {
  location.hash = fragment(links, { schedule: beside?.schedule.join(".") ?? "", at: beside?.at ?? 0 });
}

/** An entry of the schedule after the other, from the start if all have been taken, up to `until`. */
function play(on = !ticking, until = page?.of) {
  clearInterval(ticking);
  ticking = undefined;
  if (on && page.of) {
    if (page.at === page.of) go(0);
    ticking = setInterval(() => {
      go(page.at + 1);
      if (page.at >= until) play(false);
    }, TICK_MS);
  }
  $("play").dataset.playing = String(Boolean(ticking));
  $("play").lastElementChild.textContent = ticking ? "Pause" : "Play";
}

const GO = { start: () => 0, back: () => page.at - 1, forward: () => page.at + 1, end: () => page.of };

for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => {
    play(false);
    go(GO[button.dataset.go]());
  });
}
$("play").addEventListener("click", () => play());
// one step before, so that it is seen how they part
$("apart").addEventListener("click", () => {
  go(page.part - 1);
  play(true, page.part);
});
$("another").addEventListener("click", () => {
  $("others").scrollIntoView();
  $("others").querySelector("button").focus({ preventScroll: true });
});
$("time").addEventListener("click", ({ target }) => {
  const entry = target.closest("[data-at]");
  if (!entry) return;
  play(false);
  go(Number(entry.dataset.at));
});
new ResizeObserver(() => beside && time()).observe($("time"));
addEventListener("keydown", (event) => {
  const to = { Home: "start", ArrowLeft: "back", ArrowRight: "forward", End: "end" }[event.key];
  // each side has its own keys, and so have fields
  if (!to || !pictures.length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("interleave-run, input, select, [role=region]")) return;
  event.preventDefault();
  play(false);
  go(GO[to]());
});
$("random").addEventListener("submit", (event) => {
  event.preventDefault();
  const of = $("random").seed.valueAsNumber;
  const all = () => {
    randomly(of);
    beside.seek(beside.schedule.length);
  };
  changing(all, of);
});
for (const form of [$("choose"), $("add")]) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const link = form.link.value.trim();
    if (isExample) location.hash = fragment([link]);
    else address([...bases(), link]);
    form.reset();
  });
}
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("copied").textContent = "Copied";
  } catch {
    $("copied").textContent = "This browser does not let a button copy: copy the address of this page.";
  }
});
/** Each side is in the reader's own colours. */
const colour = () => {
  const theme = document.documentElement.dataset.theme ?? "system";
  for (const { run } of pictures) run.setAttribute("theme", theme);
};
$("colours").addEventListener("change", colour);
addEventListener("pageshow", colour);
addEventListener("hashchange", open);
dispatchEvent(new Event("started"));
open();
