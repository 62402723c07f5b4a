// The dialog in which a reader takes a run along as a file. Loaded when it is asked for.
import { add, dialog, save, snippet } from "./dialog.js";
import init, { export_run, formats } from "./exporter/web.js";

await init();
const FORMATS = JSON.parse(formats());

/** Shows the run of a link, which the engine has, in the format that the reader chooses. */
export function show(engine, link) {
  const exporting = dialog("Export this run");
  const format = add(add(exporting, "p"), "select", { ariaLabel: "Format", autofocus: true });
  for (const { words } of FORMATS) add(format, "option", { textContent: words });
  const { name, text, foot, told } = snippet(exporting, 12);
  const saved = save(foot);

  format.onchange = () => {
    const { name: format_name, extension, has_moments } = FORMATS[format.selectedIndex];
    const run = JSON.stringify(engine.document_of(link, has_moments), null, 2);
    text.value = export_run(run, format_name);
    name.textContent = `${link.split("?")[0]}.${extension}`;
    told.textContent = "";
    saved(name.textContent, text.value);
  };
  format.onchange();
  exporting.showModal();
}
