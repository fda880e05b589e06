import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";
import type { HeldTurn, Speaker, Spoken } from "./hold-dialogue.ts";

/** Says what is written, whatever the assistant answers. */
export const scriptedSpeaker = (lines: readonly Spoken[]): Speaker => ({
  next: (turns) => lines[turns.length] ?? null,
});

/**
 * Says again what a stored conversation says, at the same distance in time. `recorded` sends the commands that were understood
 * then, so that only code decides; `again` has every message understood anew.
 */
export const replaySpeaker = (
  stored: { readonly transcript: readonly TranscriptEntry[]; readonly audit: readonly AuditEntry[] },
  understanding: "recorded" | "again",
): Speaker => {
  const commandsOf = new Map(
    stored.audit.map(({ messageId, commands }) => [messageId, commands.map(({ command }) => command)]),
  );
  return scriptedSpeaker(
    stored.transcript.map(({ user: text, messageId, at }, index) => {
      const commands = commandsOf.get(messageId);
      const isTyped = understanding === "recorded" && commands !== undefined;
      return {
        input: { kind: "message", text, ...(isTyped ? { commands } : {}) },
        messageId,
        after: index === 0 ? 0 : Math.max(0, at - (stored.transcript[index - 1]?.at ?? at)),
      };
    }),
  );
};

/** What a simulated user wants, and what they would answer. */
export interface Goal {
  /** Their first message. */
  readonly opening: string;
  /** In their words, by slot. */
  readonly answers: Readonly<Record<string, string>>;
  readonly yes?: string;
  readonly no?: string;
}

/** The same question so often means that the assistant does not get on. */
const patience = 3;

/** Answers what it is asked until its flow is over, and gives up on an assistant that keeps asking the same. */
export const goalSpeaker = ({ opening, answers, yes = "yes", no = "no" }: Goal): Speaker => ({
  next(turns) {
    const say = (text: string): Spoken => ({ input: { kind: "message", text } });
    if (turns.length === 0) return say(opening);
    const asked = turns.map(questionOf);
    const [last] = asked.slice(-1);
    if (last === undefined || last === null) return null;
    if (asked.slice(-patience).filter((question) => question === last).length === patience) return null;
    if (last === "confirmation") return say(yes);
    if (last === "cancel_confirmation") return say(no);
    const answer = answers[last];
    return answer === undefined ? say("skip that") : say(answer);
  },
});

/** The slot that is asked for, or the kind of the question; null: nothing is open, or the turn failed. */
const questionOf = ({ outcome }: HeldTurn): string | null => {
  if (!outcome.ok) return null;
  const { pending } = outcome.result.state;
  if (pending === null) return null;
  return "slot" in pending && pending.slot !== undefined ? pending.slot : pending.kind;
};
