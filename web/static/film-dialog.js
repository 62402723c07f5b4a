// The part of the dialog that makes a film of a run. Loaded when it is asked for.
import { add, download } from "./dialog.js";
import { dots, film, stills } from "./filming.js";

/** What the page makes beside the formats of the engine. */
export const FILMS = [
  ["gif", "Moving picture for chats (GIF)", "image/gif"],
  ["webm", "Video for slides (WebM)", "video/webm"],
];
/** Dots for each pixel of the picture. */
const SCALES = [1, 2];

const bytes = ({ size }) => (size < 1e5 ? `${Math.ceil(size / 1e3)} kB` : `${(size / 1e6).toFixed(1)} MB`);

/** What is known of a film before it is made. */
function plan(text) {
  const { documentElement: picture } = new DOMParser().parseFromString(text, "image/svg+xml");
  const [width, height] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
  const all = stills(text);
  const seconds = Math.round(all.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  const words = `${picture.querySelector("title").textContent}, ${seconds} seconds`;
  return { all, size: { width, height }, words };
}

export class FilmRoom {
  /** Which question is the last one: what an earlier one brings is not wanted any more. */
  asked = 0;

  constructor(dialog) {
    this.room = add(dialog, "div", { className: "film", hidden: true });
    this.told = add(this.room, "p");
    const choices = add(this.room, "div", { className: "choices" });
    this.scale = add(choices, "select", { ariaLabel: "Size", onchange: () => this.forget() });
    this.make = add(choices, "button", { textContent: "Make it", onclick: () => this.begin() });
    this.save = add(choices, "button", { textContent: "Download" });
    this.state = add(choices, "span", { role: "status" });
    this.progress = add(this.room, "progress", { max: 1, ariaLabel: "How much is made" });
    this.seen = add(this.room, "figure", { className: "taken" });
    dialog.addEventListener("close", () => this.forget());
    this.forget();
  }

  /** Drops what was made, and what is being made. */
  forget() {
    this.asked += 1;
    for (const { src } of this.seen.children) URL.revokeObjectURL(src);
    this.seen.replaceChildren();
    this.seen.hidden = this.save.hidden = this.progress.hidden = true;
    this.make.hidden = false;
    this.state.textContent = "";
  }

  hide() {
    this.forget();
    this.room.hidden = true;
  }

  /** Offers a film of the picture that moves. */
  show([format, , type], name, text) {
    this.forget();
    this.room.hidden = false;
    Object.assign(this, { format, type, name: `${name}.${format}`, plan: plan(text) });
    const { words, size } = this.plan;
    this.told.textContent = `${words}.`;
    const chosen = Math.max(0, this.scale.selectedIndex);
    const sizes = SCALES.map((scale) => `${dots(size.width, scale)} × ${dots(size.height, scale)} dots`);
    this.scale.replaceChildren(...sizes.map((words) => new Option(words)));
    this.scale.selectedIndex = chosen;
  }

  async begin() {
    this.forget();
    const mine = this.asked;
    this.make.hidden = true;
    this.progress.hidden = false;
    const goes_on = (part) => {
      if (mine === this.asked) this.progress.value = part;
      return mine === this.asked;
    };
    const { format, plan: { all, size } } = this;
    try {
      const made = await film(all, { format, size, scale: SCALES[this.scale.selectedIndex] }, goes_on);
      if (mine === this.asked) this.offer(new Blob([made], { type: this.type }));
    } catch ({ message }) {
      if (mine !== this.asked) return;
      this.forget();
      this.state.textContent = message;
    }
  }

  offer(file) {
    const src = URL.createObjectURL(file);
    const { words } = this.plan;
    if (this.format === "gif") add(this.seen, "img", { src, alt: words });
    else add(this.seen, "video", { src, controls: true, loop: true, muted: true, ariaLabel: words });
    this.state.textContent = `The file has ${bytes(file)}.`;
    this.save.onclick = () => download(this.name, file);
    this.progress.hidden = true;
    this.seen.hidden = this.save.hidden = false;
  }
}
