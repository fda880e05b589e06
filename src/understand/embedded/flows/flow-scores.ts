import type { FlowInScope } from "../../understander.ts";
import { stem, tokensOf, wordsOfName } from "../text/tokens.ts";
import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { similarity } from "../vectors/sentence-vectors.ts";
import { verbClasses } from "./verb-class.ts";

export interface FlowScore {
  readonly flow: FlowInScope;
  readonly score: number;
}

const stop = new Set("a an the to of for in on at and or with by is it my me i you can could please want would like need some user users given other optionally based if".split(" ").map(stem));
const contentOf = (text: string): readonly string[] => tokensOf(text).map((token) => stem(token.lower)).filter((word) => !stop.has(word) && word.length > 1);

/** Placeholders of an example say nothing about the wish. */
const exampleText = (example: string): string => example.replaceAll(/\{[^}]*\}/g, "").replaceAll(/\s+/g, " ").trim();

export function textsOfFlow(flow: FlowInScope): readonly string[] {
  const name = wordsOfName(flow.name).replaceAll(/\d+/g, "").replaceAll(/\s+/g, " ").trim();
  return [flow.description, name, ...flow.examples.map(exampleText)];
}

/** How well a text fits each flow: nearness in meaning, shared telling words, and the kind of wish. Best first. */
export async function scoreFlows(text: string, flows: readonly FlowInScope[], vectors: { readonly messages: SentenceVectors; readonly texts: SentenceVectors } | null): Promise<readonly FlowScore[]> {
  const weights = wordWeights(flows);
  const words = new Set(contentOf(text));
  const classes = verbClasses(text, 2);
  const near = await nearness(text, flows, vectors);
  return flows
    .map((flow) => ({ flow, score: (near.get(flow) ?? 0) + 0.35 * overlap(words, flow, weights) + wish(classes, flow) }))
    .sort((left, right) => right.score - left.score);
}

async function nearness(text: string, flows: readonly FlowInScope[], vectors: { readonly messages: SentenceVectors; readonly texts: SentenceVectors } | null): Promise<ReadonlyMap<FlowInScope, number>> {
  if (vectors === null) return new Map();
  const [message] = await vectors.messages.embed([text]);
  const texts = flows.map(textsOfFlow);
  const known = await vectors.texts.embed(texts.flat());
  let at = 0;
  return new Map(
    flows.map((flow, index) => {
      const own = known.slice(at, at + (texts[index]?.length ?? 0)).map((vector) => (message ? similarity(message, vector) : 0));
      at += texts[index]?.length ?? 0;
      const [description = 0, name = 0, ...examples] = own;
      const written = 0.6 * description + 0.4 * name;
      return [flow, examples.length === 0 ? written : Math.max(written, Math.max(...examples))];
    }),
  );
}

/** Rare words tell flows apart. */
function wordWeights(flows: readonly FlowInScope[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const flow of flows) for (const word of new Set(textsOfFlow(flow).flatMap(contentOf))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.log((flows.length + 1) / count)]));
}

function overlap(words: ReadonlySet<string>, flow: FlowInScope, weights: ReadonlyMap<string, number>): number {
  const own = new Set(textsOfFlow(flow).flatMap(contentOf));
  let shared = 0;
  let total = 0;
  for (const word of words) {
    const weight = weights.get(word) ?? 0;
    total += weight === 0 ? 0.3 : weight;
    if (own.has(word)) shared += weight;
  }
  return total === 0 ? 0 : shared / Math.max(total, 1);
}

function wish(classes: ReadonlySet<string>, flow: FlowInScope): number {
  const own = verbClasses(wordsOfName(flow.name.replace(/^.*__/, "")), 1);
  const described = verbClasses(flow.description, 1);
  if (classes.size === 0) return 0;
  const shared = [...classes].some((name) => own.has(name as never) || described.has(name as never));
  return shared ? 0.08 : -0.04;
}
