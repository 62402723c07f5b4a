// Two or three runs under one schedule. The address has all there is to know:
// #a=LINK&b=LINK&c=LINK&v=1.1.1&of=3&schedule=s0.s1.d01a&at=3, or random=SEED in place of a schedule, or
// usual in place of the second link: as many of everything as on the first side, and no other knob
// turned. v and of, which may be left out, tell what has changed: the algorithms, or the schedule.

import "./colours.js";
import { load } from "./interleave-run.js";
import { Side } from "./side.js";

const $ = (id) => document.getElementById(id);

const SIDES = ["a", "b", "c"];
const REST = ["schedule", "at", "random", "usual", "v", "of"];
// some runs never end by themselves
const RANDOM_MAX = 400;
// what an address may ask for, so that none holds up the page
const ADDRESS_MAX = 100_000;
const PAIRS_MAX = 64;
const SCHEDULE_MAX = 1_000;
const TOLD_MAX = 10;
const TICK_MS = 800;
const SEED_MAX = Number($("random").seed.max);

let sides = [];
const bases = () => sides.map((it) => it.base);
let schedule = [];
let at = 0;
// of the schedule, if it is random
let seed;
// while it plays
let ticking;

/** Reads the address. */
async function open() {
  const said = location.hash.slice(1);
  if (!said && !sides.length) return;
  let engine;
  try {
    engine = await load();
  } catch (error) {
    console.error(error);
    tell("The engine did not arrive, or this browser does not allow WebAssembly. Reloading may help.");
    return;
  }
  tell("");
  const asked = new Map();
  for (const [name, value] of pairs(engine, said)) {
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
      const side = new Side(link, engine);
      const whole = new engine.Run(link);
      if (!recorded.length) [recorded, reached] = [stepsOf(whole), whole.at];
      opened.push(side);
      whole.notices.forEach(tell);
      if (whole.loops_from !== undefined) tell(`The loop of “${cut(link)}…” is gone round once.`);
      whole.free();
    } catch (error) {
      tell(`“${cut(link)}” is left out: ${error.message}`);
    }
  }
  if (asked.has("usual") && opened.length === 1) {
    const { size } = opened[0].run;
    if (size !== opened[0].base) opened.push(new Side(size, engine));
  }
  $("sizes").hidden = new Set(opened.map((it) => it.processes)).size < 2;
  for (const side of opened) {
    side.element.addEventListener("interleave-change", ({ detail }) => follow(side, detail));
  }
  sides = opened;
  const whole = asked.get("schedule")?.split(".").filter(Boolean) ?? recorded;
  const steps = whole.slice(0, SCHEDULE_MAX);
  if (steps.length < whole.length) {
    tell(`The schedule has ${whole.length} steps: the first ${SCHEDULE_MAX} are used.`);
  }
  schedule = steps.filter((it) => isStep(engine, it));
  const wrong = steps.filter((it) => !isStep(engine, it));
  if (wrong.length) {
    const one = cut(wrong[0]);
    tell(`In the schedule ${wrong.length} of ${steps.length} are no steps, such as “${one}”: they are left out.`);
  }
  if (asked.has("of") && asked.get("of") !== String(whole.length)) {
    tell(`The address has been cut or changed: its schedule had ${cut(asked.get("of"))} steps, and has ${whole.length}.`);
  }
  const versions = asked.get("v")?.split(".");
  for (const [nth, { words: { name, version } }] of sides.entries()) {
    if ((versions?.[nth] ?? `${version}`) !== `${version}`) {
      tell(`${name} has changed since this was written: the schedule may come to something else.`);
    }
  }
  seed = undefined;
  lay();
  if (asked.has("random")) randomly(number(asked, "random", 1, SEED_MAX, 1));
  // the recorded run is opened where its link is
  const end = asked.has("schedule") || asked.has("random") ? schedule.length : (reached ?? 0);
  go(number(asked, "at", 0, schedule.length, end));
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
async function follow(side, { link, at: there }) {
  if (link === side.run.link) return;
  const engine = await load();
  const run = new engine.Run(link);
  const own = stepsOf(run);
  run.free();
  // where the side has followed all along, its steps and the schedule are one
  reschedule(own, there);
}

