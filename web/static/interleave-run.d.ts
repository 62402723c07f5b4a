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

/**
 * A run to step through, in the middle of a text. Its children are its poster, until the reader
 * wants more.
 *
 * Attributes:
 * - `link`: a link to a moment, or the part of one after `#`;
 * - `steps="3-14"`: the player goes round in these steps, until the reader leaves them;
 * - `panels`: which parts it has, some of `narration stage transport timeline scheduler listing
 *   verdicts`; without it narration, stage, transport and scheduler;
 * - `speed`: how fast the player is, `0.25`, `0.5`, `1`, `2`, `4` or `8`;
 * - `theme`: `light`, `dark` or `system`; without it the link has its way;
 * - `home`: the folder with the playgrounds, for "Open in Interleave"; without it the one that the
 *   script comes from, and no such link in the package for npm, which has none;
 * - `ask="1"`: before each step of the run the reader is asked what happens next;
 * - `load="visible"`: it is shown as soon as it is on the screen. Nothing ever plays unasked.
 *
 * What is wrong in one of them is told to the reader, with what was used instead.
 *
 * It is as high as what is in it, and at least as high as its `min-height`.
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
