// The extension in VS Code as it runs in a browser: no program is there, and verdicts are.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const { browser } = require("./lib/browser");
const { serve } = require("./lib/workbench");

const [F1, ENTER, ESCAPE, END] = ["\uE031", "\uE007", "\uE00C", "\uE010"];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("in a browser verdicts stand above properties, in tests, and errors below words", async (t) => {
  const [address, window] = [await serve(t), await browser(t)];
  await window.open(address);
  const seen = async (text) => {
    for (let nth = 0; nth < 120; nth += 1) {
      const all = await window.run("return document.body.innerText");
      // an editor has spaces of its own
      if (all.replaceAll("\u00a0", " ").includes(text)) return;
      await pause(500);
    }
    assert.fail(`${text} is not seen in ${await window.run("return document.body.innerText")}`);
  };
  const command = async (name) => {
    await window.press([F1]);
    await pause(500);
    await window.type(name);
    await pause(1000);
    await window.press([ENTER]);
  };
  await seen("fails: shortest run 6 steps");
  await seen("no deadlock: holds in all 40 states");
  await command("Test: Run All Tests");
  await seen("new.html#new?text=");
  if (process.env.SCREENSHOT) await window.shoot(process.env.SCREENSHOT);
  await window.press([ESCAPE]);
  await command("View: Focus Active Editor Group");
  await window.press([END]);
  await window.type(" of");
  await command("Problems: Focus on Problems View");
  await seen("The line has to end before `of`.");
});
