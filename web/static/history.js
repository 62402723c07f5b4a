// The page on which a history is pasted: a worker answers, and the address has it all.
import { EXAMPLES } from "./history-examples.js";
import { lanes, made } from "./history-lanes.js";
import { read, write } from "./history-link.js";
import { LINK_MAX } from "./packed.js";

const $ = (id) => document.getElementById(id);

/** While one types. */
const QUIET_MS = 250;
/** So long a search takes at most. */
const PATIENCE_MS = 30_000;
const LOG_MAX = 4_000_000;

let worker;
let isBusy = false;
let waiting;

const asked = () => ({ object: $("object").value, initial: $("initial").value.trim(), log: $("log").value });

/** Asks the worker; one that still searches is ended. */
function ask() {
  clearTimeout(waiting);
  end();
  const question = asked();
  $("copy").hidden = true;
  if (!question.log.trim()) return show();
  if (question.log.length > LOG_MAX) {
    return fail(`A page takes a log of up to ${LOG_MAX / 1e6} million characters. \`interleave history\` takes longer ones.`);
  }
  tell("");
  worker ??= started();
  isBusy = true;
  $("answer").ariaBusy = "true";
  $("stop").hidden = false;
  $("pace").textContent = "Looking for an order…";
  worker.postMessage({ ...question, patience: PATIENCE_MS });
}

function started() {
  const worker = new Worker(new URL("./history-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { answer, failure } }) => {
    rest();
    if (failure) lost(failure);
    else if (answer.problem) wrong(answer);
    else show(answer);
  };
  worker.onerror = (error) => {
    end();
    lost(error.message);
  };
  return worker;
}

function lost(error) {
  console.error(error);
  worker = undefined;
  fail("This cannot be answered: a file did not arrive, or the browser has no memory left. Reloading may help.");
}

function rest() {
  isBusy = false;
  $("answer").ariaBusy = "false";
  $("stop").hidden = true;
  $("pace").textContent = "";
}

function end() {
  if (isBusy) {
    worker?.terminate();
    worker = undefined;
  }
  rest();
}

function wrong({ line, problem }) {
  fail(line ? `Line ${line}: ${problem}` : problem);
}

function fail(sentence) {
  show();
  tell(sentence);
}

function tell(sentence) {
  $("trouble").textContent = sentence;
  $("trouble").hidden = !sentence;
}

function show(answer) {
  $("result").hidden = !answer;
  if (!answer) return;
  const { linearizable, head, why, notes, rows, more, picture } = answer;
  $("result").dataset.verdict = linearizable === null ? "open" : linearizable ? "yes" : "no";
  const sign = linearizable === null ? "…" : linearizable ? "✓" : "✗";
  const sentence = made("p", "", { className: "head" });
  sentence.append(made("span", `${sign} `, { className: "sign", ariaHidden: "true" }), why ?? head);
  $("verdict").replaceChildren(sentence, ...(why ? [made("p", head, { className: "soft" })] : []));
  $("counts").textContent = counted(answer.counts);
  $("picture").hidden = !picture;
  $("picture").replaceChildren(...(picture ? [lanes(picture)] : []));
  $("operations").replaceChildren(...table(rows, linearizable));
  $("more").textContent = more ? `${grouped(more)} more are not shown.` : "";
  $("notes").replaceChildren(...notes.map((it) => made("p", it)));
  link(asked());
}

function table(rows, isOrder) {
  if (!rows.length) return [];
  const caption = isOrder ? [] : [made("caption", "Operations without an order")];
  return [...caption, ...rows.map(({ lines, process, label }, nth) => {
    const row = made("tr");
    if (isOrder) row.append(made("td", `${nth + 1}`, { className: "nth" }));
    const cell = made("td");
    cell.append(made("code", label));
    row.append(cell, made("td", process), made("td", lines, { className: "soft" }));
    return row;
  })];
}

const grouped = (count) => count.toLocaleString("en").replaceAll(",", "\u202f");
const many = (count, one, more) => `${grouped(count)} ${count === 1 ? one : more}`;

function counted({ operations, processes, unfinished, failed }) {
  const ends = [[unfinished, "never end"], [failed, "fail"]].filter(([count]) => count > 0);
  return [
    `${many(operations, "operation", "operations")} of ${many(processes, "process", "processes")}`,
    ...ends.map(([count, verb]) => `${grouped(count)} ${verb}`),
  ].join(" · ");
}

/** The address has the history, if it is not too long for one. */
async function link(question) {
  let fragment;
  try {
    fragment = await write(question);
  } catch {
    return; // an old browser, which deflates nothing: no link
  }
  const now = asked();
  if (Object.keys(now).some((name) => now[name] !== question[name])) return;
  const fits = fragment.length <= LINK_MAX;
  $("copy").hidden = !fits;
  try {
    history.replaceState(null, "", fits ? fragment : location.pathname + location.search);
  } catch {
    // refused: the address stays as it was
  }
  if (!fits) {
    tell(`This history is too long for a link: that would have ${grouped(fragment.length)} characters, and ${grouped(LINK_MAX)} are the most.`);
  }
}

function put({ object, initial, log }) {
  const names = [...$("object").options].map((it) => it.value);
  if (!names.includes(object)) return fail(`There is no object “${object.slice(0, 40)}”. Choose one of the list.`);
  $("object").value = object;
  $("initial").value = initial;
  $("log").value = log;
  placehold();
  ask();
}

function placehold() {
  $("initial").placeholder = $("object").selectedOptions[0].dataset.initial;
}

/** Reads the address. */
async function open() {
  if (location.hash.length < 2) return;
  try {
    put(await read(location.hash));
  } catch (error) {
    end();
    fail(error.message);
  }
}

async function take(file) {
  if (!file) return;
  if (file.size > LOG_MAX) return fail(`${file.name} is larger than ${LOG_MAX / 1e6} MB. \`interleave history\` takes it.`);
  put({ ...asked(), log: await file.text() });
}

$("log").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, QUIET_MS);
});
$("initial").addEventListener("change", ask);
$("object").addEventListener("change", () => {
  placehold();
  ask();
});
$("question").addEventListener("submit", (event) => event.preventDefault());
$("stop").addEventListener("click", () => {
  end();
  $("pace").textContent = "Stopped.";
});
$("file").addEventListener("change", async ({ target }) => {
  await take(target.files[0]);
  target.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) take(file);
  else put({ ...asked(), log: event.dataTransfer.getData("text") });
});
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("copied").textContent = "Copied";
  } catch {
    $("copied").textContent = "Not allowed: copy the address";
  }
});
addEventListener("hashchange", open);

for (const example of EXAMPLES) {
  const button = made("button", example.name, { type: "button", className: "link" });
  button.addEventListener("click", () => put(example));
  $("examples").append(button, " ");
}
placehold();
open();
