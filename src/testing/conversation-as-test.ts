import { stringify } from "yaml";
import type { Command } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";

interface Told {
  readonly conversationId: string;
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
  /** From the file to the folder of the assistant. */
  readonly assistant: string;
}

/**
 * A conversation that was held, as a test: what was said, how it was understood then, and what was answered. Secrets are masked in what is
 * stored, so a turn that told one has to be given another value by hand.
 */
export function conversationAsTest({ conversationId, transcript, audit, assistant }: Told): string {
  const auditOf = new Map(audit.map((entry) => [entry.messageId, entry]));
  const turns = transcript.flatMap((entry, index): readonly JsonObject[] => {
    const commands = (auditOf.get(entry.messageId)?.commands ?? []).map(({ command }) => shortCommand(command));
    if (entry.user === "" && commands.length === 0) return [];
    const refused = (auditOf.get(entry.messageId)?.commands ?? []).flatMap(({ code }) => code ?? []);
    const seconds = Math.round((entry.at - (transcript[index - 1]?.at ?? entry.at)) / 1000);
    return [
      {
        ...(entry.user === "" || isTyped(entry.user) ? {} : { user: entry.user }),
        // Time passes only where it may matter: a test that waits for seconds is hard to read.
        ...(seconds < 60 ? {} : { after: `${Math.round(seconds / 60)}m` }),
        commands,
        bot: entry.messages.map(({ text }) => expectedText(text)),
        ...(refused.length === 0 ? {} : { refused }),
      },
    ];
  });
  const first = transcript[0]?.at ?? 0;
  const file = {
    description: `Conversation ${conversationId}, as it was held.`,
    assistant,
    clock: new Date(first).toISOString(),
    conversations: { [`conversation ${conversationId}`]: turns },
  };
  return stringify(file, { lineWidth: 130 });
}

/** A developer typed commands in the chat: nobody said that. */
const isTyped = (text: string): boolean => /^\/[a-z_]+/.test(text);

/** A text that begins with a tilde would be read as a part of one. */
const expectedText = (text: string): Json => (text.startsWith("~") ? { text } : text);

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
