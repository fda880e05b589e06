import type {
  Action,
  ActionContext,
  ActionErrorCode,
  ActionRequest,
  ActionResult,
} from "../engine/assistant/action.ts";
import { asActionFailure } from "../engine/assistant/action-failure.ts";
import type { JsonObject } from "../engine/json.ts";
import type { RecordedResult } from "../engine/state/task.ts";
import { sleep } from "../engine/time.ts";
import { type Called, type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { type CodeFailure, failureDetails } from "../project-code/code-failure.ts";
import { plainObject, type Reading } from "../project-code/plain-copy.ts";
import { type ActionDefinition, readParsed, type Schema } from "./action-definition.ts";
import { authorView, type Stages } from "./stages.ts";

interface Failure {
  readonly code: ActionErrorCode;
  readonly message: string;
  /** Trying again with the same input cannot help. */
  readonly final: boolean;
}

type Attempt = { readonly ok: true; readonly output: JsonObject } | ({ readonly ok: false } & Failure);

interface ActionRun {
  readonly request: ActionRequest;
  readonly conversationId: string;
  readonly messageId: string | null;
  readonly session: JsonObject;
  /** Told of each attempt that fails. */
  readonly tell: (failure: CodeFailure) => void;
  readonly turn: number;
}

/** Runs user code once: within the time that its author declared, with retries and checks on both sides. Never throws. */
export async function runAction(
  run: ActionRun,
  stages: Pick<Stages, "actions" | "assistant" | "stopwatch" | "time" | "log" | "mask" | "places">,
): Promise<ActionResult> {
  const { request } = run;
  const started = stages.stopwatch();
  const definition = stages.actions.get(request.action);
  const contract = stages.assistant.actions.get(request.action);
  const elapsed = (): number => Math.round(stages.stopwatch() - started);
  if (definition === undefined || contract === undefined) {
    return {
      ok: false,
      code: "action.not_registered",
      message: `No action named '${request.action}' is registered.`,
      attempts: 0,
      milliseconds: elapsed(),
    };
  }
  for (let attempts = 1; ; attempts += 1) {
    let details: JsonObject = {};
    const tell = (failure: CodeFailure): void => {
      details = failureDetails(failure, run.turn);
      run.tell(failure);
    };
    const attempt = await attemptOnce({ ...run, tell }, { definition, contract }, stages);
    if (attempt.ok) return { ok: true, output: attempt.output, attempts, milliseconds: elapsed() };
    const { code, message } = attempt;
    const { conversationId } = run;
    stages.log(
      "action failed",
      { action: request.action, key: request.key, code, attempt: attempts, conversationId, error: message, ...details },
      "error",
    );
    if (attempt.final || attempts >= request.retry.attempts) {
      return { ok: false, code: attempt.code, message: attempt.message, attempts, milliseconds: elapsed() };
    }
    await sleep(stages.time, backoff(request, attempts));
  }
}

const backoff = ({ retry }: ActionRequest, attempt: number): number =>
  retry.backoff === "none" ? 0 : retry.backoff === "fixed" ? retry.delay : retry.delay * 2 ** (attempt - 1);

interface ActionCode {
  readonly definition: ActionDefinition;
  readonly contract: Action;
}

async function attemptOnce(
  run: ActionRun,
  code: ActionCode,
  stages: Pick<Stages, "assistant" | "time" | "log" | "mask" | "places">,
): Promise<Attempt> {
  const { time, log, mask } = stages;
  const { request, conversationId, messageId } = run;
  const { definition } = code;
  const deadline = time.now() + request.timeout;
  const author = authorView(stages, { turn: run.turn, tell: run.tell });
  const caller: Caller = { conversationId, messageId, time, deadline, log, mask, author };
  const given = await readInput(request, definition, caller);
  if (!given.ok) return failed("action.bad_input", given.message, true);
  const called = await callProjectCode(
    {
      port: "action",
      name: request.action,
      input: request.input,
      run: (call) => {
        const context: ActionContext = {
          idempotencyKey: request.key,
          get signal() {
            return call.signal;
          },
          conversationId,
          session: structuredClone(run.session),
          log: (message, data) => log(message, { ...data, action: request.action, key: request.key }),
        };
        return definition.run(given.value as JsonObject, context);
      },
      read: (result) => readOutput(result, code),
    },
    caller,
  );
  if (called.ok) return { ok: true, output: called.value };
  switch (called.code) {
    case "timeout":
      return failed("action.timeout", `No answer within ${request.timeout / 1000} s.`, false);
    case "threw": {
      const known = asActionFailure(called.error);
      return known === null
        ? failed("action.failed", called.message, false)
        : failed(known.code, called.message, known.final);
    }
    case "bad_result":
    case "too_large":
      return failed("action.bad_output", called.message, true);
    default:
      return called.code satisfies never;
  }
}

/** The schema of an input is project code too. */
async function readInput(
  request: ActionRequest,
  { input: schema }: ActionDefinition,
  caller: Caller,
): Promise<Called<unknown>> {
  if (schema === undefined) return { ok: true, value: structuredClone(request.input) };
  return callProjectCode(
    {
      port: "action",
      name: request.action,
      input: request.input,
      run: () => schema.safeParse(request.input),
      read: (parsed) => readParsed(parsed as ReturnType<Schema["safeParse"]>, "input"),
    },
    caller,
  );
}

function readOutput(result: unknown, { definition, contract }: ActionCode): Reading<JsonObject> {
  if (result === undefined && contract.outputs.length === 0) return { ok: true, value: {} };
  const plain = plainObject(result);
  if (!plain.ok) return { ...plain, message: `The action returned bad data: ${plain.message}.` };
  const { value } = plain;
  const checked = definition.output === undefined ? plain : readParsed(definition.output.safeParse(value), "output");
  if (!checked.ok) return checked;
  const missing = contract.outputs.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) return badResult(notReturned(missing, Object.keys(value)));
  return { ok: true, value: Object.fromEntries(contract.outputs.map((name) => [name, value[name] ?? null])) };
}

/** Names, not values: a name that is misspelt is what an author looks for. */
const notReturned = (missing: readonly string[], returned: readonly string[]): string =>
  `The action did not return ${missing.join(", ")}. It returned ${returned.length === 0 ? "nothing" : returned.join(", ")}.`;

const badResult = (message: string): Reading<never> => ({ ok: false, code: "bad_result", message });

const failed = (code: ActionErrorCode, message: string, final: boolean): Attempt => ({
  ok: false,
  code,
  message,
  final,
});

/** What the journal keeps of a result: not how long it took. */
export const recordedResult = (result: ActionResult): RecordedResult =>
  result.ok ? { ok: true, output: result.output } : { ok: false, code: result.code, message: result.message };
