import type { GlobalComponents } from "vue";
import type {} from "interleave-run/vue";

/** What a template may write on the element. */
type Attributes = InstanceType<GlobalComponents["interleave-run"]>["$props"];

export const figure: Attributes = {
  link: "bakery?processes=2",
  speed: "0.5",
  class: "wide",
  onInterleaveChange: ({ detail }) => console.log(detail.at, detail.steps),
};

// @ts-expect-error: there is no such speed
export const fast: Attributes = { link: "bakery", speed: "fast" };
