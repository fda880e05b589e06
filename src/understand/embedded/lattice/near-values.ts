import { slotKindOf } from "../../slot-kind.ts";
import type { SlotInScope } from "../../understander.ts";
import { wordsOfName } from "../text/tokens.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import { similarity } from "../vectors/sentence-vectors.ts";
import { categoryFillings } from "./category-fillings.ts";
import type { Scene } from "./scene.ts";

/** The awaited slot, where only the meaning of the message can tell which of its values was given. */
function slotByMeaning(scene: Scene): SlotInScope | null {
  const { awaiting, active, known } = scene.context;
  const name = awaiting.kind === "slot" ? awaiting.slot : undefined;
  const slot = active?.slots.find((each) => each.name === name);
  if (active === null || slot === undefined || slot.values.length < 2 || scene.contentWords === 0) return null;
  if (slotKindOf(slot, scene.context.language).reads[0] === "yes_no") return null;
  return categoryFillings(scene, { slot, flow: active, mode: "awaited", known }).length === 0 ? slot : null;
}

const asksAboutSlots = ({ context, form }: Scene): boolean =>
  (context.active?.slots.length ?? 0) > 0 && (form.mark || form.asks);

/** The scene with the most that vectors could say about values and slots; null where they are not asked about them. */
export function withNearest(scene: Scene): Scene | null {
  const slot = slotByMeaning(scene);
  const asks = asksAboutSlots(scene);
  if (slot === null && !asks) return null;
  return {
    ...scene,
    near: new Map(slot?.values.slice(0, mostValues).map(({ value }) => [value, 1])),
    topics: new Map(asks ? scene.context.active?.slots.map(({ name }) => [name, 1]) : []),
  };
}

/** The scene with what vectors say about values and slots. */
export async function withNear(scene: Scene, vectors: Vectors | null): Promise<Scene> {
  return { ...scene, near: await nearValues(scene, vectors), topics: await nearTopics(scene, vectors) };
}

const mostValues = 2;

/** Values of the awaited slot that are near to the message in meaning; none where words or vectors do not tell. */
async function nearValues(scene: Scene, vectors: Vectors | null): Promise<ReadonlyMap<string, number>> {
  const slot = vectors === null ? null : slotByMeaning(scene);
  if (vectors === null || slot === null) return new Map();
  const [said] = await vectors.messages.embed([scene.message]);
  const forms = slot.values.flatMap(({ value, synonyms }) => [value, ...synonyms].map((text) => ({ value, text })));
  const known = await vectors.texts.embed(forms.map(({ text }) => text));
  const near = new Map<string, number>();
  for (const [index, { value }] of forms.entries()) {
    const vector = known[index];
    if (said === undefined || vector === undefined) continue;
    near.set(value, Math.max(near.get(value) ?? -1, similarity(said, vector)));
  }
  return new Map([...near].toSorted(([, left], [, right]) => right - left).slice(0, mostValues));
}

/** How near a question is to what each slot of the active flow is about. */
async function nearTopics(scene: Scene, vectors: Vectors | null): Promise<ReadonlyMap<string, number>> {
  const slots = scene.context.active?.slots ?? [];
  if (vectors === null || !asksAboutSlots(scene)) return new Map();
  const [said] = await vectors.messages.embed([scene.message]);
  const known = await vectors.texts.embed(slots.map(({ name, description }) => `${wordsOfName(name)}: ${description}`));
  return new Map(
    slots.map(({ name }, index) => {
      const vector = known[index];
      return [name, said === undefined || vector === undefined ? 0 : similarity(said, vector)];
    }),
  );
}
