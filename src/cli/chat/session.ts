import { randomUUID } from "node:crypto";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { PublicState, TurnResult } from "../../engine/state/public-state.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import type { OutgoingMessage } from "../../engine/state/turn.ts";
import { choicesOnScreen } from "../../respond/plain-text.ts";
import type { Soni } from "../../runtime/soni.ts";
import { readLine } from "./read-line.ts";
import type { Explained } from "./show-turn.ts";

/** What a line led to; printers find the words. */
export type Answer =
  | { readonly kind: "nothing" }
  | { readonly kind: "turn"; readonly result: TurnResult }
  | { readonly kind: "state"; readonly state: PublicState | null }
  | { readonly kind: "why"; readonly explained: Explained | null }
  | { readonly kind: "saved"; readonly file: string }
  | { readonly kind: "help"; readonly assistant: Assistant }
  | { readonly kind: "quit" }
  /** Nothing was sent, or it was refused before it became a turn. */
  | { readonly kind: "mistake"; readonly code: string; readonly problem: string };

export interface ChatSession {
  readonly conversationId: string;
  /** What was said last, when an earlier conversation is continued. */
  readonly earlier: readonly OutgoingMessage[];
  /** What the user said before, oldest first: the arrow keys bring it back. */
  readonly said: readonly string[];
  answer(line: string): Promise<Answer>;
}

export interface SessionOptions {
  readonly soni: Soni;
  readonly assistant: Assistant;
  readonly conversationId: string;
  /** Keeps what /save writes; returns the file. */
  readonly save: (conversation: Held) => Promise<string>;
}

/** Everything that was said, and how it was understood. */
export interface Held {
  readonly conversationId: string;
  readonly session: JsonObject;
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
}

/** Turns whose messages the arrow keys bring back. */
const remembered = 200;

/** One conversation typed line by line. */
export async function openSession({ soni, assistant, conversationId, save }: SessionOptions): Promise<ChatSession> {
  const transcript = await soni.transcript(conversationId, { from: "newest", limit: remembered });
  const [last] = await soni.transcript(conversationId, { from: "newest", limit: 1, secrets: "told" });
  const earlier = last?.messages ?? [];
  let choices = choicesOnScreen(earlier);

  const explain = async (): Promise<Explained | null> => {
    const [audit] = await soni.audit(conversationId, { from: "newest", limit: 1 });
    if (audit === undefined) return null;
    const [told, state] = await Promise.all([soni.transcript(conversationId), soni.getState(conversationId)]);
    return { audit, transcript: told, state };
  };

  const release = async (): Promise<Answer> => {
    const state = await soni.getState(conversationId);
    if (state === null || state.metadata.handoff === null) {
      return { kind: "mistake", code: "conversation.not_handed_off", problem: "The assistant has this conversation." };
    }
    const result = await soni.releaseHandoff(conversationId);
    choices = choicesOnScreen(result.messages);
    return { kind: "turn", result };
  };

  const saved = async (): Promise<Answer> => {
    const [told, audit, state] = await Promise.all([
      soni.transcript(conversationId),
      soni.audit(conversationId),
      soni.getState(conversationId),
    ]);
    if (told.length === 0) return { kind: "mistake", code: "cli.nothing_said", problem: "Nothing has been said yet." };
    return {
      kind: "saved",
      file: await save({ conversationId, session: state?.session ?? {}, transcript: told, audit }),
    };
  };

  const answer = async (text: string): Promise<Answer> => {
    const line = readLine(text, choices);
    switch (line.kind) {
      case "nothing":
        return line;
      case "mistake":
        return { kind: "mistake", code: "cli.bad_command", problem: line.problem };
      case "message": {
        const result = await soni.processMessage({
          conversationId,
          messageId: randomUUID(),
          text: line.text,
          ...(line.commands === undefined ? {} : { command: line.commands }),
        });
        choices = choicesOnScreen(result.messages);
        return { kind: "turn", result };
      }
      case "view":
        if (line.view === "state") return { kind: "state", state: await soni.getState(conversationId) };
        if (line.view === "release") return release();
        if (line.view === "save") return saved();
        if (line.view === "why") return { kind: "why", explained: await explain() };
        return line.view === "help" ? { kind: "help", assistant } : { kind: "quit" };
      default:
        return line satisfies never;
    }
  };

  return {
    conversationId,
    earlier,
    said: transcript.map(({ user }) => user).filter((text) => text !== ""),
    async answer(text) {
      try {
        return await answer(text);
      } catch (error) {
        // One message that can't be taken must not end the conversation.
        if (!(error instanceof SoniError)) throw error;
        return { kind: "mistake", code: error.code, problem: error.message };
      }
    },
  };
}
