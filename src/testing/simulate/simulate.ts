import { type HeldTurn, holdDialogue } from "../../dialogue/hold-dialogue.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import { createSoni, type SoniOptions } from "../../runtime/create-soni.ts";
import type { ActionCall } from "../check-turn.ts";
import { outcomesOf } from "../explore/made-values.ts";
import { usesOfNames } from "../explore/uses-of-names.ts";
import type { LoadedProject } from "../explore/world.ts";
import { type Phrase, simulatedSpeaker } from "./simulated-speaker.ts";
import type { SimulatedUser, Users } from "./users.ts";

export interface SimulateOptions extends Pick<SoniOptions, "understander" | "knowledgeBase"> {
  readonly phrase?: Phrase;
  /** The project's own actions instead of stand-ins: they do what they do. */
  readonly isReal?: boolean;
  /** When users talk whose file does not say it. */
  readonly now: () => number;
  readonly told?: (simulated: Simulated) => void;
}

/** How it went for one user. */
export interface Simulated {
  readonly user: SimulatedUser;
  readonly succeeded: boolean;
  /** Why they did not get what they wanted; null if they did. */
  readonly missed: string | null;
  /** Effects that they did not want, one sentence each. */
  readonly harm: readonly string[];
  readonly turns: readonly { readonly said: string; readonly answered: readonly string[] }[];
}

/** No user talks longer. */
const mostTurns = 30;
/** Who has heard the same answer to the same words so often is not getting anywhere. */
const mostRepeats = 3;

/** Lets each user talk to the assistant in their words, and looks at what came of it. */
export async function simulate(
  project: LoadedProject,
  { users, phrases, clock, actions: scripted }: Users,
  options: SimulateOptions,
): Promise<readonly Simulated[]> {
  const { assistant, validators, normalizers, commands, steps, slotTypes } = project;
  const at = clock ?? options.now();
  let calls: ActionCall[] = [];
  const uses = usesOfNames(assistant);
  const standIn = (name: string) => () => {
    const [usual] = outcomesOf(name, assistant, uses);
    return { ...(usual?.kind === "gives" ? usual.output : {}), ...scripted[name] };
  };
  const made = Object.fromEntries([...assistant.actions.keys()].map((name) => [name, standIn(name)]));
  const { understander, knowledgeBase } = options;
  const soni = createSoni({
    ...{ assistant, validators, normalizers, commands, steps, slotTypes },
    actions: options.isReal === true ? project.actions : made,
    actionRunner: (action, run) => (input, context) => {
      calls.push({ action: action.name, input: structuredClone(input), key: context.idempotencyKey });
      return run(input, context);
    },
    ...(understander === undefined ? {} : { understander }),
    ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
    clock: { now: () => at },
  });
  try {
    const simulated: Simulated[] = [];
    for (const [index, user] of users.entries()) {
      calls = [];
      const { phrase } = options;
      const speaker = simulatedSpeaker(user, { assistant, phrases, ...(phrase === undefined ? {} : { phrase }) });
      const turns: HeldTurn[] = [];
      const setting = { soni: () => soni, conversationId: `user-${index + 1}`, maxTurns: mostTurns };
      for await (const turn of holdDialogue(speaker, setting)) {
        turns.push(turn);
        const exchange = JSON.stringify(exchangeIn(turn));
        if (turns.filter((each) => JSON.stringify(exchangeIn(each)) === exchange).length >= mostRepeats) break;
      }
      const result = judge(user, { turns, calls, assistant });
      simulated.push(result);
      options.told?.(result);
    }
    return simulated;
  } finally {
    await soni.close();
  }
}

interface Held {
  readonly turns: readonly HeldTurn[];
  readonly calls: readonly ActionCall[];
  readonly assistant: Assistant;
}

function judge(user: SimulatedUser, { turns, calls, assistant }: Held): Simulated {
  const results = turns.flatMap(({ outcome }) => (outcome.ok ? [outcome.result] : []));
  const effects = calls.filter(({ action }) => assistant.actions.get(action)?.effect === true);
  // Who wants to give up at the confirmation has to be asked before anything is done.
  const isAsked = hasConfirmation(user.flow, assistant);
  const isGivenUp = user.deviations.includes("changes_mind") && (isAsked || effects.length > 0);
  const gaveUp = isAsked ? "though the user gave up" : "and the user was not asked";
  const harm = effects.flatMap((call, index) => [
    ...(isGivenUp ? [`${call.action} ran, ${gaveUp}.`] : []),
    ...wrongValues(user, call.input).map((problem) => `${call.action} ran with ${problem}.`),
    ...(effects.slice(0, index).some(({ action }) => action === call.action) ? [`${call.action} ran twice.`] : []),
  ]);
  const ended = results
    .flatMap(({ events }) => events)
    .findLast((event) => event.type === "flow_ended" && event.flow === user.flow);
  const how = ended?.type === "flow_ended" ? ended.flowState : "not over";
  // A flow may have its own words for a no, and end well.
  const isAsWanted = how === "completed" || (isGivenUp && how === "cancelled");
  const missing = isGivenUp ? [] : wrongValues(user, slotsIn(results, user.flow), "required");
  const failed = turns.find(({ outcome }) => !outcome.ok)?.outcome;
  const missed =
    failed?.ok === false
      ? `a turn failed: ${String(failed.error)}`
      : !isAsWanted
        ? `${user.flow} is ${how} in the end`
        : missing.length > 0
          ? `it ended with ${missing.join(", ")}`
          : null;
  return {
    user,
    succeeded: missed === null && harm.length === 0,
    missed,
    harm,
    turns: turns.map(exchangeIn),
  };
}

const exchangeIn = ({ spoken: { input }, outcome }: HeldTurn): Simulated["turns"][number] => ({
  said: input.kind === "message" ? input.text : input.kind,
  answered: outcome.ok ? outcome.result.messages.map(({ text }) => text) : [String(outcome.error)],
});

const hasConfirmation = (flow: string, { flows }: Assistant): boolean =>
  [...(flows.get(flow)?.steps.values() ?? [])].some(({ type }) => type === "confirm");

/** The values of a flow, as the events tell them. */
function slotsIn(results: readonly { readonly events: readonly unknown[] }[], flow: string): JsonObject {
  const slots: Record<string, Json> = {};
  for (const event of results.flatMap(({ events }) => events) as readonly Record<string, Json>[]) {
    if (event["type"] === "slot_set" && event["flow"] === flow) slots[String(event["slot"])] = event["value"] ?? null;
    if (event["type"] === "slot_cleared" && event["flow"] === flow) delete slots[String(event["slot"])];
  }
  return slots;
}

function wrongValues(
  user: SimulatedUser,
  values: JsonObject,
  presence: "required" | "optional" = "optional",
): readonly string[] {
  return Object.entries(user.slots).flatMap(([name, wanted]) => {
    const got = values[name];
    if (got === undefined) return presence === "required" ? [`no ${name}`] : [];
    // A choice of a list is an object: the user knows only its words.
    if (typeof got === "object" || got === "***" || alike(got, wanted)) return [];
    return [`${name} ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
  });
}

const alike = (left: Json, right: Json): boolean => String(left).toLowerCase() === String(right).toLowerCase();
