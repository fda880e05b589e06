import type { Modules } from "../../config/load-modules.ts";
import type { ActionContext, ActionErrorCode } from "../../engine/assistant/action.ts";
import { ActionFailure } from "../../engine/assistant/action-failure.ts";
import type { CustomCommandView } from "../../engine/assistant/custom-command.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { SlotTypeContext } from "../../engine/slot-types/own-type.ts";
import type { OwnStep, StepCodeContext, StepInput } from "../../engine/steps/own.ts";
import { plainCopy } from "../../project-code/plain-copy.ts";
import { readParsed } from "../../turn/action-definition.ts";
import { runCommand } from "../custom-command.ts";
import type { CallKind, CallMessage } from "./protocol.ts";

interface Surroundings {
  readonly signal: AbortSignal;
  readonly log: ActionContext["log"];
}

type Runner = (modules: Modules, call: CallMessage, around: Surroundings) => Promise<Json | undefined>;

const runners: Readonly<Record<CallKind, Runner>> = {
  async action({ actions }, { name, value, context }, { signal, log }) {
    const entry = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (entry === undefined) throw failure("action.not_registered", `No action is named '${name}'.`);
    const definition = typeof entry === "function" ? { run: entry } : entry;
    const input = definition.input === undefined ? null : readParsed(definition.input.safeParse(value), "input");
    if (input?.ok === false) throw failure("action.bad_input", input.message);
    const given = (input?.value ?? value) as JsonObject;
    const around = { ...(context as Omit<ActionContext, "signal" | "log">), signal, log };
    const result: unknown = await definition.run(given, around);
    // Whether nothing is enough is up to the contract, which the server has.
    if (result === undefined) return undefined;
    const plain = plainCopy(result);
    if (!plain.ok) throw failure("action.bad_output", `The action returned bad data: ${plain.message}.`);
    const output =
      definition.output === undefined ? plain : readParsed(definition.output.safeParse(plain.value), "output");
    if (!output.ok) throw failure("action.bad_output", output.message);
    return plain.value;
  },
  validator: async ({ validators }, { name, value, context }) => copied(await called(validators, name)(value, context)),
  normalizer: async ({ normalizers }, { name, value, context }) =>
    copied(await called(normalizers, name)(value, context)),
  async command({ commands }, { name, value, context }) {
    return copied(
      await runCommand(entryOf(commands, name), value as JsonObject, context as unknown as CustomCommandView),
    );
  },
  async step({ steps }, { name, value, context }, { signal }) {
    const around = { ...(context as Pick<StepCodeContext, "language" | "timezone">), signal };
    return copied(await entryOf(steps, name).run(value as StepInput<OwnStep["keys"]>, around));
  },
  async slot_parse({ slotTypes }, { name, value, context }) {
    const parsed = await entryOf(slotTypes, name).parse(value as Json, context as unknown as SlotTypeContext);
    return copied(parsed ?? null);
  },
  slot_format: async ({ slotTypes }, { name, value, context }) =>
    copied(await entryOf(slotTypes, name).format?.(value as Json, context as unknown as SlotTypeContext)),
  async migration({ migrations }, { name, value }) {
    const slots = migrations[Number(name)]?.slots;
    if (slots === undefined) throw new Error(`Migration ${Number(name) + 1} changes no slots.`);
    return copied(await slots(value as JsonObject));
  },
};

const failure = (code: ActionErrorCode, message: string): ActionFailure =>
  new ActionFailure(code, message, { final: true });

function entryOf<Entry>(record: Readonly<Record<string, Entry>>, name: string): Entry {
  const found = Object.hasOwn(record, name) ? record[name] : undefined;
  if (found === undefined) throw new Error(`Nothing is named '${name}'.`);
  return found;
}

/** Its parameters are typed by the user; nobody else can know how. */
function called(record: Readonly<Record<string, unknown>>, name: string) {
  const found = entryOf(record, name);
  if (typeof found !== "function") throw new Error(`Nothing is named '${name}'.`);
  return found as (value: unknown, context: JsonObject) => unknown;
}

/** Measured while it is copied: a hundred megabytes never get on their way to the server. */
function copied(value: unknown): Json | undefined {
  // The server says what it wanted instead.
  if (value === undefined) return undefined;
  const plain = plainCopy(value);
  if (!plain.ok) throw new Error(`It returned bad data: ${plain.message}.`);
  return plain.value;
}

/** Runs one piece of the project's code, in its own process. Its result is plain and small enough to be sent. */
export const runCall: Runner = (modules, call, around) => runners[call.kind](modules, call, around);
