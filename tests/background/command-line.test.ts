import { expect, it } from "vitest";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { examples, runCli } from "../cli/run-cli.ts";
import { startServer } from "../server/start-server.ts";
import { withServer } from "../servers/with-server.ts";
import { queueRows } from "./queue-rows.ts";

const postgres = "postgres://soni@127.0.0.1:1/nowhere";
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

it.each([
  ["a store that is not Postgres", ["--background", "--store", "memory"], "--store postgres://", 1],
  ["a webhook without it", ["--webhook", "https://shop.example"], "Give both", 2],
  ["a webhook in the clear", ["--background", "--webhook", "http://shop.example", "--store", postgres], "https://", 1],
])("the background channel refuses %s, in one line", async (_, given, words, code) => {
  const environment = { SONI_WEBHOOK_SECRET: secret };
  const folder = `${examples}/flight_booking`;
  const run = await runCli(["serve", folder, "--port", "0", ...given], { environment });
  expect(run.code).toBe(code);
  expect(run.errors.trim().split("\n")).toHaveLength(1);
  expect(run.errors).toContain(words);
});

it("a webhook needs a secret", async () => {
  const given = ["--background", "--webhook", "https://shop.example", "--store", postgres];
  const run = await runCli(["serve", `${examples}/flight_booking`, "--port", "0", ...given]);
  expect(run).toMatchObject({ code: 1, errors: expect.stringContaining("openssl rand") });
});

await withServer("postgres", (url) => {
  const schema = `command_line_${process.pid}`;
  const remove = (id: string, schema: string) => {
    const place = ["--store", `${url}?schema=${schema}`];
    return runCli(["conversations", "delete", `local:${id}`, `${examples}/banking`, "--yes", ...place]);
  };

  it("what is deleted at the command line leaves the queue too", async () => {
    const store = await createPostgresStore({ url, schema });
    const background = { url, schema: `${schema}_queue` };
    const server = await startServer({ store, background, withoutSecrets: true });
    const [first, second] = [await server.begin(), await server.begin()];
    for (const id of [first, second]) {
      const json = { messageId: "stale", command: { type: "affirm", promptId: "gone" } };
      const place = `/v1/conversations/${id}/messages`;
      await server.call("POST", place, { json, headers: { prefer: "respond-async" } });
      await expect
        .poll(async () => (await server.call("GET", `${place}/stale`)).body)
        .toMatchObject({ status: "refused" });
    }
    expect(await remove(first, schema)).toMatchObject({ code: 0, errors: "" });
    const rows = await queueRows(url, background);
    expect(rows).not.toContain(first);
    expect(rows).toContain(second);
  });

  it("nothing is made where there never was a queue", async () => {
    const place = { url, schema: `${schema}_alone` };
    const store = await createPostgresStore(place);
    const server = await startServer({ store, withoutSecrets: true });
    const id = await server.begin();
    expect(await remove(id, place.schema)).toMatchObject({ code: 0, errors: "" });
    await expect(queueRows(url, { schema: `${place.schema}_queue` })).rejects.toThrow("does not exist");
  });
});
