import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { keyFile } from "./key-file.ts";

const folder = mkdtempSync(join(tmpdir(), "soni-key-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the key beside a database", () => {
  it("is made once, and only its user can read it", () => {
    const one = keyFile(join(folder, "soni.db"));
    expect(one.find()).toBeNull();
    const key = one.make();
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect([one.make(), keyFile(join(folder, "soni.db")).find()]).toEqual([key, key]);
    expect(statSync(join(folder, ".soni", "key")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, ".soni")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, ".soni"))).toEqual(["key"]);
  });

  it("is not written for a database in memory", () => {
    const key = keyFile(":memory:");
    expect(key.make()).toHaveLength(44);
    expect(key.find()).toBe(key.make());
  });

  it("that cannot be made says what to do", () => {
    expect(() => keyFile("/dev/null/soni.db").make()).toThrow(/SONI_ENCRYPTION_KEY/);
  });
});
