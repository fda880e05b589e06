import { expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { withError, withoutError } from "./error.ts";

const start = newDialogue(
  assistantOf(
    "flows: { a: { description: A, trigger: { intents: [a] }, steps: [{ step: s, type: say, message: x }] } }",
  ),
);

it("an error is told with its time until it is made good", () => {
  const failed = withError(start, "action.failed", 70);
  expect(failed.metadata).toMatchObject({ error: "action.failed", errorAt: 70 });
  expect(withoutError(failed).metadata).toEqual(start.metadata);
  expect(withoutError(start)).toBe(start);
});
