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

const PLACES = [
  [{ x: 112, y: 92 }, { x: 230, y: 92 }, { x: 580, y: 112 }, { x: 470, y: 62 }],
  [{ x: 112, y: 296 }, { x: 230, y: 296 }, { x: 580, y: 276 }, { x: 470, y: 326 }],
];

// the parts that stay, so that they can move and keep the focus
const sentence = html("p", { className: "line" });
const soft = html("p", { className: "soft" });
const said = html("div", { className: "say", role: "status" }, sentence, soft);
const room = svg("path", { class: "room", d: "M446 52V22H688V366H446V336M446 132V256" });
const floor = svg("path", { class: "floor", d: "M446 22H688V366H446z" });
const label = svg("text", { class: "note", x: 567, y: 199, "text-anchor": "middle" });
const lockBox = svg("rect", { class: "lock", x: 288, y: 168, width: 112, height: 52, rx: 9 });
const lockWord = svg("text", { class: "value", x: 344, y: 200, "text-anchor": "middle" });
const arrows = svg("g", { class: "arrows" });
const discs = [0, 1].map((who) => {
  const words = svg("text", { class: "next", y: who ? 62 : -50, "text-anchor": "middle" });
  const disc = svg("g", { class: `who p${who}`, role: "button", tabindex: 0 },
    svg("circle", { class: "ring", r: 42 }), svg("circle", { class: "disc", r: 36 }),
    svg("text", { class: "number", y: 9, "text-anchor": "middle" }, String(who)), words);
  disc.addEventListener("click", () => take(who));
  disc.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take(who);
  });
  return { disc, words };
});
const picture = svg("svg", { viewBox: "0 0 700 388", role: "group", "aria-label": "The lock and two processes" },
  svg("defs", {}, ...[0, 1].map((who) => svg("marker",
    { id: `head-${who}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5, orient: "auto" },
    svg("path", { class: `head p${who}`, d: "M0 0L10 5L0 10z" })))),
  floor, room, label, svg("text", { class: "name", x: 344, y: 156, "text-anchor": "middle" }, "the lock"),
  lockBox, lockWord, arrows, ...discs.map((it) => it.disc));
const count = html("span", { className: "count" });
const again = html("button", { type: "button", onclick: restart }, "Start again");
const show = html("button", { type: "button", onclick: play }, "Show me");
const mend = html("button", { type: "button", className: "primary", onclick: () => toggle(true) }, "Now mend it");
const unmend = html("button", { type: "button", onclick: () => toggle(false) }, "Take the rule away");
figure.replaceChildren(said, picture, html("div", { className: "foot" }, again, show, mend, unmend, count));

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
  label.textContent = broken ? "both inside" : within.length ? "" : "for one at a time";
  discs.forEach(({ disc, words }, it) => {
    const { x, y } = PLACES[it][now.at[it]];
    disc.setAttribute("transform", `translate(${x} ${y})`);
    disc.classList.toggle("is-inside", now.at[it] === 2);
    words.textContent = broken ? "" : `▸ ${next(now, it)}`;
    disc.setAttribute("aria-label", `Process ${it}: ${next(now, it)}`);
  });
  arrows.replaceChildren(...[0, 1].flatMap((it) => {
    const { y } = PLACES[it][0];
    const dy = it ? 1 : -1;
    const look = arrow(`M300 ${194 + dy * 30}Q262 ${194 + dy * 50} 250 ${y - dy * 40}`, it, "is-read");
    if (broken) return [look, svg("text", { class: "next", x: 190, y: y + dy * 20 + 6, "text-anchor": "middle" }, "had seen open")];
    if (it !== who) return [];
    if (before?.at[it] === 0) return [look];
    return before?.at[it] === 1 || before?.at[it] === 3
      ? [arrow(`M${PLACES[it][before.at[it]].x + 20} ${y - dy * 36}Q300 ${194 + dy * 70} 336 ${194 + dy * 30}`, it)]
      : [];
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
      `All ${states} states were visited. Try it: click 0 or 1.`);
  } else if (!taken) {
    tell("Click 0 or 1.", "Each takes the step that is written beside it.");
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
  if (!target.closest(".who")) tell("Click a disc: 0 or 1.", "Each takes the step that is written beside it.");
});

document.getElementById("stop-here").addEventListener("click", (event) => {
  event.preventDefault();
  discs[0].disc.focus();
  figure.scrollIntoView({ block: "center" });
});
draw();
