// Operations as bars in lanes, and the order below as points: a grid with a column for each event.

const COLOURS = 6;

export function made(tag, text = "", properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  element.textContent = text;
  return element;
}

export function lanes({ lanes, columns, bars, points }) {
  const grid = made("div", "", { className: "lanes" });
  grid.style.gridTemplateColumns = `auto repeat(${columns}, minmax(1.25rem, auto)) minmax(0.75rem, 1fr)`;
  const put = (element, row, column) => {
    element.style.gridArea = `${row} / ${column}`;
    grid.append(element);
    return element;
  };
  lanes.forEach((name, lane) => {
    put(made("b", name, { className: `name ${colour(lane)}` }), lane + 1, 1);
    put(made("i", "", { className: "lane", ariaHidden: "true" }), lane + 1, "2 / auto / -1");
  });
  for (const { lane, from, to, label, lines, is_culprit, is_open } of bars) {
    const states = [is_culprit && "is-culprit", is_open && "is-open"].filter(Boolean).join(" ");
    const bar = made("span", label, { className: `bar ${colour(lane)} ${states}` });
    bar.title = `process ${lanes[lane]}, ${lines}`;
    put(bar, lane + 1, `${from + 2} / auto / ${to + 2}`);
  }
  const axis = lanes.length + 1;
  if (points.length) {
    put(made("b", "order", { className: "name" }), axis, 1);
    put(made("i", "", { className: "lane axis", ariaHidden: "true" }), axis, "2 / auto / -1");
  }
  points.forEach(({ lane, column }, nth) => {
    const line = made("i", "", { className: "drop", ariaHidden: "true" });
    put(line, `${lane + 1}`, column + 2).style.gridRowEnd = axis + 1;
    put(made("span", `${nth + 1}`, { className: "point" }), axis, column + 2);
  });
  return grid;
}

const colour = (lane) => `p${lane % COLOURS}`;
