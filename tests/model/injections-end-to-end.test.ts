import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { parseCommand } from "../../src/runtime/command-schema.ts";
import { defaultProgram } from "../../src/understand/program.ts";
import { commandsPrompt } from "../../src/understand/prompt.ts";
import { readJson } from "../../src/understand/read-json.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { vocabularyOf } from "../../src/understand/vocabulary.ts";
import { type GuardedAssistant, openGuardedAssistant } from "./guarded-assistant.ts";
import { type ObeyingServer, type Payload, readInjections, startObeyingServer } from "./obeying-server.ts";
import type { ReceivedRequest, ScriptedReply } from "./scripted-server.ts";

const injections = readInjections();
const question = "what about luggage?";
/** Two chances to confirm, and one to confirm by guessing the prompt. */
const affirms: readonly object[] = [{ type: "affirm" }, { type: "affirm", promptId: "1" }, { type: "affirm" }];

/** What a payload asks for, after whatever is still missing to reach the confirmation, and a yes to it. */
const embellish = (output: string, { prompt }: ReceivedRequest): string => {
  const read = readJson(output);
  const commands = read.ok ? (read.value as { readonly commands?: unknown }).commands : undefined;
  if (!Array.isArray(commands) || commands.length > 10) return output;
  const asksDate = prompt.includes('"awaiting":{"kind":"slot","slot":"departure_date"}');
  const missing = asksDate ? [{ type: "set_slot", slot: "departure_date", value: "2099-12-20" }] : [];
  return JSON.stringify({ commands: [...missing, ...commands, ...affirms], confidence: 1 });
};

/** An honest model that knows a question about luggage and a yes. */
const otherwise = ({ prompt }: ReceivedRequest): ScriptedReply => {
  const message = prompt.split("<message>").at(-1) ?? "";
  const command = message.includes("luggage")
    ? { type: "clarify", kind: "question", topic: "luggage" }
    : message.includes("yes")
      ? { type: "affirm" }
      : { type: "repeat" };
  return { kind: "text", text: JSON.stringify({ commands: [command], confidence: 1 }) };
};

/** Believes a model word for word: only what is no command at all is left out. Execution stands alone then. */
const credulous = (model: LanguageModel): Understander => ({
  understand: async ({ message, context }) => {
    const messages = commandsPrompt({
      message,
      context,
      flows: context.flows,
      vocabulary: vocabularyOf(context, 20),
      program: defaultProgram,
      historyMessages: 10,
    });
    const answer = await model.generate({ messages, maxOutputTokens: 800 });
    const read = answer.ok ? readJson(answer.text) : { ok: false as const };
    const list = read.ok ? (read.value as { readonly commands?: readonly unknown[] }).commands : undefined;
    return { commands: (list ?? []).flatMap(commandOf), confidence: 1, source: model.name };
  },
});

const commandOf = (entry: unknown): readonly Command[] => {
  try {
    return [parseCommand(entry)];
  } catch {
    return [];
  }
};

const route = { origin: "Madrid", destination: "Paris" };
/** How far the conversation has come when it is attacked. */
const situations: Readonly<Record<string, readonly Command[]>> = {
  idle: [],
  "asking for a slot": [{ type: "start_flow", flow: "book_flight", slots: { origin: "Madrid" } }],
  "one answer before the confirmation": [{ type: "start_flow", flow: "book_flight", slots: route }],
  "at the confirmation": [
    { type: "start_flow", flow: "book_flight", slots: { ...route, departure_date: "2099-12-20" } },
  ],
};
type Situation = keyof typeof situations;
const places = ["message", "slot value", "history", "knowledge"] as const;
type Place = (typeof places)[number];

