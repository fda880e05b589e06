import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemCodes } from "../../src/server/problem.ts";
import { problemOf } from "../../src/server/problems.ts";
import { TurnStreamEvent } from "../../src/server/protocol.ts";
import { startServer } from "./start-server.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/server.md"), "utf8");

const rowsOf = (header: string): readonly (readonly string[])[] => {
  const [, table = ""] = page.split(`\n${header}\n`);
  const lines = table.split("\n").slice(1);
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith("|")),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
};

describe("docs/server.md", () => {
  it("explains every problem with its status, and no other", () => {
    const told = rowsOf("| code | status | when |").map(([code, status]) => [code, Number(status)]);
    expect(told).toEqual(problemCodes.map((code) => [code, problemOf(code, "").status]));
  });

  it("explains every event of a turn", () => {
    const told = rowsOf("| event | tells |").map(([type]) => type);
    expect(told).toEqual(TurnStreamEvent.options.map((option) => option.shape.type.value));
  });

  it("lists routes that exist", async () => {
    const server = await startServer();
    const { body } = await server.call("GET", "/openapi.json");
    const told = rowsOf("| route | does |").map(([route = ""]) => route.split(" ") as [string, string]);
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter(([method, path]) => body.paths[path]?.[method.toLowerCase()] === undefined)).toEqual([]);
  });

  it("names every option of the command", async () => {
    const { serveCommand } = await import("../../src/cli/commands/serve.ts");
    const command = serveCommand({ console: {} as never, end: () => undefined });
    const told = rowsOf("| option | meaning |").flatMap(([names = ""]) => names.split(" "));
    expect(told.toSorted()).toEqual(command.options.map(({ long }) => String(long)).toSorted());
  });
});
