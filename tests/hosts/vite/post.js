import "interleave-run/interleave-code.js";
