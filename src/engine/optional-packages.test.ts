import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadPackages, missingPackages, optionalPackages } from "./optional-packages.ts";

const packageFile = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
};

const notFound = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /soni/dist/x.js`), {
    code: "ERR_MODULE_NOT_FOUND",
  });

/** Nothing needs it, so nobody is asked to install it; at 288 MB it is tested by `npm run test:native-vectors` alone. */
const fasterWith = "onnxruntime-node";

describe("optional packages", () => {
  it("are the optional peers of the package, never installed with it, and tested with", () => {
    const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta } = packageFile;
    expect(Object.keys(peerDependencies).toSorted()).toEqual([...optionalPackages, fasterWith].toSorted());
    expect(peerDependenciesMeta[fasterWith]).toEqual({ optional: true });
    for (const name of optionalPackages) {
      expect(peerDependenciesMeta[name]).toEqual({ optional: true });
      expect(peerDependencies[name]).toBe(`^${devDependencies[name]}`);
      expect(dependencies).not.toHaveProperty([name]);
    }
  });

  it("are installed in the major version that the package allows", () => {
    const needs = ["postgres", "redis", "background", "openai", "anthropic", "openai_compatible"] as const;
    const commands = needs.map((need) => missingPackages(need, () => false) ?? "");
    const told = commands.flatMap((command) => command.split("npm install ")[1]?.split(" ") ?? []);
    const allowed = Object.entries(packageFile.peerDependencies)
      .filter(([name]) => name !== fasterWith)
      .map(([name, range]) => `${name}@${range.replace("^", "").split(".")[0]}`);
    expect([...new Set(told)].toSorted()).toEqual(allowed.toSorted());
  });

  it("are asked for only where they are missing", () => {
    expect(missingPackages("openai", (name) => name === "ai")).toBe(
      "'openai' needs a package that Soni does not bring: npm install @ai-sdk/openai@4",
    );
    expect(missingPackages("openai", () => true)).toBeNull();
  });

  it("that are missing are named with the command, by whoever loads them", async () => {
    const loading = loadPackages("redis", () => Promise.reject(notFound("ioredis")));
    await expect(loading).rejects.toMatchObject({
      code: "package.not_installed",
      message: expect.stringContaining("npm install ioredis@6"),
    });
  });

  it("that are there and broken say so themselves", async () => {
    for (const error of [notFound("pg-types"), new Error("Unexpected token"), new TypeError("pg")]) {
      await expect(loadPackages("postgres", () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});
