// The dialog that tells how to show this very moment on another page. Loaded when it is asked for.
import { add, dialog, save, snippet } from "./dialog.js";
import { moment } from "./poster.js";

const THEMES = { system: "Auto", light: "Light", dark: "Dark" };
const SPEEDS = Object.fromEntries(["0.25", "0.5", "1", "2", "4", "8"].map((it) => [it, `${it}×`]));
const PANELS = {
  narration: "sentence",
  stage: "picture",
  transport: "player",
  timeline: "diagram",
  scheduler: "scheduler",
  listing: "program",
  verdicts: "verdicts",
};
const USUAL = "narration,stage,transport,scheduler";

/** Hugo leaves HTML out of Markdown, but not what a shortcode writes. */
const SHORTCODE = `<interleave-run{{ range $name, $value := .Params }} {{ printf "%s=\\"%s\\"" $name $value | safeHTMLAttr }}{{ end }}>{{ .Inner }}</interleave-run>`;

/** What Hugo needs in place of an element and its script. */
function forHugo(snippet) {
  const [script, element] = snippet.split(/\n(?=<interleave-run)/);
  const call = element
    .replaceAll("\\", "&#92;")
    .replace(/<interleave-run(.*?)><a /, "{{< interleave$1 >}}<a ")
    .replace("</interleave-run>", "{{< /interleave >}}");
  return [
    ["For Hugo, once, as layouts/shortcodes/interleave.html", `${script}\n${SHORTCODE}`],
    ["For Hugo, in Markdown, where it leaves out HTML: the element by that shortcode", call],
  ];
}

const labelled = (parent, words) => add(parent, "label", { textContent: words });

function choice(parent, words, options, value) {
  const select = add(labelled(parent, words), "select");
  for (const [value, textContent] of Object.entries(options)) add(select, "option", { value, textContent });
  if (value in options) select.value = value;
  return select;
}

function check(parent, words, checked) {
  const label = add(parent, "label");
  const check = add(label, "input", { type: "checkbox", checked });
  label.append(words);
  return check;
}

/** Fields for how the moment is to be shown; they begin as its link has it. */
function fields(parent, given, { at, steps }) {
  const row = add(parent, "p", { className: "fields" });
  const theme = choice(row, "Colours", THEMES, given.theme);
  const speed = choice(row, "Speed", SPEEDS, given.speed);
  const ask = check(row, "ask what happens next", given.ask);
  const says = add(parent, "p", { className: "fields" });
  const caption = add(labelled(says, "Caption"), "input", {
    type: "text", maxLength: 200, value: given.caption, placeholder: "what readers should see here",
  });
  const parts = add(parent, "p", { className: "fields", role: "group", ariaLabel: "Parts" });
  const panels = Object.entries(PANELS).map(([name, words]) => [name, check(parts, words, given.panels.includes(name))]);
  const range = add(parent, "p", { className: "fields" });
  const [first = "", last = ""] = given.steps ?? [];
  const step = (words, value, placeholder) =>
    add(labelled(range, words), "input", { type: "number", min: 0, max: steps, value, placeholder });
  const from = step("Repeat from step", first, 0);
  const to = step("to", last, steps);
  range.hidden = !steps;
  const told = add(parent, "p", { role: "status" });

  /** The pairs of a link that say so. */
  const pairs = () => {
    const pairs = [];
    const chosen = panels.filter(([, it]) => it.checked).map(([name]) => name).join();
    if (chosen && chosen !== USUAL) pairs.push(["panels", chosen]);
    if (speed.value !== "1") pairs.push(["speed", speed.value]);
    if (ask.checked) pairs.push(["ask", "1"]);
    if (caption.value.trim()) pairs.push(["caption", caption.value.trim()]);
    const [first, last] = [Number(from.value), Number(to.value || steps)];
    const is_range = first < last && last <= steps && [from, to].every((it) => it.validity.valid);
    const is_asked = from.value || to.value || from.validity.badInput || to.validity.badInput;
    if (is_asked && is_range) pairs.push(["steps", `${first}-${last}`]);
    told.textContent = [
      chosen ? "" : "No part is chosen: the usual ones are shown.",
      ask.checked && at === steps ? "The run ends at this step, so nothing is left to ask: go back some steps first." : "",
      is_asked && !is_range ? `No such steps: they go up, from 0 to at most ${steps}. The player goes through the whole run.` : "",
      is_asked && is_range && (at < first || at > last)
        ? `The picture is of step ${at}, but readers begin at step ${first}.` : "",
    ].join(" ").trim();
    return pairs;
  };
  return { theme, pairs };
}

/** Shows how to embed the moment of a link, which the engine has. */
export async function show(engine, link) {
  const { words, stage, shown } = await moment(engine, link);
  const home = document.documentElement.dataset.home ?? new URL(".", location.href).href;
  const embedding = dialog("Embed this moment");
  add(embedding, "p", {
    textContent: "Readers see this step of this run, and can go on from there.",
  });
  const form = add(embedding, "form");
  const { theme, pairs } = fields(form, shown, words);
  theme.autofocus = true;
  const poster_field = add(embedding, "figure", { className: "poster" });
  const image = add(poster_field, "img", { alt: "The picture of this moment" });
  const caption = add(poster_field, "figcaption");
  const file = add(caption, "code", { textContent: engine.poster_file(link, words.at) });
  add(caption, "p", { textContent: "Save this picture in your page’s folder; the first two snippets use it." });
  const saved = save(caption);
  const all = [];

  form.onsubmit = (event) => event.preventDefault();
  form.oninput = () => {
    const told = { ...words, theme: theme.value, shown: pairs() };
    image.src = saved(file.textContent, engine.poster(told, stage), "image/svg+xml");
    const snippets = engine.snippets(told, stage, home, link);
    for (const [nth, [words, text]] of [...snippets, ...forHugo(snippets[0][1])].entries()) {
      const field = (all[nth] ??= snippet(embedding, 4));
      field.name.textContent = words;
      field.show(text);
    }
  };
  form.oninput();
  embedding.showModal();
}
