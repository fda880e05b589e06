import { note } from "../engine/flow/tasks.ts";
import { makeReadOnly } from "../engine/json.ts";
import type { Change, Stop } from "../engine/state/change.ts";
import type { RecordedStep } from "../engine/state/task.ts";
import type { OwnStep, StepInput } from "../engine/steps/own.ts";
import { callProjectCode, type FailedCall } from "../project-code/call-project-code.ts";
import { plainObject, type Reading } from "../project-code/plain-copy.ts";
import type { TurnStages } from "./stages.ts";

/**
 * Runs the code of a project's own step. Part of the turn and not an action: after a crash it runs again. What came of it, a failure
 * too, is an entry of the journal, so a replay with the same input takes it.
 */
export async function runOwnStep(
  work: Change,
  stages: TurnStages,
  { flowId, key, type, input, seen }: Extract<Stop, { readonly do: "own" }>,
): Promise<Change> {
  const result = await resultOf(work, stages, { type, input });
  return { ...work, state: note(work.state, flowId, key, { kind: "own", input: seen, result }) };
}

async function resultOf(
  { state }: Change,
  { steps, assistant, caller }: TurnStages,
  { type, input }: Pick<Extract<Stop, { readonly do: "own" }>, "type" | "input">,
): Promise<RecordedStep> {
  const step = steps.get(type);
  if (step === undefined)
    return { ok: false, code: "step.not_registered", message: `No step type named '${type}' is registered.` };
  const { settings } = assistant;
  const language = state.metadata.language ?? settings.language;
  const given: StepInput<OwnStep["keys"]> = structuredClone(input);
  makeReadOnly(given);
  const called = await callProjectCode(
    {
      port: "step",
      name: type,
      input,
      run: ({ signal }) => step.run(given, { language, timezone: settings.timezone, signal }),
      read: (answer) => readResult(answer, step),
    },
    caller,
  );
  return called.ok ? called.value : { ok: false, code: codes[called.code], message: called.message };
}

const codes: Readonly<Record<FailedCall["code"], string>> = {
  threw: "step.failed",
  timeout: "step.timeout",
  bad_result: "step.bad_result",
  too_large: "step.bad_result",
};

/** Nothing is a result too. What it names has to be keys of its type. */
function readResult(answer: unknown, { keys }: OwnStep): Reading<Extract<RecordedStep, { readonly ok: true }>> {
  const plain = plainObject(answer ?? {});
  if (!plain.ok) return plain;
  const { output, say, go } = plain.value;
  const isKey = (name: unknown, kind: string): name is string =>
    typeof name === "string" && Object.hasOwn(keys, name) && keys[name]?.kind === kind;
  const wrong = (message: string) => ({ ok: false, code: "bad_result", message }) as const;
  if (say !== undefined && !isKey(say, "template")) return wrong("'say' must name a key of kind template");
  if (go !== undefined && !isKey(go, "target")) return wrong("'go' must name a key of kind target");
  if (output === undefined) return { ok: true, value: { ok: true, ...said({ say, go }) } };
  if (typeof output !== "object" || output === null || Array.isArray(output)) return wrong("'output' must be a map");
  const stray = Object.keys(output).find((name) => !isKey(name, "output"));
  if (stray !== undefined) return wrong(`'${stray}' in 'output' is no key of kind output`);
  return { ok: true, value: { ok: true, output: output as RecordedOutput, ...said({ say, go }) } };
}

type RecordedOutput = NonNullable<Extract<RecordedStep, { readonly ok: true }>["output"]>;

const said = ({ say, go }: { readonly say: string | undefined; readonly go: string | undefined }) => ({
  ...(say === undefined ? {} : { say }),
  ...(go === undefined ? {} : { go }),
});
