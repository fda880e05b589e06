import { describe, expect, it } from "vitest";
import { openStore } from "./open-store.ts";

const nowhere = "127.0.0.1:1";

describe("the store of the settings", () => {
  const open = (backend: "postgres" | "redis", urlEnv: string | undefined, environment: Record<string, string>) =>
    openStore({ backend, path: "soni.db", ...(urlEnv === undefined ? {} : { urlEnv }) }, undefined, {
      environment,
      folder: ".",
    });

  it("finds its address in the environment", async () => {
    const given = open("postgres", "STORE_URL", { STORE_URL: `postgresql://${nowhere}/soni` });
    await expect(given).rejects.toMatchObject({ code: "store.unavailable", message: expect.stringContaining(nowhere) });
  });

  it("says which variable is missing, or holds something else", async () => {
    await expect(open("redis", "STORE_URL", {})).rejects.toMatchObject({
      code: "store.no_url",
      message: expect.stringContaining("'STORE_URL'"),
    });
    await expect(open("redis", "STORE_URL", { STORE_URL: "postgres://localhost/x" })).rejects.toMatchObject({
      code: "store.bad_url",
    });
  });
});

describe("a store named by its place", () => {
  const open = (place: string) => openStore({ backend: "sqlite", path: "soni.db" }, place, { folder: "." });

  it("may be a server, with options of ours in its address", async () => {
    await expect(open(`rediss://${nowhere}?acknowledge=received`)).rejects.toMatchObject({ code: "store.unavailable" });
    await expect(open(`postgres://${nowhere}/soni?schema=Bad-Name`)).rejects.toMatchObject({
      code: "store.bad_schema",
    });
  });

  it("is memory or a file otherwise", async () => {
    await (await open("memory")).close();
    await (await open("sqlite::memory:")).close();
  });
});
