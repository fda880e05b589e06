import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../cli/run-cli.ts";
import { type AttackClient, attackClient } from "./attack-client.ts";
import { isFull, tableOf } from "./attack-size.ts";
import { onAttackedStores } from "./on-attacked-stores.ts";
import { startSoniServer, until } from "./soni-server.ts";

/** Each ends or blocks the thread that reads it, once. Twelve at once take all threads that a pool may have. */
const attacks = [
  { name: "exits", texts: ["book a table pleaseexitnow"] },
  { name: "throws", texts: ["book a table pleasethrownow"] },
  { name: "spins", texts: ["book a table pleasespinnow"] },
  { name: "fills its memory", texts: ["book a table pleasefillnow"] },
  { name: "the same again", texts: ["book a table pleaseexitnow"] },
  { name: "starves the pool", texts: Array.from({ length: 12 }, (_, index) => `table ${index} pleasespinnow`) },
];
const few = ["exits", "spins", "the same again"];

/** The talk assistant with less patience, so that what is blocked is noticed sooner. */
async function impatientFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), "talk-assistant");
  cpSync(join(import.meta.dirname, "talk-assistant"), folder, { recursive: true });
  const settings = "settings: { models: { nlu: { timeout: 2 } }, limits: { turn_seconds: 4 } }";
  writeFileSync(join(folder, "more.yaml"), `version: "1.0"\n${settings}\n`);
  return folder;
}

interface Asked {
  readonly isUnderstood: boolean;
  readonly problem: string | null;
}

async function ask(client: AttackClient, conversationId: string): Promise<Asked> {
  const answer = await client.say(conversationId, { text: "when are you open?" });
  const isUnderstood = JSON.stringify(answer?.body.messages ?? "").includes("noon to midnight");
  if (answer?.status !== 200) return { isUnderstood, problem: `status ${answer?.status ?? "none"}` };
  return { isUnderstood, problem: answer.body.status.handedOff ? "handed over" : null };
}

await onAttackedStores(isFull ? ["sqlite", "postgres", "redis"] : ["sqlite"], {
  name: "a text that ends or blocks a reading thread is not felt for long",
  timeout: 600_000,
  async run(store, kind) {
    const table = tableOf("Reading threads");
    const preload = new URL("inside-worker.ts", import.meta.url).href;
    const server = await startSoniServer({
      folder: await impatientFolder(),
      store,
      nodeOptions: [`--import=${preload}`, "--disable-warning=ExperimentalWarning"],
    });
    const client = attackClient(server.url);
    await client.begin("neighbour");
    expect(await ask(client, "neighbour")).toEqual({ isUnderstood: true, problem: null });
    for (const { name, texts } of isFull ? attacks : attacks.filter((each) => few.includes(each.name))) {
      const problems: string[] = [];
      let isStruck = false;
      const struck = Promise.all(
        texts.map(async (text, index) => {
          const id = `${name.replaceAll(" ", "-")}-${index}`;
          await client.begin(id);
          const answer = await client.say(id, { text });
          if (answer?.status !== 200) problems.push(`its sender gets ${answer?.status ?? "no answer"}`);
          if (answer?.body.status?.handedOff === true) problems.push("its sender is handed over");
        }),
      ).then(() => {
        isStruck = true;
      });
      const during: Asked[] = [];
      while (!isStruck) during.push(await ask(client, "neighbour"));
      await struck;
      // It may say no for a while. Once it says yes, messages are understood.
      const isReady = await until(server.isReady, undefined, 30_000);
      if (!isReady) problems.push("it is not ready again");
      const after = [await ask(client, "neighbour"), await ask(client, "neighbour"), await ask(client, "neighbour")];
      if (!after.every((each) => each.isUnderstood)) problems.push("it says that it is ready, and understands nothing");
      for (const { problem } of [...during, ...after]) if (problem !== null) problems.push(`a neighbour: ${problem}`);
      table.push({
        store: kind,
        thread: name,
        "a neighbour meanwhile understood": `${during.filter((each) => each.isUnderstood).length} of ${during.length}`,
        problems: [...new Set(problems)].join("; "),
      });
      expect.soft({ name, problems: [...new Set(problems)] }).toEqual({ name, problems: [] });
    }
    expect(await server.isReady()).toBe(true);
    expect(await server.stop()).toBe("0");
  },
});
