import { parseValue } from "../../../engine/slot-types/slot-types.ts";
import { placesOf } from "../../../language/find.ts";
import { wordReader } from "../../../language/word-reader.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { formOf } from "./formed-types.ts";

/** Values of slots that have a form of their own, each where its reader finds it. The slot that was asked for comes first. */
export function fillFormed({
  text,
  profiles,
  awaited,
  language = "en",
  ...moment
}: FillRequest): readonly FilledSlot[] {
  const words = wordReader({ ...moment, language });
  const found: FilledSlot[] = [];
  const open = profiles
    .filter(({ slot }) => formOf(slot.type) !== null)
    .toSorted((left, right) => Number(awaited.has(right.slot.name)) - Number(awaited.has(left.slot.name)));
  for (const { slot } of open) {
    const isAwaited = awaited.has(slot.name);
    // Every number may be a code or an amount: only the question, or a form that nothing else has, makes it one.
    const isSure = slot.type !== "code" || slot.pattern !== undefined;
    if (!isAwaited && !isSure) continue;
    const form = formOf(slot.type);
    const places = form === null ? [] : placesOf(form, text, { ...moment, language });
    const spans = [...places, ...(isAwaited ? [{ start: 0, end: text.length }] : [])];
    for (const { start, end } of spans) {
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const said = text.slice(start, end);
      const parsed = !isAwaited && isBare(said) ? { ok: false as const } : parseValue(slot, said, words);
      if (!parsed.ok) continue;
      found.push({ slot: slot.name, start, end, text: said, value: parsed.value, score: isAwaited ? 3 : 1.5 });
      break;
    }
  }
  return found;
}

/** A number alone says nothing about what it counts. */
const isBare = (text: string): boolean => /^[\d.,\s]{1,20}$/.test(text);
