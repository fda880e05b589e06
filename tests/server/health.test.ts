import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { SoniError } from "../../src/engine/errors.ts";
import { createHealthServer } from "../../src/server/routes/health.ts";
import { createStore } from "../../src/stores/create-store.ts";
import { createMemoryRows } from "../../src/stores/memory/rows.ts";
import { startServer } from "./start-server.ts";

const token = "ana-0123456789abcdef";
const access = { tokens: [{ name: "ana", token }] };

/** A disk that can be filled: what is there can still be read. */
const fillableStore = () => {
  const rows = createMemoryRows();
  const disk = { isFull: false };
  const writing =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (disk.isFull) throw new SoniError("store.full", "The disk is full, as the test wants it.");
      return write(...given);
    };
  const store = createStore(
    {
      ...rows,
      insertMessage: writing(rows.insertMessage),
      commit: writing(rows.commit),
      marks: { ...rows.marks, write: writing(rows.marks.write) },
    },
    {},
  );
  return { store, disk };
};

describe("health", () => {
  it("is answered however often it is asked, also to an address that is refused everything else", async () => {
    const { call } = await startServer({ access, limits: { requestsPerMinute: 5 } });
    const others = await Promise.all(Array.from({ length: 10 }, () => call("GET", "/v1/assistant", { token })));
    expect(others.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    const asked = Array.from({ length: 350 }, () => [call("GET", "/health/live"), call("GET", "/health/ready")]).flat();
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("says no while the disk is full, and yes once there is room, without a message in between", async () => {
    const { store, disk } = fillableStore();
    const server = await startServer({ store, withoutSecrets: true });
    const id = await server.begin();
    expect((await server.call("GET", "/health/ready")).status).toBe(200);
    disk.isFull = true;
    expect((await server.say(id, "hello")).status).toBe(503);
    const ready = await server.call("GET", "/health/ready");
    expect(ready).toMatchObject({ status: 503, body: { checks: { store: "unavailable", understander: "ok" } } });
    expect((await server.call("GET", "/health/live")).status).toBe(200);
    expect((await server.call("GET", `/v1/conversations/${id}/transcript`)).status).toBe(200);
    disk.isFull = false;
    expect((await server.call("GET", "/health/ready")).status).toBe(200);
    expect((await server.say(id, "hello")).status).toBe(200);
  });

  it("says no from the start if the disk is full then", async () => {
    const { store, disk } = fillableStore();
    disk.isFull = true;
    const server = await startServer({ store, withoutSecrets: true });
    expect((await server.call("GET", "/health/ready")).status).toBe(503);
  });

  it("can have a port of its own, with nothing else on it", async () => {
    const { app } = await startServer({ access });
    const health = createHealthServer(app.context);
    onTestFinished(() => health.close());
    await health.listen({ host: "127.0.0.1", port: 0 });
    const { port } = health.server.address() as AddressInfo;
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await statusOf("/health/live")).toBe(200);
    expect(await statusOf("/health/ready")).toBe(200);
    expect(await statusOf("/v1/assistant")).toBe(404);
    app.context.gate.close();
    expect(await statusOf("/health/ready")).toBe(503);
  });
});
