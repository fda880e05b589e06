import { type Advice, adviceIn } from "./advice.ts";
import { readMessage } from "./read-message.ts";
import type { Demonstration } from "./request.ts";
import type { Phenomenon } from "./vocabulary.ts";

/** What a model has learnt from one section of its prompt: advice and demonstrations, nothing else. */
export interface Learnt {
  readonly advice: ReadonlySet<Advice>;
  /** Demonstrations of each phenomenon whose answer is right, and whose answer is wrong. */
  readonly right: Readonly<Partial<Record<Phenomenon, number>>>;
  readonly wrong: Readonly<Partial<Record<Phenomenon, number>>>;
  /** Demonstrations of this assistant's messages, right or wrong. */
  readonly shown: number;
  /** Messages that stand in a demonstration. */
  readonly seen: ReadonlySet<string>;
}

export const nothingLearnt: Learnt = { advice: new Set(), right: {}, wrong: {}, shown: 0, seen: new Set() };

export interface PromptSection {
  readonly instruction: string;
  readonly demonstrations: readonly Demonstration[];
}

export function learn({ instruction, demonstrations }: PromptSection): Learnt {
  const right: Partial<Record<Phenomenon, number>> = {};
  const wrong: Partial<Record<Phenomenon, number>> = {};
  for (const demonstration of demonstrations) {
    const reading = readMessage(demonstration.message);
    if (reading === undefined) continue;
    const counts = isRight(demonstration) ? right : wrong;
    // A demonstration of the first pass shows how a flow starts, one of the second where its values are.
    const phenomenon = reading.phenomenon === "values" && !givesValues(demonstration) ? "start" : reading.phenomenon;
    counts[phenomenon] = (counts[phenomenon] ?? 0) + 1;
  }
  return {
    advice: adviceIn(instruction),
    right,
    wrong,
    shown: demonstrations.filter(({ message }) => readMessage(message) !== undefined).length,
    seen: new Set(demonstrations.map(({ message }) => message)),
  };
}

const givesValues = ({ output }: Demonstration): boolean => listIn(output, "values") !== undefined;

function isRight({ message, output }: Demonstration): boolean {
  const reading = readMessage(message);
  if (reading === undefined) return false;
  const [commands, values] = [listIn(output, "commands"), listIn(output, "values")];
  if (commands === undefined && values === undefined) return false;
  return (
    (commands === undefined || sameList(commands, reading.commands)) &&
    (values === undefined || sameList(values, reading.values))
  );
}

function listIn(output: unknown, key: "commands" | "values"): readonly unknown[] | undefined {
  const list = typeof output === "object" && output !== null ? (output as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** In any order, without fields that are null, whatever the case. Values in a started flow are looked at apart. */
const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.map(keyOf).sort().join() === right.map(keyOf).sort().join();

const keyOf = (item: unknown): string =>
  JSON.stringify(
    Object.entries(item ?? {})
      .filter(([field, value]) => value !== null && field !== "slots" && field !== "confidence")
      .map(([field, value]) => [field, String(value).toLowerCase()])
      .sort(),
  );
