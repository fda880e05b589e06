import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadModules } from "../../config/load-modules.ts";
import type { JsonObject } from "../../engine/json.ts";
import { openIsolatedProject, type RepeatableRequest } from "./isolated-project.ts";

const actions = `
import { appendFileSync, existsSync } from "node:fs";
const positive = { safeParse: (value) => value.count > 0 ? { success: true, data: { count: value.count * 2 } } : { success: false, error: { message: "count is not positive" } } };
const short = { safeParse: (value) => ({ success: value.text.length < 10, error: { message: "text is long" } }) };
export const actions = {
  add: ({ a, b }) => ({ sum: a + b }),
  context: (_, { idempotencyKey, session, log }) => { log("heard", { by: session.user }); return { key: idempotencyKey }; },
  double: { input: positive, run: (input) => ({ count: input.count }) },
  text: { output: short, run: ({ length }) => ({ text: "x".repeat(length) }) },
  exit: () => process.exit(9),
  spin: () => { for (;;); },
  memory: () => { const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({ weight: Math.random() }))); },
  never: () => new Promise(() => undefined),
  until_aborted: (_, { signal, log }) => new Promise((resolve) => signal.addEventListener("abort", () => { log("aborted"); resolve({}); })),
  once: ({ file }) => { appendFileSync(file, "x"); return new Promise(() => undefined); },
  second_time: ({ file }) => { if (existsSync(file)) return { answer: "again" }; appendFileSync(file, "x"); return new Promise(() => undefined); },
  stray: () => new Promise(() => { setTimeout(() => { throw new Error("in a timer"); }, 1); }),
  stray_later: () => { setTimeout(() => { throw new Error("after the answer"); }, 20); return {}; },
  stray_quote: ({ card }) => { setTimeout(() => { throw new Error("no card " + card); }, 1); return {}; },
  getter: () => ({ get price() { throw new Error("not now"); } }),
  instance: () => ({ when: new Date(0) }),
  huge: () => ({ all: Array.from({ length: 100 }, () => "x".repeat(1_000_000)) }),
  proxy: () => { throw new Proxy({}, { getPrototypeOf() { throw new Error("no"); }, get() { throw new Error("no"); } }); },
};`;
const validators = `
export const validators = { even: (value) => value % 2 === 0 || "Odd.", exit: () => process.exit(3), nothing: () => undefined };
export const normalizers = { upper: (value) => value.toUpperCase() };`;
const migrations = `
export const migrations = [{ from: { flow: "a" }, to: { flow: "b" } }, { from: { flow: "c" }, to: {}, slots: ({ old }) => ({ now: old }) }];`;

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "soni-isolated-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function open(
  files: Readonly<Record<string, string>> = { "actions.mjs": actions, "validators.mjs": validators },
) {
  const folder = makeFolder(files);
  const logged: string[] = [];
  const project = await openIsolatedProject({
    folder,
    edition: null,
    heapMegabytes: 64,
    log: (message, data) => logged.push(`${message} ${JSON.stringify(data)}`),
  });
  onTestFinished(() => project.close());
  const call = (name: string, value: unknown = {}, more: Partial<RepeatableRequest> = {}) =>
    project.call({
      kind: "action",
      name,
      value,
      context: {},
      signals: [],
      log: () => undefined,
      repeatable: false,
      ...more,
    });
  return { ...project, call, folder, logged };
}

/** Waits until the code of a call has left its mark. */
const marked = (file: string, times: number) =>
  expect.poll(() => loadText(file).length, { timeout: 60_000, interval: 10 }).toBe(times);
const loadText = (file: string): string => {
  try {
    return String(process.getBuiltinModule("node:fs").readFileSync(file));
  } catch {
    return "";
  }
};

