import { describe, expect, it } from "vitest";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import { createHandClock } from "../understanding/support/hand-clock.ts";
import { type Running, startServer } from "./start-server.ts";

const deadline = 5_000;
const engine = new URL("../understanding/support/misbehaving-engine.ts", import.meta.url).href;
const tokens = [
  { token: "token-of-ann-0123456", name: "ann" },
  { token: "token-of-bob-0123456", name: "bob" },
  { token: "token-of-metrics-0123456", name: "meter", roles: ["metrics"] as const },
];
const [ann, bob, meter] = tokens.map(({ token }) => token) as [string, string, string];

/** A server whose readers are real threads, with an engine that does as it is told. */
async function startMisbehaving() {
  const clock = createHandClock();
  const understander = createEmbeddedUnderstander({ time: clock, deadline, engine, workers: 2, vectors: false });
  const server = await startServer({ understander, access: { tokens } });
  await expect.poll(() => understander.figures().workers === 3, { message: "all readers run" }).toBe(true);
  const underWay = (count: number) =>
    expect.poll(() => clock.waiting(deadline) === count, { message: `${count} messages are being read` }).toBe(true);
  return { clock, server, underWay };
}

/** The server's answer, in the words that tell its messages apart. */
function about({ body }: Awaited<ReturnType<Running["say"]>>): readonly string[] {
  const texts: readonly string[] = body.messages.map(({ text }: { readonly text: string }) => text);
  return texts.map((text) => [unavailable, chitchat].find((words) => text.includes(words)) ?? text);
}
const unavailable = "I can't read messages properly right now.";
const chitchat = "Here is what I can do";

describe("a server whose understanding is attacked", { timeout: 180_000 }, () => {
  it("answers neighbours, hands nobody over, tells whether it is ready, and recovers", async () => {
    const { clock, server, underWay } = await startMisbehaving();
    const [annsId, bobsId] = [await server.begin(ann), await server.begin(bob)];
    expect(about(await server.say(annsId, "send money", ann)).at(-1)).toBe("To whom?");
    const ready = async () => (await server.call("GET", "/health/ready")).status;
    expect(await ready()).toBe(200);

    // Texts that differ, so that no ban stops them: each ends a reader.
    for (let round = 1; round <= 4; round++) {
      const spinning = server.say(annsId, `spin ${round} ${"and on ".repeat(10)}`, ann);
      await underWay(1);
      expect((await server.call("GET", "/health/ready")).status).toBe(200);
      const answered = await server.say(bobsId, "hello", bob);
      expect([answered.status, about(answered)]).toEqual([200, [chitchat]]);
      clock.pass(deadline);
      const told = await spinning;
      // More often than a conversation may get nowhere, or be misunderstood, before a person takes over.
      expect([told.status, about(told)]).toEqual([200, [unavailable, "To whom?"]]);
      clock.pass(10_000);
    }

    const both = [server.say(annsId, "spin once more", ann), server.say(bobsId, "spin with me", bob)];
    await underWay(2);
    clock.pass(1_000);
    const asked = ready();
    await expect.poll(() => clock.waiting(1_500) === 1, { message: "the server asks its readers" }).toBe(true);
    clock.pass(1_500);
    expect(await asked).toBe(503);
    clock.pass(deadline - 2_500);
    for (const each of await Promise.all(both)) expect(about(each)[0]).toBe(unavailable);
    await expect
      .poll(
        async () => {
          clock.pass(1_000);
          return (await ready()) === 200;
        },
        { message: "the server is ready again" },
      )
      .toBe(true);

    // The question that was open is still the one that is answered.
    expect(about(await server.say(annsId, "Ann", ann))).toEqual(["How much?"]);
    const { body } = await server.call("GET", "/metrics", { token: meter });
    expect(body).toMatch(/^soni_understanding_banned_texts \d/m);
    expect(body.split("\n")).toEqual(
      expect.arrayContaining([
        'soni_understanding_unavailable_total{reason="timeout"} 6',
        "soni_understanding_queue 0",
        "soni_understanding_restarts 6",
      ]),
    );
  });

  it("carries on when readers exit or run out of memory", async () => {
    const { clock, server } = await startMisbehaving();
    const [annsId, bobsId] = [await server.begin(ann), await server.begin(bob)];
    for (const text of ["exit", "hoard", "throw", "exit"]) {
      const [told, answered] = await Promise.all([server.say(annsId, text, ann), server.say(bobsId, "hello", bob)]);
      expect([told.status, about(told)]).toEqual([200, [unavailable]]);
      expect([answered.status, about(answered)]).toEqual([200, [chitchat]]);
      clock.pass(10_000);
    }
    await expect
      .poll(
        async () => {
          clock.pass(1_000);
          return (await server.call("GET", "/health/ready")).status === 200;
        },
        { message: "the server is ready" },
      )
      .toBe(true);
  });
});
