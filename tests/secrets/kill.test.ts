import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { filesWith } from "../servers/data-files.ts";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { canaries, forms, waysOf } from "./canary-assistant.ts";
import type { CanaryServerOptions } from "./canary-server.ts";

const canary = canaries.digits;
const texts = (waysOf(canary)["as an answer"]?.messages ?? []).map(([said]) => said);

async function startCanaryServer(options: CanaryServerOptions) {
  const child: ChildProcess = fork(join(import.meta.dirname, "canary-server.ts"), [JSON.stringify(options)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream))));
  const exited = once(child, "exit");
  const ended = exited.then(async () => Promise.reject(new Error(`The server ended: ${(await output).join("\n")}`)));
  ended.catch(() => undefined);
  const told = async (): Promise<string> => String((await Promise.race([once(child, "message"), ended]))[0]);
  const url = await told();
  const call = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as {
      readonly conversationId: string;
      readonly duplicate: boolean;
      readonly messages: readonly { readonly text: string }[];
    };
  };
  return {
    begin: async (): Promise<string> => (await call("/v1/conversations", {})).conversationId,
    say: (id: string, index: number) =>
      call(`/v1/conversations/${id}/messages`, { text: texts[index], messageId: `m${index}` }),
    /** When it has come to where it was told to stop. */
    stopped: told,
    /** Both return everything that it logged. */
    async kill(): Promise<string> {
      child.kill("SIGKILL");
      return (await output).join("\n");
    },
    async stop(): Promise<string> {
      child.disconnect();
      return (await output).join("\n");
    },
  };
}

/** Killed with `kill -9` while it has the secret in hand. The next process goes on from what is stored, and nothing of it is in clear. */
async function checkKill(
  place: Place,
  given: { folder: string; keys: readonly string[]; stopAt: "reading" | "acting" },
) {
  const { folder, keys, stopAt } = given;
  const plan = { place, keys, canary: "digits" } as const;
  const first = await startCanaryServer({ ...plan, stopAt });
  const id = await first.begin();
  // The one that is answered with the secret, or the next, which pays with it.
  const last = stopAt === "reading" ? 1 : 2;
  for (let index = 0; index < last; index += 1) await first.say(id, index);
  const unanswered = first.say(id, last).then(
    () => "answered",
    () => "lost",
  );
  expect(await first.stopped()).toBe(stopAt);
  const logs = [await first.kill()];
  expect(await unanswered).toBe("lost");

  const check = async (): Promise<void> => {
    const stored = (await storedBytes(place)).toString("latin1");
    expect(stored).toContain("sealed1.");
    for (const form of forms(canary)) expect([stored, ...logs].join("\n").includes(form)).toBe(false);
    expect(await filesWith(forms(canary), { place, folder })).toEqual([]);
  };
  await check();
  // It is there all the same, for those who have the key.
  const store = await openPlace(place, keys.length === 0 ? {} : { keys });
  const [conversation = ""] = await store.openConversations();
  expect(await store.openMessages(conversation)).toMatchObject([{ text: texts[last] }]);
  await store.close();

  const second = await startCanaryServer({ ...plan, stopAt: null });
  const { messages } = await second.say(id, last);
  const answer = messages.map((message) => message.text).join("\n");
  if (stopAt === "reading") expect(answer).toBe(`Ana pays with ${canary.value}?`);
  // Whether it was paid is not known, and the action is not one to be repeated.
  else expect(answer).not.toBe("");
  logs.push(await second.stop());
  await check();
}

const points = ["reading", "acting"] as const;
const keys = [Buffer.alloc(32, 5).toString("base64")];
for (const stopAt of points) {
  const name = `a secret is stored only in its encrypted form when its process is killed while ${stopAt}`;
  it(`${name}: SQLite`, () =>
    withSqlitePlace((place) => checkKill(place, { folder: dirname(place.address), keys: [], stopAt })));
}
for (const kind of ["postgres", "redis"] as const) {
  await withServer(kind, (url, folder) => {
    it(`the same with ${kind}, which needs a key`, async () => {
      for (const stopAt of points) await checkKill(placeOn(kind, url), { folder, keys, stopAt });
    });
  });
}
