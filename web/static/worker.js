// The first message is the compiled module; all later ones are for it.
import { initSync, worker_main } from "./engine.js";

self.onmessage = ({ data }) => {
  initSync({ module: data });
  worker_main();
};
