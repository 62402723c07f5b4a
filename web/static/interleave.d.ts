/**
 * The objects of the JavaScript API. Their fields are called as in `interleave play --json`.
 * What is missing is `null`.
 */

/** An algorithm, as in `algorithms()`. */
export interface Algorithm {
  /** Its name in links. */
  slug: string;
  name: string;
  /** Goes up whenever an old run would replay differently. */
  version: number;
  family: string;
  /** How it is drawn. */
  stage: "zones" | "clique" | "ring" | "client-server" | "replicas" | "array" | "cells";
  paper: Paper;
  knobs: Knob[];
  /** What comes after the slug in the link of the moment that stands for the algorithm. */
  card: string;
  dares: Dare[];
}

export interface Paper {
  authors: string;
  year: number;
  title: string;
  url: string;
}

/** What a reader may turn: `slug?name=value` is a link. */
export interface Knob {
  name: string;
  words: string;
  /** The first one is the default. */
  values: KnobValue[];
}

export interface KnobValue {
  name: string;
  words: string;
}

/** A moment worth seeing. */
export interface Dare {
  title: string;
  /** What is so at its end, within a sentence; empty where the run says it. */
  ahead: string;
  words: string;
  /** What comes after the slug in its link. */
  link: string;
}

/** The point at the cursor, as in `run.moment()`. */
export interface Moment {
  /** How many steps have been taken. */
  at: number;
  view: View;
  /** The process that took the last step, or received what it delivered; `null` if none did. */
  actor: number | null;
  /** What the last step touched. */
  events: Event[];
  /** What just happened. */
  said: Piece[];
  said_text: string;
  /** Who waits, and why; empty if nobody waits. */
  waiting: Piece[];
  waiting_text: string;
  /** What may be tried next, and what would come of it. */
  next: Choice[];
  /** The properties that do not hold here. */
  broken: string[];
}

/** A part of a sentence; a process comes with what it is called: "client 2". */
export type Piece = { text: string } | { process: [number, string] } | { code: string };

export interface View {
  processes: Process[];
  /** Shared variables. */
  arrays: Cells[];
  /** Messages in flight. */
  messages: Message[];
  /** The replicas of a store; in messages they come after the processes: the first one of three processes is `3`. */
  replicas: Replica[];
  /** What would be left if a process crashed now, where an algorithm is about that; and what it is worth, in a sentence. */
  crash: { arrays: Cells[]; words: string } | null;
  /** Expressions that the listing or the link watches, with their values. */
  watched: { words: string; value: string }[];
}

/** A section. A listing may have sections of any name. */
export type Zone =
  | "remainder" | "doorway" | "waiting" | "critical" | "processing" | "exit"
  | "proposing" | "assigning" | "reading" | "decided" | "crashed"
  | string;

export interface Process {
  /** What it is: "process", "client", "server". */
  role: string;
  zone: Zone;
  /** The row that it stands at: an index into `trace().rows`. */
  row: number | null;
  life: "running" | "resting" | "done" | "crashed";
  /** A few words: "awaiting 1 of 2 replies". */
  status: string;
  /** A value that it holds: its ticket, its timestamp; `?` while it picks one. */
  token: string | null;
  /** Raised for others to see: "I am choosing". */
  hand: boolean;
  /** Processes that it owes an answer. */
  owes: number[];
  /** Processes that it waits for. */
  awaits: number[];
  /** Private variables, by name. */
  locals: [string, string][];
  /** The cell that comes next in what takes it several writes. */
  head: Cell | null;
  decided: string | null;
}

/** A named row of cells. */
export interface Cells {
  name: string;
  /** Cell `i` belongs to process `i`. */
  owned: boolean;
  /** How its elements lie: the lowest part of a word comes first; element `i` of parts, trees and locks belongs to word, node or element `i`. */
  shape: "row" | "word" | "column" | "part" | "tree" | "locks" | "pairs" | "between" | "held" | "pool" | "field" | "root";
  /** What the elements are together: "255, which nobody wrote". */
  whole: string | null;
  cells: CellValue[];
}

export interface CellValue {
  value: string;
  /** Nothing has been written here yet, or it is what "nothing" looks like. */
  blank: boolean;
  /** A write to it is under way. */
  busy: boolean;
  /** What would be in its place after a crash, where that is another value. */
  stored: string | null;
  /** It is not what it should be. */
  bad: boolean;
  /** The processes that have it, where it is a lock. */
  holders: number[];
  /** Who wrote it last, where more than one may. */
  writer: number | null;
  /** The cell that it refers to. */
  points_to: Cell | null;
}

/** One replica of a store of rows. */
export interface Replica {
  up: boolean;
  /** What has landed here and is there still. */
  cells: Stored[];
}

/** A column with its value and timestamp. */
export interface Stored {
  column: string;
  value: string;
  timestamp: string;
}

export interface Message {
  from: number;
  to: number;
  text: string;
  /** Its kind alone: "request". */
  kind: string;
}

