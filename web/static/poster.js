// The picture of a moment as a file that stands alone.

/** What a poster is made of: the stage of the moment, and what is to be told with it, and how it is shown. */
export async function moment(engine, link) {
  const run = new engine.Run(link);
  const [width, height] = engine.poster_size();
  const stage = engine.draw_moment(run, width, height);
  const { at, said_text, waiting_text } = run.moment();
  const broken = run.reasons();
  const { length: steps, shown, algorithm: { name } } = run;
  run.free();
  return { stage, shown, words: { name, at, steps, said: said_text, waiting: waiting_text, broken } };
}
