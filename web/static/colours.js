// The reader's own colours. Another page may have changed them before the reader came back to this.

const colours = document.getElementById("colours");
const root = document.documentElement;
function show() {
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "system";
  } catch {
    // refused: those of this visit
  }
  colours.value = root.dataset.theme ?? "system";
}
addEventListener("pageshow", show);
colours.addEventListener("change", () => {
  root.dataset.theme = colours.value;
  try {
    localStorage.setItem("theme", colours.value);
  } catch {
    document.getElementById("forgetful").hidden = false;
  }
});
