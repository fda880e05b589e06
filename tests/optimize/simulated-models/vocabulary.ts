/** What makes a message hard. `values` is about the second pass, all others about the first. */
export const phenomena = [
  "answer",
  "start",
  "correction",
  "question",
  "interruption",
  "several",
  "cancel",
  "confirm",
  "handoff",
  "values",
] as const;
export type Phenomenon = (typeof phenomena)[number];

/** The words that messages are made of: values by slot, how a value is said, wishes by flow, and what may stand around. */
export const words: Readonly<Record<string, readonly string[]>> = {
  bike: ["road", "gravel", "cargo", "folding", "racing", "tandem"],
  fault: ["brakes", "gears", "wheel", "lights", "saddle", "chain"],
  day: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
  days: ["2", "3", "4", "5", "6", "7", "8", "9"],
};
export const said: Readonly<Record<string, (value: string) => string>> = {
  bike: (value) => `the ${value} one`,
  fault: (value) => `it is the ${value}`,
  day: (value) => `on ${value}`,
  days: (value) => `for ${value} days`,
};
export const wishes: Readonly<Record<string, string>> = {
  book_repair: "have something repaired",
  rent_bike: "rent something",
  report_theft: "report a theft",
};
export const leads = ["", "hi, ", "hello, ", "ok, ", "well, ", "hm, ", "right, ", "good morning, ", "so, ", "listen, "];
export const tails = ["", " please", " thanks", " if possible", " cheers", " when you can", " then", " my friend"];
export const cancelling = ["forget the whole thing", "drop it all", "I have changed my plans"];
export const agreeing = ["yes", "yes that is right", "yes go on"];
export const asking = ["let me talk to the desk", "get me a real person", "I need somebody from the shop"];
