/** The element `<interleave-run>`, and the engine that all of them on a page share. */

export type * from "./interleave.js";

/**
 * The engine with its JavaScript API (`Run`, `algorithms`), started by the first call and once for
 * all: `const { Run } = await load()`.
 */
export function load(): Promise<typeof import("./engine.js")>;

/** What `interleave-change` tells: the reader has taken a step, or has gone to another moment. */
export interface InterleaveChange {
  /** The link of the moment, without the address of the page. */
  link: string;
  /** How many steps have been taken. */
  at: number;
  /** How many steps the run has, those ahead included. */
  steps: number;
}

/** What `<interleave-run>` can be told in HTML. A sentence says what is wrong in one of them, and what was used instead. */
export interface InterleaveRunAttributes {
  /** A link to a moment, or the part of one after `#`. */
  link?: string | undefined;
  /** `3-14`: the player goes round in these steps, until the reader leaves them. */
  steps?: string | undefined;
  /**
   * Which parts it has, some of `narration stage transport timeline scheduler listing verdicts`; without it
   * narration, stage, transport and scheduler.
   */
  panels?: string | undefined;
  /** How fast the player is. */
  speed?: "0.25" | "0.5" | "1" | "2" | "4" | "8" | undefined;
  /** Without it the link has its way. */
  theme?: "light" | "dark" | "system" | undefined;
  /** Before a step of the run the reader is asked what it leads to. */
  ask?: "1" | undefined;
  /** What you say of the moment, under the narration. */
  caption?: string | undefined;
  /** `4:Both hold ticket 1|9:One enters`: your own key moments of the run. */
  path?: string | undefined;
  /** It is shown as soon as it is on the screen. Nothing ever plays unasked. */
  load?: "visible" | undefined;
  /**
   * The folder with the playgrounds, for "Open in Interleave"; without it the one that the script comes from, and no
   * such link in the package for npm, which has none.
   */
  home?: string | undefined;
}

/**
 * A run to step through, in the middle of a text. Its children are its poster, until the reader
 * wants more. It keeps the height that it has with its poster, which is at least its `min-height`.
 */
export class InterleaveRun extends HTMLElement {
  /** The link of the moment that is on show. Setting it goes there. */
  link: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "interleave-run": InterleaveRun;
  }
  interface HTMLElementEventMap {
    "interleave-change": CustomEvent<InterleaveChange>;
  }
}
