// The figure at the door: a lock of four lines, two processes, and a reader who schedules them. All
// that it says is counted here: every order of the steps is tried in the same few functions.

const figure = document.getElementById("door-figure");
const pins = [...document.querySelectorAll("#door-code .pins")];
const lines = [...document.querySelectorAll("#door-code li")];
const words = [...document.querySelectorAll("#door-code .words")];
const PROGRAM = words.map((it) => it.textContent);

/** Two processes at line 1, and the lock open. `saw` is who has seen it open. */
const start = () => ({ at: [0, 0], lock: "open", by: null, saw: [false, false] });

/** Whether looking and locking are one step. */
let mended = false;
let run = [start()];

const inside = ({ at }) => at.every((it) => it === 2);

/** The state after a step; the same one if the process has to wait. */
function step(state, who) {
  const { at, lock } = state;
  const next = { at: [...at], lock, by: state.by, saw: [...state.saw] };
  const goto = (line) => (next.at[who] = line);
  if (at[who] === 0) {
    if (lock !== "open") return state;
    goto(mended ? 2 : 1);
    next.saw[who] = true;
    if (mended) [next.lock, next.by] = ["locked", who];
  } else if (at[who] === 1) {
    goto(2);
    [next.lock, next.by] = ["locked", who];
  } else if (at[who] === 2) {
    goto(3);
  } else {
    goto(0);
    [next.lock, next.by, next.saw[who]] = ["open", null, false];
  }
  return next;
}

/** How many orders of two steps each there are, and how many lead both inside. */
function orders(state = start(), left = [2, 2]) {
  if (!left[0] && !left[1]) return [1, inside(state) ? 1 : 0];
  const sums = [0, 0];
  for (const who of [0, 1]) {
    if (!left[who]) continue;
    const rest = [...left];
    rest[who] -= 1;
    orders(step(state, who), rest).forEach((it, at) => (sums[at] += it));
  }
  return sums;
}

/** All states that can be reached, and whether both are inside in one of them. */
function search() {
  const seen = new Map();
  const ahead = [start()];
  while (ahead.length) {
    const state = ahead.pop();
    const key = JSON.stringify([state.at, state.lock]);
    if (seen.has(key)) continue;
    seen.set(key, state);
    ahead.push(step(state, 0), step(state, 1));
  }
  return [seen.size, [...seen.values()].some(inside)];
}

/** What a process does next. */
function next(state, who) {
  if (state.at[who] === 0) {
    if (state.lock !== "open") return "waits for the lock";
    return mended ? "looks and locks, at once" : "looks at the lock";
  }
  return ["", "locks it", "leaves the room", "opens the lock"][state.at[who]];
}

const svg = (name, attributes, ...children) => {
  const it = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  it.append(...children);
  return it;
};
const html = (name, attributes, ...children) => {
  const it = Object.assign(document.createElement(name), attributes);
  it.append(...children);
  return it;
};

/** Where everything is, in a wide picture and on a phone: letters are as large in both. */
const WIDE = {
  box: [700, 388],
  places: [
    [{ x: 112, y: 92 }, { x: 230, y: 92 }, { x: 580, y: 112 }, { x: 470, y: 62 }],
    [{ x: 112, y: 296 }, { x: 230, y: 296 }, { x: 580, y: 276 }, { x: 470, y: 326 }],
  ],
  room: [446, 22, 688, 366], doors: [[52, 132], [256, 336]],
  lock: [288, 168, 112, 52], r: 36, words: [-50, 62], seen: [190, "middle"], edge: 0, aside: 8,
};
const PHONE = {
  box: [340, 308],
  places: [
    [{ x: 44, y: 82 }, { x: 112, y: 82 }, { x: 280, y: 100 }, { x: 196, y: 58 }],
    [{ x: 44, y: 226 }, { x: 112, y: 226 }, { x: 280, y: 208 }, { x: 196, y: 250 }],
  ],
  room: [226, 30, 334, 278], doors: [[40, 132], [176, 268]],
  lock: [104, 133, 92, 42], r: 26, words: [-38, 50], seen: [8, "start"], edge: 6, aside: 42,
};
const narrow = matchMedia("(max-width: 39.99rem)");
let place = narrow.matches ? PHONE : WIDE;

