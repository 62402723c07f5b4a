// Before anything is drawn: whether the document shows what the address asks for, and the reader's
// own colours. Links are for the engine to read.
{
  const root = document.documentElement;
  // of an algorithm's page: the link of the moment that it has a picture of
  const { card, script = "start" } = root.dataset;

  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const look = () => {
    const isEmpty = /^#?\/*$/.test(location.hash);
    root.dataset.route = isEmpty && !card ? "gallery" : "playground";
    // no picture is better than that of another moment
    root.dataset.picture = isEmpty || location.hash === `#${card}` ? "right" : "wrong";
    parsed.then(() => import(`./${script}.js`)).then((it) => it.open()).catch(unstarted);
  };

  // the page does not start, and says so
  const unstarted = (error) => {
    console.error(error);
    root.toggleAttribute("data-unstarted", true);
    document.getElementById("unstarted").hidden = false;
    if (card) document.getElementById("elsewhere").hidden = root.dataset.picture === "right";
  };

  // in somebody's frame the engine says how much is to be seen
  root.toggleAttribute("data-framed", self !== top);
  look();
  addEventListener("hashchange", look);
  // from then on the page itself reads the address
  addEventListener("started", () => removeEventListener("hashchange", look));
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "system";
  } catch {
    // refused: the system's colours
  }
}
