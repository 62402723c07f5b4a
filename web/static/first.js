// Before anything is drawn: what the address asks for, and the reader's own colours.
{
  const root = document.documentElement;
  const route = () => {
    root.dataset.route = /^#?\/*$/.test(location.hash) ? "gallery" : "playground";
  };
  route();
  addEventListener("hashchange", route);
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "system";
  } catch {
    // refused: the system's colours
  }
}
