// The dialog in which a reader takes a run along as a file. Loaded when it is asked for.
import init, { export_run, formats } from "./exporter/web.js";

await init();
const FORMATS = JSON.parse(formats());

const REFUSED =
  "This browser does not let a button copy. The text is selected: copy it by keyboard or menu.";

function add(parent, tag, properties) {
  const child = Object.assign(document.createElement(tag), properties);
  parent.append(child);
  return child;
}

/** Shows the run of a link, which the engine has, in the format that the reader chooses. */
export function show(engine, link) {
  const dialog = add(document.body, "dialog", { ariaLabel: "Export this run" });
  const head = add(dialog, "div", { className: "head" });
  add(head, "h2", { textContent: "Export this run" });
  const close = add(head, "button", { textContent: "Close" });
  const format = add(add(dialog, "p"), "select", { ariaLabel: "Format", autofocus: true });
  for (const { words } of FORMATS) add(format, "option", { textContent: words });
  const snippet = add(dialog, "div", { className: "snippet" });
  const label = add(snippet, "label");
  const name = add(label, "span");
  const text = add(label, "textarea", { readOnly: true, rows: 12 });
  const foot = add(snippet, "div", { className: "choices" });
  const told = add(foot, "span", { role: "status" });
  const copy = add(foot, "button", { textContent: "Copy" });
  const save = add(foot, "a", { className: "button", textContent: "Download" });

  const make = () => {
    const { name: format_name, extension, has_moments } = FORMATS[format.selectedIndex];
    const run = JSON.stringify(engine.document_of(link, has_moments), null, 2);
    text.value = export_run(run, format_name);
    name.textContent = save.download = `${link.split("?")[0]}.${extension}`;
    told.textContent = "";
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([text.value]));
  };
  format.onchange = make;
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      told.textContent = "Copied";
    } catch {
      text.select();
      told.textContent = REFUSED;
    }
  };
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    URL.revokeObjectURL(save.href);
    dialog.remove();
  };
  make();
  dialog.showModal();
}
