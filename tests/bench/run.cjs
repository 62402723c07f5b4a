// node run.cjs ENGINE LINK states|runs: as main.rs does, and behind it the seconds that it took.
// The time is that of all threads, so that of V8's optimizing compiler counts, as natively none
// does; starting node and loading the engine do not, as the page's worker has long been started.
const [engine, link, how] = process.argv.slice(2);
const { Search, memory_bytes } = require(engine);
const before = process.cpuUsage();
const search = new Search(link, how);
search.advance();
const { user } = process.cpuUsage(before);
console.log(search.found(), memory_bytes(), user / 1e6);
