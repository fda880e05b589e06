import type { Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { Rival } from "../engine/state/evidence.ts";
import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";
import type { DialogueInput, HeldTurn, Speaker, Spoken } from "./hold-dialogue.ts";

/** Says what is written, whatever the assistant answers. */
export const scriptedSpeaker = (lines: readonly Spoken[]): Speaker => ({
  next: (turns) => lines[turns.length] ?? null,
});

interface StoredConversation {
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
}

/**
 * Says again what a stored conversation says, at the same distance in time. `recorded` sends the commands that were understood
 * then, so that only code decides; `again` has every message understood anew that was understood then. Silence is left out: time
 * passes, and the next message notices.
 */
export const replaySpeaker = (
  { transcript, audit }: StoredConversation,
  understanding: "recorded" | "again",
): Speaker => {
  const entries = new Map(audit.map((entry) => [entry.messageId, entry]));
  const spoken = transcript.flatMap((told) => {
    const entry = entries.get(told.messageId);
    const input =
      entry === undefined ? { kind: "message" as const, text: told.user } : inputOf(told, entry, understanding);
    return input === null ? [] : [{ told, input }];
  });
  return scriptedSpeaker(
    spoken.map(({ told: { messageId, at }, input }, index) => ({
      input,
      messageId,
      after: index === 0 ? 0 : Math.max(0, at - (spoken[index - 1]?.told.at ?? at)),
    })),
  );
};

/** Null: nobody said or did anything. */
function inputOf(
  { user: text }: TranscriptEntry,
  { commands: logged, events }: AuditEntry,
  understanding: "recorded" | "again",
): DialogueInput | null {
  const commands = logged.map(({ command }) => command);
  // The question was about a doubt, and no command came of it: the recorded reading has to be given again.
  if (understanding === "recorded" && doubtfulReading({ commands: logged, events }) !== null)
    return { kind: "message", text };
  const has = (type: TurnEvent["type"]): boolean => events.some((event) => event.type === type);
  if (has("understood") || has("understanding_unavailable"))
    return { kind: "message", text, ...(understanding === "recorded" ? { commands } : {}) };
  const [first] = commands;
  if (first?.type === "release_handoff") return { kind: "release_handoff" };
  if (first?.type === "start_flow" && events.some((event) => event.type === "flow_started" && event.by === "api")) {
    const { flow, slots } = first;
    const inputs = "inputs" in first ? (first.inputs as JsonObject) : undefined;
    return {
      kind: "start_flow",
      flow,
      ...(slots === undefined ? {} : { slots }),
      ...(inputs === undefined ? {} : { inputs }),
    };
  }
  if (text !== "" || commands.length > 0) return { kind: "message", text, commands };
  return has("session_expired") ? null : { kind: "open" };
}

/**
 * What a message was read as that the user was then asked about: the commands that were done, those that were in doubt, and what else it
 * might have meant. Null: nothing was asked, or the question is a command itself.
 */
export function doubtfulReading({
  commands: logged,
  events,
}: Pick<AuditEntry, "commands" | "events">): DoubtfulReading | null {
  const commands = logged.map(({ command }) => command);
  const asked = events.flatMap((event) =>
    event.type === "doubted" && (event.outcome === "asked" || event.outcome === "asked_again")
      ? [{ ...event.command, confidence: event.confidence } as Command]
      : [],
  );
  if (asked.length === 0 || commands.some(({ type }) => type === "choose_flow")) return null;
  const understood = events.find((event) => event.type === "understood");
  return {
    commands: [...commands, ...asked],
    confidence: understood?.confidence ?? 1,
    rivals: understood?.rivals ?? [],
  };
}

interface DoubtfulReading {
  readonly commands: readonly Command[];
  readonly confidence: number;
  readonly rivals: readonly Rival[];
}

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