function reschedule(wanted, to) {
  let same = 0;
  while (same < wanted.length && wanted[same] === schedule[same]) same++;
  if (same < schedule.length) {
    try {
      // what is left of it can be gone back to
      history.pushState(null, "", location.href);
    } catch {
      // refused: it is lost
    }
  }
  schedule = wanted;
  seed = undefined;
  for (const side of sides) side.forget(same);
  go(to);
}

const bound = (to) => Math.max(0, Math.min(Math.trunc(to), schedule.length));

function go(to) {
  at = bound(to);
  for (const side of sides) side.seek(schedule, at);
  show();
}

function randomly(of) {
  seed = of;
  const toss = dice(seed);
  schedule = [];
  for (const side of sides) {
    side.forget(0);
    side.seek(schedule, 0);
  }
  while (schedule.length < RANDOM_MAX && !sides.every((it) => it.isDone())) {
    const moving = sides.map((it) => it.possible().filter((choice) => !choice.fault)).filter((it) => it.length);
    if (!moving.length) break;
    const choices = moving[toss(moving.length)];
    schedule.push(choices[toss(choices.length)].action);
    for (const side of sides) side.seek(schedule, schedule.length);
  }
  $("random").seed.value = seed;
}

/** Whole numbers below a limit, the same for the same seed (Steele and others' mixing). */
function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

let told = [];

/** One more sentence, up to a bound; none wipes them away. */
function tell(sentence) {
  told = sentence ? [...told, sentence].slice(0, TOLD_MAX) : [];
  $("trouble").textContent = told.join(" ");
  $("trouble").hidden = !sentence;
}

function made(tag, text = "", properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  element.textContent = text;
  return element;
}

/** What stays as long as the sides do. */
function lay() {
  const columns = sides.map((side, nth) => {
    const column = made("section");
    column.setAttribute("aria-label", `Side ${nth + 1}: ${side.words.name}`);
    const head = made("h2", side.words.name);
    const knobs = made("p", side.words.turned.join("; ") || "as published", { className: "knobs" });
    side.count = made("p", "", { className: "count" });
    const links = made("p", "", { className: "buttons" });
    if (sides.length > 1) {
      const remove = made("button", "Remove", { type: "button" });
      remove.setAttribute("aria-label", `Remove side ${nth + 1}, ${side.words.name}`);
      remove.addEventListener("click", () => address(bases().filter((_, it) => it !== nth)));
      links.append(remove);
    }
    column.append(head, knobs, side.count, side.element, links);
    return column;
  });
  $("sides").replaceChildren(...columns);
  document.body.classList.toggle("is-begun", sides.length > 0);
  document.body.classList.toggle("is-alone", sides.length === 1);
  $("together").hidden = $("cost").hidden = $("copy").hidden = !sides.length;
  $("more").textContent = sides.length ? "Compare with" : "Begin with";
  $("others").hidden = sides.length === SIDES.length;
  variants();
}

/** The first side with one more knob turned, or turned back. */
function variants() {
  const list = $("variants");
  list.replaceChildren();
  $("whose").textContent = "";
  if (!sides.length || sides.length === SIDES.length) return;
  const { run, words: { name, knobs } } = sides[0];
  $("whose").textContent = `${name}, as on the first side but for this:`;
  for (const knob of knobs) {
    for (const value of knob.values) {
      const link = run.with(knob.name, value.name);
      if (!link) continue;
      const item = made("li");
      const words = `${knob.words}: ${value.words}`;
      const button = made("button", words, { type: "button" });
      button.addEventListener("click", () => address([...bases(), link]));
      item.append(button);
      list.append(item);
    }
  }
}

