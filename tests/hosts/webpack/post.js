import "./post.css";
import "interleave-run/interleave-code.js";
