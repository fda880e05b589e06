import type { Assistant } from "../engine/assistant/assistant.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { Understander } from "../understand/understander.ts";
import type { Conversation } from "./conversation.ts";
import { type ConversationReport, type RunOptions, runConversation } from "./run-conversation.ts";
import { scriptedUnderstander } from "./scripted-understander.ts";

export interface HeldConversation {
  readonly conversation: Conversation;
  readonly report: ConversationReport;
  /** Of conversations whose assistant could be opened. */
  readonly assistant: Assistant | null;
  /** Every turn that was held. */
  readonly turns: readonly TurnResult[];
  readonly milliseconds: number;
}

export interface SuiteOptions extends Pick<RunOptions, "knowledgeBase"> {
  /** Understands what a test does not say the meaning of. Null: nobody does, and the turn fails. */
  readonly understander: Understander | null;
  /** Conversations at the same time. */
  readonly jobs: number;
  readonly held?: (done: HeldConversation) => void;
  readonly now?: () => number;
}

/** Holds all conversations, several at a time, and reports them in the order in which they are written. */
export async function runSuite(
  conversations: readonly Conversation[],
  options: SuiteOptions,
): Promise<readonly HeldConversation[]> {
  const results: HeldConversation[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const index = next;
      next += 1;
      const conversation = conversations[index];
      if (conversation === undefined) return;
      const held = await hold(conversation, options);
      results[index] = held;
      options.held?.(held);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, work));
  return results;
}

async function hold(conversation: Conversation, options: SuiteOptions): Promise<HeldConversation> {
  const { understander, knowledgeBase, now = () => performance.now() } = options;
  const began = now();
  const turns: TurnResult[] = [];
  let assistant: Assistant | null = null;
  const report = await runConversation(conversation, {
    ...(understander === null ? {} : { understander: scriptFirst(conversation, understander) }),
    ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
    onTurn: (result, of) => {
      assistant = of;
      turns.push(result);
    },
  }).catch((error: unknown) => notHeld(conversation, error));
  return { conversation, report, assistant, turns, milliseconds: Math.round(now() - began) };
}

/** What the file's script knows needs nobody to understand it. */
const scriptFirst = ({ script }: Conversation, understander: Understander): Understander => {
  const scripted = scriptedUnderstander(script);
  return {
    ...understander,
    understand: (request) =>
      Object.hasOwn(script, request.message) ? scripted.understand(request) : understander.understand(request),
  };
};

/** The assistant has mistakes, or the test begins where it can't. */
const notHeld = ({ name, file, line }: Conversation, error: unknown): ConversationReport => ({
  name,
  passed: false,
  failures: [
    {
      file,
      line,
      turn: 0,
      expectation: "start",
      message: `${file}:${line} '${name}': ${error instanceof Error ? error.message : String(error)}`,
    },
  ],
  turns: [],
  calls: [],
});
