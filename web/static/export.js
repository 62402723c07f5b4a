// The dialog in which a reader takes a run along as a file. Loaded when it is asked for.
import { add, dialog, save, snippet } from "./dialog.js";
import { export_run, formats, poster, poster_file } from "./exporter/web.js";
import { moment } from "./poster.js";

const POSTER = { words: "Poster of this moment (SVG)" };
const FORMATS = [...JSON.parse(formats()), POSTER];

/** Shows the run of a link, which the engine has, in the format that the reader chooses. */
export async function show(engine, link) {
  const { words, stage } = await moment(engine, link);
  const theme = new URLSearchParams(link.split("?")[1]).get("theme") ?? "system";
  const exporting = dialog("Export this run");
  const format = add(add(exporting, "p"), "select", { ariaLabel: "Format", autofocus: true });
  for (const { words } of FORMATS) add(format, "option", { textContent: words });
  const { name, text, foot, told } = snippet(exporting, 12);
  const saved = save(foot);

  format.onchange = () => {
    const chosen = FORMATS[format.selectedIndex];
    if (chosen === POSTER) {
      name.textContent = poster_file(link, words.at);
      text.value = poster(JSON.stringify({ ...words, theme }), stage);
    } else {
      const run = JSON.stringify(engine.document_of(link, chosen.has_moments), null, 2);
      name.textContent = `${link.split("?")[0]}.${chosen.extension}`;
      text.value = export_run(run, chosen.name);
    }
    told.textContent = "";
    saved(name.textContent, text.value);
  };
  format.onchange();
  exporting.showModal();
}
