// One of the runs that are side by side.

const isPossible = (choice) => choice.possible === "now";

/** A run that follows the schedule. */
export class Side {
  /** How many steps it has taken after so many entries of the schedule. */
  #taken = [0];

  constructor(link, engine) {
    const opened = new engine.Run(link);
    this.run = new engine.Run(opened.setting);
    opened.free();
    this.processOf = engine.process_of;
    this.base = this.run.link;
    this.words = this.#wordsOf();
    this.roles = this.run.moment().view.processes.map((it) => it.role);
    this.processes = this.roles.length;
    this.element = document.createElement("interleave-run");
    this.element.setAttribute("load", "visible");
    this.element.setAttribute("panels", "narration,stage,scheduler");
    this.colour();
  }

  /** Each side is in the reader's own colours. */
  colour() {
    this.element.setAttribute("theme", document.documentElement.dataset.theme ?? "system");
  }

  #wordsOf() {
    const { slug, turned, algorithm: { name, version, knobs } } = this.run;
    return { slug, name, version, turned, knobs };
  }

  /** The schedule has changed after its first `same` entries. */
  forget(same) {
    this.#taken.length = Math.min(this.#taken.length, same + 1);
  }

  /** Goes to where so many entries have been scheduled. */
  seek(schedule, at) {
    const known = Math.min(at, this.#taken.length - 1);
    this.run.seek(this.#taken[known]);
    for (let next = known; next < at; next++) {
      const choice = this.choose(schedule[next]);
      if (choice) this.run.step(choice.action);
      this.#taken[next + 1] = this.run.at;
    }
  }

  /** What an entry of the schedule comes to here and now. */
  choose(entry) {
    const choices = this.possible();
    const process = this.processOf(entry);
    return (
      choices.find((it) => it.action === entry) ??
      choices.find((it) => process !== undefined && !it.fault && it.process === process)
    );
  }

  /** Nobody here will enter once more. */
  isDone() {
    return this.run.moment().view.processes.every((it) => it.life !== "running");
  }

  possible() {
    return this.run.moment().next.filter(isPossible);
  }

  /** What has been spent so far, of so many entries of the schedule. */
  spent(at) {
    const trace = this.run.trace();
    const steps = trace.steps.slice(0, this.run.at);
    const count = (...kinds) =>
      steps.reduce((sum, it) => sum + it.events.filter((event) => kinds.includes(event.kind)).length, 0);
    const entries = trace.spans.filter(
      (it) => ["critical", "processing"].includes(it.zone) && it.from < this.run.at,
    ).length;
    const broken = steps.findIndex((it) => it.breaks.length > 0);
    return {
      processes: this.processes,
      steps: steps.length,
      waited: at - steps.length,
      messages: count("send"),
      accesses: count("read", "write"),
      entries,
      broken: broken < 0 ? "nothing" : `${steps[broken].breaks.join(", ")}, in step ${broken + 1}`,
    };
  }
}
