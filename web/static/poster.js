// The picture of a moment as a file that stands alone: the engine draws it, the exporter writes it.
import { poster_width } from "./exporter/web.js";

/** What a poster is made of: the stage of the moment, and what is to be told with it. */
export async function moment(engine, link) {
  const run = new engine.Run(link);
  const root = document.createElement("div");
  const picture = engine.draw(root, run, poster_width());
  // drawn a little later
  await new Promise((done) => setTimeout(done));
  const stage = root.querySelector(".stage-sheet").outerHTML;
  picture.destroy();
  const { at, said_text, waiting_text, broken } = run.moment();
  const { name } = engine.document_of(link, false);
  const words = { name, at, steps: run.length, said: said_text, waiting: waiting_text, broken };
  run.free();
  return { stage, words };
}
