import { wordsOfName } from "../text/tokens.ts";
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

/** How near a question is to what each slot of the active flow is about. */
export async function nearTopics(scene: Scene, vectors: Vectors | null): Promise<ReadonlyMap<string, number>> {
  const slots = scene.context.active?.slots ?? [];
  if (vectors === null || slots.length === 0 || !(scene.form.mark || scene.form.asks)) return new Map();
  const [said] = await vectors.messages.embed([scene.message]);
  const known = await vectors.texts.embed(slots.map(({ name, description }) => `${wordsOfName(name)}: ${description}`));
  return new Map(
    slots.map(({ name }, index) => {
      const vector = known[index];
      return [name, said === undefined || vector === undefined ? 0 : similarity(said, vector)];
    }),
  );
}
