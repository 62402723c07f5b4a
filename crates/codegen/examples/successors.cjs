// node successors.cjs FOLDER: expands the states that `successors.rs` found, by generated code.
// Each batch is copied to the module, and its successors are copied back, as in a search.
const fs = require("node:fs");
const folder = process.argv[2];
const read = (name) => fs.readFileSync(`${folder}/${name}`);
const { width, states, found, successors } = JSON.parse(read("layout.json"));
const bytes = read("module.wasm");
const input = read("states.bin");
const started = process.hrtime.bigint();
const compiledModule = new WebAssembly.Module(bytes);
const { exports: generated } = new WebAssembly.Instance(compiledModule);
const compiled = Number(process.hrtime.bigint() - started) / 1e6;
const memory = new Uint8Array(generated.memory.buffer);
// the number of the function that expands states is 0
const words = new Uint32Array(generated.memory.buffer);
const BATCH = 64;
const COUNT = (1 << 26) - 1;
const output = new Uint8Array(1 << 22);

function all() {
  let total = 0;
  let asked = 0;
  for (let at = 0; at < input.length; ) {
    const some = input.subarray(at, at + BATCH * width);
    memory.set(some, states);
    const done = generated[0](some.length / width, 0);
    for (let nth = 0; nth < done; nth += 1) asked += (words[found / 4 + nth] >>> 28) & 1;
    const count = words[found / 4 + done - 1] & COUNT;
    output.set(memory.subarray(successors, successors + count * width));
    total += count;
    at += done * width;
  }
  return [total, asked];
}

const rounds = [];
let result;
for (let round = 0; round < 7; round += 1) {
  const before = process.cpuUsage();
  result = all();
  rounds.push((process.cpuUsage(before).user * 1e3) / result[0]);
}
const median = [...rounds].sort((a, b) => a - b)[3];
console.log(`instance ready after ${compiled.toFixed(2)} ms`);
console.log(`${result[0]} successors; ${result[1]} states left to the interpreter`);
console.log(`generated: ${rounds[0].toFixed(1)} ns for each at first, ${median.toFixed(1)} in the median`);
