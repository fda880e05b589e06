import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Settings } from "../../engine/assistant/settings.ts";
import { visitorSecret } from "./visitor-secret.ts";

const nowhere = { environment: {}, folder: "." };
const sqlite = (path: string): Settings["persistence"] => ({ backend: "sqlite", history: "off", path });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "soni-visitors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("stays the same beside a SQLite file, for its owner's eyes only", () => {
  const folder = makeFolder();
  const first = visitorSecret(sqlite(join(folder, "soni.db")), undefined, nowhere);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(visitorSecret({ backend: "memory", path: "" }, join(folder, "soni.db"), nowhere)).toBe(first);
  expect(readdirSync(join(folder, ".soni"))).toEqual(["visitor-secret"]);
  expect(statSync(join(folder, ".soni", "visitor-secret")).mode & 0o777).toBe(0o600);
});

it("is another one for another database, and for each process on a store in memory", () => {
  const secrets = [makeFolder(), makeFolder()].map((folder) =>
    visitorSecret(sqlite(join(folder, "a.db")), undefined, nowhere),
  );
  const fleeting = [1, 2].map(() => visitorSecret(sqlite("soni.db"), "memory", nowhere));
  expect(new Set([...secrets, ...fleeting]).size).toBe(4);
});

it("is the one of the environment, where there is one", () => {
  const environment = { SONI_VISITOR_SECRET: "given" };
  expect(visitorSecret(sqlite("soni.db"), "postgres://db/soni", { environment, folder: "." })).toBe("given");
});

it.each(["postgres://db/soni", "redis://db"])("is needed for %s, which several servers share", (place) =>
  expect(() => visitorSecret(sqlite("soni.db"), place, nowhere)).toThrow(
    "Set SONI_VISITOR_SECRET to the same value for each",
  ),
);

it("is beside the assistant's own database, where nothing else is said", () => {
  const folder = makeFolder();
  visitorSecret({ backend: "sqlite" }, undefined, { environment: {}, folder });
  expect(readdirSync(join(folder, ".soni"))).toEqual(["visitor-secret"]);
});
