// The dialog with a link as a QR code. Loaded when it is asked for.
import { add, dialog, save } from "./dialog.js";

/** Shows the code of a link, or says why there is none. */
export function show(engine, link) {
  const showing = dialog("The link as a QR code");
  try {
    const picture = engine.qr_code(link);
    const code = add(showing, "p", { className: "qr" });
    const image = add(code, "img", { alt: "QR code of the link below" });
    const foot = add(showing, "div", { className: "choices" });
    image.src = save(foot)(engine.qr_file(link), picture, "image/svg+xml");
  } catch ({ message }) {
    add(showing, "p", { role: "alert", textContent: message });
  }
  add(add(showing, "p", { className: "address" }), "a", { href: link, textContent: link });
  showing.showModal();
}
