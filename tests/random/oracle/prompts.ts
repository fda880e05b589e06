import type { Conversation, Turn } from "../record.ts";
import type { Call } from "../world.ts";
import type { Place } from "./ways.ts";

/** What a confirmation showed: slots to their texts, empty ones as "". */
export type Shown = Readonly<Record<string, string>>;

/** Confirmations are written `flow.step? slot=[value] ...`. */
function promptIn(text: string): (Place & { readonly shown: Shown; readonly text: string }) | null {
  const head = /^(\w+)\.(\w+)\?/.exec(text);
  if (head === null) return null;
  const shown = Object.fromEntries([...text.matchAll(/(\w+)=\[([^\]]*)\]/g)].map(([, slot, value]) => [slot, value]));
  return { flow: head[1] ?? "", step: head[2] ?? "", shown, text };
}

/** What happened in a conversation, in order: starts, yeses with what they showed, calls. */
export type Happening =
  | { readonly type: "started"; readonly turn: number; readonly flow: string; readonly by: string }
  | { readonly type: "ended"; readonly turn: number; readonly flow: string }
  | { readonly type: "yes"; readonly turn: number; readonly place: Place; readonly shown: Shown; readonly text: string }
  | { readonly type: "call"; readonly turn: number; readonly call: Call };

export function happeningsOf({ turns }: Conversation): Happening[] {
  const open = new Map<string, { shown: Shown; text: string }>();
  return turns.flatMap((turn, index) => {
    const found = inTurn(turn, index, open);
    for (const text of turn.texts) {
      const prompt = promptIn(text);
      if (prompt !== null) open.set(`${prompt.flow}.${prompt.step}`, prompt);
    }
    return found;
  });
}

function inTurn(turn: Turn, index: number, open: ReadonlyMap<string, { shown: Shown; text: string }>): Happening[] {
  const calls = [...turn.calls];
  const found: Happening[] = [];
  for (const event of turn.events) {
    if (event.type === "flow_started") found.push({ type: "started", turn: index, flow: event.flow, by: event.by });
    if (event.type === "flow_ended") found.push({ type: "ended", turn: index, flow: event.flow });
    if (event.type === "confirmation_answered" && event.answer === "affirmed") {
      const place = { flow: event.flow, step: event.step };
      const prompt = open.get(`${event.flow}.${event.step}`) ?? { shown: {}, text: "" };
      found.push({ type: "yes", turn: index, place, shown: prompt.shown, text: prompt.text });
    }
    if (event.type === "action_started") {
      const position = calls.findIndex(({ action }) => action === event.action);
      const [call] = position < 0 ? [] : calls.splice(position, 1);
      if (call !== undefined) found.push({ type: "call", turn: index, call });
    }
  }
  for (const call of calls) found.push({ type: "call", turn: index, call });
  return found;
}
