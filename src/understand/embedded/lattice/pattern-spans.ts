import { foldText } from "../../../language/fold-text.ts";
import { tokensOf } from "../../../language/grammar/tokens.ts";
import { languageOf } from "../../../language/languages.ts";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import type { Scene } from "./scene.ts";
import type { Place } from "./span.ts";

/** What stands around a slot in a trigger: "send money to {recipient} from {account}". */
interface Pattern {
  readonly left: readonly string[];
  readonly right: string | null;
  readonly isLast: boolean;
}

const known = new WeakMap<FlowInScope, ReadonlyMap<string, readonly Pattern[]>>();

function patternsOf(flow: FlowInScope, language: string): ReadonlyMap<string, readonly Pattern[]> {
  const before = known.get(flow);
  if (before !== undefined) return before;
  const { stem } = languageOf(language);
  const patterns = new Map<string, Pattern[]>();
  for (const example of flow.examples)
    for (const match of example.matchAll(/\{([^{}]{1,100})\}/g)) {
      const slot = match[1] ?? "";
      const words = (text: string): readonly string[] =>
        tokensOf(text).flatMap(({ kind, text: word }) => (kind === "sign" ? [] : [stem(word)]));
      const left = words(example.slice(0, match.index).split("}").at(-1) ?? "").slice(-2);
      const after = example.slice(match.index + match[0].length);
      const right = /^\s*\{/.test(after) ? null : (words(after.split("{")[0] ?? "")[0] ?? null);
      if (left.length > 0)
        patterns.set(slot, [...(patterns.get(slot) ?? []), { left, right, isLast: after.trim() === "" }]);
    }
  known.set(flow, patterns);
  return patterns;
}

const longest = 12;

/** The words that stand where a trigger has the slot. */
export function patternSpans(
  scene: Scene,
  flow: FlowInScope,
  slot: SlotInScope,
): readonly (Place & { readonly isFull: boolean })[] {
  const found = new Map<string, Place & { readonly isFull: boolean }>();
  for (const { left, right } of patternsOf(flow, scene.language).get(slot.name) ?? [])
    for (const at of scene.words.keys()) {
      const isLast = scene.words[at]?.stem === left.at(-1);
      if (!isLast || found.size > 8) continue;
      const isFull = left.length > 1 && scene.words[at - 1]?.stem === left[0];
      const to = endOf(scene, at + 1, right);
      const [first, last] = [scene.chart.tokens[at + 1], scene.chart.tokens[to - 1]];
      if (to <= at + 1 || first === undefined || last === undefined) continue;
      const key = `${first.start} ${last.end}`;
      found.set(key, { start: first.start, end: last.end, isFull: isFull || found.get(key)?.isFull === true });
    }
  return [...found.values()];
}

function endOf(scene: Scene, from: number, right: string | null): number {
  let at = from;
  for (; at < scene.chart.tokens.length && at - from < longest; at += 1) {
    const token = scene.chart.tokens[at];
    if (token?.kind === "sign" && !token.isGlued) break;
    if (token?.kind === "sign" && scene.chart.tokens[at + 1]?.isGlued !== true) break;
    const word = scene.words[at];
    if (right !== null && word?.stem === right) break;
    if (at > from && (scene.phrases.from("ending", at) !== null || scene.phrases.from("second", at) !== null)) break;
    if (at > from && borders.some((table) => scene.phrases.from(table, at) !== null)) break;
  }
  return at;
}

/** Where one of the slot's own examples stands in the message. */
export function exampleIn(scene: Scene, { examples }: SlotInScope): readonly Place[] {
  const text = foldText(scene.message);
  return examples.slice(0, 20).flatMap((example) => {
    const said = foldText(example.trim());
    const start = said.length < 2 ? -1 : text.indexOf(said);
    if (start < 0) return [];
    const end = start + said.length;
    const isWhole = !/[\p{L}\p{N}]/u.test(text[start - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[end] ?? " ");
    return isWhole ? [{ start, end }] : [];
  });
}

const borders = ["from", "to", "toPlace"] as const;
