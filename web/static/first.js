// Before anything is drawn: what the address asks for, and the reader's own colours.
{
  const root = document.documentElement;
  // set on the page of an algorithm: the link of the moment that it has a picture of
  const { card } = root.dataset;
  const route = () => {
    const { hash } = location;
    const isEmpty = /^#?\/*$/.test(hash);
    const isEmbed = /view(=|%3d)embed/i.test(hash);
    root.toggleAttribute("data-framed", isEmbed);
    root.dataset.route = isEmpty && !card ? "gallery" : isEmbed ? "embed" : "playground";
    // no picture is better than that of another moment
    root.dataset.picture = isEmpty || hash === `#${card}` ? "right" : "wrong";
  };
  route();
  addEventListener("hashchange", route);

  // the playground will not come: then it is said, and any picture is better than none
  const unstarted = () => {
    const sentence = document.getElementById("unstarted");
    if (!sentence || (root.dataset.route === "gallery" && sentence.closest("#app"))) return;
    sentence.hidden = false;
    if (card && root.dataset.picture === "wrong" && root.dataset.route !== "embed") {
      document.getElementById("elsewhere").hidden = false;
      root.dataset.picture = "right";
    }
  };
  addEventListener("unstarted", unstarted);
  // one of its files did not arrive
  addEventListener("error", ({ target }) => target.type === "module" && unstarted(), true);
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "system";
  } catch {
    // refused: the system's colours
  }
}
