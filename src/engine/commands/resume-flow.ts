import { abandonedTasks, resumeOptions } from "../flow/abandoned.ts";
import { type Entering, enter } from "../flow/enter.ts";
import { activeGroup, groupsOf } from "../flow/frames.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, decidedOn, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { type DataOf, optional, pausedFlow } from "./field.ts";

const fields = { flow: optional(pausedFlow) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly resume_flow: DataOf<typeof fields>;
  }
}

export const resumeFlow = defineCommand({
  type: "resume_flow",
  fields,
  prompt: { when: "the user goes back to a paused flow", fields: ["flow"], needs: ["flow"] },
  typed: { about: "go back to what was paused", words: ["flow"] },
  button: true,
  execute: resumePaused,
});

/** Brings a paused task back to the top, or one that was abandoned by a timeout. */
function resumePaused(
  state: DialogueState,
  command: CommandOf<"resume_flow">,
  given: CommandGiven,
): Change<CommandNext> {
  const { context } = given;
  const active = activeGroup(state);
  const paused = groupsOf(state).filter((group) => group.root.flowId !== active?.root.flowId);
  // Unnamed, the most recently paused: the highest on the stack.
  const wanted = paused.findLast(
    (group) => command.flow === undefined || group.frames.some((frame) => frame.flow === command.flow),
  );
  if (wanted !== undefined) return resume(state, given, { kind: "raise", id: wanted.root.flowId });
  const abandoned = abandonedTasks(state, context).filter(
    ({ flow }) => command.flow === undefined || flow === command.flow,
  );
  const options = resumeOptions(context, abandoned);
  // Nothing says which of several is meant: none of them was left for another.
  if (options.length > 1) return done({ ...state, pending: { kind: "choice", options } });
  const latest = abandoned.at(-1);
  if (latest === undefined)
    return refuse(state, "flow.not_paused", [pattern("flow_not_paused", aboutScope(state, context))]);
  return resume(state, given, { kind: "restore", archived: latest });
}

function resume(state: DialogueState, { context, decided }: CommandGiven, wanted: Entering): Change<CommandNext> {
  const decision = decidedOn(decided, "stack_limit")?.decision ?? null;
  const entered = enter(state, context, { ...wanted, decision });
  switch (entered.kind) {
    case "entered":
      return done(entered.state, entered.say);
    case "refused":
      return refuse(state, entered.code, entered.say);
    case "crowded": {
      const { groups, limit } = entered;
      const strategy = context.assistant.settings.flowManagement.onLimitReached;
      return undecided(state, { on: "stack_limit", strategy, groups, limit });
    }
    default:
      return entered satisfies never;
  }
}
