// The page of tasks: the engine draws all of it.
import { load } from "./load.js";

try {
  const engine = await load();
  engine.start_task();
} catch (error) {
  console.error(error);
  document.getElementById("unstarted").hidden = false;
}
