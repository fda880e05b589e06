import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type HeldTurn, holdDialogue, type Speaker } from "../../src/dialogue/hold-dialogue.ts";
import { goalSpeaker, replaySpeaker, scriptedSpeaker } from "../../src/dialogue/speakers.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { openAssistant } from "../../src/testing/open-assistant.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";

const folder = join(import.meta.dirname, "../../examples/banking");
const script = scriptedUnderstander({
  "I have to pay someone": [{ type: "start_flow", flow: "transfer_money" }],
  "to Ana": [{ type: "set_slot", slot: "recipient", value: "Ana" }],
  "fifty euros": [{ type: "set_slot", slot: "amount", value: "fifty" }],
  "my current account": [{ type: "set_slot", slot: "account", value: "current account" }],
  "do it": [{ type: "affirm" }],
});
const goal = {
  opening: "I have to pay someone",
  answers: { recipient: "to Ana", amount: "fifty euros", account: "my current account" },
  yes: "do it",
};

async function open() {
  const code = await openAssistant({ origin: { kind: "folder", folder }, setup: { clock: 0 } });
  let now = Date.parse("2026-11-16T10:00:00Z");
  const soni = createSoni({ ...code, understander: script, clock: { now: () => now } });
  onTestFinished(() => soni.close());
  const hold = async (speaker: Speaker, maxTurns?: number) => {
    const turns: HeldTurn[] = [];
    const setting = {
      soni: () => soni,
      conversationId: "c",
      advance: (milliseconds: number) => {
        now += milliseconds;
      },
      ...(maxTurns === undefined ? {} : { maxTurns }),
    };
    for await (const turn of holdDialogue(speaker, setting)) turns.push(turn);
    return turns;
  };
  return { soni, hold };
}

const saidIn = (turns: readonly HeldTurn[]) =>
  turns.map(({ outcome }) => (outcome.ok ? outcome.result.messages.map(({ text }) => text) : outcome.error));

describe("a dialogue", () => {
  it("is held by somebody with a goal until it is reached", async () => {
    const { hold } = await open();
    const turns = await hold(goalSpeaker(goal));
    expect(turns.map(({ spoken }) => spoken.input)).toMatchObject([
      { text: "I have to pay someone" },
      { text: "to Ana" },
      { text: "fifty euros" },
      { text: "my current account" },
      { text: "do it" },
    ]);
    expect(saidIn(turns).at(-1)).toEqual(["Sent. The number of the transfer is TR-1001."]);
  });

  it("is given up when the assistant keeps asking the same", async () => {
    const { hold } = await open();
    const turns = await hold(goalSpeaker({ ...goal, answers: { recipient: "no idea who" } }));
    expect(turns.length).toBeLessThan(6);
  });

  it("says the same when it is replayed, by its recorded commands or understood again", async () => {
    const first = await open();
    const told = saidIn(await first.hold(goalSpeaker(goal)));
    const stored = { transcript: await first.soni.transcript("c"), audit: await first.soni.audit("c") };
    for (const understanding of ["recorded", "again"] as const) {
      const { hold } = await open();
      expect(saidIn(await hold(replaySpeaker(stored, understanding)))).toEqual(told);
    }
  });

  it("tells what a turn threw and goes on, and ends where it has to", async () => {
    const { hold } = await open();
    const line = (text: string, messageId?: string) => ({
      input: { kind: "message" as const, text },
      ...(messageId === undefined ? {} : { messageId }),
    });
    const lines = [line("I have to pay someone", "a"), line("to Ana", "a"), line("to Ana")];
    const turns = await hold(scriptedSpeaker(lines));
    expect(turns.map(({ outcome }) => outcome.ok)).toEqual([true, false, true]);
    expect(await (await open()).hold(scriptedSpeaker(lines), 2)).toHaveLength(2);
  });
});