describe("code in a process of its own", { timeout: 120_000 }, () => {
  it("is told what it would be told here, and answers", async () => {
    const { call, loading } = await open({
      "actions.mjs": actions,
      "validators.mjs": validators,
      "migrations.mjs": migrations,
    });
    expect(loading).toMatchObject({ ok: true, names: { validators: ["even", "exit", "nothing"], findings: [] } });
    const heard: unknown[] = [];
    const context: JsonObject = { idempotencyKey: "k1", conversationId: "c", session: { user: "ana" } };
    expect(await call("add", { a: 1, b: 2 })).toEqual({ sum: 3 });
    const log = (message: string, data: JsonObject): void => void heard.push([message, data]);
    expect(await call("context", {}, { context, log })).toEqual({ key: "k1" });
    expect(heard).toEqual([["heard", { by: "ana" }]]);
    expect(await call("even", 3, { kind: "validator" })).toBe("Odd.");
    expect(await call("nothing", 3, { kind: "validator" })).toBeUndefined();
    expect(await call("upper", "rome", { kind: "normalizer" })).toBe("ROME");
    expect(await call("1", { old: 5 }, { kind: "migration" })).toEqual({ now: 5 });
  });

  it("applies its schemas there, and sends nothing that is not plain or not small", async () => {
    const { call, pid } = await open();
    const before = pid();
    expect(await call("double", { count: 2 })).toEqual({ count: 4 });
    await expect(call("double", { count: -1 })).rejects.toMatchObject({ code: "action.bad_input", final: true });
    await expect(call("text", { length: 99 })).rejects.toMatchObject({ code: "action.bad_output" });
    await expect(call("huge")).rejects.toMatchObject({ code: "action.bad_output", message: /too large/ });
    await expect(call("instance")).rejects.toMatchObject({ code: "action.bad_output", message: /instance of a class/ });
    await expect(call("getter")).rejects.toThrow("not now");
    await expect(call("proxy")).rejects.toThrow("unreadable");
    await expect(call("gone")).rejects.toMatchObject({ code: "action.not_registered" });
    expect(pid()).toBe(before);
  });

  it.each(["exit", "spin", "memory"])("dies alone of %s, and another process goes on", async (how) => {
    const { call, pid, logged } = await open();
    const before = pid();
    await expect(call(how)).rejects.toMatchObject({ code: "action.outcome_unknown", final: true });
    expect(await call("add", { a: 1, b: 1 })).toEqual({ sum: 2 });
    expect(pid()).not.toBe(before);
    expect(logged).toHaveLength(1);
  });

  it("takes what another call interrupted up again, if that is harmless", async () => {
    const { call, folder } = await open();
    const [harmless, dangerous] = [join(folder, "harmless"), join(folder, "dangerous")];
    const repeated = call("second_time", { file: harmless }, { repeatable: true });
    const unknown = call("once", { file: dangerous });
    unknown.catch(() => undefined);
    await marked(harmless, 1);
    await marked(dangerous, 1);
    const guilty = call("exit", 1, { kind: "validator", repeatable: true });
    expect(await repeated).toEqual({ answer: "again" });
    await expect(unknown).rejects.toMatchObject({ code: "action.outcome_unknown" });
    // It was asked twice, and ended the process both times.
    await expect(guilty).rejects.toMatchObject({ code: "project.process_ended" });
    expect(await call("add", { a: 2, b: 2 })).toEqual({ sum: 4 });
    expect(loadText(dangerous)).toBe("x");
  });

  it("runs what was waiting behind an endless loop, harmless or not: it was never begun", async () => {
    const { call } = await open();
    const told: boolean[] = [];
    const guilty = call("spin");
    const waiting = call("add", { a: 3, b: 3 }, { waits: (isWaiting) => void told.push(isWaiting) });
    await expect(guilty).rejects.toMatchObject({ code: "action.outcome_unknown" });
    expect(await waiting).toEqual({ sum: 6 });
    // Its time stood still until its code began, in the second process.
    expect(told.slice(0, 3)).toEqual([true, true, false]);
    expect(told.slice(3)).not.toContain(true);
  });

  it("is not killed for a call that never settles: that is given up when its time is up", async () => {
    const { call, pid } = await open();
    const before = pid();
    const [never, kind] = [new AbortController(), new AbortController()];
    const heard: string[] = [];
    const given = call("never", {}, { signals: [never.signal] });
    const told = call("until_aborted", {}, { signals: [kind.signal], log: (message) => void heard.push(message) });
    expect(await call("add", { a: 0, b: 0 })).toEqual({ sum: 0 });
    never.abort();
    kind.abort();
    await expect(given).rejects.toMatchObject({ code: "project.too_slow" });
    expect(await told.catch(() => ({}))).toEqual({});
    expect(heard).toEqual(["aborted"]);
    expect(pid()).toBe(before);
  });

  it("fails a call whose code throws in a timer, and reports what comes later", async () => {
    const { call, pid, logged } = await open();
    const before = pid();
    await expect(call("stray")).rejects.toThrow("in a timer");
    expect(await call("stray_later")).toEqual({});
    await expect.poll(() => logged.join(), { timeout: 60_000 }).toContain("after the answer");
    expect(pid()).toBe(before);
  });

  it("reports an error that comes after its call without what the call was given", async () => {
    const { call, logged } = await open();
    expect(await call("stray_quote", { card: "4929 7731" })).toEqual({});
    await expect.poll(() => logged.join()).toContain("no card ***");
    expect(logged.join()).not.toMatch(/4929/);
  });
});

describe("code that can't be loaded", { timeout: 120_000 }, () => {
  it.each([
    ["throws", { "actions.mjs": "throw new TypeError('no database');" }],
    ["lacks its record", { "actions.mjs": "export const handlers = {};" }],
    [
      "has entries that can't be called",
      { "actions.mjs": "export const actions = { a: 5 };", "validators.mjs": validators },
    ],
  ])("is found out as it is here: %s", async (_, files) => {
    const { loading, folder } = await open(files);
    const { findings } = await loadModules(folder);
    expect(findings).not.toEqual([]);
    expect(loading).toMatchObject({ ok: true, names: { findings } });
  });

  it("is named if it ends the process", async () => {
    const { loading, folder } = await open({ "actions.mjs": actions, "validators.mjs": "process.exit(4);" });
    expect(loading).toEqual({
      ok: false,
      end: { code: 4, signal: null, killed: null },
      file: join(folder, "validators.mjs"),
    });
  });
});
