import { holdDialogue } from "../../dialogue/hold-dialogue.ts";
import { replaySpeaker } from "../../dialogue/speakers.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import type { Soni } from "../../runtime/soni.ts";
import { compareTurns, type Difference, type DivergenceKind } from "./compare-turns.ts";
import type { StandIns } from "./recorded-actions.ts";

interface Turns {
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
}

export interface RecordedConversation {
  readonly conversationId: string;
  readonly session: JsonObject;
  /** With what the user said, secrets included: to be said again. */
  readonly told: Turns;
  /** As it may be shown. */
  readonly shown: Turns;
}

export interface Replayed {
  readonly conversationId: string;
  readonly turns: number;
  /** The first turn that went otherwise; null: none did. */
  readonly divergence: (Difference & { readonly turn: number; readonly user: string }) | null;
}

interface Replaying {
  readonly soni: Soni;
  readonly setClock: (now: number) => void;
  readonly advance: (milliseconds: number) => void;
  readonly understanding: "recorded" | "again";
  readonly ignored: ReadonlySet<DivergenceKind>;
  readonly standIns: StandIns;
}

/** Holds a recorded conversation again, up to the first turn that goes otherwise. */
export async function replayConversation(recorded: RecordedConversation, replaying: Replaying): Promise<Replayed> {
  const { conversationId, session, told, shown } = recorded;
  const { soni, understanding, ignored } = replaying;
  replaying.setClock(told.transcript[0]?.at ?? 0);
  let turns = 0;
  const speaker = replaySpeaker(told, understanding);
  for await (const { spoken, outcome } of holdDialogue(speaker, {
    soni: () => soni,
    conversationId,
    session,
    advance: replaying.advance,
    maxTurns: told.transcript.length,
  })) {
    turns += 1;
    const was = turnOf(shown, spoken.messageId);
    if (was === null) continue;
    const diverged = (difference: Difference): Replayed => ({
      conversationId,
      turns,
      divergence: { ...difference, turn: was.audit.turn, user: was.told.user },
    });
    if (!outcome.ok) return diverged({ kind: "failed", was: [], is: [String(outcome.error)] });
    const query = { messageId: outcome.result.messageId };
    const now = {
      transcript: await soni.transcript(conversationId, query),
      audit: await soni.audit(conversationId, query),
    };
    const is = turnOf(now, outcome.result.messageId);
    const invented = replaying.standIns.takeInvented();
    const difference = is === null ? null : compareTurns(was, is, ignored);
    // A call that was never made before: whatever else differs comes of it, unless the message was read or judged otherwise.
    if (invented.length > 0 && !ignored.has("action") && (difference === null || isLater(difference.kind))) {
      const before = was.audit.events.flatMap((event) => (event.type === "action_started" ? [event.action] : []));
      return diverged({ kind: "action", was: before, is: invented });
    }
    if (difference !== null) return diverged(difference);
  }
  return { conversationId, turns, divergence: null };
}

const isLater = (kind: DivergenceKind): boolean => kind !== "understanding" && kind !== "refusal" && kind !== "failed";

function turnOf({ transcript, audit }: Turns, messageId: string | undefined) {
  const told = transcript.find((each) => each.messageId === messageId);
  const entry = audit.find((each) => each.messageId === messageId);
  return told === undefined || entry === undefined ? null : { told, audit: entry };
}
