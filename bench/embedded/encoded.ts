import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import type { EngineInput } from "../../src/understand/embedded/engine-input.ts";
import { multiply } from "../../src/understand/embedded/flow-choice/flow-weights.ts";
import { meaningRows } from "../../src/understand/embedded/flow-choice/meaning-rows.ts";
import { decide } from "../../src/understand/embedded/joint/decide.ts";
import { hypothesesOf } from "../../src/understand/embedded/joint/hypotheses-of.ts";
import { fittedWeights } from "../../src/understand/embedded/joint/weights.ts";
import { createFlowJudge, type FlowJudge } from "../../src/understand/embedded/lattice/flow-evidence.ts";
import { sceneOf } from "../../src/understand/embedded/lattice/scene.ts";
import { flowWords } from "../../src/understand/embedded/lattice/slot-words.ts";
import type { Vectors } from "../../src/understand/embedded/vectors/open-vectors.ts";
import type { FlowInScope } from "../../src/understand/understander.ts";
import { readDomains } from "../domains/read-domains.ts";
import { domainMessages } from "../fit/domain-messages.ts";
import { openBenchVectors } from "../fit/open-bench-vectors.ts";
import { wordMessages } from "../fit/word-messages.ts";

/**
 * How many texts are encoded for a message, what that changes, and how near messages come to flows: the figures in flow-evidence.ts. It counts and does
 * not time, so it may run on a busy machine.
 */
const opened = await openBenchVectors();
if (opened === null) throw new Error("The package of the weights is not installed.");
const { messages, texts } = opened;
let encoded = new Set<string>();
const vectors: Vectors = {
  texts,
  messages: {
    model: messages.model,
    dimensions: messages.dimensions,
    embed(given) {
      for (const text of given) encoded.add(text);
      return messages.embed(given);
    },
  },
};
const folder = join(import.meta.dirname, "../../tests/understanding");
const inputs: readonly EngineInput[] = [
  ...domainMessages(await readDomains("train")),
  ...(await wordMessages()),
  ...["flight-booking.yaml", "banking.yaml"].flatMap((name) => readYamlRows(readFileSync(join(folder, name), "utf8"))),
];

// A judge knows flows by their names, and two assistants may use the same ones.
const judges = new Map<readonly FlowInScope[], FlowJudge>();
const counts = { all: 0, needed: 0 };
let others = 0;
let largest = 0;
const nearest = new Map<string, { pairs: number; near: number; over: number }>();
for (const { message, context } of inputs) {
  const judge = judges.get(context.flows) ?? createFlowJudge(vectors);
  judges.set(context.flows, judge);
  const decided = async (more: { readonly encodes?: "all" }) => {
    encoded = new Set();
    const decision = decide(await hypothesesOf({ message, context }, { vectors, judge, ...more }), fittedWeights);
    return { ...decision, count: encoded.size };
  };
  const [needed, all] = [await decided({}), await decided({ encodes: "all" })];
  counts.needed += needed.count;
  counts.all += all.count;
  const types = ({ commands }: typeof all): string =>
    JSON.stringify(commands, (key, value) =>
      /^(?:confidence|alternatives|slotConfidence)$/.test(key) ? undefined : value,
    );
  if (types(needed) !== types(all)) others += 1;
  largest = Math.max(largest, Math.abs(needed.confidence - all.confidence));
  await compareWithFlows({ message, context });
}
console.log(`${inputs.length} messages: ${counts.all} texts could be encoded, ${counts.needed} are`);
console.log(`${others} decisions differ; the largest difference of a confidence is ${largest.toFixed(3)}`);
console.table(Object.fromEntries([...nearest].toSorted(([left], [right]) => left.localeCompare(right))));

/** How near the message is to each flow at most, by the content words that they share. */
async function compareWithFlows({ message, context }: EngineInput): Promise<void> {
  const scene = sceneOf({ message, context });
  const active = context.active?.name;
  const [vector] = await messages.embed([message]);
  if (vector === undefined || context.flows.length === 0) return;
  const { requests } = await meaningRows(context.flows, texts);
  const near = multiply(requests, vector);
  const ofActive = near[context.flows.findIndex(({ name }) => name === active)];
  for (const [row, flow] of context.flows.entries()) {
    if (flow.name === active) continue;
    const own = flowWords(flow, scene.language);
    const shared = scene.words.filter((word) => word !== null && !word.isLight && own.has(word.stem)).length;
    const key = shared === 0 ? "no word" : shared === 1 && scene.contentWords > 1 ? "one of several" : "more";
    const known = nearest.get(key) ?? { pairs: 0, near: 0, over: 0 };
    const value = near[row] ?? 0;
    nearest.set(key, {
      pairs: known.pairs + 1,
      near: Math.max(known.near, value),
      over: ofActive === undefined ? known.over : Math.max(known.over, value - ofActive),
    });
  }
}
