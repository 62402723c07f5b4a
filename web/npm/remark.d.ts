/** Where the pictures and the links of figures go. */
export interface Options {
  /** The folder into which pictures are written; without it they are in the page. */
  folder?: string;
  /** The address of that folder on the site; without it `/`. */
  address?: string;
  /** Where the playgrounds are, for a picture's link to its moment. */
  home?: string;
}

/** A plugin for remark: each fence named `interleave` becomes a figure with its picture, when the page is built. */
export default function interleave(options?: Options): (tree: unknown, file: unknown) => void;
