// Before anything is drawn: whether the document shows what the address asks for, and the reader's colours.
{
  const root = document.documentElement;
  // of an algorithm's page: the link of the moment that it has a picture of
  const { card } = root.dataset;

  const look = () => {
    const isEmpty = /^#?\/*$/.test(location.hash);
    root.dataset.route = isEmpty && !card ? "gallery" : "playground";
    // no picture is better than that of another moment
    root.dataset.picture = isEmpty || location.hash === `#${card}` ? "right" : "wrong";
    dispatchEvent(new Event("asked"));
  };
  look();
  addEventListener("hashchange", look);
  // from then on the page itself reads the address
  addEventListener("started", () => removeEventListener("hashchange", look));
  // without it nothing is offered that needs the engine
  root.toggleAttribute("data-script", true);
  // in somebody's frame the engine says how much is to be seen
  root.toggleAttribute("data-framed", self !== top);

  // the page will not start, and says so
  const unstarted = () => {
    const sentence = document.getElementById("unstarted");
    if (!sentence) return;
    root.toggleAttribute("data-unstarted", true);
    sentence.hidden = false;
    if (card) document.getElementById("elsewhere").hidden = root.dataset.picture === "right";
  };
  addEventListener("unstarted", unstarted);
  // one of its scripts did not arrive
  addEventListener("error", ({ target }) => target.type === "module" && unstarted(), true);
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "system";
  } catch {
    // refused: the system's colours
  }
}
