// Files of the site inside other files.

/** What the site says of a file. */
export async function reply(file) {
  const reply = await fetch(file);
  if (!reply.ok) throw new Error(`${file} did not arrive.`);
  return reply;
}

export const text = async (file) => (await reply(file)).text();

/** The address of what stands in the address. */
export const inlined = async (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });

/** The same of a file of the site. */
export const file = async (name) => inlined(await (await reply(name)).blob());

/** The page's styles, with their letters. */
export async function styles() {
  const style = await text("style.css");
  const fonts = [...new Set(style.match(/fonts\/[\w-]+\.woff2/g))];
  const all = await Promise.all(fonts.map(file));
  return fonts.reduce((style, font, nth) => style.replaceAll(font, all[nth]), style);
}

/** The letters alone. */
export const letters = async () => (await styles()).match(/@font-face\{[^}]*\}/g).join("");
