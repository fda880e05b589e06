import { createRequire } from "node:module";
import { createFlowChooser } from "../../src/understand/embedded/flow-choice/flow-chooser.ts";
import {
  type FlowDescription,
  keywordText,
  slotsAsText,
} from "../../src/understand/embedded/flow-choice/flow-texts.ts";
import { createKeywordIndex } from "../../src/understand/embedded/flow-choice/keyword-index.ts";
import { subjectLines } from "../../src/understand/embedded/flow-choice/subject-lines.ts";
import { wordFeatures } from "../../src/understand/embedded/flow-choice/text-features.ts";
import type { SentenceVectors } from "../../src/understand/embedded/vectors/sentence-vectors.ts";
import type { Utterance } from "./intent-data.ts";

export interface Guess {
  readonly flow: string;
  /** The higher, the surer that the message belongs to any of the flows. */
  readonly inScope: number;
}

/** Something that learns flows once and then guesses the flow of messages. */
export interface Engine {
  readonly name: string;
  learn(flows: readonly FlowDescription[]): Promise<(message: Utterance) => Promise<Guess>>;
}

/** Reads what was said before, as it does in a conversation. */
export function embeddedEngine(vectors: SentenceVectors): Engine {
  return {
    name: "embedded",
    async learn(flows) {
      const chooser = await createFlowChooser(flows, vectors);
      return async ({ text, before }) => {
        const [vector = null, ...about] = await vectors.embed([text, ...subjectLines(text, before)]);
        const { ranked, outOfScope } = chooser.choose(text, vector, about);
        return { flow: ranked[0]?.flow ?? "", inScope: 1 - outOfScope };
      };
    },
  };
}

/** The engine as it would be if nobody had said anything before. */
export function withoutHistory({ name, learn }: Engine): Engine {
  return {
    name: `${name}, message alone`,
    async learn(flows) {
      const guess = await learn(flows);
      return ({ text }) => guess({ text, before: [] });
    },
  };
}

/** Cosine of TF-IDF over words, the texts of a flow summed. */
export const tfIdfEngine: Engine = {
  name: "TF-IDF alone",
  async learn(flows) {
    const texts = flows.flatMap((flow, row) => trainingTexts(flow).map((text) => ({ row, text })));
    const index = createKeywordIndex(texts, flows.length, (text) => wordFeatures(text, "en"));
    return async ({ text }) => {
      const scores = index.scores(text);
      const best = scores.reduce((top, score, row) => (score > (scores[top] ?? 0) ? row : top), 0);
      return { flow: flows[best]?.name ?? "", inScope: scores[best] ?? 0 };
    };
  },
};

interface NlpJsPackage {
  containerBootstrap(): Promise<{ use(plugin: unknown): void }>;
  readonly LangEn: unknown;
  readonly Nlp: new (settings: object) => NlpJs;
}

interface NlpJs {
  addLanguage(language: string): void;
  addDocument(language: string, text: string, intent: string): void;
  train(): Promise<void>;
  process(
    language: string,
    text: string,
  ): Promise<{ readonly classifications: readonly { readonly intent: string; readonly score: number }[] }>;
}

export const nlpJsEngine: Engine = {
  name: "@nlpjs/basic",
  async learn(flows) {
    const { containerBootstrap, LangEn, Nlp } = createRequire(import.meta.url)("@nlpjs/basic") as NlpJsPackage;
    // Its usual entry shares one instance in a process, which would mix the flows of different draws.
    const container = await containerBootstrap();
    container.use(LangEn);
    const nlp = new Nlp({ container, autoSave: false, autoLoad: false, nlu: { log: false } });
    nlp.addLanguage("en");
    for (const flow of flows) for (const text of trainingTexts(flow)) nlp.addDocument("en", text, flow.name);
    await nlp.train();
    return async ({ text }) => {
      const { classifications } = await nlp.process("en", text);
      const best = classifications.find(({ intent }) => intent !== "None");
      return { flow: best?.intent ?? "", inScope: best?.score ?? 0 };
    };
  },
};

function trainingTexts(flow: FlowDescription): readonly string[] {
  return [keywordText(flow), slotsAsText(flow), ...flow.examples].filter((text) => text !== "");
}
