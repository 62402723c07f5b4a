import { load, type Verdict } from "interleave-run";

const figure = document.querySelector("interleave-run")!;
const verdict = document.querySelector("#verdict")!;

document.querySelector<HTMLButtonElement>("#check")!.onclick = async () => {
  const { Run } = await load();
  const { states, verdicts } = await new Run(figure.link).check();
  const failing = verdicts.filter((it: Verdict) => it.outcome === "fails");
  verdict.textContent = `${states} states: ${failing.map((it) => `${it.property} ${it.sentence}`).join("; ")}.`;
  // and the element shows the run that proves it
  if (failing[0]?.link) figure.link = failing[0].link;
};