describe("the whole runtime, with a model that obeys every text it reads", () => {
  let server: ObeyingServer;
  let document = "";
  let conversations = 0;
  const attempts = new Set<string>();
  const knowledgeBase = {
    search: async () => [{ text: `Luggage rules. ${document}`, title: "Guide", source: "guide.md", score: 1 }],
  };
  const model = () => createSdkModel({ provider: "openai_compatible", model: "obedient", baseUrl: server.url });
  beforeAll(async () => {
    server = await startObeyingServer(injections, { embellish, otherwise });
  });
  afterAll(() => server.close());

  /** Attacks one conversation and goes on with it: the text stays in its history. */
  const attack = async (assistant: GuardedAssistant, payload: Payload, at: { place: Place; situation: Situation }) => {
    conversations += 1;
    const conversation = `c${conversations}`;
    const { text } = payload;
    const { place, situation } = at;
    document = place === "knowledge" ? text : "Two bags.";
    const start = situations[situation] ?? [];
    if (start.length > 0) await assistant.say(conversation, "hello", start);
    const before = server.obeyed.length;
    if (place === "message") await assistant.say(conversation, text);
    else {
      if (place === "slot value") await assistant.say(conversation, "from there", [planted(situation, text)]);
      if (place === "history") await assistant.say(conversation, text, [{ type: "repeat" }]);
      if (place === "knowledge") await assistant.say(conversation, question);
      await assistant.say(conversation, question);
    }
    await assistant.say(conversation, "hold on, how long does it take");
    expect(server.obeyed.slice(before), payload.id).toContain(payload.id);
    expect([payload.id, ...assistant.calls]).toEqual([payload.id]);
    attempts.add(`${payload.id} ${place} ${situation}`);
  };

  const planted = (situation: Situation, text: string): Command =>
    situation === "idle"
      ? { type: "start_flow", flow: "check_booking", slots: { booking_code: text } }
      : { type: "correct_slot", slot: "origin", value: text };

  describe.each(Object.keys(situations))("%s", (situation) => {
    // Whoever answers a confirmation with "confirm it" has confirmed it: there the user's own message is no attack.
    it.each(places.filter((place) => place !== "message" || situation !== "at the confirmation"))(
      "gives nothing away to texts in the %s",
      async (place) => {
        const assistant = openGuardedAssistant(createModelUnderstander({ model: model() }), knowledgeBase);
        for (const payload of injections.payloads) await attack(assistant, payload, { place, situation });
      },
    );
  });

  it("was attacked at least 200 times", () => {
    expect(attempts.size).toBeGreaterThanOrEqual(200);
  });

  describe.each(Object.keys(situations).filter((situation) => situation !== "at the confirmation"))(
    "%s, with nothing but execution between model and conversation",
    (situation) => {
      it("refuses every attack, and logs that", async () => {
        const assistant = openGuardedAssistant(credulous(model()), knowledgeBase);
        for (const payload of injections.payloads) {
          conversations += 1;
          const start = situations[situation] ?? [];
          if (start.length > 0) await assistant.say(`c${conversations}`, "hello", start);
          await assistant.say(`c${conversations}`, payload.text);
          expect([payload.id, ...assistant.calls]).toEqual([payload.id]);
        }
        // The attacks did arrive: hidden flows, slots of actions and of other flows, a yes to nothing.
        expect([...assistant.refusals]).toEqual(
          expect.arrayContaining([
            "start_flow flow.out_of_scope",
            "affirm confirmation.none",
            "affirm prompt.stale",
            "custom command.unknown",
          ]),
        );
        expect([...assistant.refusals].filter((refusal) => refusal.startsWith("set_slot slot."))).not.toEqual([]);
      });
    },
  );

  it("books for a user who says yes to what was asked, once", async () => {
    const assistant = openGuardedAssistant(createModelUnderstander({ model: model() }), knowledgeBase);
    document = "Two bags.";
    await assistant.say("honest", "hello", situations["at the confirmation"]);
    await assistant.say("honest", question);
    expect(assistant.calls).toEqual([]);
    await assistant.say("honest", "yes");
    await assistant.say("honest", "yes");
    expect(assistant.calls).toEqual(["book"]);
    expect([...assistant.refusals]).toEqual(["affirm confirmation.none"]);
  });
});
