import { expect, it } from "vitest";
import { withMessage, withSentence } from "./told-message.ts";
import type { Message } from "./wire.ts";

const sentence = (message: string, index: number, text: string) =>
  ({ type: "sentence", id: 1, turn: 1, messageId: "m", message, index, text }) as const;
const texts = (messages: readonly Message[]) => messages.map(({ text }) => text);

it("a text grows sentence by sentence, and is replaced by its message", () => {
  const one = withSentence([], sentence("m.1", 0, "Rome is old."));
  const two = withSentence(one, sentence("m.1", 1, " It has hills."));
  const next = withSentence(two, sentence("m.2", 0, "Well."));
  expect(texts(next)).toEqual(["Rome is old. It has hills.", "Well."]);
  expect(texts(withMessage(next, { id: "m.1", text: "Rome is old. It has hills." }))).toEqual(texts(next));
});

it("sentences that are told again after a cut are shown once", () => {
  const told = [sentence("m.1", 0, "One."), sentence("m.1", 1, " Two.")];
  const twice = [...told, ...told].reduce(withSentence, [] as readonly Message[]);
  expect(texts(twice)).toEqual(["One. Two."]);
});

it("a sentence without those before it waits for its message", () => {
  expect(withSentence([], sentence("m.1", 2, " Three."))).toEqual([]);
});
