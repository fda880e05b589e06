import type { Store } from "../../checkpoint/store.ts";
import type { Assistant } from "../../domain/assistant.ts";
import type { Migration } from "../../domain/migration.ts";
import { adaptTo } from "../../flow/adapt.ts";
import { storedStates } from "../../runtime/stored-states.ts";

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
    const { stranded, migrated, askAgain } = adaptTo(stored.state, versions);
    const why = [
      ...stranded.map(({ at, because }) => `${at.flow}${at.step === null ? "" : ` at ${at.step}`}: ${because}`),
      ...migrated.map((flowId) => `${flowId}: goes on elsewhere, or without a value`),
      ...(askAgain ? ["its open question is asked again"] : []),
    ];
    const verdict = stranded.length > 0 ? "stranded" : migrated.length > 0 ? "migrated" : "safe";
    yield { conversationId, verdict, why };
  }
}
