// What a reader does to a page that is drawn and not started yet is kept, and done once it is started: the
// page that comes is the same, so that each control is found where it was.

const controls = "button, summary, select, input, textarea, [data-thing], [role=button]";
const before = () => document.querySelector(".preview > .lab");
const page = () => document.querySelector("#app > :not(.preview, .unstarted, .coming) > .lab");

const kept = [];
let stop = new AbortController();

/** Keeps presses from now on. */
export function keep() {
  const lab = before();
  if (!lab) return;
  const hear = (type, take) =>
    lab.addEventListener(type, (event) => {
      const control = event.target.closest(controls);
      if (control) take(control, event);
    }, { signal: stop.signal });
  hear("click", (control) => {
    // what is typed or chosen is told by "change"
    if (!control.matches("select, textarea, input:not([type=checkbox], [type=radio])")) note(control, "click");
  });
  for (const type of ["change", "input"]) {
    hear(type, (control) => control.matches("select, textarea") && note(control, type));
  }
  // keys of the page itself, as it hears them
  addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || key === "Tab" || target.matches("textarea, select, input")) return;
    if (target.closest(controls) && (key === "Enter" || key === " ")) {
      // a control of the picture is clicked by hand alone
      if (!target.matches("button, summary")) note(target, "key", key);
    } else if (target === document.body || lab.contains(target)) {
      if (key === " ") event.preventDefault();
      note(lab, "key", key);
    }
  }, { signal: stop.signal });
}

function note(control, type, key) {
  const last = kept.at(-1);
  // of what is typed the end counts
  if (type === "input" && last?.type === type && last.control === control) kept.pop();
  kept.push({ control, type, key });
  control.toggleAttribute("data-pressed", true);
}

/** Does what was kept, once the started page is there. */
export async function redo() {
  const app = document.getElementById("app");
  if (before()) {
    await new Promise((there) => {
      const watch = new MutationObserver(() => {
        if (before()) return;
        watch.disconnect();
        there();
      });
      watch.observe(app, { childList: true });
    });
  }
  stop.abort();
  for (const { control, type, key } of kept.splice(0)) {
    const it = counterpart(control);
    if (!it) continue;
    if (type === "key") {
      it.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    } else if (type === "click") {
      it.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } else {
      if (control.matches("select")) it.selectedIndex = control.selectedIndex;
      else [it.value, it.selectionStart, it.selectionEnd] = [control.value, control.selectionStart, control.selectionEnd];
      it.dispatchEvent(new Event(type, { bubbles: true }));
    }
    // each is answered before the next
    await new Promise((turn) => setTimeout(turn));
  }
}

/** The same control of the started page. */
function counterpart(control) {
  const lab = page();
  const { thing } = control.dataset;
  if (thing) return lab?.querySelector(`[data-thing="${CSS.escape(thing)}"]`);
  const steps = [];
  for (let it = control; !it.matches(".lab"); it = it.parentElement) {
    steps.unshift([...it.parentElement.children].indexOf(it));
  }
  const at = steps.reduce((it, nth) => it?.children[nth], lab);
  const isIt = (it) => it?.tagName === control.tagName && words(it) === words(control);
  // something may stand before it that was not there
  return isIt(at) ? at : [...(lab?.getElementsByTagName(control.tagName) ?? [])].find(isIt);
}

const words = (it) => it.matches(".lab, select, textarea") || `${it.getAttribute("aria-label")} ${it.textContent}`;
