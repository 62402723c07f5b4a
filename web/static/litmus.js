// The page on which a litmus test is pasted or dropped: a worker answers by axioms.
import { made } from "./history-lanes.js";
import { cycle as drawn } from "./litmus-cycle.js";
import { load } from "./load.js";
import { LINK_MAX, pack, pairs, unpack } from "./packed.js";

const $ = (id) => document.getElementById(id);

/** While one types. */
const QUIET_MS = 250;
const TEST_MAX = 65_536;
/** A cycle that is wider has all the width. */
const WIDE = 320;
const MEMORIES = { sequential: "Sequential", tso: "TSO, as x86 has it", pso: "PSO" };

const EXAMPLES = {
  "store buffering": `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`,
  "the same with fences": `X86 SB+mfences
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MFENCE      | MFENCE      ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`,
  "message passing": `X86 MP
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[y] ;
 MOV [y],$1 | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
`,
  "load buffering": `X86 LB
{ x=0; y=0; }
 P0          | P1          ;
 MOV EAX,[x] | MOV EAX,[y] ;
 MOV [y],$1  | MOV [x],$1  ;
exists (0:EAX=1 /\\ 1:EAX=1)
`,
  "independent reads": `X86 IRIW
{ x=0; y=0; }
 P0         | P1          | P2         | P3          ;
 MOV [x],$1 | MOV EAX,[x] | MOV [y],$1 | MOV EAX,[y] ;
            | MOV EBX,[y] |            | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0 /\\ 3:EAX=1 /\\ 3:EBX=0)
`,
  "2+2W": `X86 2+2W
{ x=0; y=0; }
 P0         | P1         ;
 MOV [x],$2 | MOV [y],$2 ;
 MOV [y],$1 | MOV [x],$1 ;
exists (x=2 /\\ y=2)
`,
  "R": `X86 R
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV [y],$2  ;
 MOV [y],$1 | MOV EAX,[x] ;
exists (y=2 /\\ 1:EAX=0)
`,
  "S": `X86 S
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$2 | MOV EAX,[y] ;
 MOV [y],$1 | MOV [x],$1  ;
exists (x=2 /\\ 1:EAX=1)
`,
  "write to read": `X86 WRC
{ x=0; y=0; }
 P0         | P1          | P2          ;
 MOV [x],$1 | MOV EAX,[x] | MOV EAX,[y] ;
            | MOV [y],$1  | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 2:EAX=1 /\\ 2:EBX=0)
`,
  "coherence": `X86 CoRR
{ x=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[x] ;
            | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
`,
};

let worker;
let isBusy = false;
let waiting;
/** The test as a text of the language. */
let program = "";

function ask() {
  clearTimeout(waiting);
  end();
  const test = $("log").value;
  show();
  tell("");
  if (!test.trim()) return;
  if (test.length > TEST_MAX) return tell(`A test has at most ${TEST_MAX} characters.`);
  worker ??= started();
  isBusy = true;
  $("pace").textContent = "Looking at every execution…";
  worker.postMessage(test);
  link(test);
}

function started() {
  const worker = new Worker(new URL("./litmus-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { answer, failure } }) => {
    rest();
    if (failure) lost(failure);
    else if (answer.problem) tell(`Line ${answer.line}: ${answer.problem}`);
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
  tell("This cannot be answered: a file did not arrive, or the browser has no memory left. Reloading may help.");
}

function rest() {
  isBusy = false;
  $("pace").textContent = "";
}

function end() {
  if (isBusy) {
    worker?.terminate();
    worker = undefined;
  }
  rest();
}

function tell(sentence) {
  $("trouble").textContent = sentence;
  $("trouble").hidden = !sentence;
}

function show(answer) {
  $("result").hidden = !answer;
  if (!answer) return;
  program = answer.text;
  $("claim").textContent = answer.claim;
  $("memories").replaceChildren(...answer.memories.map(card));
}

function card({ memory, ok, sentence, why, cycle, states }) {
  const card = made("section");
  card.dataset.verdict = ok === null ? "open" : ok ? "yes" : "no";
  const head = made("p", "", { className: "head" });
  const sign = ok === null ? "…" : ok ? "✓" : "✗";
  head.append(made("span", `${sign} `, { className: "sign", ariaHidden: "true" }), sentence);
  card.append(made("h2", MEMORIES[memory]), head);
  if (why) card.append(made("p", why, { className: "why" }));
  if (cycle) card.append(drawn(cycle));
  card.classList.toggle("wide", cycle?.width > WIDE);
  const list = made("ul", "", { className: "states" });
  list.append(...states.map(({ values, satisfies }) => {
    const item = made("li", "", { className: satisfies ? "satisfies" : "" });
    item.append(made("code", `${satisfies ? "*" : " "} ${values}`));
    return item;
  }));
  if (states.length) card.append(list);
  return card;
}

/** The address has the test. */
async function link(test) {
  let fragment;
  try {
    fragment = `#test=${await pack(test)}`;
  } catch {
    return; // an old browser, which deflates nothing: no link
  }
  if ($("log").value !== test) return;
  $("copy").hidden = fragment.length > LINK_MAX;
  try {
    history.replaceState(null, "", fragment.length > LINK_MAX ? location.pathname : fragment);
  } catch {
    // refused: the address stays as it was
  }
}

function put(test) {
  $("log").value = test;
  ask();
}

/** Reads the address. */
async function open() {
  if (location.hash.length < 2) return;
  try {
    put(await unpack(pairs(location.hash).get("test") ?? "", "test"));
  } catch (error) {
    end();
    show();
    tell(error.message);
  }
}

async function take(file) {
  if (!file) return;
  if (file.size > TEST_MAX) return tell(`${file.name} is larger than a test: ${TEST_MAX} bytes.`);
  put(await file.text());
}

$("log").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, QUIET_MS);
});
$("question").addEventListener("submit", (event) => event.preventDefault());
$("file").addEventListener("change", async ({ target }) => {
  await take(target.files[0]);
  target.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) take(file);
  else put(event.dataTransfer.getData("text"));
});
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("copied").textContent = "Copied";
  } catch {
    $("copied").textContent = "Not allowed: copy the address";
  }
});
$("run").addEventListener("click", async () => {
  try {
    const engine = await load();
    location.assign(`new.html#${engine.link_of_listing(program)}`);
  } catch (error) {
    console.error(error);
    tell(`It cannot be opened: ${error.message}`);
  }
});
addEventListener("hashchange", open);

for (const [name, test] of Object.entries(EXAMPLES)) {
  const button = made("button", name, { type: "button", className: "link" });
  button.addEventListener("click", () => put(test));
  $("examples").append(button, " ");
}
open();
