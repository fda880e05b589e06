import type { Json } from "../engine/json.ts";
import { type Outcome, type TemplateValue, type TemplateValues, text } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import { contextOf, type TurnStages } from "./stages.ts";

/** Nobody wants to read a longer value. */
const longestText = 2_000;

/** Lets the project's own slot types show their values. One that fails is shown as the type that it is stored as. */
export async function formatOwnValues(
  outcomes: readonly Outcome[],
  state: DialogueState,
  stages: TurnStages,
): Promise<readonly Outcome[]> {
  if (![...stages.slotTypes.values()].some(({ format }) => format !== undefined)) return outcomes;
  const shown: Outcome[] = [];
  for (const outcome of outcomes)
    shown.push("values" in outcome ? { ...outcome, values: await formatted(outcome.values, state, stages) } : outcome);
  return shown;
}

async function formatted(values: TemplateValues, state: DialogueState, stages: TurnStages): Promise<TemplateValues> {
  const shown: Record<string, TemplateValue> = Object.create(null);
  for (const [name, given] of Object.entries(values)) {
    const words = given.own === undefined ? null : await wordsFor(given.own, given.value, { state, stages });
    shown[name] = words === null ? given : { ...text(words), ...(given.secret === true ? { secret: true } : {}) };
  }
  return shown;
}

async function wordsFor(
  name: string,
  value: Json,
  { state, stages }: { readonly state: DialogueState; readonly stages: TurnStages },
): Promise<string | null> {
  const type = stages.slotTypes.get(name);
  if (type?.format === undefined || value === null) return null;
  const { timezone, language } = stages.assistant.settings;
  const context = { language: state.metadata.language ?? language, timezone, now: contextOf(state, stages).now };
  const run = () => type.format?.(structuredClone(value), context);
  const called = await callProjectCode({ port: "slot_type", name, run, read: readText }, stages.caller);
  return called.ok ? called.value : null;
}

function readText(answer: unknown): Reading<string> {
  if (typeof answer !== "string") return { ok: false, code: "bad_result", message: "return a text." };
  return answer.length <= longestText
    ? { ok: true, value: answer }
    : { ok: false, code: "too_large", message: `return a text of at most ${longestText} characters.` };
}
