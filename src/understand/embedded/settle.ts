import type { CommandType } from "../../engine/commands/command.ts";
import type { EngineInput, FoundCommand } from "./engine-input.ts";
import { questionForm } from "./questions/question-form.ts";
import type { Reading } from "./read-message.ts";

interface Situation {
  readonly input: EngineInput;
  readonly reading: Reading;
}

/** Commands that say why the user said no, or that leave nothing to confirm. */
const replacesDeny = new Set<CommandType>([
  "correct_slot",
  "set_slot",
  "clear_slot",
  "skip_slot",
  "cancel_flow",
  "resume_flow",
]);
const alone = new Set<CommandType>(["repeat", "human_handoff", "restart_flow", "undo"]);

/** What is left when a message's parts are weighed against each other and against what was asked. */
export function settle(found: readonly FoundCommand[], situation: Situation): readonly FoundCommand[] {
  const { input } = situation;
  const awaits = input.context.awaiting.kind;
  const only = found.find(({ command }) => alone.has(command.type));
  if (only !== undefined) return [only];
  const answers = oneAnswer(found, awaits);
  const types = new Set(answers.map(({ command }) => command.type));
  const deniesSlot = answers.some(({ command }) => command.type === "deny" && command.slot !== undefined);
  const confirms = awaits === "confirmation" || awaits === "cancel_confirmation" || awaits === "change";
  const kept = answers.filter(({ command }) => {
    switch (command.type) {
      case "deny":
        if (command.slot !== undefined) return true;
        if (deniesSlot || [...replacesDeny].some((type) => types.has(type))) return awaits === "cancel_confirmation";
        return (
          confirms ||
          awaits === "choice" ||
          answers.length === 1 ||
          input.hints?.offer === true ||
          types.has("start_flow") === false
        );
      case "affirm":
        return (confirms && !changes(answers, input)) || answers.length === 1;
      case "chitchat":
        return answers.every((other) => other.command.type === "chitchat");
      default:
        return true;
    }
  });
  return kept.length > 0 ? leftOut(kept, situation) : fallback(situation);
}

const declines = /^(?:no|nope|nah|none|nothing|neither|that'?s all|that is all)\b/i;

/** "No, thanks" to a question that needs no answer leaves it out. */
function leftOut(kept: readonly FoundCommand[], { input, reading }: Situation): readonly FoundCommand[] {
  const { awaiting, active } = input.context;
  const [only, ...others] = kept;
  if ((awaiting.kind !== "slot" && awaiting.kind !== "choice") || only === undefined || others.length > 0) return kept;
  const { type } = only.command;
  const said = type === "deny" || (type === "chitchat" && only.command.hint === "goodbye");
  const slot = active?.slots.find(({ name }) => name === awaiting.slot);
  if (!said || reading.clauses.length > 0 || slot === undefined || slot.required || slot.type === "boolean")
    return kept;
  return reading.acts.some((act) => declines.test(act.text))
    ? [{ command: { type: "skip_slot", slot: slot.name } }]
    : kept;
}

/** "No, go on" answers once: the first word counts. Asked what to change, "nothing, it's fine" is a yes. */
function oneAnswer(found: readonly FoundCommand[], awaits: string): readonly FoundCommand[] {
  const affirm = found.findIndex(({ command }) => command.type === "affirm");
  const deny = found.findIndex(({ command }) => command.type === "deny" && command.slot === undefined);
  if (affirm < 0 || deny < 0) return found;
  const dropped = awaits === "change" || affirm < deny ? deny : affirm;
  return found.filter((_, index) => index !== dropped);
}

/** A yes with a value that differs from the one shown is a change, not a yes. */
function changes(found: readonly FoundCommand[], { context }: EngineInput): boolean {
  return found.some(
    ({ command }) =>
      command.type === "correct_slot" &&
      String(context.known[command.slot]).toLowerCase() !== String(command.value).toLowerCase(),
  );
}

/** Nothing was understood: a question goes to the knowledge base, anything else is beyond us. */
function fallback({ input, reading }: Situation): readonly FoundCommand[] {
  if (reading.clauses.length === 0) return [];
  const asks = reading.clauses.some((clause) => {
    const form = questionForm(clause.text, clause.asks);
    return form.inquires || (form.asks && !form.requests);
  });
  const topic = input.message.trim();
  return [
    { command: asks ? { type: "clarify", topic, kind: "question", text: topic } : { type: "out_of_scope", topic } },
  ];
}
