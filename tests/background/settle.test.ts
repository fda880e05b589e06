import { expect, it, onTestFinished } from "vitest";
import { forget } from "../../src/server/background/forget.ts";
import { jobIdOf, pack, type QueuedMessage, type StoredMessage } from "../../src/server/background/queued-message.ts";
import { openQueues, queueNames } from "../../src/server/background/queues.ts";
import { outcomeOf, settle } from "../../src/server/background/settle.ts";
import { problemOf } from "../../src/server/problems.ts";
import { withServer } from "../servers/with-server.ts";
import { queueRows } from "./queue-rows.ts";

const message: QueuedMessage = {
  conversationId: "local:c",
  messageId: "m",
  message: { text: "yes" },
  sender: { name: "ana", roles: [], session: {} },
  deliver: true,
};
const refused = outcomeOf(message, problemOf("prompt.stale", "That question is gone."));

await withServer("postgres", (url) => {
  let schemas = 0;
  /** A message that a worker has in hand. */
  async function taken() {
    schemas += 1;
    const place = { url, schema: `settle_${process.pid}_${schemas}_queue` };
    const boss = await openQueues(place, () => {});
    onTestFinished(() => boss.stop({ graceful: false }));
    const key = { id: jobIdOf(message), singletonKey: message.conversationId };
    await boss.send(queueNames.messages, pack(message, null), key);
    const [job] = await boss.fetch<StoredMessage>(queueNames.messages);
    if (job === undefined) throw new Error("There is no message to take.");
    const kept = async () => JSON.parse(await queueRows(url, place)).map(({ name }: { name: string }) => name);
    return { boss, job, kept };
  }

  it("a message leaves its queue, and what became of it is kept", async () => {
    const { boss, job, kept } = await taken();
    expect(await kept()).toEqual(["messages"]);
    await settle(boss, job, refused);
    expect((await kept()).sort()).toEqual(["deliveries", "refusals"]);
    await forget(boss, message.conversationId);
    expect(await kept()).toEqual([]);
  });

  it("of one that is forgotten while its worker has it, nothing is kept", async () => {
    const { boss, job, kept } = await taken();
    await forget(boss, message.conversationId);
    await settle(boss, job, refused);
    expect(await kept()).toEqual([]);
  });

  it("one that another worker has by now is left to it", async () => {
    const { boss, job, kept } = await taken();
    await settle(boss, { ...job, retryCount: job.retryCount + 1 }, refused);
    expect(await kept()).toEqual(["messages"]);
  });
});
