import { expect, it } from "vitest";
import { z } from "zod";
import { assistantOf } from "../../tests/support/dialogue.ts";
import { type Host, onHost } from "../../tests/support/on-host.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Command } from "../engine/commands/command.ts";
import { createSoni } from "./create-soni.ts";
import type { Soni } from "./soni.ts";

const yaml = `
settings: { flow_management: { max_stack_depth: 1, on_limit_reached: mine } }
slots:
  city: { type: string, prompt: "Which city?", validator: known, normalizer: spelt }
  guests: { type: list, prompt: "Who comes?", normalizer: named }
  hotel: { type: object, prompt: "Which hotel?" }
actions:
  find: { description: Find hotels, inputs: [city, guests], outputs: [hotels] }
flows:
  stay:
    description: Book a stay
    trigger: { intents: [stay] }
    steps:
      - { step: ask_city, type: collect, slot: city, validator: known }
      - { step: ask_guests, type: collect, slot: guests }
      - { step: find, type: action, call: find }
      - { step: choose, type: collect, slot: hotel, from: hotels, display: "{name}" }
      - { step: done, type: say, message: "{hotel.name} in {city} for {guests}." }
  rate:
    description: Rate a stay
    trigger: { intents: [rate] }
    steps: [{ step: done, type: say, message: "Thank you." }]
`;

const assistantOn = (host: Host): Assistant => onHost(assistantOf(yaml, { stackLimits: ["mine"] }), host);

interface Setting {
  readonly host: Host;
  readonly isWatched: boolean;
}
type Meddle = (given: unknown) => void;

const isData = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Changes whatever it gets hold of, as far as it is let. */
const vandalise: Meddle = (given) => {
  if (!isData(given)) return;
  for (const key of Object.keys(given)) {
    vandalise(given[key]);
    Reflect.set(given, key, "vandal");
  }
  Reflect.set(given, "vandal", "vandal");
};

/** Everybody whom a project can plug in gets his hands on what he is given. */
function assistantFor({ host, isWatched }: Setting, meddle: Meddle): Soni {
  const hotels = [{ name: "Astoria" }, { name: "Bristol" }];
  const meant: Readonly<Record<string, readonly Command[]>> = {
    "a stay": [{ type: "start_flow", flow: "stay" }],
    rome: [{ type: "set_slot", slot: "city", value: "rome" }],
    nowhere: [{ type: "set_slot", slot: "city", value: "nowhere" }],
    "ada and bob": [{ type: "set_slot", slot: "guests", value: ["ada", "bob"] }],
    "say again": [{ type: "repeat" }],
    "something else": [{ type: "custom", name: "note", arguments: { words: ["something", "else"] } }],
    "a rating": [{ type: "start_flow", flow: "rate" }],
    bristol: [{ type: "set_slot", slot: "hotel", value: "Bristol" }],
  };
  const soni = createSoni({
    assistant: assistantOn(host),
    clock: { now: () => 1_800_000_000_000 },
    understander: {
      async understand(request) {
        const commands = meant[request.message] ?? [];
        meddle(request.context);
        return { commands, confidence: 1 };
      },
    },
    validators: {
      known(value: unknown, context: unknown) {
        const isKnown = value !== "nowhere";
        meddle(value);
        meddle(context);
        return isKnown;
      },
    },
    normalizers: {
      spelt(value: string, context: unknown) {
        meddle(context);
        return value.replace("r", "R");
      },
      named(value: readonly string[], context: unknown) {
        const names = value.map((name) => name.toUpperCase());
        meddle(value);
        meddle(context);
        return names;
      },
    },
    commands: {
      note: {
        description: "Note something",
        schema: z.any(),
        handle(words, state) {
          meddle(words);
          meddle(state);
          return {};
        },
      },
    },
    stackLimits: {
      mine(groups) {
        meddle(groups);
        return { do: "reject" };
      },
    },
    actions: {
      find(input, context) {
        meddle(input);
        meddle(context.session);
        return { hotels };
      },
    },
  });
  if (isWatched) soni.observe((notice) => meddle(notice));
  return soni;
}

/** Times differ from run to run. */
const copyOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === "milliseconds" || key === "timing" ? undefined : part)));

async function hold(setting: Setting, meddle: Meddle): Promise<readonly unknown[]> {
  const soni = assistantFor(setting, meddle);
  const seen: unknown[] = [];
  const texts = [
    "a stay",
    "nowhere",
    "rome",
    "something else",
    "ada and bob",
    "a rating",
    "bristol",
    "say again",
    "a stay",
    "what?",
  ];
  for (const [index, text] of texts.entries()) {
    const session = { user: { name: "ada" } };
    const check = (before: unknown): void => meddle(before);
    const result = await soni.processMessage({ conversationId: "c1", messageId: `m${index}`, text, session, check });
    const state = await soni.getState("c1");
    seen.push(copyOf({ result, state }));
    meddle(session);
    meddle(result);
    meddle(result.state);
    meddle(state);
  }
  const guests = ["eve"];
  const command: Command = { type: "set_slot", slot: "guests", value: guests };
  await soni.processMessage({ conversationId: "c1", messageId: "m20", text: "rome", command: [command] });
  meddle(guests);
  meddle(command);
  seen.push(copyOf([await soni.getState("c1"), await soni.transcript("c1"), await soni.audit("c1")]));
  await soni.close();
  return seen;
}

const settings = (["direct", "langgraph"] as const).flatMap((host) =>
  [true, false].map((isWatched): Setting => ({ host, isWatched })),
);

it.each(settings)("what is handed out cannot be changed under the conversation: %o", async (setting) => {
  const innocent = await hold(setting, () => undefined);
  expect(JSON.stringify(innocent)).toContain("Bristol in Rome for ADA and BOB.");
  expect(await hold(setting, vandalise)).toEqual(innocent);
});

it.each<Host>(["direct", "langgraph"])(
  "a custom command that answers with what cannot be stored harms only its own turn (%s)",
  async (host) => {
    const soni = createSoni({
      assistant: assistantOn(host),
      validators: { known: () => true },
      normalizers: { spelt: (value: string) => value, named: (value: string[]) => value },
      actions: { find: () => ({ hotels: [] }) },
      stackLimits: { mine: () => ({ do: "reject" }) },
      commands: {
        note: {
          description: "Note something",
          schema: z.any(),
          handle: () => ({ commands: [{ type: "set_slot", slot: "city", value: new Date() as never }] }),
        },
      },
      understander: {
        understand: async ({ message }) => ({
          commands: [
            message === "note" ? { type: "custom", name: "note", arguments: {} } : { type: "start_flow", flow: "rate" },
          ],
          confidence: 1,
        }),
      },
    });
    const said = async (text: string) =>
      (await soni.processMessage({ conversationId: "c1", text })).messages.map((message) => message.text);
    expect(await said("note")).toEqual(["Something went wrong on my side. Please try again."]);
    expect(await said("rate")).toContain("Thank you.");
    await soni.close();
  },
);
