// Chromium without a window, by its driver.
const fs = require("node:fs");
const { spawn } = require("node:child_process");

const SWITCHES = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,900"];

/** A browser until the test ends. */
exports.browser = async (t) => {
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve, reject) => {
    driver.on("error", reject);
    let printed = "";
    driver.stdout.on("data", (bytes) => {
      printed += bytes;
      const started = /on port (\d+)\./.exec(printed);
      if (started) resolve(started[1]);
    });
  });
  async function call(method, path, body) {
    const said = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: JSON.stringify(body) });
    const { value } = await said.json();
    if (value?.error) throw new Error(value.message);
    return value;
  }
  const alwaysMatch = { browserName: "chrome", "goog:chromeOptions": { args: SWITCHES } };
  const { sessionId: id } = await call("POST", "", { capabilities: { alwaysMatch } });
  t.after(async () => {
    await call("DELETE", `/${id}`);
    driver.kill();
  });
  const press = (list) => {
    const actions = list.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    return call("POST", `/${id}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
  };
  return {
    open: (url) => call("POST", `/${id}/url`, { url }),
    press,
    type: (text) => press([...text]),
    run: (script, ...args) => call("POST", `/${id}/execute/sync`, { script, args }),
    shoot: async (file) => fs.writeFileSync(file, Buffer.from(await call("GET", `/${id}/screenshot`), "base64")),
  };
};
