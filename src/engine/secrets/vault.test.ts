import { describe, expect, it } from "vitest";
import { maskReferences, referencesIn, referenceTo, resolveReferences } from "./references.ts";
import { pruneVault, remember, rememberValue, resolveIn } from "./vault.ts";

const day = 24 * 60 * 60 * 1000;

describe("a vault", () => {
  it("keeps the same secret once, and gives a number back as a number", () => {
    const first = remember(undefined, { value: 4711, kind: "value", at: 1 });
    const again = remember(first.vault, { value: 4711, kind: "value", at: 2 });
    expect(again.id).toBe(first.id);
    const data = { value: referenceTo(first.id), text: `It is ${referenceTo(first.id)}.` };
    expect(resolveReferences(data, resolveIn(again.vault))).toEqual({ value: 4711, text: "It is 4711." });
    expect(maskReferences(data)).toEqual({ value: "***", text: "It is ***." });
    expect([...referencesIn(data)]).toEqual([first.id]);
  });

  it("keeps each part of a list or an object", () => {
    const vault = rememberValue(undefined, [{ pin: "12", n: 5 }, "", true], { at: 1 });
    expect(Object.values(vault?.secrets ?? {}).map(({ value }) => value)).toEqual(["12", 5]);
    expect(rememberValue(undefined, null, { at: 1 })).toBeUndefined();
  });

  it("lets go of a secret a day after it was last used, unless something still refers to it", () => {
    const { vault, id } = remember(undefined, { value: "old", kind: "text", at: 0 });
    const both = remember(vault, { value: "new", kind: "text", at: day }).vault;
    expect(resolveReferences(referenceTo(id), resolveIn(pruneVault(both, day, new Set())))).toBe("***");
    expect(resolveReferences(referenceTo(id), resolveIn(pruneVault(both, day, new Set([id]))))).toBe("old");
    expect(pruneVault(both, day - 1, new Set())).toBe(both);
  });

  it("is bounded", () => {
    let vault = remember(undefined, { value: "first", kind: "text", at: 0 }).vault;
    for (let at = 1; at < 300; at += 1) vault = remember(vault, { value: `t${at}`, kind: "text", at }).vault;
    expect(Object.keys(pruneVault(vault, 300, new Set()).secrets)).toHaveLength(200);
  });
});
