import type { FlowInScope } from "../../understander.ts";
import { createFlowChooser, type FlowChooser } from "../flow-choice/flow-chooser.ts";
import { wordsOfName } from "../text/tokens.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import { verbClasses } from "./verb-class.ts";

export interface FlowScore {
  readonly flow: FlowInScope;
  /** Comparable across messages; about 0.3 means "perhaps", 0.6 "surely". */
  readonly score: number;
}

export interface FlowScores {
  /** Best first. */
  readonly scores: readonly FlowScore[];
  /** The probability that the text starts none of them. */
  readonly outOfScope: number;
}

export interface FlowScorer {
  /** How well a text fits each flow; `about` are the lines that tell its subject where it has none. */
  score(text: string, flows: readonly FlowInScope[], about: readonly string[]): Promise<FlowScores>;
}

/** Choosers that are kept: one for each set of flows that was in scope lately. */
const keptChoosers = 64;

export function createFlowScorer(vectors: Vectors | null): FlowScorer {
  const choosers = new Map<string, Promise<FlowChooser>>();

  function chooserFor(flows: readonly FlowInScope[]): Promise<FlowChooser> {
    const key = flows.map((flow) => flow.name).join("\n");
    const known = choosers.get(key);
    if (known !== undefined) return known;
    const [oldest] = choosers.keys();
    if (choosers.size >= keptChoosers && oldest !== undefined) choosers.delete(oldest);
    const made = createFlowChooser(flows, vectors?.texts ?? null);
    choosers.set(key, made);
    return made;
  }

  return {
    async score(text, flows, about) {
      const chooser = await chooserFor(flows);
      const [vector, ...lines] = vectors === null ? [] : await vectors.messages.embed([text, ...about]);
      const byName = new Map(flows.map((flow) => [flow.name, flow]));
      // "What alarms do I have set" asks, it sets nothing.
      const classes = verbClasses(text, /^(?:what|which|how|when|where|who)\b/i.test(text) ? 1 : 2);
      const { ranked, outOfScope } = chooser.choose(text, vector ?? null, lines);
      const scores = ranked
        .flatMap(({ flow: name, raw }) => {
          const flow = byName.get(name);
          return flow === undefined ? [] : [{ flow, score: raw + wish(classes, flow) }];
        })
        .sort((left, right) => right.score - left.score);
      return { scores, outOfScope };
    },
  };
}

/** Flows outlive messages: what their verbs are is found out once. */
const offered = new WeakMap<FlowInScope, ReadonlySet<string>>();

function offeredBy(flow: FlowInScope): ReadonlySet<string> {
  const known = offered.get(flow);
  if (known !== undefined) return known;
  const named = verbClasses(wordsOfName(flow.name.replace(/^.*__/, "")), 1);
  const classes = new Set<string>([...named, ...verbClasses(flow.description, 1)]);
  offered.set(flow, classes);
  return classes;
}

/** The verb tells looking for something from committing to it. */
function wish(classes: ReadonlySet<string>, flow: FlowInScope): number {
  if (classes.size === 0) return 0;
  const own = offeredBy(flow);
  const shared = [...classes].some((name) => own.has(name));
  return shared ? 0.04 : -0.03;
}
