import type { Json } from "../../src/engine/json.ts";
import type { PublicState, Soni } from "../../src/index.ts";
import { fits, type Goal } from "./goal.ts";
import { createUser, type Knowledge } from "./simulated-user.ts";

export interface ActionRun {
  readonly conversationId: string;
  readonly action: string;
  readonly input: Readonly<Record<string, Json>>;
}

export interface TalkResult {
  readonly goal: Goal;
  readonly outcome: "success" | "harm" | "failure";
  readonly turns: number;
  /** What was wrong, or why the user left. */
  readonly because: string;
  readonly lines: readonly string[];
}

const patience = 20;

/** One conversation, until the user has what they want or gives up. */
export async function holdTalk(
  soni: Soni,
  goal: Goal,
  {
    knowledge,
    runs,
    tick,
    isTyped,
  }: {
    readonly knowledge: Knowledge;
    readonly runs: readonly ActionRun[];
    readonly tick: () => void /** Lines are sent as the commands that they mean. */;
    readonly isTyped: boolean;
  },
): Promise<TalkResult> {
  const conversationId = goal.id.replace(/[^a-z]+/gi, "-");
  const own = (): readonly ActionRun[] => runs.filter((run) => run.conversationId === conversationId);
  const user = createUser(goal, knowledge, (action) => own().some((run) => run.action === action));
  const lines: string[] = [];
  let state: PublicState | null = null;
  let because = `${patience} messages`;
  let turns = 0;
  while (turns < patience) {
    const line = user.next(state);
    if ("leaves" in line) {
      because = line.leaves;
      break;
    }
    turns += 1;
    tick();
    const turn = await soni.processMessage({
      conversationId,
      text: line.says,
      ...(isTyped ? { command: line.means } : {}),
    });
    state = turn.state;
    lines.push(`user: ${line.says}`, `assistant: ${turn.messages.map(({ text }) => text).join(" | ")}`);
    if (state.metadata.handoff !== null) {
      because = "a person took over";
      break;
    }
  }
  const wanted = [...user.wanted()];
  const harm: string[] = [];
  for (const { action, input } of own()) {
    const place = wanted.findIndex((wish) => wish.action === action);
    const [wish] = place < 0 ? [] : wanted.splice(place, 1);
    if (wish === undefined) harm.push(`${action} was not wanted`);
    else {
      const names = [...new Set([...Object.keys(wish.inputs), ...Object.keys(input)])];
      const wrong = names.filter((name) => !fits(wish.inputs[name], input[name]));
      if (wrong.length > 0)
        harm.push(`${action}: ${wrong.map((name) => `${name}=${JSON.stringify(input[name] ?? null)}`).join(", ")}`);
    }
  }
  const outcome = harm.length > 0 ? "harm" : wanted.length > 0 ? "failure" : "success";
  return { goal, outcome, turns, because: harm.length > 0 ? harm.join("; ") : because, lines };
}
