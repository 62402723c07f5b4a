// Answers what the page of histories asks, so that the page stays free meanwhile.
import start, { answer } from "./monitor.js";

const started = start();

self.onmessage = async ({ data: { object, initial, log, patience } }) => {
  try {
    await started;
    self.postMessage({ answer: JSON.parse(answer(object, initial, log, patience)) });
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
};
