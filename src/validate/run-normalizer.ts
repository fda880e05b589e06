import type { Json } from "../domain/json.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import type { Slot } from "../domain/slot.ts";
import type { Normalizer, SlotCheck, ValidationContext } from "../domain/validation.ts";
import { conforms } from "../flow/conforms.ts";
import { type Caller, callProjectCode } from "../turn/call-project-code.ts";
import { plainCopy, type Reading, slotValueLimits } from "../turn/plain-copy.ts";
import { failed, isSilent } from "./failed.ts";

export interface NormalizerRun {
  readonly name: string;
  readonly slot: Pick<Slot, "type" | "values">;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly caller: Caller;
}

/** The form in which the user's code wants the value stored: plain data of the slot's type, or it is not taken. */
export async function runNormalizer(given: NormalizerRun): Promise<SlotCheck> {
  const { name, slot, value, context, caller } = given;
  // Its parameter is typed by the user; the loader can't know how.
  const normalizer = given.normalizers.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!normalizer) return failed(`No normalizer named '${name}' is registered.`);
  makeReadOnly(context);
  const called = await callProjectCode(
    {
      port: "normalizer",
      name,
      run: () => normalizer(structuredClone(value), context),
      read: (normal) => readNormal(normal, slot),
    },
    caller,
  );
  if (called.ok) return called;
  const problem = isSilent(called) ? `failed: ${called.message}` : `must return plain JSON of type ${slot.type}.`;
  return failed(`Normalizer '${name}' ${problem}`);
}

function readNormal(normal: unknown, slot: NormalizerRun["slot"]): Reading<Json> {
  const copied = plainCopy(normal, slotValueLimits);
  if (!copied.ok || (copied.value !== null && conforms(slot, copied.value))) return copied;
  return { ok: false, code: "bad_result", message: `the result is not of type ${slot.type}` };
}
