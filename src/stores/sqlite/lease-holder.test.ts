import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sampleMessage } from "../../testing/store-contract/sample-dialogue.ts";
import type { Store } from "../store.ts";
import { createLeaseHolder, sinceBoot } from "./leases.ts";
import { createSqliteStore } from "./store.ts";

const hour = 3_600_000;

describe.runIf(process.platform === "linux")("the name of a process", () => {
  const holder = createLeaseHolder();
  const [boot = "", namespace = "", pid = "", started = ""] = holder.name.split(" ");
  const named = (...parts: readonly string[]): boolean => holder.hasEnded(parts.join(" "));

  it("tells whether it has ended", async () => {
    expect(holder.hasEnded(holder.name)).toBe(false);
    const child = spawn(process.execPath, ["--eval", ""]);
    const childPid = String(child.pid);
    await once(child, "exit");
    expect(named(boot, namespace, childPid, started)).toBe(true);
  });

  it("is not taken over by another process with the same id", () => {
    expect(named(boot, namespace, pid, "1")).toBe(true);
    expect(named("another start of the machine".replaceAll(" ", "-"), namespace, pid, started)).toBe(true);
  });

  it("says nothing about a process that cannot be seen from here", () => {
    expect(named(boot, "pid:[1]", "999999999", "1")).toBe(false);
    expect(holder.hasEnded("")).toBe(false);
  });
});

describe("leases of a SQLite store", () => {
  let folder: string;
  let path: string;
  const opened: Store[] = [];
  const open = (): Store => {
    const store = createSqliteStore({ path, synchronous: "normal" });
    opened.push(store);
    return store;
  };
  const change = (text: string, ...values: readonly (string | number)[]): void => {
    const database = new DatabaseSync(path);
    database.prepare(text).run(...values);
    database.close();
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "soni-lease-"));
    path = join(folder, "soni.db");
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(opened.splice(0).map((store) => store.close()));
    rmSync(folder, { recursive: true });
  });

  it.each([hour, -hour, 400 * 24 * hour, -400 * 24 * hour])(
    "neither end nor stay when the clock is changed by %i ms",
    async (change) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const [here, there] = [open(), open()];
      await here.accept("c1", sampleMessage("m1"), { lease: "take" });
      vi.setSystemTime(Date.now() + change);
      expect(await there.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      const other = await here.lead("c2", { wait: false });
      vi.setSystemTime(Date.now() - change);
      if (other.kind === "lead") await other.release();
      expect(await there.lead("c2", { wait: false })).toMatchObject({ kind: "lead" });
    },
  );

  it("are over once the machine was started again", async () => {
    await open().accept("c1", sampleMessage("m1"), { lease: "take" });
    change("UPDATE open_message SET since = ?, until = ?, holder = ''", sinceBoot() + hour, sinceBoot() + hour + 4000);
    expect(await open().lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
  });

  it.runIf(process.platform === "linux")("end with their process, without a wait", async () => {
    await open().accept("c1", sampleMessage("m1"), { lease: "take" });
    const other = open();
    expect(await other.lead("c1", { wait: false })).toEqual({ kind: "busy" });
    change("UPDATE open_message SET holder = holder || '0'");
    expect(await other.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
  });
});
