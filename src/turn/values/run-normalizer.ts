import type { Slot } from "../../engine/assistant/slot.ts";
import type { Normalizer, SlotCheck, ValidationContext } from "../../engine/assistant/validation.ts";
import { conforms } from "../../engine/flow/conforms.ts";
import type { Json } from "../../engine/json.ts";
import { makeReadOnly } from "../../engine/read-only.ts";
import { type Caller, callProjectCode } from "../../project-code/call-project-code.ts";
import { plainCopy, type Reading, slotValueLimits } from "../../project-code/plain-copy.ts";
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
