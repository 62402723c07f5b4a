// What the dialogs have in common that are loaded when a reader asks for them.

const REFUSED =
  "This browser does not let a button copy. The text is selected: copy it by keyboard or menu.";
const REFUSED_LONG =
  "This browser does not let a button copy, and only the beginning is shown. Download the file instead.";

export function add(parent, tag, properties) {
  const child = Object.assign(document.createElement(tag), properties);
  parent.append(child);
  return child;
}

/** A dialog with a title, which is still to be shown. */
export function dialog(title) {
  const dialog = add(document.body, "dialog", { ariaLabel: title });
  const head = add(dialog, "div", { className: "head" });
  add(head, "h2", { textContent: title });
  add(head, "button", { textContent: "Close" }).onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  return dialog;
}

/** A field that holds more than that holds up the page. */
const SHOWN_MAX = 20_000;

/** A text to be copied. Of a long one only the beginning is shown. */
export function snippet(parent, rows) {
  const snippet = add(parent, "div", { className: "snippet" });
  const label = add(snippet, "label");
  const name = add(label, "span");
  const field = add(label, "textarea", { readOnly: true, rows });
  const more = add(snippet, "p", { hidden: true });
  const foot = add(snippet, "div", { className: "choices" });
  const told = add(foot, "span", { role: "status" });
  let whole = "";
  const show = (text) => {
    whole = text;
    field.value = text.slice(0, SHOWN_MAX);
    more.hidden = text.length <= SHOWN_MAX;
    const [shown, all] = [SHOWN_MAX, text.length].map((it) => it.toLocaleString("en"));
    more.textContent = `These are the first ${shown} of ${all} characters. A copy or a download has all of them.`;
  };
  add(foot, "button", { textContent: "Copy" }).onclick = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      told.textContent = "Copied";
    } catch {
      field.select();
      told.textContent = more.hidden ? REFUSED : REFUSED_LONG;
    }
  };
  return { snippet, name, field, show, foot, told };
}

/** A button that saves a text, which may change. */
export function save(parent) {
  const save = add(parent, "a", { className: "button", textContent: "Download" });
  const holds = (name, text, type) => {
    URL.revokeObjectURL(save.href);
    save.download = name;
    save.href = URL.createObjectURL(new Blob([text], { type }));
    return save.href;
  };
  parent.closest("dialog").addEventListener("close", () => URL.revokeObjectURL(save.href));
  return holds;
}

/** Saves a file at once. */
export function download(name, file) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(file) });
  link.click();
  // once it is written, however slowly
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
