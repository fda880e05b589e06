import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { loadAssistant } from "../../src/config/load.ts";
import type { DialogueState } from "../../src/engine/state/state.ts";
import { openSoni } from "../../src/runtime/open-soni.ts";
import { ownDocuments } from "../../src/testing/index.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";

const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-words");
const understander = createEmbeddedUnderstander({ cacheDirectory, deadline: 60_000 });
const documents = ownDocuments({ cacheDirectory });
beforeAll(() => understander.ready());
afterAll(async () => {
  await understander.close();
  await documents.close();
});

interface Place {
  readonly where: string;
  readonly example: "banking" | "flight_booking";
  /** What is said until the place is reached. */
  readonly said: readonly string[];
  readonly pending: string;
  readonly stack: readonly string[];
}

const places: readonly Place[] = [
  {
    where: "a slot",
    example: "banking",
    said: ["send money to tom"],
    pending: "slot",
    stack: ["transfer_money"],
  },
  {
    where: "a slot that was answered wrongly before",
    example: "banking",
    said: ["send money to tom", "9000"],
    pending: "slot",
    stack: ["transfer_money"],
  },
  {
    where: "a confirmation",
    example: "banking",
    said: ["transfer 50 euros to Ana from my savings account"],
    pending: "confirmation",
    stack: ["transfer_money"],
  },
  {
    where: "a confirmation with a paused flow below",
    example: "banking",
    said: ["show my checking transactions", "transfer 50 euros to Ana from my savings account"],
    pending: "confirmation",
    stack: ["show_transactions", "transfer_money"],
  },
  {
    where: "the second page of a list",
    example: "banking",
    said: ["show my checking transactions", "show me more"],
    pending: "choice",
    stack: ["show_transactions"],
  },
  {
    where: "a list choice",
    example: "flight_booking",
    said: ["book a flight from madrid to rome tomorrow"],
    pending: "choice",
    stack: ["book_flight"],
  },
  {
    where: "a confirmation",
    example: "flight_booking",
    said: ["book a flight from madrid to rome tomorrow", "2"],
    pending: "confirmation",
    stack: ["book_flight"],
  },
  {
    where: "a called flow",
    example: "flight_booking",
    said: ["check my booking"],
    pending: "slot",
    stack: ["check_booking", "find_a_booking"],
  },
  {
    where: "a called flow that did not find anything",
    example: "flight_booking",
    said: ["check my booking", "bk-99"],
    pending: "slot",
    stack: ["check_booking", "find_a_booking"],
  },
];

/** A passage, the assistant's own data, "I don't know", help, what is missing, small talk. */
const questions = {
  banking: ["how long does a transfer take?", "what accounts are there?", "what is the capital of france?", "help"],
  flight_booking: ["how much is a checked bag?", "what cabins are there?", "what is the capital of france?", "help"],
};
const others = ["what is still missing?", "thank you"];

it.each(places)(
  "$example: a question in the middle of $where leaves the stored stack as it is, byte for byte",
  async ({ example, said, pending, stack }) => {
    const folder = join(import.meta.dirname, "../../examples", example);
    const now = Date.parse("2026-11-16T10:00:00+01:00");
    const { assistant } = await loadAssistant(folder);
    const knowledgeBase = assistant === null ? undefined : documents.knowledgeBase(assistant, folder);
    if (knowledgeBase === undefined) throw new Error(`${example} has no documents`);
    const { soni } = await openSoni(folder, {
      store: "memory",
      understander: { understand: (request) => understander.understand(request) },
      knowledgeBase,
      clock: { now: () => now },
    });
    onTestFinished(() => soni.close());
    for (const question of [...questions[example], ...others]) {
      // Each from the beginning: too many questions in a row would lead to a person.
      const conversationId = question.replaceAll(/\W+/g, "-");
      for (const text of said) await soni.processMessage({ conversationId, text });
      const before = await stored(conversationId);
      expect(before.flowStack.map(({ flow }) => flow)).toEqual(stack);
      expect(before.pending?.kind).toBe(pending);
      const { messages } = await soni.processMessage({ conversationId, text: question });
      expect(messages.length, question).toBeGreaterThanOrEqual(2);
      const after = await stored(conversationId);
      expect(JSON.stringify(after.flowStack), question).toBe(JSON.stringify(before.flowStack));
      expect(JSON.stringify(after.flowSlots), question).toBe(JSON.stringify(before.flowSlots));
      // A confirmation is shown again under a number of its own; a slot and a list are awaited just as before.
      if (pending === "confirmation") expect(after.pending).toMatchObject({ kind: pending });
      else expect(JSON.stringify(after.pending), question).toBe(JSON.stringify(before.pending));
      expect(after.digressionDepth).toBe(before.digressionDepth + 1);
    }

    /** The whole state, as the next message meets it; that message is refused, so that nothing changes. */
    async function stored(conversationId: string): Promise<DialogueState> {
      let found: DialogueState | null = null;
      const look = new Error("only looking");
      const check = (state: DialogueState | null): void => {
        found = state;
        throw look;
      };
      await expect(soni.processMessage({ conversationId, text: "look", check })).rejects.toBe(look);
      if (found === null) throw new Error("no state");
      return found;
    }
  },
);
