// The main program of the process that runs a project's code. Everything it is told comes from the server that started it.
import { loadModules, type Modules } from "../../config/load-modules.ts";
import { asActionFailure } from "../../engine/assistant/action-failure.ts";
import { hidden } from "../../engine/assistant/slot.ts";
import { type Json, type JsonObject, mapEntries } from "../../engine/json.ts";
import { isTelling, longestFirst, replaceSecrets } from "../../engine/secrets/find-secrets.ts";
import { secretsIn } from "../../engine/secrets/vault.ts";
import { endWithParent } from "../../processes/end-with-parent.ts";
import { currentProjectCall, type ProjectCall, withinProjectCall } from "../../project-code/call-project-code.ts";
import { describeError, stackOf } from "../../project-code/describe-error.ts";
import { plainCopy, resultLimits } from "../../project-code/plain-copy.ts";
import { argumentsForm } from "../custom-command.ts";
import type { CallFailure, CallMessage, FromProject, ToProject } from "./protocol.ts";
import { runCall } from "./run-call.ts";

const logLimits = { ...resultLimits, characters: 64 * 1024 };

const running = new Map<number, AbortController>();
const messageOf = new WeakMap<ProjectCall, CallMessage>();
let modules: Promise<Modules> = Promise.reject(new Error("The code is not loaded yet."));
modules.catch(() => undefined);

const tell = (message: FromProject): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

async function load({ folder, edition }: Extract<ToProject, { type: "load" }>): Promise<void> {
  modules = loadModules(folder, edition ?? undefined, (file) => tell({ type: "importing", file }));
  const { actions, validators, normalizers, commands, steps, slotTypes, migrations, places, findings } = await modules;
  tell({
    type: "loaded",
    names: {
      actions: Object.keys(actions),
      validators: Object.keys(validators),
      normalizers: Object.keys(normalizers),
      commands: mapEntries(commands, ({ description, schema }) => ({ description, schema: argumentsForm(schema) })),
      steps: mapEntries(steps, ({ keys }) => ({ keys })),
      slotTypes: mapEntries(slotTypes, ({ conforms, examples = [], format }) => ({
        conforms,
        examples,
        formats: format !== undefined,
      })),
      migrations: migrations.map((each) => ({ from: each.from, to: each.to, hasSlots: each.slots !== undefined })),
      places,
      findings,
    },
  });
}

async function answer(message: CallMessage): Promise<void> {
  const { id, kind, name, context } = message;
  const controller = new AbortController();
  const { conversationId } = context;
  const call: ProjectCall = {
    port: kind === "slot_parse" || kind === "slot_format" ? "slot_type" : kind,
    name,
    conversationId: typeof conversationId === "string" ? conversationId : null,
    messageId: null,
    signal: controller.signal,
    // The server measures its time.
    waits: () => undefined,
  };
  running.set(id, controller);
  messageOf.set(call, message);
  try {
    const loaded = await modules;
    tell({ type: "begun", id });
    const around = { signal: controller.signal, log: logOf(id) };
    const value = await withinProjectCall(call, () => runCall(loaded, message, around));
    if (running.has(id)) tell({ type: "answer", id, value });
  } catch (error) {
    if (running.has(id)) tell({ type: "failed", id, failure: failureOf(error) });
  } finally {
    running.delete(id);
    controller.abort();
  }
}

const logOf =
  (id: number) =>
  (message: string, data: JsonObject = {}): void => {
    const plain = plainCopy({ ...data }, logLimits);
    tell({ type: "log", id, message: describeError(message), data: plain.ok ? (plain.value as JsonObject) : {} });
  };

const failureOf = (error: unknown): CallFailure => ({
  code: asActionFailure(error)?.code ?? null,
  message: describeError(error),
  stack: stackOf(error),
});

/** An error outside of any promise fails its call, if that is still running, and nothing else. */
function stray(error: unknown): void {
  const call = currentProjectCall();
  const message = call === undefined ? undefined : messageOf.get(call);
  const failure = failureOf(error);
  if (message !== undefined && running.delete(message.id)) tell({ type: "failed", id: message.id, failure });
  else tell({ type: "stray", name: call?.name ?? null, message: withoutGiven(failure.message, message) });
}

/** Only the server knows which values are secrets, and its turn is over: of what the call was given, nothing is quoted. */
function withoutGiven(text: string, message: CallMessage | undefined): string {
  if (message === undefined) return text;
  const given = secretsIn([message.value as Json, message.context]).filter(isTelling);
  return replaceSecrets(text, longestFirst(given), () => hidden);
}

process.on("uncaughtException", stray);
process.on("unhandledRejection", stray);
process.on("disconnect", () => {
  // After the project's own handlers. Node's exit may hang in a compilation that it waits for (nodejs/node#54918).
  process.on("exit", () => process.kill(process.pid, "SIGKILL"));
  process.exit(0);
});
// A terminal's Ctrl-C reaches this process too, while the server still finishes turns that need it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("message", (message: ToProject) => {
  switch (message.type) {
    case "load":
      return void load(message);
    case "call":
      return void answer(message);
    case "abort":
      return running.get(message.id)?.abort();
    case "ping":
      return tell({ type: "pong", number: message.number });
    default:
      return message satisfies never;
  }
});
endWithParent(1000);
