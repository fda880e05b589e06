import { type NastyText, pumped } from "../support/nasty-texts/nasty-text.ts";

/** Texts that blocked a server once, or took it far too long, with the question at which they did. All were generated. */
export const onceSlow: readonly { readonly text: NastyText; readonly at: string }[] = [
  { text: pumped("concert. ", { pump: "concert. " }), at: "string" },
  { text: pumped("blanks of two kinds", { before: "price", pump: "\t\u3000 ", after: "would" }), at: "string" },
  { text: pumped("jan. ", { pump: "jan. " }), at: "list" },
  { text: pumped("suspense zd! ", { pump: "suspense zd! " }), at: "list" },
  { text: pumped("111. ", { pump: "111. " }), at: "choice" },
  { text: pumped(" of the month. ", { pump: " of the month. " }), at: "choice" },
  { text: pumped("x1 in one word", { pump: "x1", after: "-" }), at: "nothing" },
  {
    text: {
      name: "dots, then letters",
      ofLength: (length) => `${".".repeat(length / 2)}~${"a".repeat(length / 2 - 2)}~`,
    },
    at: "choice",
  },
];
