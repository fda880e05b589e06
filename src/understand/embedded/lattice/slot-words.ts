import { languageOf } from "../../../language/languages.ts";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import { wordsOfName } from "../text/tokens.ts";
import { phrasesIn } from "./phrases.ts";

const ofSlots = new WeakMap<SlotInScope, ReadonlySet<string>>();
const ofFlows = new WeakMap<FlowInScope, ReadonlySet<string>>();

/** Stems of the words by which a slot is called: its name and its description. */
export function slotWords(slot: SlotInScope, language: string): ReadonlySet<string> {
  const known = ofSlots.get(slot) ?? contentStems(`${wordsOfName(slot.name)} . ${slot.description}`, language);
  ofSlots.set(slot, known);
  return known;
}

/** Stems of the words of a flow's own texts. */
export function flowWords(flow: FlowInScope, language: string): ReadonlySet<string> {
  const known =
    ofFlows.get(flow) ??
    contentStems(
      [
        wordsOfName(flow.name),
        flow.description,
        ...flow.examples.map((text) => text.replaceAll(/\{[^{}]*\}/g, " . ")),
      ].join(" . "),
      language,
    );
  ofFlows.set(flow, known);
  return known;
}

export function contentStems(text: string, language: string): ReadonlySet<string> {
  const { chart, phrases } = phrasesIn(text, language);
  const { stem } = languageOf(language);
  return new Set(
    chart.tokens.flatMap((token, at) =>
      token.kind === "word" && token.text.length > 1 && phrases.from("light", at) === null ? [stem(token.text)] : [],
    ),
  );
}
