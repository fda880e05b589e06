import { setTimeout as sleep } from "node:timers/promises";
import type { Action, ActionErrorCode, ActionRequest, ActionResult } from "../domain/action.ts";
import { ActionFailure } from "../domain/action-failure.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ActionDefinition } from "./action-definition.ts";
import { plainObject } from "./plain-json.ts";
import type { Stages } from "./stages.ts";

interface Failure {
  readonly code: ActionErrorCode;
  readonly message: string;
  /** Trying again with the same input cannot help. */
  readonly final: boolean;
}

type Attempt = { readonly ok: true; readonly output: JsonObject } | ({ readonly ok: false } & Failure);

export interface ActionRun {
  readonly request: ActionRequest;
  readonly conversationId: string;
  readonly session: JsonObject;
}

/** Runs user code once: with timeout, retries and checks on both sides. Never throws. */
export async function runAction(
  run: ActionRun,
  stages: Pick<Stages, "actions" | "assistant" | "stopwatch" | "log">,
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
    const attempt = await attemptOnce(run, { definition, contract, log: stages.log });
    if (attempt.ok) return { ok: true, output: attempt.output, attempts, milliseconds: elapsed() };
    stages.log("action failed", { action: request.action, key: request.key, code: attempt.code, attempt: attempts });
    if (attempt.final || attempts >= request.retry.attempts) {
      return { ok: false, code: attempt.code, message: attempt.message, attempts, milliseconds: elapsed() };
    }
    await sleep(backoff(request, attempts));
  }
}

const backoff = ({ retry }: ActionRequest, attempt: number): number =>
  retry.backoff === "none" ? 0 : retry.backoff === "fixed" ? retry.delay : retry.delay * 2 ** (attempt - 1);

async function attemptOnce(
  run: ActionRun,
  code: { definition: ActionDefinition; contract: Action; log: Stages["log"] },
): Promise<Attempt> {
  const { request } = run;
  const { definition, contract } = code;
  const input = definition.input?.safeParse(request.input);
  if (input !== undefined && !input.success)
    return failed("action.bad_input", input.error?.message ?? "the input does not fit its schema", true);
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), request.timeout);
  });
  try {
    const context = {
      idempotencyKey: request.key,
      signal: controller.signal,
      conversationId: run.conversationId,
      session: structuredClone(run.session),
      log: (message: string, data?: JsonObject) =>
        code.log(message, { ...data, action: request.action, key: request.key }),
    };
    const given = (input?.data ?? structuredClone(request.input)) as JsonObject;
    const result = await Promise.race([Promise.resolve(definition.run(given, context)), timeout]);
    if (result === "timeout") return failed("action.timeout", `No answer within ${request.timeout / 1000} s.`, false);
    return checkOutput(result, definition, contract);
  } catch (error) {
    if (error instanceof ActionFailure) return failed(error.code, error.message, error.final);
    return failed("action.failed", error instanceof Error ? error.message : String(error), false);
  } finally {
    clearTimeout(timer);
    // A late result is nobody's any more.
    controller.abort();
  }
}

function checkOutput(result: unknown, definition: ActionDefinition, contract: Action): Attempt {
  if (result === undefined && contract.outputs.length === 0) return { ok: true, output: {} };
  const plain = plainObject(result);
  if (!plain.ok) return failed("action.bad_output", `The action returned bad data: ${plain.problem}.`, true);
  const parsed = definition.output?.safeParse(plain.value);
  if (parsed !== undefined && !parsed.success)
    return failed("action.bad_output", parsed.error?.message ?? "the output does not fit its schema", true);
  const missing = contract.outputs.filter((name) => !Object.hasOwn(plain.value, name));
  if (missing.length > 0) return failed("action.bad_output", `The action did not return ${missing.join(", ")}.`, true);
  return { ok: true, output: Object.fromEntries(contract.outputs.map((name) => [name, plain.value[name] ?? null])) };
}

const failed = (code: ActionErrorCode, message: string, final: boolean): Attempt => ({
  ok: false,
  code,
  message,
  final,
});
