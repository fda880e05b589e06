import { SoniError } from "../engine/errors.ts";
import type { FlowId } from "../engine/ids.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import type { ConversationSummary } from "../engine/state/store.ts";
import type { Store } from "../stores/store.ts";

/** A session that was silent for longer than `session_timeout`, whose tasks were put aside. The user can still go on with them. */
export interface AbandonedSession {
  readonly conversationId: string;
  readonly lastActiveAt: number;
  /** When the session timed out. */
  readonly at: number;
  readonly flows: readonly { readonly flow: string; readonly flowId: FlowId }[];
}

/** Where nobody has looked before, older ones are left to their next message. */
const lookBackMs = 24 * 60 * 60 * 1000;
const pageSize = 50;

type Listing = Pick<Store, "conversations" | "abandonedUntil" | "setAbandonedUntil">;

/**
 * Shows every conversation that was last used between the last time and `before`, once. The mark moves on when all of them have been
 * looked at; several processes may look at the same ones, and each decides by the state that it finds.
 */
export async function forSilent(
  store: Listing,
  before: number,
  look: (found: ConversationSummary) => Promise<void>,
): Promise<void> {
  const since = (await store.abandonedUntil()) ?? before - lookBackMs;
  if (since >= before) return;
  let after = { updatedAt: before, conversationId: "" };
  for (;;) {
    const page = await store.conversations({ after, limit: pageSize });
    const due = page.filter(({ updatedAt }) => updatedAt >= since);
    await Promise.all(due.map(look));
    const last = due.at(-1);
    if (last === undefined || due.length < pageSize) break;
    after = last;
  }
  await store.setAbandonedUntil(before);
}

/** What a timeout puts aside: a task that waits for its user. One that a person has, or that is in mid-turn, is not left alone. */
const isLeft = ({ flowStack, metadata, turn }: DialogueState): boolean =>
  flowStack.length > 0 && metadata.handoff === null && turn === null;

/**
 * The message that puts aside what is left in a silent conversation, as of the moment when it timed out. It has the same id and the same
 * time in every process: it is taken once. Null: there is nothing to put aside.
 */
export function silenceOf(state: DialogueState, given: { readonly timeoutMs: number; readonly now: number }) {
  const { lastActiveAt } = state;
  const at = lastActiveAt + given.timeoutMs + 1;
  if (!isLeft(state) || at > given.now) return null;
  const message: IncomingMessage = {
    messageId: `timeout.${lastActiveAt}`,
    text: "",
    at,
    origin: "api",
    commands: [],
    silence: true,
  };
  /** The user may have come back while the message waited. */
  const check = (found: DialogueState | null): void => {
    if (found === null || found.lastActiveAt !== lastActiveAt || !isLeft(found)) {
      throw new SoniError("session.active", "The session has not timed out.");
    }
  };
  return { message, check };
}

/** What a finished turn of silence put aside, without flows of the assistant's own. */
export function abandonedIn({ conversationId, lastActiveAt, metadata, last }: DialogueState): AbandonedSession | null {
  if (last?.message.silence !== true) return null;
  const { at } = last.message;
  const flows = metadata.completedFlows
    .filter(({ completedAt, resume }) => completedAt === at && resume !== undefined && resume.task.by !== "system")
    .map(({ flow, flowId }) => ({ flow, flowId }));
  return flows.length === 0 ? null : { conversationId, lastActiveAt, at, flows };
}