function show() {
  for (const side of sides) {
    side.element.link = side.run.link;
  }
  const count = Math.max(0, ...sides.map((it) => it.processes));
  const buttons = [...Array(count).keys()].map((process) => {
    const entry = `s${process}`;
    const roles = new Set(sides.flatMap((it) => it.roles[process] ?? []));
    const role = roles.size === 1 ? [...roles][0] : "process";
    const name = `${role[0].toUpperCase()}${role.slice(1)} ${process}`;
    const button = made("button", name, { type: "button" });
    button.disabled = !sides.some((it) => it.choose(entry));
    button.addEventListener("click", () => {
      reschedule([...schedule.slice(0, at), entry], at + 1);
      $("processes").children[process].focus();
    });
    return button;
  });
  $("processes").replaceChildren(...buttons);
  $("place").textContent = `${at} of ${schedule.length}`;
  for (const button of document.querySelectorAll("[data-go]")) {
    // not disabled, which would take the focus away
    button.ariaDisabled = String(bound(GO[button.dataset.go]()) === at);
  }
  if (at === schedule.length) play(false);
  table();
  if (!sides.length) return;
  try {
    history.replaceState(null, "", fragment(bases(), now()));
  } catch {
    // refused: the address stays as it was
  }
}

function table() {
  const spent = sides.map((it) => it.spent(at));
  const words = (count, one, many) => `${count} ${count === 1 ? one : many}`;
  sides.forEach((side, nth) => {
    const { steps, messages, accesses, entries } = spent[nth];
    side.count.textContent = [
      words(steps, "step", "steps"),
      messages ? words(messages, "message", "messages") : words(accesses, "access", "accesses"),
      words(entries, "entry", "entries"),
    ].join(" · ");
  });
  const per = (of) => (it) => (it.entries ? (it[of] / it.entries).toFixed(1) : "no entry yet");
  const rows = [
    ["processes", (it) => it.processes],
    ["steps", (it) => it.steps],
    ["skipped turns", (it) => it.waited],
    ["messages", (it) => it.messages],
    ["reads and writes", (it) => it.accesses],
    ["entries", (it) => it.entries],
    ["steps per entry", per("steps")],
    ["messages per entry", per("messages")],
    ["what failed", (it) => it.broken],
  ];
  const head = made("tr");
  const title = ({ words }) => {
    const cell = made("th", words.name, { scope: "col" });
    cell.append(made("small", words.turned.join("; ")));
    return cell;
  };
  head.append(made("td"), ...sides.map(title));
  const body = rows.map(([words, of]) => {
    const row = made("tr");
    row.append(made("th", words, { scope: "row" }), ...spent.map((it) => made("td", of(it))));
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
  v: sides.map((it) => it.words.version).join("."),
  ...(seed ? { random: seed } : { of: schedule.length, schedule: schedule.join(".") }),
  at,
});

/** Other sides, the same schedule. */
function address(links) {
  location.hash = fragment(links, { schedule: schedule.join("."), at });
}

/** An entry of the schedule after the other, from the start if all have been taken. */
function play(on = !ticking) {
  clearInterval(ticking);
  ticking = undefined;
  if (on && schedule.length) {
    if (at === schedule.length) go(0);
    ticking = setInterval(() => go(at + 1), TICK_MS);
  }
  $("play").textContent = ticking ? "Pause" : "Play";
}

const GO = { start: () => 0, back: () => at - 1, forward: () => at + 1, end: () => schedule.length };

for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => go(GO[button.dataset.go]()));
}
$("play").addEventListener("click", () => play());
addEventListener("keydown", (event) => {
  const to = { Home: "start", ArrowLeft: "back", ArrowRight: "forward", End: "end" }[event.key];
  // each side has its own keys, and so have fields
  if (!to || !sides.length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("interleave-run, input, select, [role=region]")) return;
  event.preventDefault();
  go(GO[to]());
});
$("random").addEventListener("submit", (event) => {
  event.preventDefault();
  randomly($("random").seed.valueAsNumber);
  go(schedule.length);
});
for (const form of [$("choose"), $("add")]) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    address([...bases(), form.link.value.trim()]);
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
const colour = () => sides.forEach((it) => it.colour());
$("colours").addEventListener("change", colour);
addEventListener("pageshow", colour);
addEventListener("hashchange", open);
dispatchEvent(new Event("started"));
open();
