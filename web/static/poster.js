// The picture of a moment as a file that stands alone.

/** What a poster is made of: the stage of the moment, and what is to be told with it, and how it is shown. */
export async function moment(engine, link) {
  const run = new engine.Run(link);
  const root = document.createElement("div");
  const picture = engine.draw(root, run, engine.poster_width());
  // drawn a little later
  await new Promise((done) => setTimeout(done));
  const stage = root.querySelector(".stage-sheet").outerHTML;
  picture.destroy();
  const { at, said_text, waiting_text, broken } = run.moment();
  const { slug, length: steps, shown } = run;
  const { name } = engine.algorithms().find((it) => it.slug === slug);
  run.free();
  return { stage, shown, words: { name, at, steps, said: said_text, waiting: waiting_text, broken } };
}
