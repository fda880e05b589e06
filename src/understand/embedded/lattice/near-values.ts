import type { Vectors } from "../vectors/open-vectors.ts";
import { similarity } from "../vectors/sentence-vectors.ts";
import type { Scene } from "./scene.ts";

/** Values of the awaited slot that are near to the message in meaning; none where words or vectors do not tell. */
export async function nearValues(scene: Scene, vectors: Vectors | null): Promise<ReadonlyMap<string, number>> {
  const { awaiting, active } = scene.context;
  const name = awaiting.kind === "slot" ? awaiting.slot : undefined;
  const slot = active?.slots.find((each) => each.name === name);
  if (vectors === null || slot === undefined || slot.values.length < 2 || scene.contentWords === 0) return new Map();
  const [said] = await vectors.messages.embed([scene.message]);
  const forms = slot.values.flatMap(({ value, synonyms }) => [value, ...synonyms].map((text) => ({ value, text })));
  const known = await vectors.texts.embed(forms.map(({ text }) => text));
  const near = new Map<string, number>();
  for (const [index, { value }] of forms.entries()) {
    const vector = known[index];
    if (said === undefined || vector === undefined) continue;
    near.set(value, Math.max(near.get(value) ?? -1, similarity(said, vector)));
  }
  return new Map([...near].toSorted(([, left], [, right]) => right - left).slice(0, 2));
}
