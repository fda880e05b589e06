import type { Json } from "../domain/json.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import type { Slot } from "../domain/slot.ts";
import type { Normalizer, SlotCheck, ValidationContext } from "../domain/validation.ts";
import { conforms } from "../flow/conforms.ts";
import { failed, messageOf } from "./failed.ts";
import { plainJson } from "./plain-json.ts";

export interface NormalizerRun {
  readonly name: string;
  readonly slot: Pick<Slot, "type" | "values">;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
}

/** The form in which the user's code wants the value stored: plain data of the slot's type, or it is not taken. */
export async function runNormalizer({ name, slot, value, context, normalizers }: NormalizerRun): Promise<SlotCheck> {
  // Its parameter is typed by the user; the loader can't know how.
  const normalizer = normalizers.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!normalizer) return failed(`No normalizer named '${name}' is registered.`);
  makeReadOnly(context);
  try {
    const normal = plainJson(await normalizer(structuredClone(value), context));
    if (normal !== undefined && normal !== null && conforms(slot, normal)) return { ok: true, value: normal };
    return failed(`Normalizer '${name}' must return plain JSON of type ${slot.type}.`);
  } catch (error) {
    return failed(`Normalizer '${name}' failed: ${messageOf(error)}`);
  }
}
