// The dialog that tells how to show this very moment on another page. Loaded when it is asked for.
import { add, dialog, save, snippet } from "./dialog.js";
import init, { poster, poster_file, snippets } from "./exporter/web.js";
import { moment } from "./poster.js";

await init();
const THEMES = { system: "Auto", light: "Light", dark: "Dark" };

/** Shows how to embed the moment of a link, which the engine has. */
export async function show(engine, link) {
  const { words, stage } = await moment(engine, link);
  const home = new URL(".", location.href).href;
  const embedding = dialog("Embed this moment");
  add(embedding, "p", {
    textContent: "Readers see this step of this run, and can go on from there.",
  });
  const theme = add(add(embedding, "p"), "select", { ariaLabel: "Colours", autofocus: true });
  for (const [value, textContent] of Object.entries(THEMES)) add(theme, "option", { value, textContent });
  const poster_field = add(embedding, "figure", { className: "poster" });
  const image = add(poster_field, "img", { alt: "The picture of this moment" });
  const caption = add(poster_field, "figcaption");
  const file = add(caption, "code", { textContent: poster_file(link, words.at) });
  add(caption, "p", { textContent: "The picture for the first two forms: put it beside your page." });
  const saved = save(caption);
  const fields = [];

  theme.onchange = () => {
    const told = JSON.stringify({ ...words, theme: theme.value });
    image.src = saved(file.textContent, poster(told, stage), "image/svg+xml");
    for (const [nth, { words, text }] of JSON.parse(snippets(told, stage, home, link)).entries()) {
      const field = (fields[nth] ??= snippet(embedding, 4));
      field.name.textContent = words;
      field.text.value = text;
    }
  };
  theme.onchange();
  embedding.showModal();
}
