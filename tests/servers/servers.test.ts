import { Redis } from "ioredis";
import pg from "pg";
import { expect, it } from "vitest";
import { withServer } from "./with-server.ts";

await withServer("postgres", (url) => {
  it("the tests' Postgres is durable", async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS sync",
    );
    await client.end();
    expect(rows).toEqual([{ commit: "on", sync: "on" }]);
  });
});

await withServer("redis", (url) => {
  it("the tests' Redis is durable", async () => {
    const client = new Redis(url);
    const settings = await client.config("GET", "append*");
    await client.quit();
    expect(settings).toEqual(expect.arrayContaining(["appendfsync", "always", "appendonly", "yes"]));
  });
});
