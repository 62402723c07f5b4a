// Which engine has which algorithm: filled in when the site is built.
const MODULES = { __proto__: null, ...{{modules}} };

/** The folder with our pages. */
export const HOME = new URL(".", import.meta.url).href;

/** The algorithms, by their names in links. */
export const SLUGS = Object.keys(MODULES);

/** The name with which a link begins, as `catalog::Scenario` reads it. */
export function slugOf(link) {
  const name = link.trim().replace(/#+$/, "").split("#").pop().split(/\?|%3f/i)[0];
  try {
    // or the address of an algorithm's page
    return decodeURIComponent(name).replace(/^\/+|\/+$/g, "").split("/").pop().replace(/\.html$/, "");
  } catch {
    return name;
  }
}

/** The folder of the engine that has a link's algorithm; of any, where none has it. */
export const moduleOf = (link) => MODULES[slugOf(link)] ?? Object.values(MODULES)[0];
