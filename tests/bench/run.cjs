// node run.cjs ENGINE LINK states|runs [WITHOUT]: as main.rs does, and behind it the seconds of the search.
// The time is that of all threads, so that of V8's optimizing compiler counts, as natively none
// does; starting node and loading the engine do not, as the page's worker has long been started.
const [engine, link, how, without = ""] = process.argv.slice(2);
const { Search, memory_bytes } = require(engine);
const begun = process.cpuUsage();
const search = new Search(link, how, without);
const ahead = process.cpuUsage(begun);
const before = process.cpuUsage();
search.advance();
const { user } = process.cpuUsage(before);
console.log(search.found(), memory_bytes(), (ahead.user + ahead.system) / 1e6, user / 1e6);
