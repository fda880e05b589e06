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
  const settings = "settings: { models: { nlu: { timeout: 5 } }, limits: { turn_seconds: 10 } }";
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
    // On a busy machine the first messages may be too early.
    expect(await until(async () => (await ask(client, "neighbour")).isUnderstood)).toBe(true);
    for (const { name, texts } of isFull ? attacks : attacks.filter((each) => few.includes(each.name))) {
      const problems: string[] = [];
      const neighbour = `neighbour-${name.replaceAll(" ", "-")}`;
      await client.begin(neighbour);
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
      while (!isStruck) during.push(await ask(client, neighbour));
      await struck;
      // It may say no for a while. Once it says yes, messages are understood.
      const after: (Asked & { readonly isReady: boolean })[] = [];
      const isBack = await until(async () => {
        const isReady = await server.isReady();
        after.push({ isReady, ...(await ask(client, neighbour)) });
        return isReady && after.at(-1)?.isUnderstood === true;
      });
      const lies = after.filter((each) => each.isReady && !each.isUnderstood).length;
      if (!isBack)
        problems.push(lies > 0 ? "it says that it is ready, and understands nothing" : "it is not ready again");
      else if (isFull && lies > 0) problems.push(`it said ${lies} times too early that it is ready`);
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
