import type { Command } from "../../engine/commands/command.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import { type Chance, createChance } from "../chance.ts";
import { type ExploredFinding, judgeLastTurn } from "./judge-turn.ts";
import { type Known, movesIn, valuesFor } from "./moves.ts";
import { usesOfNames } from "./uses-of-names.ts";
import { type LoadedProject, openWorld } from "./world.ts";

export interface RandomUsers {
  readonly users: number;
  readonly seed: number;
  /** Messages of each. */
  readonly length: number;
}

export interface RandomReport {
  readonly messages: number;
  readonly findings: readonly (ExploredFinding & { readonly seed: number })[];
}

/** Users who mostly answer, and otherwise say anything, in any flow. Each has a seed that gives the same user again. */
export async function tryRandomUsers(
  project: LoadedProject,
  { users, seed, length }: RandomUsers,
): Promise<RandomReport> {
  const known: Known = { assistant: project.assistant, uses: usesOfNames(project.assistant) };
  const world = openWorld(project, known);
  const findings = new Map<string, RandomReport["findings"][number]>();
  let messages = 0;
  try {
    for (let user = 0; user < users; user += 1) {
      const chance = createChance(seed + user);
      const talk = world.begin();
      for (let said = 0; said < length; said += 1) {
        const state = talk.conversation().turns.at(-1)?.result.state ?? null;
        const outcomes = Array.from({ length: 4 }, () => (chance.percent(25) ? chance.below(5) : 0));
        messages += 1;
        const isFine = await talk.say({ command: anyCommand(state, known, chance), outcomes });
        for (const finding of judgeLastTurn(talk.conversation(), known.assistant)) {
          // Whoever jumps about is asked again.
          if (finding.kind === "asked_twice") continue;
          const key = `${finding.kind} ${finding.flow} ${finding.step}`;
          const before = findings.get(key);
          if (before === undefined || before.conversation.turns.length > finding.conversation.turns.length)
            findings.set(key, { ...finding, seed: seed + user });
        }
        if (!isFine) break;
      }
    }
  } finally {
    await world.close();
  }
  return { messages, findings: [...findings.values()] };
}

function anyCommand(state: PublicState | null, known: Known, chance: Chance): Command {
  const answers = state === null ? [] : movesIn(state, known);
  if (answers.length > 0 && chance.percent(70)) return chance.pick(answers);
  const flows = [...known.assistant.flows.values()].filter(({ trigger }) => trigger !== undefined);
  const start = (): Command => ({ type: "start_flow", flow: chance.pick(flows).name });
  if (state === null || state.flowStack.length === 0) return start();
  const slots = [...known.assistant.slots.values()].filter(({ setBy }) => setBy === "user");
  const change = (type: "set_slot" | "correct_slot"): Command => {
    if (slots.length === 0) return { type: "repeat" };
    const slot = chance.pick(slots);
    const values = valuesFor(slot, known);
    return { type, slot: slot.name, value: values.length === 0 ? "something" : chance.pick(values) };
  };
  return chance.pick<() => Command>([
    start,
    () => change("set_slot"),
    () => change("correct_slot"),
    () => change("correct_slot"),
    () => ({ type: "cancel_flow" }),
    () => ({ type: "affirm" }),
    () => ({ type: "deny" }),
    () => ({ type: "repeat" }),
    () => ({ type: "undo" }),
    () => ({ type: "chitchat" }),
    () => ({ type: "restart_flow" }),
    () => ({ type: "resume_flow" }),
  ])();
}
