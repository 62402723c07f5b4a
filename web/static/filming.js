// Makes a GIF or a video of a picture that moves, which it paints still by still.
import { letters } from "./inlined.js";

/** Of so many stills the colours are looked at. */
const LOOKED_AT = 12;

/** The stills of a picture that moves: for how many milliseconds each stands, and its SVG. */
export function stills(text) {
  const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const stretches = [...picture.querySelectorAll("animate")].map((animate) => {
    const read = (name) => animate.getAttribute(name).split(";");
    const [visible, whole] = [read("values").indexOf("visible"), 1000 * parseFloat(animate.getAttribute("dur"))];
    const times = read("keyTimes").map((part) => Math.round(part * whole));
    const group = animate.parentNode;
    animate.remove();
    return { group, from: times[visible], to: times[visible + 1] ?? whole };
  });
  const times = [...new Set([0, ...stretches.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return times.slice(0, -1).map((from, nth) => {
    for (const it of stretches) {
      it.group.setAttribute("visibility", it.from <= from && from < it.to ? "visible" : "hidden");
    }
    return { ms: times[nth + 1] - from, svg: new XMLSerializer().serializeToString(picture) };
  });
}

/** The dots of a side: a video has an even number of them. */
export const dots = (side, scale) => 2 * Math.ceil((side * scale) / 2);

/** Paints stills in one size. */
async function painter({ width, height }, scale) {
  const size = { width: dots(width, scale), height: dots(height, scale) };
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  // a picture by itself knows no letters of the page
  const style = `<style>${await letters()}</style></svg>`;
  const paint = async ({ svg }) => {
    const picture = new Image();
    const whole = svg.replace(/<\/svg>\s*$/, style);
    picture.src = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
    try {
      await picture.decode();
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    } finally {
      URL.revokeObjectURL(picture.src);
    }
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  return { ...size, paint };
}

/** A worker that answers one question after the other. */
function helper() {
  const worker = new Worker(new URL("./film-worker.js", import.meta.url), { type: "module" });
  const ask = (question, still) =>
    new Promise((done, failed) => {
      worker.onmessage = ({ data }) => ("failure" in data ? failed(new Error(data.failure)) : done(data.done));
      worker.onerror = () => failed(new Error("What writes films did not arrive; trying again may help."));
      worker.postMessage({ ...question, still }, still ? [still.buffer] : []);
    });
  return { ask, end: () => worker.terminate() };
}

/**
 * The file of stills of a size, with so many dots for each pixel. `goes_on` is told which part is done, and says whether
 * anybody still waits: if not, there is no file.
 */
export async function film(all, { format, size, scale }, goes_on) {
  const { width, height, paint } = await painter(size, scale);
  const { ask, end } = helper();
  try {
    await ask({ does: "begin", format, width, height });
    if (format === "gif") {
      const every = Math.ceil(all.length / LOOKED_AT);
      const looked_at = all.filter((_, nth) => (all.length - 1 - nth) % every === 0);
      for (const it of looked_at) await ask({ does: "look" }, await paint(it));
    }
    for (const [nth, it] of all.entries()) {
      if (!goes_on(nth / all.length)) return undefined;
      await ask({ does: "add", ms: it.ms }, await paint(it));
    }
    return await ask({ does: "end" });
  } finally {
    end();
  }
}
