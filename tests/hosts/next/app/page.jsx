"use client";
import { useState } from "react";
import "interleave-run/interleave-code.js";

const LISTING = `algorithm Nothing

shared x: 0..3

process i of 2, for ever:
  remainder:
    pause
  critical:
    x ← i

always alone: at most 1 in critical
`;

export default function Page() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>A post</h1>
      {count === 0 && <pre><code className="language-interleave">{LISTING}</code></pre>}
      <interleave-run link="bakery?processes=2"><p>Two customers.</p></interleave-run>
      <button onClick={() => setCount(count + 1)}>Pressed {count} times</button>
    </main>
  );
}