// the parts that stay, so that they can move and keep the focus
const sentence = html("p", { className: "line" });
const soft = html("p", { className: "soft" });
const said = html("div", { className: "say", role: "status" }, sentence, soft);
const room = svg("path", { class: "room" });
const floor = svg("rect", { class: "floor" });
const label = svg("text", { class: "note", "text-anchor": "middle" });
const lockBox = svg("rect", { class: "lock", rx: 9 });
const lockWord = svg("text", { class: "value", "text-anchor": "middle" });
const lockName = svg("text", { class: "name", "text-anchor": "middle" }, "the lock");
const arrows = svg("g", { class: "arrows" });
const discs = [0, 1].map((who) => {
  const words = svg("text", { class: "next" });
  const circles = [svg("circle", { class: "ring" }), svg("circle", { class: "disc" })];
  const disc = svg("g", { class: `who p${who}`, role: "button", tabindex: 0 },
    ...circles, svg("text", { class: "number", dy: "0.33em", "text-anchor": "middle" }, String(who)), words);
  disc.addEventListener("click", () => take(who));
  disc.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take(who);
  });
  return { disc, circles, words };
});
const picture = svg("svg", { role: "group", "aria-label": "The lock and two processes" },
  svg("defs", {}, ...[0, 1].map((who) => svg("marker",
    { id: `head-${who}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5, orient: "auto" },
    svg("path", { class: `head p${who}`, d: "M0 0L10 5L0 10z" })))),
  floor, room, label, lockName, lockBox, lockWord, arrows, ...discs.map((it) => it.disc));
const count = html("span", { className: "count" });
const again = html("button", { type: "button", onclick: restart }, "Start again");
const show = html("button", { type: "button", onclick: play }, "Show me");
const mend = html("button", { type: "button", className: "primary", onclick: () => toggle(true) }, "Now mend it");
const unmend = html("button", { type: "button", onclick: () => toggle(false) }, "Take the rule away");
figure.replaceChildren(said, picture, html("div", { className: "foot" }, again, show, mend, unmend, count));

const PRESS = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
let playing;

function take(who) {
  clearTimeout(playing);
  const now = run.at(-1);
  const after = step(now, who);
  if (after === now) return tell(`Process ${who} waits: the lock is locked.`, "The other one can go on.");
  run.push(after);
  draw(who);
}

function restart() {
  clearTimeout(playing);
  run = [start()];
  draw();
}

/** The shortest way to both inside: each looks before the other locks. */
function play() {
  restart();
  const steps = [0, 1, 0, 1];
  const go = () => {
    const who = steps.shift();
    if (who === undefined) return;
    run.push(step(run.at(-1), who));
    draw(who);
    playing = setTimeout(go, 900);
  };
  go();
}

function toggle(on) {
  mended = on;
  restart();
}

function tell(line, more) {
  sentence.textContent = line;
  soft.textContent = more;
}

const set = (it, attributes) => Object.entries(attributes).forEach(([key, value]) => it.setAttribute(key, value));

/** Puts what never moves in its place. */
function lay() {
  place = narrow.matches ? PHONE : WIDE;
  const { box, room: [left, top, right, bottom], doors, lock: [x, y, width, height], r } = place;
  const [[first, second], [third, last]] = doors;
  set(picture, { viewBox: `0 0 ${box.join(" ")}` });
  set(room, { d: `M${left} ${first}V${top}H${right}V${bottom}H${left}V${last}M${left} ${second}V${third}` });
  set(floor, { x: left, y: top, width: right - left, height: bottom - top });
  set(label, { x: (left + right) / 2, y: box[1] / 2 + 5 });
  set(lockBox, { x, y, width, height });
  set(lockWord, { x: x + width / 2, y: y + height / 2 + 6 });
  set(lockName, { x: x + width / 2, y: y - 10 });
  for (const { circles } of discs) circles.forEach((it, nth) => set(it, { r: nth ? r : r + 6 }));
}

/** What a process does next stands above or below it, within the picture. */
function write({ words }, who, { x }, text) {
  const { box, edge, words: beside } = place;
  const near = edge && x < 100 ? ["start", edge - x] : edge && x > 250 ? ["end", box[0] - 2 * edge - x] : ["middle", 0];
  set(words, { y: beside[who], "text-anchor": near[0], x: near[1] });
  words.textContent = text;
}

/** From the lock to who looks at it, and from who writes to the lock; neither runs through a word. */
function looking(who) {
  const [x, y, , height] = place.lock;
  const dy = who ? 1 : -1;
  const { x: to, y: at } = place.places[who][1];
  const [from, middle] = [y + height / 2 + dy * 8, y + height / 2];
  return `M${x - 3} ${from}Q${to - place.aside / 2} ${middle + dy * 30} ${to - place.aside} ${at - dy * (place.r + 8)}`;
}

/** At the head of its arrow: its disc has gone on. */
function saw(who) {
  const [x, anchor] = place.seen;
  const y = place.places[who][1].y + (who ? 8 - place.r : place.r);
  return svg("text", { class: "next", x, y, "text-anchor": anchor }, `${who} had seen open`);
}

function writing(who, line) {
  const [x, y, width, height] = place.lock;
  const dy = who ? 1 : -1;
  const { x: from, y: at } = place.places[who][line];
  const [edge, middle] = [line === 1 ? x - 4 : x + width + 4, y + height / 2];
  return `M${from} ${at - dy * (place.r + 8)}Q${from} ${middle + dy * 8} ${edge} ${middle + dy * 8}`;
}

const arrow = (d, who, extra = "") => svg("path", { class: `way p${who} ${extra}`, d, "marker-end": `url(#head-${who})` });

function draw(who) {
  const now = run.at(-1);
  const before = run.at(-2);
  const broken = inside(now);
  const taken = run.length - 1;
  figure.classList.toggle("is-broken", broken);
  lockWord.textContent = now.lock;
  lockBox.setAttribute("class", `lock ${now.by === null ? "" : `p${now.by} is-set`}`);
  const within = [0, 1].filter((it) => now.at[it] === 2);
  label.textContent = broken ? "both inside" : within.length ? "" : "one at a time";
  discs.forEach((it, who) => {
    const at = place.places[who][now.at[who]];
    it.disc.setAttribute("transform", `translate(${at.x} ${at.y})`);
    it.disc.classList.toggle("is-inside", now.at[who] === 2);
    write(it, who, at, broken ? "" : `▸ ${next(now, who)}`);
    it.disc.setAttribute("aria-label", `Process ${who}: ${next(now, who)}`);
  });
  arrows.replaceChildren(...[0, 1].flatMap((it) => {
    const look = arrow(looking(it), it, "is-read");
    if (broken) return [look, saw(it)];
    if (it !== who) return [];
    const from = before?.at[it];
    return from === 0 ? [look] : from === 1 || from === 3 ? [arrow(writing(it, from), it)] : [];
  }));
  lines.forEach((it, at) => it.classList.toggle("last", before?.at[who] === at));
  pins.forEach((it, at) => it.replaceChildren(...[0, 1].filter((who) => now.at[who] === at)
    .map((who) => html("i", { className: `pin p${who}` }, String(who)))));
  words[0].textContent = mended ? `${PROGRAM[0]},` : PROGRAM[0];
  words[1].textContent = mended ? `  then ${PROGRAM[1]}, at once` : PROGRAM[1];
  lines[1].classList.toggle("changed", mended);
  show.hidden = mended;
  mend.hidden = mended || !broken;
  unmend.hidden = !mended;
  count.textContent = taken ? `step ${taken}` : "";
  if (broken) {
    const [all, bad] = orders();
    tell(`Both are inside, after ${taken} steps. Each had seen the lock open.`,
      `Of the ${all} orders of the first four steps, ${bad} end like this.`);
  } else if (mended && !taken) {
    const [states, fails] = search();
    tell(`Mended: ${fails ? "both can still get inside." : "no order lets both inside."}`,
      `All ${states} states were visited. Try it.`);
  } else if (!taken) {
    tell(`Can you get both inside? ${PRESS} 0 or 1.`, "Each takes the step that is written beside it.");
  } else {
    const did = {
      0: mended ? "finds the lock open, and locks it" : "sees that the lock is open",
      1: "locks the lock, and goes in",
      2: "has left the room",
      3: "opens the lock",
    }[before.at[who]];
    tell(`Process ${who} ${did}.`, "");
  }
}

// a click that misses
picture.addEventListener("click", ({ target }) => {
  if (!target.closest(".who")) tell(`${PRESS} a disc: 0 or 1.`, "Each takes the step that is written beside it.");
});

document.getElementById("stop-here").addEventListener("click", (event) => {
  event.preventDefault();
  discs[0].disc.focus();
  figure.scrollIntoView({ block: "center" });
});
narrow.addEventListener("change", () => {
  lay();
  draw();
});
lay();
draw();
