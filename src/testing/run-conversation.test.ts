import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../stores/memory/store.ts";
import { parseConversations } from "./load-conversations.ts";
import { assertConversation, runConversation } from "./run-conversation.ts";
import { scriptedUnderstander } from "./scripted-understander.ts";

const head = `yaml:
  version: "1.0"
  slots:
    city: { type: string, description: City, prompt: Which city? }
  actions:
    weather: { description: Look it up, inputs: [city], outputs: [degrees] }
  flows:
    tell:
      description: Tell the weather
      trigger: { intents: [weather] }
      outputs: [degrees]
      steps:
        - { step: ask, type: collect, slot: city }
        - { step: look, type: action, call: weather }
        - { step: say, type: say, message: "{degrees} in {city}." }
actions:
  weather: [{ throws: no }, { returns: [{ degrees: 20 }, { degrees: 21 }] }]
script:
  how warm is it: [start_flow: tell]
conversations:
  weather:
`;

function conversationOf(turns: string) {
  const [conversation] = parseConversations({ file: "weather.yaml", text: head + turns });
  if (conversation === undefined) throw new Error("no conversation");
  return conversation;
}
const failures = async (turns: string) => (await runConversation(conversationOf(turns))).failures;

const good = `    - { user: how warm is it, bot: Which city?, state: { stack: [tell] } }
    - commands: [set_slot: { city: Rome }]
      bot: { about: flow_failed }
      calls: [weather: { city: Rome }]
      state: { completed: [tell: error], conversation_state: idle }
    - { commands: [start_flow: { flow: tell, slots: { city: Rome } }], bot: 20 in Rome., calls: { weather: 2 } }
    - commands: [start_flow: { flow: tell, slots: { city: Rome } }]
      bot: [~21 in]
      events: [flow_started: tell, slot_set: { slot: city, by: user }, flow_ended]
      no_events: [flow_paused]
      state: { completed: [tell: error, tell: { degrees: 20 }, tell: { degrees: 21 }] }
`;

describe("a conversation", () => {
  it("passes when everything comes as told", async () => {
    const report = await runConversation(conversationOf(good));
    expect(report.failures).toEqual([]);
    expect(report.turns).toHaveLength(4);
    expect(report.calls.map(({ input }) => input)).toEqual([{ city: "Rome" }, { city: "Rome" }, { city: "Rome" }]);
  });

  it("goes the same with a new runtime at every turn", async () => {
    const options = { newRuntimeEachTurn: true, store: createMemoryStore() };
    await expect(assertConversation(conversationOf(good), options)).resolves.toBeUndefined();
  });

  it("shows file, line, turn and a difference where a text is wrong", async () => {
    const [failure] = await failures("    - user: how warm is it\n      bot: [Hello., Which city?]\n");
    expect(failure).toMatchObject({ file: "weather.yaml", line: 23, turn: 1, expectation: "bot" });
    expect(failure?.message).toBe(
      [
        "weather.yaml:23 'weather', turn 1 (\"how warm is it\"), bot:",
        '    - "Hello."',
        '    + "Which city?" (tell.ask)',
        '    - "Which city?"',
      ].join("\n"),
    );
  });

  it.each([
    ["bot: []", '+ "Which city?" (tell.ask)'],
    ["bot: { about: look }", '- {"about":"look"}'],
    ["bot: { matches: ^city }", '- {"matches":"^city"}'],
    ["bot: { buttons: [Rome] }", '- {"buttons":["Rome"]}'],
    ["slots: { city: Rome }", 'city: expected "Rome", got null'],
    ["slots_of: { other: { city: Rome } }", 'other: expected {"city":"Rome"}, got null'],
    ["state: confirming", 'conversation_state: expected "confirming", got "waiting_for_slot"'],
    ["state: { stack: [] }", "+ tell"],
    ["state: { pending: confirmation }", 'pending: expected "confirmation", got "slot"'],
    ["state: { pending: { slot: town } }", 'pending.slot: expected "town", got "city"'],
    ["state: { waiting_for_slot: null }", 'waiting_for_slot: expected null, got "city"'],
    ["state: { digression_depth: 1 }", "digression_depth: expected 1, got 0"],
    ["state: { completed: [tell] }", '- "tell"'],
    ["state: { handoff: true }", "handoff: expected true, got false"],
    ["events: [flow_ended]", 'missing: {"type":"flow_ended","fields":{}}'],
    ["events: [slot_asked, flow_started]", "missing: "],
    ["no_events: [flow_started: tell]", "happened: "],
    ["refused: [slot.unknown]", "- slot.unknown"],
    ["calls: { weather: 1 }", "weather: expected 1, got 0"],
    ["calls: [weather]", '- "weather"'],
    ["unchanged: stack", "stack changed"],
    ["prompt: new", 'expected "new", got "none"'],
    ["duplicate: true", "expected true, got false"],
    ["error: message.bad_id", "expected message.bad_id, but the turn went well"],
  ])("fails on %s", async (expectation, difference) => {
    const found = await failures(`    - user: how warm is it\n      ${expectation}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(difference);
  });

  it("tells an error that was not expected, and stops", async () => {
    const found = await failures("    - { user: a, message_id: 'not an id' }\n    - { user: b, bot: never }\n");
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain("message.bad_id");
  });

  it("lets time pass and may replace settings", async () => {
    const found = await failures(`      settings: { conversation: { session_timeout: 60 } }
      turns:
        - { user: how warm is it }
        - { user: how warm is it, after: 1m 1s, events: [session_expired: 1] }
`);
    expect(found).toEqual([]);
  });

  it("sends a turn without commands to the understander given", async () => {
    const understander = scriptedUnderstander({ moin: [{ type: "start_flow", flow: "tell" }] });
    const conversation = conversationOf(
      "    - { user: moin, bot: Which city? }\n    - { user: how warm is it, bot: [{ about: not_understood }, Which city?] }\n",
    );
    const report = await runConversation(conversation, { understander });
    expect(report.failures).toEqual([]);
  });
});
