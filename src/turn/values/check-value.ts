import type { Slot } from "../../engine/assistant/slot.ts";
import type { Normalizer, SlotCheck, ValidationContext, Validator } from "../../engine/assistant/validation.ts";
import type { Json } from "../../engine/json.ts";
import type { Caller } from "../../project-code/call-project-code.ts";
import { coerce } from "./coerce.ts";
import { runNormalizer } from "./run-normalizer.ts";
import { runValidator } from "./run-validator.ts";

export interface ValueCheck {
  readonly slot: Slot;
  readonly raw: Json;
  readonly context: ValidationContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly caller: Caller;
}

/** A value given by the user or the model: into its type, past the validator, into its normal form. */
export async function checkValue(given: ValueCheck): Promise<SlotCheck> {
  const { slot, raw, context, validators, normalizers, caller } = given;
  const typed = coerce(slot, raw, context);
  if (!typed.ok) return typed;
  const valid =
    slot.validator === undefined
      ? typed
      : await runValidator({ name: slot.validator, value: typed.value, context, validators, caller });
  if (!valid.ok || slot.normalizer === undefined) return valid;
  return runNormalizer({ name: slot.normalizer, slot, value: valid.value, context, normalizers, caller });
}
