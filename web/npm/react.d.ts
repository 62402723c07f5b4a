/** `<interleave-run>` in React's JSX: `import type {} from "interleave-run/react";` once in a program. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { InterleaveRun, InterleaveRunAttributes } from "./interleave-run.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "interleave-run": DetailedHTMLProps<HTMLAttributes<InterleaveRun>, InterleaveRun> & InterleaveRunAttributes;
    }
  }
}
