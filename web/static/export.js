// The dialog in which a reader takes a run along as a file. Loaded when it is asked for.
import { add, dialog, download, save, snippet } from "./dialog.js";
import { moment } from "./poster.js";

/** For screens with two dots a pixel, unless that is more than browsers paint. */
const SHARP = 2;
const SIDE_MAX = 16384;

/** A longer picture holds up the page that draws it, and in dots nobody could read it. */
const DRAWN_MAX = 500_000;
const NOT_DRAWN = "This picture is too large to be shown here.";

/** Saves a picture in dots, for what does not take SVG. */
async function save_png(picture, name) {
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(SHARP, SIDE_MAX / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const file = await new Promise((done) => canvas.toBlob(done));
  if (!file) throw new Error("This browser cannot paint a picture of this size.");
  download(name.replace(/svg$/, "png"), file);
}

/** In which a film is painted, where the reader has left that to the system. */
const colours = (theme) =>
  theme !== "system" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

/** What makes films; a page that is one file has none. */
const films = async () => (globalThis.interleaveFile ? { FILMS: [] } : import("./film-dialog.js"));

/** Shows the run of a link, which the engine has, in the format that the reader chooses. */
export async function show(engine, link) {
  const [{ words, stage, shown: { theme } }, { FILMS, FilmRoom }] = await Promise.all([moment(engine, link), films()]);
  const formats = engine.formats().concat(FILMS);
  const exporting = dialog("Export this run");
  const format = add(add(exporting, "p"), "select", { ariaLabel: "Format", autofocus: true });
  for (const [, words] of formats) add(format, "option", { textContent: words });
  const picture = add(add(exporting, "figure", { className: "taken" }), "img", { alt: "The picture" });
  const { name, field, show, foot, told, snippet: room } = snippet(exporting, 12);
  const saved = save(foot);
  const png = add(foot, "button", { textContent: "Download as PNG" });
  png.onclick = () => save_png(picture, name.textContent).catch(({ message }) => (told.textContent = message));

  const film = FilmRoom && new FilmRoom(exporting);

  format.onchange = () => {
    const chosen = formats[format.selectedIndex];
    film?.hide();
    room.hidden = FILMS.includes(chosen);
    if (room.hidden) {
      picture.parentElement.hidden = true;
      const [file, text] = engine.export_run(`${link}&theme=${colours(theme)}`, "animated-svg");
      return film.show(chosen, file.replace(/\.svg$/, ""), text);
    }
    const [file_name, text] = chosen[0] === "poster"
      ? [engine.poster_file(link, words.at), engine.poster({ ...words, theme }, stage)]
      : engine.export_run(link, chosen[0]);
    name.textContent = file_name;
    show(text);
    const is_picture = chosen[2] === "svg";
    const is_drawn = is_picture && text.length <= DRAWN_MAX;
    told.textContent = is_picture && !is_drawn ? NOT_DRAWN : "";
    picture.parentElement.hidden = png.hidden = !is_drawn;
    field.rows = is_picture ? 3 : 12;
    const file = saved(file_name, text, is_picture ? "image/svg+xml" : "text/plain");
    if (is_drawn) picture.src = file;
    else picture.removeAttribute("src");
  };
  format.onchange();
  exporting.showModal();
}
