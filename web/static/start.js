import init, { start_app } from "./web.js";

try {
  await init();
  start_app();
} catch (error) {
  console.error(error);
  document.getElementById("unstarted")?.removeAttribute("hidden");
}
