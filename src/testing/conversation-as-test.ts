import { stringify } from "yaml";
import { doubtfulReading } from "../dialogue/speakers.ts";
import type { Command } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";
import type { OutgoingMessage } from "../engine/state/turn.ts";

interface Told {
  readonly conversationId: string;
  /** What was known of the user. */
  readonly session?: JsonObject;
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
  /** From the file to the folder of the assistant. */
  readonly assistant: string;
}

/**
 * A conversation that was held, as a test: what was said, how it was understood then, and what was answered. Secrets are masked in what is
 * stored, so a turn that told one has to be given another value by hand.
 */
export function conversationAsTest({ conversationId, session = {}, transcript, audit, assistant }: Told): string {
  const auditOf = new Map(audit.map((entry) => [entry.messageId, entry]));
  let held = 0;
  const turns = transcript.flatMap((entry, index): readonly JsonObject[] => {
    const logged = auditOf.get(entry.messageId);
    const input = inputOf(entry, logged);
    if (input === null) return [];
    held += 1;
    const refused = (logged?.commands ?? []).flatMap(({ code }) => code ?? []);
    const seconds = Math.round((entry.at - (transcript[index - 1]?.at ?? entry.at)) / 1000);
    const isSameTurn = entry.turn === held;
    return [
      {
        // Time passes only where it may matter: a test that waits for seconds is hard to read.
        ...(seconds < 60 ? {} : { after: `${Math.round(seconds / 60)}m` }),
        ...input,
        bot: entry.messages.map((message) => expectedMessage(message, isSameTurn)),
        ...(refused.length === 0 ? {} : { refused }),
      },
    ];
  });
  const first = transcript[0]?.at ?? 0;
  const file = {
    description: `Conversation ${conversationId}, as it was held.`,
    assistant,
    clock: new Date(first).toISOString(),
    // Texts with variations are chosen by it.
    conversation_id: conversationId,
    ...(Object.keys(session).length === 0 ? {} : { session }),
    conversations: { [`conversation ${conversationId}`]: turns },
  };
  return stringify(file, { lineWidth: 130 });
}

/** What was said, or what the program did. Null: nothing that a test could repeat. */
function inputOf({ user }: TranscriptEntry, logged: AuditEntry | undefined): JsonObject | null {
  const commands = (logged?.commands ?? []).map(({ command }) => command);
  // The user was asked what was meant: only the words lead to the question again.
  if (user !== "" && !isTyped(user) && logged !== undefined && doubtfulReading(logged) !== null) return { user };
  if (user !== "")
    return { ...(isTyped(user) ? {} : { user }), commands: commands.map((command) => shortCommand(command)) };
  const [first] = commands;
  if (first?.type === "release_handoff") return { api: "release_handoff" };
  const isStarted = logged?.events.some((event) => event.type === "flow_started" && event.by === "api") === true;
  if (isStarted && first?.type === "start_flow" && commands.length === 1) {
    const { flow, slots } = first;
    return { api: { start_flow: slots === undefined ? flow : { flow, slots } } };
  }
  return commands.length === 0 ? null : { commands: commands.map((command) => shortCommand(command)) };
}

/** A developer typed commands in the chat: nobody said that. */
const isTyped = (text: string): boolean => /^\/[a-z_]+/.test(text);

/**
 * The exact text. The number of a turn chooses among the variations of a system text too, so where turns were left out before, its name has to do.
 * A text that begins with a tilde would be read as a part of one.
 */
function expectedMessage({ text, source }: OutgoingMessage, isSameTurn: boolean): Json {
  if (!isSameTurn && source.kind === "pattern") return { about: source.pattern };
  if (!isSameTurn && source.kind === "digression") return { about: source.digression };
  return text.startsWith("~") ? { text } : text;
}

/** As an author would write it: `affirm`, `set_slot: { city: Rome }`. */
function shortCommand(command: Command): Json {
  const { type, ...fields } = command;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined) as [string, Json][];
  if (given.length === 0) return type;
  const isOnly = (...names: readonly string[]): boolean => given.every(([name]) => names.includes(name));
  if ((command.type === "set_slot" || command.type === "correct_slot") && isOnly("slot", "value"))
    return { [type]: { [command.slot]: command.value } };
  if (command.type === "start_flow" && isOnly("flow")) return { [type]: command.flow };
  if (command.type === "start_flow" && isOnly("flow", "slots"))
    return { [type]: { flow: command.flow, slots: command.slots ?? {} } };
  return { type, ...Object.fromEntries(given) };
}
