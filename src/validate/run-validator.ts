import type { Json } from "../domain/json.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import type { SlotCheck, ValidationContext, Validator } from "../domain/validation.ts";
import { failed, messageOf } from "./failed.ts";

export interface ValidatorRun {
  readonly name: string;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly validators: ReadonlyMap<string, Validator>;
}

/** Asks the user's validator. Whatever it does instead of answering, the value is not taken. */
export async function runValidator({ name, value, context, validators }: ValidatorRun): Promise<SlotCheck> {
  // Its parameter is typed by the user; the loader can't know how.
  const validator = validators.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!validator) return failed(`No validator named '${name}' is registered.`);
  makeReadOnly(context);
  try {
    // A copy: what a validator does to its value must not change what is stored.
    const verdict = await validator(structuredClone(value), context);
    if (verdict === true) return { ok: true, value };
    if (verdict === false) return { ok: false, reason: "validator" };
    if (typeof verdict === "string")
      return { ok: false, reason: "validator", ...(verdict === "" ? {} : { text: verdict }) };
    return failed(`Validator '${name}' must return true, false or a text.`);
  } catch (error) {
    return failed(`Validator '${name}' failed: ${messageOf(error)}`);
  }
}
