import { z } from "zod";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Settings } from "../engine/assistant/settings.ts";
import { SoniError } from "../engine/errors.ts";
import type { JsonObject } from "../engine/json.ts";
import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import { createSoni, type SoniOptions } from "../runtime/create-soni.ts";
import type { Soni } from "../runtime/soni.ts";
import { type ActionCall, checkTurn, type Mismatch } from "./check-turn.ts";
import type { Conversation, ConversationTurn } from "./conversation.ts";
import { openAssistant } from "./open-assistant.ts";
import type { KnowledgeBase, KnowledgeOf } from "./own-documents.ts";
import { scriptedUnderstander } from "./scripted-understander.ts";

/** What a test may put in place of the runtime's own parts. */
export interface RunOptions extends Pick<SoniOptions, "understander" | "commands" | "stackLimits" | "store" | "log"> {
  /** Default: no documents. With `ownDocuments`, those of each assistant's folder. */
  readonly knowledgeBase?: KnowledgeBase | KnowledgeOf;
  /** Nothing may live outside the store: with it, every turn meets a new runtime. */
  readonly newRuntimeEachTurn?: boolean;
  /** Instead of the host in the assistant's settings. */
  readonly host?: Settings["runtime"]["host"];
}

export interface Failure {
  readonly file: string;
  readonly line: number;
  /** From 1. */
  readonly turn: number;
  readonly expectation: string;
  readonly message: string;
}

export interface ConversationReport {
  readonly name: string;
  readonly passed: boolean;
  /** Of the first turn that did not go as expected; the conversation stops there. */
  readonly failures: readonly Failure[];
  readonly turns: readonly TurnResult[];
  readonly calls: readonly ActionCall[];
}

/** Holds the conversation with the real runtime and compares every turn with what the test expects. */
export async function runConversation(
  conversation: Conversation,
  options: RunOptions = {},
): Promise<ConversationReport> {
  const { newRuntimeEachTurn = false, host, knowledgeBase, ...replaced } = options;
  const calls: ActionCall[] = [];
  let now = conversation.setup.clock;
  const opened = await openAssistant(conversation);
  const code = host === undefined ? opened : { ...opened, assistant: onHost(opened.assistant, host) };
  const documents =
    typeof knowledgeBase === "function" ? documentsOf(conversation, opened.assistant, knowledgeBase) : knowledgeBase;
  const runtime = (store?: SoniOptions["store"]): Soni =>
    createSoni({
      ...code,
      commands: { ...code.commands, ...customCommands(conversation) },
      understander: scriptedUnderstander(conversation.script),
      ...replaced,
      ...(documents === undefined ? {} : { knowledgeBase: documents }),
      ...(store === undefined ? {} : { store }),
      clock: { now: () => now },
      actionRunner: (action, run) => (input, context) => {
        calls.push({ action: action.name, input: structuredClone(input), key: context.idempotencyKey });
        return run(input, context);
      },
    });
  let soni = runtime();
  const turns: TurnResult[] = [];
  const report = (failures: readonly Failure[]): ConversationReport => ({
    name: conversation.name,
    passed: failures.length === 0,
    failures,
    turns,
    calls,
  });
  for (const [index, turn] of conversation.turns.entries()) {
    now += turn.after;
    if (newRuntimeEachTurn && replaced.store !== undefined) soni = runtime(replaced.store);
    const callsBefore = calls.length;
    const taken = await take(soni, turn, { index, session: conversation.setup.session ?? {} });
    const before: PublicState | null = turns.at(-1)?.state ?? null;
    const mismatches =
      "mismatches" in taken ? taken.mismatches : checkTurn(turn, { result: taken, before, calls, callsBefore });
    if (!("mismatches" in taken)) turns.push(taken);
    if (mismatches.length > 0) return report(mismatches.map((each) => failure(conversation, turn, { index, ...each })));
  }
  return report([]);
}

const documentsOf = ({ origin }: Conversation, assistant: Assistant, of: KnowledgeOf): KnowledgeBase | undefined =>
  origin.kind === "folder" ? of(assistant, origin.folder) : undefined;

const onHost = (assistant: Assistant, host: Settings["runtime"]["host"]): Assistant => ({
  ...assistant,
  settings: { ...assistant.settings, runtime: { host } },
});

const conversationId = "test";

async function take(
  soni: Soni,
  turn: ConversationTurn,
  at: { readonly index: number; readonly session: JsonObject },
): Promise<TurnResult | { readonly mismatches: readonly Mismatch[] }> {
  const { input } = turn;
  const common = { conversationId, messageId: turn.message_id ?? `m${at.index + 1}`, session: at.session };
  try {
    const result = await send(soni, input, common);
    if (turn.error === undefined) return result;
    return { mismatches: [{ expectation: "error", lines: [`expected ${turn.error}, but the turn went well`] }] };
  } catch (error) {
    const code = error instanceof SoniError ? error.code : "";
    if (code !== "" && code === turn.error) return { mismatches: [] };
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { mismatches: [{ expectation: "error", lines: [`expected ${turn.error ?? "none"}, got ${code} ${text}`] }] };
  }
}

function send(
  soni: Soni,
  input: ConversationTurn["input"],
  common: { readonly conversationId: string; readonly messageId: string; readonly session: JsonObject },
): Promise<TurnResult> {
  switch (input.kind) {
    case "message":
      return soni.processMessage({
        ...common,
        text: input.text,
        ...(input.commands === undefined ? {} : { command: input.commands }),
      });
    case "start_flow":
      return soni.startFlow({
        ...common,
        flow: input.flow,
        ...(input.slots === undefined ? {} : { slots: input.slots }),
      });
    case "release_handoff":
      return soni.releaseHandoff(conversationId);
    default:
      return input satisfies never;
  }
}

/** Each scripted command of the project stands for built-in ones. */
const customCommands = (conversation: Conversation): NonNullable<SoniOptions["commands"]> =>
  Object.fromEntries(
    Object.entries(conversation.customCommands).map(([name, commands]) => [
      name,
      { description: name, schema: z.record(z.string(), z.json()), handle: () => ({ commands }) },
    ]),
  );

function failure(
  conversation: Conversation,
  turn: ConversationTurn,
  found: Mismatch & { readonly index: number },
): Failure {
  const { file, name } = conversation;
  const line = turn.lines[found.expectation] ?? turn.line;
  const said = turn.input.kind === "message" ? JSON.stringify(turn.input.text) : turn.input.kind;
  const head = `${file}:${line} '${name}', turn ${found.index + 1} (${said}), ${found.expectation}:`;
  return {
    file,
    line,
    turn: found.index + 1,
    expectation: found.expectation,
    message: [head, ...found.lines.map((text) => `    ${text}`)].join("\n"),
  };
}

/** For any test framework: throws if the conversation does not go as told, with a message that shows where and how. */
export async function assertConversation(conversation: Conversation, options: RunOptions = {}): Promise<void> {
  const { failures } = await runConversation(conversation, options);
  if (failures.length > 0) throw new SoniError("test.failed", `\n${failures.map(({ message }) => message).join("\n")}`);
}
