import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Migration } from "../../engine/assistant/migration.ts";
import { adaptTo } from "../../engine/flow/adapt.ts";
import type { Caller } from "../../project-code/call-project-code.ts";
import { storedStates } from "../../runtime/stored-states.ts";
import type { Store } from "../../stores/store.ts";
import { systemTime } from "../../time/system-time.ts";
import { migrateFrames } from "../../turn/adapt-conversation.ts";

/** A migration that does not answer within this many milliseconds has failed, as it would in a turn. */
const patience = 30_000;

const callerFor = (conversationId: string): Caller => {
  const time = systemTime;
  return { conversationId, messageId: null, time, deadline: time.now() + patience, log: () => undefined };
};

export interface Verdict {
  readonly conversationId: string;
  /** `safe`: goes on as it is. `migrated`: goes on, changed. `stranded`: a flow of it cannot go on. */
  readonly verdict: "safe" | "migrated" | "stranded" | "unreadable";
  readonly why: readonly string[];
}

/** What would become of every stored conversation, by the same function that a turn uses. Nothing is written. */
export async function* judgeConversations(
  store: Store,
  versions: { readonly assistant: Assistant; readonly migrations: readonly Migration[] },
): AsyncGenerator<Verdict> {
  for await (const stored of storedStates(store)) {
    const { conversationId } = stored;
    if ("problem" in stored) {
      yield { conversationId, verdict: "unreadable", why: [stored.problem] };
      continue;
    }
    const moves = await migrateFrames(stored.state, versions.migrations, callerFor(conversationId));
    const { stranded, migrated, askAgain } = adaptTo(stored.state, { assistant: versions.assistant, moves });
    const why = [
      ...stranded.map(({ at, because }) => `${at.flow}${at.step === null ? "" : ` at ${at.step}`}: ${because}`),
      ...migrated.map((flowId) => `${flowId}: goes on elsewhere, or without a value`),
      ...(askAgain ? ["its open question is asked again"] : []),
    ];
    const verdict = stranded.length > 0 ? "stranded" : migrated.length > 0 ? "migrated" : "safe";
    yield { conversationId, verdict, why };
  }
}
