import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConversations } from "../load-conversations.ts";
import { mutate } from "./mutate.ts";
import { mutationsOf } from "./mutations.ts";

const yaml = `version: "1.0"
slots:
  cups: { type: integer, prompt: "How many cups?", constraints: [{ rule: cups < 10, message: "Too many." }] }
  size: { type: categorical, prompt: "Which size?", values: [small, large] }
actions:
  order: { inputs: [cups, size], outputs: [], effect: true }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: [coffee] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - { step: ask_size, type: collect, slot: size }
      - step: many
        type: branch
        when: [{ condition: cups > 5, then: sure }, { else: order }]
      - { step: sure, type: confirm, message: "Really {cups}?" }
      - { step: order, type: action, call: order, jump_to: done }
      - { step: done, type: say, message: "Done." }
`;

/** What is asked is asserted, or only how it ends. */
const tests = (isThorough: boolean): string => `assistant: .
actions: { order: { returns: {} } }
conversations:
  a few cups:
    - { commands: [start_flow: order_coffee]${isThorough ? ", bot: How many cups?" : ""} }
    - { commands: [set_slot: { cups: 2 }]${isThorough ? ", bot: Which size?" : ""} }
    - { commands: [set_slot: { size: small }], bot: Done.${isThorough ? ", calls: [order: { cups: 2, size: small }]" : ""} }
${
  isThorough
    ? `  many cups:
    - { commands: [start_flow: { flow: order_coffee, slots: { cups: 9, size: large } }], bot: "Really 9?" }
    - { commands: [affirm], bot: Done., calls: { order: 1 } }
  too many cups:
    - { commands: [start_flow: { flow: order_coffee, slots: { cups: 10, size: large } }], bot: [Too many., How many cups?] }
`
    : ""
}`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soni-mutate-"));
  writeFileSync(join(folder, "soni.yaml"), yaml);
});
afterEach(() => rmSync(folder, { recursive: true }));
const conversations = (isThorough: boolean) =>
  parseConversations({ file: join(folder, "tests.yaml"), text: tests(isThorough) });

describe("mutations", () => {
  const all = mutationsOf([{ file: "soni.yaml", text: yaml }]);

  it("are targets, dropped confirmations and inputs, swapped slots and negated conditions, each at its line", () => {
    expect(all.map(({ kind, line, flow }) => [kind, line, flow])).toEqual([
      ["condition_negated", 3, null],
      ["input_dropped", 6, null],
      ["input_dropped", 6, null],
      ["condition_negated", 16, "order_coffee"],
      ["target", 16, "order_coffee"],
      ["target", 16, "order_coffee"],
      ["target", 18, "order_coffee"],
      ["confirm_dropped", 17, "order_coffee"],
      ["slots_swapped", 13, "order_coffee"],
    ]);
  });

  it("change one place each, and leave the rest as it is", () => {
    expect(all[1]?.texts[0]?.text).toContain("order: { inputs: [ size ], outputs");
    expect(all[3]?.texts[0]?.text).toContain("condition: not (cups > 5)");
    expect(all[7]?.texts[0]?.text).not.toContain("Really");
    expect(all[8]?.texts[0]?.text).toContain("Really");
    expect(all[8]?.texts[0]?.text).toContain("{ step: ask_cups, type: collect, slot: size }");
  });
});

describe("trying them on tests", () => {
  it("names those that weak tests do not notice", async () => {
    const { tried, failing } = await mutate(conversations(false));
    expect(failing).toEqual([]);
    const unnoticed = tried.filter(({ noticedBy }) => noticedBy === null).map(({ mutation }) => mutation.kind);
    expect(unnoticed).toContain("slots_swapped");
    expect(unnoticed).toContain("confirm_dropped");
    expect(unnoticed).toContain("input_dropped");
  });

  it("thorough tests notice all of them", async () => {
    const { tried } = await mutate(conversations(true));
    expect(tried.filter(({ noticedBy }) => noticedBy === null).map(({ mutation }) => mutation.description)).toEqual([]);
  });

  it("says which tests fail already", async () => {
    writeFileSync(join(folder, "soni.yaml"), yaml.replace('"Done."', '"Finished."'));
    expect((await mutate(conversations(true))).failing).toEqual(["a few cups", "many cups"]);
  });

  it("chooses the same ones with the same seed", async () => {
    const lines = async (seed: number) =>
      (await mutate(conversations(true), { limit: 3, seed })).tried.map(({ mutation }) => mutation.description);
    const first = await lines(4);
    expect(first).toHaveLength(3);
    expect(await lines(4)).toEqual(first);
  });
});
