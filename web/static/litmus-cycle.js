// The cycle that forbids a result: a column for each thread, and an arrow from each access to the next.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** A line through the corners, with a point at its end. */
function path(corners) {
  const [[fromX, fromY], [x, y]] = corners.slice(-2);
  const length = Math.hypot(x - fromX, y - fromY) / 7;
  const [alongX, alongY] = [(x - fromX) / length, (y - fromY) / length];
  const side = (sign) => `${x - alongX - sign * alongY / 2} ${y - alongY + sign * alongX / 2}`;
  return `M${corners.map((corner) => corner.join(" ")).join("L")}M${side(1)}L${x} ${y}L${side(-1)}`;
}

/** What the sentence beside it says, so it is no picture of its own for those who listen. */
export function cycle({ width, height, box_size: [wide, high], threads, events, arrows }) {
  const svg = shape("svg", { class: "cycle", viewBox: `0 0 ${width} ${height}`, width, "aria-hidden": "true" });
  const words = ({ x, y, words }, name) => shape("text", { x, y, class: name }, words);
  svg.append(...threads.map((thread) => words(thread, "thread")));
  for (const event of events) {
    const corner = { x: event.x - wide / 2, y: event.y - high / 2, width: wide, height: high, rx: 5 };
    svg.append(shape("rect", corner), words(event, "event"));
  }
  svg.append(...arrows.map(({ corners, label }) => shape("path", { d: path(corners), class: label.words })));
  svg.append(...arrows.map(({ label }) => words(label, `label ${label.words}`)));
  return svg;
}
