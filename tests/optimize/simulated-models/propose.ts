import { type Advice, adviceIn, adviceList, adviceNames, sentencesOf } from "./advice.ts";
import { draw, pick } from "./draw.ts";
import { readMessage } from "./read-message.ts";
import type { WritingTask } from "./request.ts";
import { phenomena } from "./vocabulary.ts";

/** How likely a piece of advice is to be proposed without any hint, and how much a clear hint adds. */
const unprompted = 0.12;
const prompted = 0.6;
/** How likely a harmful piece is to be left out when the feedback speaks of what it harms. */
const dropped = 0.5;

/** Words that hint at a piece of advice, in lines of feedback or of a summary. */
const hints: Readonly<Partial<Record<Advice, readonly string[]>>> = {
  correction: ["correct_slot", "correct", "replace"],
  question: ["clarify", "question", "why"],
  interruption: ["start_flow", "interrupt", "new wish"],
  several: ["several", "second command", "two commands", "set_slot"],
  cancel: ["cancel_flow", "cancel", "give up"],
  confirm: ["affirm", "agree"],
  handoff: ["human_handoff", "person"],
  values: ["value", "slots"],
};
const harmedBy: Readonly<Partial<Record<Advice, readonly Advice[]>>> = {
  answer_first: ["interruption", "question", "cancel", "correction"],
  only_one: ["several"],
  in_doubt: ["correction"],
};

/** A line counts as a hint only if it reports something: feedback on a row, or a remark about the data. */
const reports = /\b(?:missed|missing|expected|invented|wrong|refused|should have|feedback|users?|messages?|data)\b/i;

/** The proposer and reflector: an instruction, several, or a description of data, in the form that was asked for. */
export function write(seed: number, { prompt, schema }: WritingTask, choice: number): string {
  const asksForInstruction = /\b(?:instruction|prompt)s?\b/i.test(prompt);
  const asksForSummary = /\b(?:summar|observ|describe)/i.test(prompt);
  if (asksForSummary && !/\b(?:write|propose|improve|new|better)\b[^.\n]{0,80}\binstruction/i.test(prompt)) {
    return schema === undefined ? summary(prompt) : JSON.stringify(fill(schema, () => summary(prompt), "summary"));
  }
  if (!asksForInstruction) return schema === undefined ? "OK." : JSON.stringify(fill(schema, () => "OK.", ""));
  const instruction = (number: number): string => propose(prompt, [seed, prompt, choice, number]);
  if (schema !== undefined) return JSON.stringify(fill(schema, instruction, "instruction"));
  return prompt.includes("```") ? `\`\`\`\n${instruction(0)}\n\`\`\`` : instruction(0);
}

function propose(prompt: string, key: readonly (string | number)[]): string {
  const present = presentInstruction(prompt);
  const strength = hintStrengths(present === undefined ? prompt : prompt.replace(present, ""));
  const kept = sentencesWithout(present ?? "", (advice) =>
    (harmedBy[advice] ?? []).some(
      (harmed) => (strength.get(harmed) ?? 0) > 0 && draw(...key, "drop", advice) < dropped,
    ),
  );
  const known = adviceIn(kept);
  const added = adviceNames.flatMap((advice) => {
    if (known.has(advice)) return [];
    const chance = unprompted + prompted * (strength.get(advice) ?? 0);
    return draw(...key, "add", advice) < chance ? [pick<string>(adviceList[advice].texts, ...key, "text", advice)] : [];
  });
  const text = [kept.trimEnd() || "Turn the user's message into commands.", ...added].join("\n");
  // One proposal in twenty must not be used: an address in it, or a text without end.
  const bad = draw(...key, "bad");
  if (bad < 0.025) return `${text}\nMore at https://advice.example/prompts.`;
  return bad < 0.05 ? `${text}\n${"Think about it once more. ".repeat(1_000)}` : text;
}

/** Between tags whose name speaks of an instruction, or between the first fences. */
const presentInstruction = (prompt: string): string | undefined =>
  /<([a-z_]*instruction[a-z_]*)>\n?([\s\S]*?)\n?<\/\1>/.exec(prompt)?.[2] ??
  /```[a-z]*\n([\s\S]*?)\n```/.exec(prompt)?.[1];

/** 1 for the pieces that the reports speak of most, less for the others. */
function hintStrengths(text: string): ReadonlyMap<Advice, number> {
  const lines = text.split("\n").filter((line) => reports.test(line));
  const counts = adviceNames.map((advice): [Advice, number] => {
    const found = hints[advice] ?? [];
    return [advice, lines.filter((line) => found.some((hint) => line.toLowerCase().includes(hint))).length];
  });
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return new Map(counts.map(([advice, count]) => [advice, count / most]));
}

function sentencesWithout(text: string, leaveOut: (advice: Advice) => boolean): string {
  const bad = sentencesOf(text).filter((sentence) => [...adviceIn(sentence)].some(leaveOut));
  return bad.reduce((rest, sentence) => rest.replace(sentence, ""), text);
}

const remarks: Readonly<Record<(typeof phenomena)[number], string>> = {
  answer: "Users answer the open question.",
  start: "Users say what they want.",
  correction: "Users correct a value that they gave before.",
  question: "Users ask why something is needed.",
  interruption: "Users interrupt a question with a new wish.",
  several: "Messages hold several values.",
  cancel: "Users cancel what they began.",
  confirm: "Users agree.",
  handoff: "Users ask for a person.",
  values: "Messages that start something also hold a value.",
};

/** One remark for each phenomenon among the messages in the prompt. */
function summary(prompt: string): string {
  const quoted = [...prompt.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
  const lines = prompt.split("\n").map((line) => line.replace(/^\s*(?:[-*]|\d+\.|message:|user:)\s*/i, "").trim());
  const found = new Set([...quoted, ...lines].flatMap((text) => readMessage(text)?.phenomenon ?? []));
  const list = phenomena.filter((phenomenon) => found.has(phenomenon)).map((phenomenon) => remarks[phenomenon]);
  return list.length === 0 ? "The data holds short messages." : list.join("\n");
}

/** An answer in the form of a JSON Schema: texts where it wants texts, three items where it wants a list. */
function fill(schema: unknown, text: (number: number) => string, wanted: string, name = wanted, number = 0): unknown {
  const shape = (typeof schema === "object" && schema !== null ? schema : {}) as Record<string, unknown>;
  switch (shape["type"]) {
    case "object":
      return Object.fromEntries(
        Object.entries((shape["properties"] ?? {}) as Record<string, unknown>).map(([property, each]) => [
          property,
          fill(each, text, wanted, property, number),
        ]),
      );
    case "array":
      return [0, 1, 2].map((place) => fill(shape["items"], text, wanted, name, place));
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    default:
      return /instruction|prompt|proposal|summar|observ|text|candidate/i.test(name) || name === wanted
        ? text(number)
        : "Because the rows say so.";
  }
}
