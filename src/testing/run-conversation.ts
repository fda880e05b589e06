import { z } from "zod";
import { holdDialogue, type Speaker, type Spoken } from "../dialogue/hold-dialogue.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Settings } from "../engine/assistant/settings.ts";
import { SoniError } from "../engine/errors.ts";
import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import { createSoni, type SoniOptions } from "../runtime/create-soni.ts";
import type { Soni } from "../runtime/soni.ts";
import { type ActionCall, checkTurn, type Mismatch, type TurnRun } from "./check-turn.ts";
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
  /** For each turn as it goes, also of conversations that fail. */
  readonly onTurn?: (result: TurnResult, assistant: Assistant) => void;
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
  const { newRuntimeEachTurn = false, host, knowledgeBase, onTurn, ...replaced } = options;
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
  await startWith(conversation, soni);
  const turns: TurnResult[] = [];
  const report = (failures: readonly Failure[]): ConversationReport => ({
    name: conversation.name,
    passed: failures.length === 0,
    failures,
    turns,
    calls,
  });
  let callsBefore = 0;
  const speaker: Speaker = {
    next: ({ length }) => {
      const turn = conversation.turns[length];
      callsBefore = calls.length;
      return turn === undefined ? null : spokenIn(turn);
    },
  };
  const held = holdDialogue(speaker, {
    soni: () => {
      if (newRuntimeEachTurn && replaced.store !== undefined) soni = runtime(replaced.store);
      return soni;
    },
    conversationId: conversationIdOf(conversation),
    session: conversation.setup.session ?? {},
    advance: (milliseconds) => {
      now += milliseconds;
    },
    maxTurns: conversation.turns.length,
  });
  let index = 0;
  for await (const { outcome } of held) {
    const turn = conversation.turns[index];
    if (turn === undefined) break;
    const before: PublicState | null = turns.at(-1)?.state ?? null;
    const mismatches = outcome.ok
      ? checkResult(turn, { assistant: code.assistant, result: outcome.result, before, calls, callsBefore })
      : checkError(turn, outcome.error);
    if (outcome.ok && turn.error === undefined) turns.push(outcome.result);
    if (outcome.ok) onTurn?.(outcome.result, code.assistant);
    if (mismatches.length > 0) {
      const noted = [...mismatches, ...(outcome.ok ? unscripted(conversation, turn, options) : [])];
      return report(noted.map((each) => failure(conversation, turn, { index, ...each })));
    }
    index += 1;
  }
  return report([]);
}

/** Opens the flows that the test begins with, bottom to top. */
async function startWith(conversation: Conversation, soni: Soni): Promise<void> {
  const { setup, file, name } = conversation;
  const conversationId = conversationIdOf(conversation);
  const session = setup.session ?? {};
  for (const [index, entry] of (setup.start ?? []).entries()) {
    const { flow, slots = {} } = typeof entry === "string" ? { flow: entry } : entry;
    const messageId = `start-${index + 1}`;
    const { commands, state } = await soni.startFlow({ conversationId, messageId, session, flow, slots });
    const refused = commands.flatMap(({ code }) => code ?? []);
    if (refused.length > 0 || !state.flowStack.some((frame) => frame.flow === flow))
      throw new SoniError(
        "test.bad_start",
        `${file}: '${name}' can't start with flow '${flow}': ${refused.join(", ") || "it does not wait for anything"}.`,
      );
  }
}

/** A turn that nobody could understand fails for no other reason: the test should say so. */
function unscripted(
  { script }: Conversation,
  { input }: ConversationTurn,
  { understander }: RunOptions,
): readonly Mismatch[] {
  if (understander !== undefined || input.kind !== "message" || input.commands !== undefined) return [];
  if (Object.hasOwn(script, input.text)) return [];
  const why = `Nothing says what ${JSON.stringify(input.text)} means: give the turn its 'commands', add the text to 'script', or pass an understander.`;
  return [{ expectation: "user", lines: [why] }];
}

const documentsOf = ({ origin }: Conversation, assistant: Assistant, of: KnowledgeOf): KnowledgeBase | undefined =>
  origin.kind === "folder" ? of(assistant, origin.folder) : undefined;

const onHost = (assistant: Assistant, host: Settings["runtime"]["host"]): Assistant => ({
  ...assistant,
  settings: { ...assistant.settings, runtime: { host } },
});

const conversationIdOf = ({ setup }: Conversation): string => setup.conversation_id ?? "test";

const spokenIn = ({ input, after, message_id }: ConversationTurn): Spoken => ({
  input,
  after,
  ...(message_id === undefined ? {} : { messageId: message_id }),
});

const checkResult = (turn: ConversationTurn, run: TurnRun): readonly Mismatch[] =>
  turn.error === undefined
    ? checkTurn(turn, run)
    : [{ expectation: "error", lines: [`expected ${turn.error}, but the turn went well`] }];

function checkError(turn: ConversationTurn, error: unknown): readonly Mismatch[] {
  const code = error instanceof SoniError ? error.code : "";
  if (code !== "" && code === turn.error) return [];
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [{ expectation: "error", lines: [`expected ${turn.error ?? "none"}, got ${code} ${text}`] }];
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