/** A step that may be tried. */
export interface Choice {
  /** For `run.step()`: `s0`, `d01a`, `c2`. */
  action: string;
  /** Whose step it is, who receives, or whom a fault hits. */
  process: number | null;
  /** What that one is called: "process 1". */
  who: string | null;
  label: string;
  possible: "now" | "waits" | "done" | "beyond" | "error";
  /** Why it is not possible now. */
  why: string | null;
  /** Processes that it waits for. */
  waits_for: number[];
  row: number | null;
  /** The shared variable that it reads or writes. */
  cell: Cell | null;
  /** Something that the environment does. */
  fault: boolean;
  /** An index into `view.messages`. */
  message: number | null;
}

/** What a step touched. */
export type Event =
  | { kind: "read"; cell: Cell; value: string; overlaps: boolean; replicas: number[] }
  | { kind: "write"; cell: Cell; value: string; phase: "whole" | "begin" | "end" | "issued" | "arrives" }
  | { kind: "send"; to: number; text: string }
  | { kind: "receive"; from: number; text: string }
  /** A variable of the process's own, in a step that touches nothing else. */
  | { kind: "set"; name: string; value: string }
  /** What a name was chosen to stand for, in a step of which nothing else is seen. */
  | { kind: "chose"; name: string; value: string }
  | { kind: "lost"; text: string }
  | { kind: "duplicated"; text: string }
  | { kind: "moved"; from: Zone; to: Zone }
  | { kind: "decided"; value: string }
  /** An operation begins. */
  | { kind: "called"; operation: string; arguments: string }
  /** It returns; empty where it has no result. */
  | { kind: "returned"; operation: string; result: string }
  | { kind: "crashed" }
  | { kind: "note"; text: string };

export interface Cell {
  array: string;
  index: number;
  /** There is no other element; it is written without an index. */
  single: boolean;
}

/** The whole run, past and future, as in `run.trace()`. */
export interface Trace {
  /** How many lanes the run has: processes, and then the replicas of a store. */
  processes: number;
  /** How many of the lanes are replicas. */
  replicas: number;
  /** The listing that runs. */
  rows: Row[];
  steps: Step[];
  /** How many of the steps, at the beginning, only choose an initial value: they do not count. */
  choices: number;
  /** Messages from sending to delivery, and values from writing to reading. */
  arrows: Arrow[];
  /** Who was in the critical section, had decided or had crashed, from which step to which. */
  spans: Span[];
  refused: Refused | null;
  /** Properties that the run breaks by going round and round, if it has a loop. */
  loop_breaks: string[];
}

export interface Row {
  label: string;
  text: string;
  /** What the process is about here, as the end of a sentence. */
  purpose: string;
  zone: Zone | null;
  /** The knobs have taken this row out of the program. */
  left_out: boolean;
  /** What the environment does. */
  fault: boolean;
}

export interface Step {
  action: string;
  /** Whose step it is; `null` for what the network does by itself. */
  process: number | null;
  row: number;
  events: Event[];
  /** Properties that hold before this step and not after it; of the last one, also what fails because the run ends. */
  breaks: string[];
}

/** From one step to another, by their indices. */
export interface Arrow {
  from: number;
  to: number;
  kind: "message" | "lost" | "reads-from";
}

export interface Span {
  process: number;
  zone: Zone;
  /** The step that entered the zone. */
  from: number;
  /** The step that left it; `null` if the run ends there. */
  to: number | null;
}

/** The first step that the model would not take. */
export interface Refused {
  step: number;
  why: string;
}

/** For `run.check()`. */
export interface CheckOptions {
  /** No more states than these are looked at: one, at least. */
  statesMax?: number;
  onProgress?: (progress: Progress) => void;
  /** Ends the check; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface Progress {
  states: number;
  /** How many steps away from the start the search is. */
  depth: number;
  /** How many properties are known to fail. */
  failures: number;
  per_second: number;
  /** All states are known; it looks at whole runs. */
  at_runs: boolean;
}

/** What a check has found. */
export interface Report {
  states: number;
  depth: number;
  ms: number;
  /** Every reachable state was seen: this is a proof. */
  exhausted: boolean;
  /** How far it went: "every reachable state was seen". */
  bounds: string;
  verdicts: Verdict[];
}

export interface Verdict {
  property: string;
  words: string;
  outcome: "open" | "holds" | "holds-so-far" | "fails" | "found" | "not-found";
  sentence: string;
  /** A shortest run that proves it, or one that ends in a loop. */
  link: string | null;
}

/** None for what the network does by itself. */
export type Clock = { lamport: number; vector: number[] } | null;

/** A whole run, as in `document_of(link, moments)`: docs/EXPORT.md says what the fields mean. */
export interface RunDocument {
  format: string;
  format_version: number;
  link: string;
  algorithm: string;
  algorithm_version: number;
  name: string;
  /** By name. */
  knobs: object;
  at: number;
  loops_from: number | null;
  picked: number | null;
  lanes: string[];
  trace: Trace;
  said: string[];
  marks: string[];
  clocks: Clock[];
  /** As in `run.moment()`, without the sentences as text. */
  moments: object[];
}

/** How a moment is shown, as in links. */
export interface Shown {
  theme: "system" | "light" | "dark";
  speed: string;
  ask: boolean;
  panels: string[];
  /** The first and the last of the steps that the player repeats. */
  steps: [number, number] | null;
  /** What the author of the link says of the moment; empty if nothing. */
  caption: string;
}
