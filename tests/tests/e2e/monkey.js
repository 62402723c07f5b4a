// What can be pressed in a page, and how. It runs in every document before all others.
if (self === top) {
  const CONTROLS = "a[href], button, summary, input:not([type=file]), select, textarea, [role=button], \
    [tabindex]:not([tabindex='-1']), [data-thing], [data-step], [data-fork], [data-at], [data-state]";
  /** Of things of which there are as many as a run or a graph is long, one stands for all. */
  const MANY = ["step", "fork", "at", "state"];
  /** Kept for the tab: a press may lead to another document. */
  const PRESSED = "monkey";

  const within = (root) => [...root.querySelectorAll("*")].flatMap((it) => [
    ...(it.matches(CONTROLS) ? [it] : []),
    ...(it.shadowRoot ? within(it.shadowRoot) : []),
  ]);
  const isSeen = (it) => it.isConnected && it.checkVisibility({ visibilityProperty: true })
    && !it.matches(":disabled") && !it.closest("[inert]");
  const seen = () => within(document).filter(isSeen);

  function name(it) {
    const many = MANY.find((name) => name in it.dataset);
    if (many) return `one ${many}`;
    const words = it.ariaLabel ?? it.labels?.[0]?.textContent ?? it.textContent;
    const kind = it.getAttribute("class")?.split(" ")[0] ?? "";
    const own = [it.localName, it.type, kind, it.dataset.thing, it.type === "radio" ? it.value : "", words];
    return own.filter(Boolean).join(" ").replace(/\s+/g, " ").slice(0, 80);
  }

  /** Each control with its name and what presses it; of a list each choice. */
  const controls = () => seen().flatMap((it) => it.localName === "select"
    ? [...it.options].map((option) => [`${name(it)}: ${option.text}`, it, () => choose(it, option)])
    : [[name(it), it, () => press(it)]]);

  function choose(it, option) {
    option.selected = true;
    tell(it);
  }

  function tell(it) {
    it.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    it.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function press(it) {
    it.focus?.({ preventScroll: true });
    if (it.localName === "textarea") {
      it.value += "\n# x";
      return tell(it);
    }
    if (["number", "range", "search", "text"].includes(it.type)) {
      it.value = it.max || it.value || "lock";
      return tell(it);
    }
    const { left, top, width, height } = it.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    const about = { bubbles: true, composed: true, cancelable: true, clientX, clientY, detail: 1 };
    const pointer = { ...about, pointerId: 1, pointerType: "mouse", isPrimary: true };
    for (const kind of ["over", "move", "down", "up"]) {
      it.dispatchEvent(new PointerEvent(`pointer${kind}`, pointer));
    }
    it.dispatchEvent(new MouseEvent("click", about));
  }

  const pressed = () => new Set(JSON.parse(sessionStorage.getItem(PRESSED) ?? "[]"));
  const open = () => {
    const done = pressed();
    return controls().filter(([name]) => !done.has(name));
  };
  const turn = () => new Promise((turn) => setTimeout(turn));

  window.monkey = {
    says: "new",
    /** The names of what can be pressed and was not yet, in no document of this tab. */
    open: () => [...new Set(open().map(([name]) => name))],
    /** Presses each of these once, up to so many. */
    async cover(most) {
      this.says = "busy";
      // round by round: to look for all controls takes longer than to press one
      for (let count = 0, round = open(); count < most && round.length; round = open()) {
        for (const [name, it, act] of round) {
          if (count === most) break;
          // what one press has hidden may come back in the next round
          if (pressed().has(name) || !isSeen(it)) continue;
          sessionStorage.setItem(PRESSED, JSON.stringify([...pressed(), name]));
          count++;
          act();
          await turn();
          await turn();
        }
      }
      this.says = "done";
    },
    /** One of all that can be pressed: its name, and its middle. */
    pick(nth) {
      // a list opens a window of the system
      const all = seen().filter((it) => it.localName !== "select");
      const it = all[nth % all.length];
      if (!it) return null;
      it.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = it.getBoundingClientRect();
      return [name(it), left + width / 2, top + height / 2];
    },
    last: () => [...pressed()].slice(-5),
  };

  // it stays in its page: that links lead where they say is tested elsewhere
  addEventListener("click", (event) => {
    const link = event.composedPath().find((it) => it.localName === "a");
    const href = link?.getAttribute("href");
    if (!href) return;
    const to = new URL(href, document.baseURI);
    const stays = to.href.split("#")[0] === location.href.split("#")[0];
    if (!stays || link.hasAttribute("download") || link.getAttribute("target")) event.preventDefault();
  });
  window.open = () => null;
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) click.call(this);
  };
}
