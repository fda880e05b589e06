import type { SlotCheck, ValidationContext, Validator } from "../../engine/assistant/validation.ts";
import { allSlots } from "../../engine/flow/checked.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import { makeReadOnly } from "../../engine/read-only.ts";
import { type Caller, callProjectCode } from "../../project-code/call-project-code.ts";
import type { Reading } from "../../project-code/plain-copy.ts";
import { failed, isSilent } from "./failed.ts";

export interface ValidatorRun {
  readonly name: string;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly caller: Caller;
}

/** Nobody wants to read a longer reason. */
const longestText = 2_000;

/** Asks the user's validator. Whatever it does instead of answering, the value is not taken. */
export async function runValidator({ name, value, context, validators, caller }: ValidatorRun): Promise<SlotCheck> {
  // Its parameter is typed by the user; the loader can't know how.
  const validator = validators.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!validator) return failed(`No validator named '${name}' is registered.`);
  makeReadOnly(context);
  const reads = new Set<string>();
  const watched = { ...context, slots: watch(context.slots, reads) };
  const called = await callProjectCode(
    {
      port: "validator",
      name,
      // A copy: what a validator does to its value must not change what is stored.
      run: () => validator(structuredClone(value), watched),
      read: readVerdict,
    },
    caller,
  );
  if (!called.ok) return failed(`Validator '${name}' ${isSilent(called) ? "failed:" : "must"} ${called.message}`);
  const verdict = called.value;
  if (verdict === true) return { ok: true, value, reads: [...reads].filter((slot) => slot !== context.slot) };
  return { ok: false, reason: "validator", ...(verdict === false || verdict === "" ? {} : { text: verdict }) };
}

function readVerdict(verdict: unknown): Reading<boolean | string> {
  if (typeof verdict === "boolean") return { ok: true, value: verdict };
  if (typeof verdict !== "string") return { ok: false, code: "bad_result", message: "return true, false or a text." };
  return verdict.length <= longestText
    ? { ok: true, value: verdict }
    : { ok: false, code: "too_large", message: `return a text of at most ${longestText} characters.` };
}

/** Notes the slots that are looked at: the verdict holds as long as these stay as they are. */
const watch = (slots: JsonObject, reads: Set<string>): JsonObject =>
  new Proxy(slots, {
    get: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.get(target, name);
    },
    has: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: (target) => {
      reads.add(allSlots);
      return Reflect.ownKeys(target);
    },
  });
