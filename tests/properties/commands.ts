import fc from "fast-check";
import { type Command, clarifyKinds } from "../../src/engine/commands/command.ts";
import type { Json } from "../../src/engine/json.ts";

const prototypeNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
const flows = ["buy", "plan", "hidden_step", "hidden_transfer", "blocked", "switch_over", "nowhere"];
const slots = [
  "city",
  "amount",
  "limit",
  "day",
  "urgent",
  "size",
  "item",
  "secret",
  "quote",
  "receipt",
  "items",
  "done",
  "undeclared",
];

const name = (known: readonly string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 9 },
    { arbitrary: fc.constantFrom(...prototypeNames), weight: 1 },
  );

/** Mostly what fits somewhere, so that conversations get far; the rest is what a model might come up with. */
const value: fc.Arbitrary<Json> = fc.oneof(
  {
    arbitrary: fc.constantFrom<Json>(
      "Madrid",
      "Rome",
      5,
      1,
      "seven",
      "2026-12-24",
      "tomorrow",
      "large",
      "big",
      "small",
      true,
      "no",
      2,
      "one",
      "next",
    ),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom<Json>("", 0, false, -1, 1e308, "Atlantis", "2", [], {}, [1], { name: "two" }, null),
    weight: 2,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as Json), weight: 1 },
  {
    arbitrary: fc.constantFrom<Json>(JSON.parse('{"__proto__":{"polluted":true}}'), {
      lc: 1,
      type: "constructor",
      id: ["x"],
    }),
    weight: 1,
  },
);

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc
      .record({
        flow: name(flows),
        slots: optional(fc.dictionary(name(slots), value, { maxKeys: 3 })),
        newInstance: optional(fc.boolean()),
      })
      .map((given) => without({ type: "start_flow", ...given })),
    weight: 4,
  },
  {
    arbitrary: fc
      .record({ slot: name(slots), value, flow: optional(name(flows)) })
      .map((given) => without({ type: "set_slot", ...given })),
    weight: 10,
  },
  {
    arbitrary: fc.record({ slot: name(slots), value }).map((given) => without({ type: "correct_slot", ...given })),
    weight: 3,
  },
  { arbitrary: name(slots).map((slot): Command => ({ type: "clear_slot", slot })), weight: 1 },
  { arbitrary: name(slots).map((slot): Command => ({ type: "skip_slot", slot })), weight: 2 },
  {
    arbitrary: fc.constantFrom<Command>(
      { type: "affirm" },
      { type: "affirm" },
      { type: "affirm", promptId: "buy_1.check.1" },
    ),
    weight: 6,
  },
  { arbitrary: optional(name(slots)).map((slot) => without({ type: "deny", slot })), weight: 2 },
  { arbitrary: fc.constant<Command>({ type: "cancel_flow" }), weight: 1 },
  { arbitrary: optional(name(flows)).map((flow) => without({ type: "resume_flow", flow })), weight: 1 },
  {
    arbitrary: fc
      .record({ topic: name(slots), kind: fc.constantFrom(...clarifyKinds) })
      .map((given): Command => ({ type: "clarify", ...given })),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom<Command>(
      { type: "chitchat" },
      { type: "out_of_scope" },
      { type: "repeat" },
      { type: "release_handoff" },
      { type: "custom", name: "nothing", arguments: {} },
      { type: "choose_flow", flows: ["buy", "plan", "hidden_transfer"] },
    ),
    weight: 1,
  },
);

const without = (given: Record<string, unknown>): Command =>
  Object.fromEntries(Object.entries(given).filter(([, inner]) => inner !== undefined)) as unknown as Command;

interface Message {
  readonly commands: readonly Command[];
  readonly silence: boolean;
}

const anything: fc.Arbitrary<readonly Message[]> = fc
  .record({
    commands: fc.array(command, { minLength: 1, maxLength: 4 }),
    silence: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
  })
  .map((message) => [message]);

/** A user who knows what they want, up to any point: otherwise chance would hardly ever reach a payment. */
const purchase: fc.Arbitrary<readonly Message[]> = fc.nat(4).map((length) =>
  (
    [
      [{ type: "start_flow", flow: "buy", slots: { city: "Madrid" } }],
      [{ type: "set_slot", slot: "item", value: 1 }],
      [
        { type: "set_slot", slot: "amount", value: 5 },
        { type: "skip_slot", slot: "limit" },
      ],
      [{ type: "affirm" }],
    ] satisfies Command[][]
  )
    .slice(0, length)
    .map((commands) => ({ commands, silence: false })),
);

/** Messages of one to four commands, at most 100 in all. */
export const conversation: fc.Arbitrary<readonly Message[]> = fc
  .array(fc.oneof({ arbitrary: anything, weight: 6 }, { arbitrary: purchase, weight: 1 }), {
    minLength: 1,
    maxLength: 50,
  })
  .map((parts) => {
    let left = 100;
    return parts.flat().flatMap((message) => {
      const commands = message.commands.slice(0, left);
      left -= commands.length;
      return commands.length === 0 ? [] : [{ ...message, commands }];
    });
  });
