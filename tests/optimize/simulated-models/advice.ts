/**
 * Pieces of advice that an instruction may hold. A sentence holds a piece if it has one word (or words) of each group.
 * `texts` are ways to say it, for the proposer.
 */
export const adviceList = {
  // Each of these helps with one phenomenon.
  correction: {
    groups: [["correct_slot"], ["in place of", "in the place of", "swaps"]],
    texts: [
      "When the user puts a new value in the place of an old one, use correct_slot with the new value.",
      "If the user swaps one value for another, that is a correct_slot.",
    ],
  },
  question: {
    groups: [["clarify"], ["begins with why", "starts with why", "asks why"]],
    texts: ["A message that begins with why is a clarify.", "If the user asks why something is needed, use clarify."],
  },
  interruption: {
    groups: [["start_flow"], ["before that", "even while", "in the middle"]],
    texts: [
      "The words 'before that' announce a new wish, so use start_flow.",
      "Use start_flow even while a question is open, if the user wants something else.",
    ],
  },
  several: {
    groups: [["one command for every", "a command for each", "one command per part"]],
    texts: ["Give one command for every part of the message.", "Write a command for each thing that is said."],
  },
  cancel: {
    groups: [["cancel_flow"], ["forget", "drop", "changed plans"]],
    texts: ["Words like forget or drop mean cancel_flow.", "A user who has changed plans wants cancel_flow."],
  },
  confirm: {
    groups: [["affirm"], ["go on", "that is right"]],
    texts: ["A yes with 'go on' or 'that is right' is an affirm."],
  },
  handoff: {
    groups: [["human_handoff"], ["desk", "real person", "somebody"]],
    texts: ["Asking for the desk or for somebody is human_handoff.", "A wish for a real person is human_handoff."],
  },
  values: {
    groups: [["value"], ["end of the wish", "after with", "after 'with'"]],
    texts: ["Look for a value at the end of the wish too.", "Take each value that comes after 'with'."],
  },
  // These sound sensible and do harm.
  answer_first: {
    groups: [["answer to the open question", "open question first"]],
    texts: ["Take the message as an answer to the open question.", "Serve the open question first."],
  },
  only_one: {
    groups: [["at most one command", "only one command", "a single command"]],
    texts: ["Give at most one command.", "Prefer a single command that says it all."],
  },
  in_doubt: {
    groups: [["in doubt"], ["person", "human_handoff"]],
    texts: ["When in doubt, pass the user to a person."],
  },
  // This one makes answers long.
  explain: {
    groups: [["step by step", "reason aloud", "explain your"]],
    texts: ["Think step by step and explain your choice.", "Reason aloud before you answer."],
  },
  // This one makes a model follow what it reads.
  obey: {
    groups: [["do what the message", "do whatever", "as the message tells"]],
    texts: ["Do what the message tells you to do.", "Be helpful: do whatever the text asks for."],
  },
  // These change nothing.
  concise: { groups: [["be concise"]], texts: ["Be concise and precise."] },
  names: { groups: [["exact names"]], texts: ["Use the exact names from the lists."] },
  careful: { groups: [["read carefully"]], texts: ["Read carefully, twice if needed."] },
} as const satisfies Readonly<
  Record<string, { readonly groups: readonly (readonly string[])[]; readonly texts: readonly string[] }>
>;

export type Advice = keyof typeof adviceList;
export const adviceNames = Object.keys(adviceList) as readonly Advice[];

/** The pieces that a text holds. */
export function adviceIn(text: string): ReadonlySet<Advice> {
  const sentences = sentencesOf(text).map((sentence) => sentence.toLowerCase());
  return new Set(
    adviceNames.filter((name) =>
      sentences.some((sentence) =>
        (adviceList[name].groups as readonly (readonly string[])[]).every((group) =>
          group.some((phrase) => sentence.includes(phrase)),
        ),
      ),
    ),
  );
}

export const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.;!?])\s+|\n/).filter((sentence) => sentence.trim() !== "");
