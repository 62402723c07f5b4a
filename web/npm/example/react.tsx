import type {} from "interleave-run/react";

/** A figure in a component: its attributes are typed. */
export const figure = (
  <interleave-run link="bakery?processes=2" speed="0.5" className="wide">
    <p>Two processes hold ticket 1.</p>
  </interleave-run>
);

// @ts-expect-error: there is no such speed
export const fast = <interleave-run link="bakery" speed="fast" />;
