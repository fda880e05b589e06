import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { withSqlitePlace } from "../servers/place.ts";
import { request } from "./chat-client.ts";
import { count, isWhole, report } from "./seed.ts";
import { startMeasuredServer } from "./start-measured-server.ts";

const turns = count("SONI_LEAK_TURNS", 600);
const whole = isWhole("SONI_LEAK_TURNS");
const samples = whole ? 20 : 3;
/** The first ones only fill caches and let code be compiled. */
const warmUp = whole ? 8 : 1;
const lanes = 20;
const turnsPerConversation = whole ? 25 : 13;
/** Before the first look at a short run. */
const warmUpConversations = 100;

/** Users who come, talk, make mistakes, and go: whatever is kept of them in memory would add up. */
async function talk(port: number, name: string): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const path = `${url}/v1/conversations/${name}`;
  await request(`${url}/v1/conversations`, { conversationId: name });
  const socket = new WebSocket(`${path.replace("http", "ws")}/socket?after=0`);
  await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
  for (let turn = 1; turn < turnsPerConversation; turn += 1) {
    const message = { text: turn % 5 === 0 ? `order i${turn}` : `echo w${turn}`, messageId: `m${turn}` };
    const said = await request(`${path}/messages`, message);
    expect(said?.status).toBe(200);
    if (turn % 8 === 0) expect((await request(`${path}/messages`, message))?.body.duplicate).toBe(true);
    if (turn % 12 === 0) {
      const stale = { command: { type: "affirm", promptId: "none" } };
      expect((await request(`${path}/messages`, stale))?.status).toBe(409);
      expect((await request(`${path}/messages`, { text: " " }))?.status).toBe(422);
      expect((await request(`${url}/v1/conversations/nobody-${name}`))?.status).toBe(404);
    }
  }
  await request(`${path}/transcript`);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.close();
  await closed;
  if (name.endsWith("0")) await fetch(path, { method: "DELETE" });
}

/** Least squares: bytes a turn. */
function slope(points: readonly { readonly turn: number; readonly bytes: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(({ turn }) => turn)), mean(points.map(({ bytes }) => bytes))];
  const above = points.reduce((sum, { turn, bytes }) => sum + (turn - x) * (bytes - y), 0);
  return above / points.reduce((sum, { turn }) => sum + (turn - x) ** 2, 0);
}

it(
  `${turns} turns leave nothing behind in memory, and one state for each conversation`,
  { timeout: 300_000 + turns * 50 },
  () =>
    withSqlitePlace(async (place) => {
      const server = await startMeasuredServer({ place, host: "langgraph", milliseconds: 0, fast: true });
      try {
        const points: { readonly turn: number; readonly bytes: number; readonly resident: number }[] = [];
        let conversations = 0;
        const perSample = Math.ceil(turns / turnsPerConversation / samples);
        const talkUntil = (until: number): Promise<unknown> =>
          Promise.all(
            Array.from({ length: lanes }, async () => {
              while (conversations < until) {
                conversations += 1;
                await talk(server.port, `c${conversations}`);
              }
            }),
          );
        // Code that is being compiled takes memory too: in a short run it would be most of what is measured.
        if (!whole) await talkUntil(warmUpConversations);
        for (let sample = 0; sample < samples; sample += 1) {
          await talkUntil(conversations + perSample);
          const { inside, resident } = await server.ask("memory");
          points.push({ turn: conversations * turnsPerConversation, bytes: inside, resident });
        }
        const settled = points.slice(warmUp);
        const perTurn = slope(settled);
        const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / 1024 / 1024).toFixed(1);
        const database = new DatabaseSync(place.address, { readOnly: true });
        const { kept, older } = database
          .prepare(
            `SELECT (SELECT count(*) FROM conversation) AS kept,
              (SELECT count(*) FROM turn WHERE state IS NOT NULL) AS older`,
          )
          .get() as { kept: number; older: number };
        database.close();
        report("leak", {
          turns: conversations * turnsPerConversation,
          conversations,
          "bytes a turn": perTurn.toFixed(1),
          "MB in use at first": megabytes(points[0]?.bytes),
          "after warm-up": megabytes(settled[0]?.bytes),
          "at the end": megabytes(settled.at(-1)?.bytes),
          "MB resident at the end": megabytes(settled.at(-1)?.resident),
          "conversations stored": kept,
          "states besides the latest": older,
        });
        expect(kept).toBe(conversations - Math.floor(conversations / 10));
        expect(older).toBe(0);
        // A turn that left its state or its messages behind would leave kilobytes.
        expect(perTurn).toBeLessThan(whole ? 40 : 4_000);
      } finally {
        await server.stop();
      }
    }),
);
