import type { FlowInScope } from "../../understander.ts";
import { createFlowChooser, type FlowChooser } from "../flow-choice/flow-chooser.ts";
import type { Vectors } from "../vectors/open-vectors.ts";

/** How well a text fits each flow. */
export interface FlowFit {
  /** Given that it starts one of them. */
  readonly probability: ReadonlyMap<string, number>;
  /** Comparable across texts. */
  readonly raw: ReadonlyMap<string, number>;
  /** By how well they fit, the best first. */
  readonly ranked: readonly string[];
  /** The probability that it starts none. */
  readonly outOfScope: number;
}

/** The language, and the lines that tell the subject of texts which have none of their own. */
export interface Talk {
  readonly language: string;
  readonly about: readonly string[];
}

export interface FlowJudge {
  judge(texts: readonly string[], flows: readonly FlowInScope[], situation: Talk): Promise<readonly FlowFit[]>;
}

/** Choosers that are kept: one for each set of flows that was in scope lately. */
const keptChoosers = 64;

export function createFlowJudge(vectors: Vectors | null): FlowJudge {
  const choosers = new Map<string, Promise<FlowChooser>>();
  function chooserFor(flows: readonly FlowInScope[], language: string): Promise<FlowChooser> {
    const key = [language, ...flows.map(({ name }) => name)].join("\n");
    const known = choosers.get(key);
    if (known !== undefined) return known;
    const [oldest] = choosers.keys();
    if (choosers.size >= keptChoosers && oldest !== undefined) choosers.delete(oldest);
    const made = createFlowChooser(flows, vectors?.texts ?? null, language);
    choosers.set(key, made);
    return made;
  }
  return {
    async judge(texts, flows, { language, about }) {
      const chooser = await chooserFor(flows, language);
      const embedded = vectors === null ? [] : await vectors.messages.embed([...texts, ...about]);
      const lines = embedded.slice(texts.length);
      return texts.map((text, index) => fitOf(chooser, text, { vector: embedded[index] ?? null, lines }));
    },
  };
}

function fitOf(
  chooser: FlowChooser,
  text: string,
  { vector, lines }: { readonly vector: Float32Array | null; readonly lines: readonly Float32Array[] },
): FlowFit {
  const { ranked, outOfScope } = chooser.choose(text, vector, lines);
  return {
    probability: new Map(ranked.map(({ flow, score }) => [flow, score])),
    raw: new Map(ranked.map(({ flow, raw }) => [flow, raw])),
    ranked: ranked.map(({ flow }) => flow),
    outOfScope,
  };
}
