import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { holdDialogue } from "../../dialogue/hold-dialogue.ts";
import { scriptedSpeaker } from "../../dialogue/speakers.ts";
import type { Command } from "../../engine/commands/command.ts";
import { SoniError } from "../../engine/errors.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import type { Candidate } from "../../optimize/evaluate/candidate.ts";
import type { DialogueResult, WrongTurn } from "../../optimize/evaluate/result.ts";
import { compareCommands } from "../../optimize/metrics/compare-commands.ts";
import { shareEstimate } from "../../optimize/metrics/intervals.ts";
import { createSoni } from "../../runtime/create-soni.ts";
import { type ActionCall, checkTurn } from "../../testing/check-turn.ts";
import type { Conversation, ConversationTurn } from "../../testing/conversation.ts";
import { loadConversations } from "../../testing/load-conversations.ts";
import { openAssistant } from "../../testing/open-assistant.ts";
import type { Understander, UnderstandRequest } from "../../understand/understander.ts";
import type { Measuring } from "./measuring.ts";

/** The dialogues of a file of conversation tests, or of a folder of them, that users say something in. */
export async function readDialogues(place: string): Promise<readonly Conversation[]> {
  const files = (await stat(place)).isDirectory()
    ? (await readdir(place))
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .map((name) => join(place, name))
    : [place];
  const all = (await Promise.all(files.map((file) => loadConversations(file)))).flat();
  const spoken = all.filter((conversation) => conversation.turns.some((turn) => labelsOf(conversation, turn) !== null));
  if (spoken.length > 0) return spoken;
  throw new SoniError(
    "evaluation.no_dialogues",
    `There are no conversation tests with messages of users in '${place}'.`,
  );
}

/** What a message means, as its test tells it; null: it says nothing, or not what it means. */
export function labelsOf({ script }: Conversation, { input }: ConversationTurn): readonly Command[] | null {
  if (input.kind !== "message" || input.text === "") return null;
  return input.commands ?? (Object.hasOwn(script, input.text) ? (script[input.text] ?? null) : null);
}

interface HeldDialogue {
  readonly name: string;
  readonly reached: boolean;
  readonly failed: boolean;
  readonly exact: readonly boolean[];
  readonly wrong: WrongTurn | null;
}

/** Every dialogue with the real engine and the code of the assistant: a message that was misread leads to another state. */
export async function measureDialogues(
  candidate: Candidate,
  conversations: readonly Conversation[],
  { progress }: Measuring,
): Promise<DialogueResult> {
  progress.begin(`${candidate.name}, dialogues`, conversations.length);
  const held: HeldDialogue[] = [];
  for (const conversation of conversations) {
    const dialogue = await holdOne(candidate, conversation);
    held.push(dialogue);
    progress.done({ failed: dialogue.failed, cost: 0 });
  }
  const scored = held.filter(({ failed }) => !failed);
  return {
    candidate: candidate.name,
    dialogues: scored.length,
    reached: shareEstimate(scored.map(({ name, reached }) => ({ group: name, value: reached }))),
    turns: scored.flatMap(({ exact }) => exact).length,
    exactTurns: shareEstimate(scored.flatMap(({ name, exact }) => exact.map((value) => ({ group: name, value })))),
    failed: held.length - scored.length,
    wrong: scored.flatMap(({ wrong }) => wrong ?? []),
  };
}

async function holdOne(candidate: Candidate, conversation: Conversation): Promise<HeldDialogue> {
  const { name, turns, setup } = conversation;
  let now = setup.clock;
  let asked: { readonly request: UnderstandRequest; readonly commands: readonly Command[] } | null = null;
  let failed = false;
  const understander: Understander = {
    async understand(request) {
      const answer = await candidate.ask({ message: request.message, context: request.context, repeat: 0 });
      failed ||= answer.kind === "failed";
      const commands = answer.kind === "answered" ? answer.commands : [];
      asked = { request, commands };
      return { commands, confidence: answer.kind === "answered" ? answer.confidence : 0, source: candidate.name };
    },
  };
  const calls: ActionCall[] = [];
  const opened = await openAssistant(conversation);
  const soni = createSoni({
    ...opened,
    understander,
    clock: { now: () => now },
    actionRunner: (action, run) => (input, context) => {
      calls.push({ action: action.name, input: structuredClone(input), key: context.idempotencyKey });
      return run(input, context);
    },
  });
  const speaker = scriptedSpeaker(turns.map((turn) => spokenIn(conversation, turn)));
  const exact: boolean[] = [];
  let wrong: WrongTurn | null = null;
  let reached = true;
  let index = 0;
  let callsBefore = 0;
  let before: PublicState | null = null;
  try {
    const advance = (milliseconds: number): void => {
      now += milliseconds;
    };
    for await (const { outcome } of holdDialogue(speaker, {
      soni: () => soni,
      conversationId: "dialogue",
      session: setup.session ?? {},
      advance,
    })) {
      const turn = turns[index];
      index += 1;
      if (turn === undefined || failed) break;
      const expected = labelsOf(conversation, turn);
      const answered = asked as { readonly request: UnderstandRequest; readonly commands: readonly Command[] } | null;
      asked = null;
      if (expected !== null && answered !== null) {
        const compared = compareCommands(expected, answered.commands, answered.request.context);
        exact.push(compared.exact);
        if (!compared.exact && wrong === null) {
          const { message } = answered.request;
          const { exact: _, ...parts } = compared;
          wrong = { dialogue: name, turn: index, message, expected, understood: answered.commands, ...parts };
        }
      }
      // How it ends is what counts: a detour that comes to the same is fine.
      reached = outcome.ok
        ? checkTurn(turn, { assistant: opened.assistant, result: outcome.result, before, calls, callsBefore })
            .length === 0
        : turn.error !== undefined;
      callsBefore = calls.length;
      if (outcome.ok) before = outcome.result.state;
    }
  } finally {
    await soni.close();
  }
  return { name, reached, failed, exact, wrong };
}

/** Messages are understood; what a test sends without words is sent as it is. */
const spokenIn = (conversation: Conversation, turn: ConversationTurn) => {
  const { input, after, message_id } = turn;
  const isUnderstood = labelsOf(conversation, turn) !== null && input.kind === "message";
  return {
    input: isUnderstood ? { kind: "message" as const, text: input.text } : input,
    after,
    ...(message_id === undefined ? {} : { messageId: message_id }),
  };
};
