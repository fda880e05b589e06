import type { FlowInScope } from "../../understander.ts";
import { createFlowChooser, type FlowChoice, type FlowChooser } from "../flow-choice/flow-chooser.ts";
import type { Vectors } from "../vectors/open-vectors.ts";

/** How well a text fits each flow. */
export interface FlowFit {
  /** Given that it starts one of them. */
  readonly probability: ReadonlyMap<string, number>;
  /** Comparable across texts. */
  readonly raw: ReadonlyMap<string, number>;
  /** By how well they fit, the best first. */
  readonly ranked: readonly string[];
  /** The first of them; null where only the most that each can be is known. */
  readonly best: string | null;
  /** The probability that it starts none. */
  readonly outOfScope: number;
}

/** The language, and the lines that tell the subject of texts which have none of their own. */
export interface Talk {
  readonly language: string;
  readonly about: readonly string[];
}

/** What is known about a message before its vector is. */
export interface Unread {
  readonly language: string;
  /** How many of its content words flows have in their texts; those that have none are left out. */
  readonly shared: ReadonlyMap<string, number>;
  readonly contentWords: number;
  readonly active: string | null;
  /** How well the message fits that the texts are parts of. */
  readonly whole?: FlowFit;
}

export interface FlowJudge {
  /** The most that vectors could say for each flow, and the least for the active one. Nothing is encoded for it. */
  most(texts: readonly string[], flows: readonly FlowInScope[], unread: Unread): Promise<readonly FlowFit[]>;
  judge(texts: readonly string[], flows: readonly FlowInScope[], situation: Talk): Promise<readonly FlowFit[]>;
}

/** Choosers that are kept: one for each set of flows that was in scope lately. */
const keptChoosers = 64;

/**
 * How near a message came at most to a flow that it shares no word with (0.63 in 3,441 pairs), or one word of several (0.79 in 305), and how much nearer
 * than to the active flow (0.42 without a shared word), rounded up. `npm run bench:encoded` finds these in bench/domains/train, tests/understanding and tests/words.
 */
const nearestStranger = 0.65;
const nearestByOneWord = 0.85;
const leastOfActive = 0.2;
/** How much nearer a part of a message came at most (0.24, in 1,265 pairs of these messages), where no clause is unwished; rounded up. */
const nearerPart = 0.3;
/** Letters in common from which a word may be one of the flow's with slips of the finger. */
const lettersOfSlips = 0.2;

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
    async most(texts, flows, { language, shared, contentWords, active, whole }) {
      const chooser = await chooserFor(flows, language);
      const nearest = (flow: string, letters: number): number => {
        if (flow === active) return leastOfActive;
        const words = shared.get(flow) ?? 0;
        const isStranger = words === 0 && letters < lettersOfSlips;
        const byWords = isStranger ? nearestStranger : words === 1 && contentWords > 1 ? nearestByOneWord : 1;
        return Math.min(byWords, (whole?.raw.get(flow) ?? 1) + nearerPart);
      };
      return texts.map((text) => ({ ...asFit(chooser.most(text, nearest), 0), best: null }));
    },
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
  return asFit(ranked, outOfScope);
}

function asFit(ranked: FlowChoice["ranked"], outOfScope: number): FlowFit {
  return {
    probability: new Map(ranked.map(({ flow, score }) => [flow, score])),
    raw: new Map(ranked.map(({ flow, raw }) => [flow, raw])),
    ranked: ranked.map(({ flow }) => flow),
    best: ranked[0]?.flow ?? null,
    outOfScope,
  };
}
