import type { Modules } from "../../config/load-modules.ts";
import type { ActionContext } from "../../domain/action.ts";
import { ActionFailure } from "../../domain/action-failure.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Migration } from "../../domain/migration.ts";
import { plainObject } from "../../graph/plain-json.ts";
import { isLarger } from "./is-larger.ts";
import type { CallKind, CallMessage } from "./protocol.ts";

/** Far above what the server accepts of any code, and small enough to send. */
const largestAnswer = 1024 * 1024;

interface Surroundings {
  readonly signal: AbortSignal;
  readonly log: ActionContext["log"];
}

type Runner = (modules: Modules, call: CallMessage, around: Surroundings) => Promise<unknown>;

const runners: Readonly<Record<CallKind, Runner>> = {
  async action({ actions }, { name, value, context }, { signal, log }) {
    const entry = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (entry === undefined) throw new ActionFailure("action.not_registered", `No action is named '${name}'.`, final);
    const { run, input, output } =
      typeof entry === "function" ? { run: entry } : { ...entry, run: entry.run.bind(entry) };
    const parsed = input?.safeParse(value);
    if (parsed !== undefined && !parsed.success) throw unfit("action.bad_input", parsed.error);
    const given = (parsed?.data ?? value) as JsonObject;
    const result: unknown = await run(given, { ...(context as Omit<ActionContext, "signal" | "log">), signal, log });
    if (result === undefined) return result;
    const plain = isLarger(result, largestAnswer)
      ? { ok: false as const, problem: `larger than ${largestAnswer / 1024} KB` }
      : plainObject(result);
    if (!plain.ok)
      throw new ActionFailure("action.bad_output", `The action returned bad data: ${plain.problem}.`, final);
    const checked = output?.safeParse(plain.value);
    if (checked !== undefined && !checked.success) throw unfit("action.bad_output", checked.error);
    return plain.value;
  },
  async validator({ validators }, { name, value, context }) {
    const verdict = await called(validators, name)(value, context);
    // Anything else is a mistake, and the server says so whatever it was.
    return typeof verdict === "boolean" || typeof verdict === "string" ? smallEnough(verdict) : null;
  },
  async normalizer({ normalizers }, { name, value, context }) {
    const normal = smallEnough(await called(normalizers, name)(value, context));
    const plain = plainObject({ normal });
    return plain.ok ? plain.value["normal"] : undefined;
  },
  async migration({ migrations }, { name, value }) {
    const { slots } = migrations[Number(name)] ?? ({} as Partial<Migration>);
    if (slots === undefined) throw new Error(`Migration ${Number(name) + 1} changes no slots.`);
    const plain = plainObject(smallEnough(await slots(value as JsonObject)));
    if (!plain.ok) throw new Error(`The migration returned bad data: ${plain.problem}.`);
    return plain.value;
  },
};

const final = { final: true };

const unfit = (code: "action.bad_input" | "action.bad_output", error: { readonly message: string } | undefined) =>
  new ActionFailure(code, error?.message ?? "the data do not fit their schema", final);

/** Its parameters are typed by the user; nobody else can know how. */
function called(record: Readonly<Record<string, unknown>>, name: string) {
  const found = Object.hasOwn(record, name) ? record[name] : undefined;
  if (typeof found !== "function") throw new Error(`Nothing is named '${name}'.`);
  return found as (value: unknown, context: JsonObject) => unknown;
}

function smallEnough<Value>(value: Value): Value {
  if (isLarger(value, largestAnswer)) throw new Error(`The answer is larger than ${largestAnswer / 1024} KB.`);
  return value;
}

/** Runs one piece of the project's code, in its own process. What it returns is plain and small enough to be sent. */
export const runCall: Runner = (modules, call, around) => runners[call.kind](modules, call, around);
