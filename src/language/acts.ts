/** What people do in a conversation, whatever it is about, apart from giving values and saying yes or no. */
export const actNames = [
  /** Give up what is under way. */
  "cancel",
  /** Ask for a moment. It is no refusal. */
  "wait",
  /** Hear the last message again. */
  "repeat",
  /** Begin the same thing anew. */
  "restart",
  /** Take the last answer back. */
  "undo",
  /** Talk to a person. */
  "person",
  /** Know what can be said or done here. */
  "help",
  /** Know what is under way and what is missing. */
  "status",
  /** Know why something is asked, or what it means. */
  "why",
  /** Have no answer. */
  "unknown",
  /** Have no preference, or leave the question out. */
  "skip",
  /** Ask for another choice than the ones offered. */
  "other",
  "thanks",
  "greeting",
  "goodbye",
  /** How a question begins: "how much", "do you". */
  "question",
  /** Announces that something said before changes: "actually", "I mean", "make it". */
  "correction",
  /** Turns round what follows: "not", "don't". */
  "negation",
] as const;
export type Act = (typeof actNames)[number];

/** The acts by which a user steers the conversation. */
export const steeringActs: ReadonlySet<Act> = new Set<Act>([
  "cancel",
  "wait",
  "repeat",
  "restart",
  "undo",
  "person",
  "help",
  "status",
  "why",
  "unknown",
  "skip",
]);

/** The acts that say something by themselves: words of theirs are no free text. */
export const tellingActs: ReadonlySet<Act> = new Set<Act>([...steeringActs, "other", "thanks", "greeting", "goodbye"]);

/** How each act is said, in the form of `grammar/pattern.ts`. */
export type Acts = Readonly<Record<Act, readonly string[]>>;

/** The name by which a chart knows the patterns of an act. */
export const symbolOfAct = (act: Act): string => `act_${act}`;
