/** `<interleave-run>` in Vue's templates: `import type {} from "interleave-run/vue";` once in a program. */
import type { HTMLAttributes, PublicProps } from "vue";
import type { InterleaveChange, InterleaveRun, InterleaveRunAttributes } from "./interleave-run.js";

interface Events {
  onInterleaveChange?: ((event: CustomEvent<InterleaveChange>) => void) | undefined;
}

declare module "vue" {
  interface GlobalComponents {
    "interleave-run": new () => InterleaveRun & {
      /** For templates alone: the element has no such property. */
      $props: HTMLAttributes & InterleaveRunAttributes & Events & PublicProps;
    };
  }
}
