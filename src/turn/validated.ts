import { allSlots, checkedInput } from "../engine/flow/rules.ts";
import type { JsonObject } from "../engine/json.ts";
import type { WantedCheck } from "../engine/state/change.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { EntryOf } from "../engine/state/task.ts";
import { contextOf, type TurnStages } from "./stages.ts";
import { runValidator } from "./values/prepare-command.ts";

/** Asks a validator, for the journal: what it said of this value, with what it looked at. */
export async function validated(
  state: DialogueState,
  stages: TurnStages,
  { check, slots }: { readonly check: WantedCheck; readonly slots: JsonObject },
): Promise<EntryOf<"checked">> {
  const { timezone, language } = stages.assistant.settings;
  const answer = await runValidator({
    name: check.validator,
    value: check.value,
    context: {
      slot: check.slot,
      slots,
      session: state.session,
      now: contextOf(state, stages).now,
      timezone,
      language: state.metadata.language ?? language,
    },
    validators: stages.validators,
    caller: stages.caller,
  });
  // A refusal is remembered for exactly what was there.
  const reads = answer.ok ? (answer.reads ?? []) : [allSlots];
  const input = checkedInput(check.value, { slot: check.slot, slots, reads });
  const entry = { kind: "checked", input, reads } as const;
  if (answer.ok) return { ...entry, ok: true };
  return { ...entry, ok: false, ...(answer.text === undefined ? {} : { text: answer.text }) };
}
