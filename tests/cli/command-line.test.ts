import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

const oneLine = /^soni: [^\n]+\n$/;

describe("the command line", () => {
  it("prints its version, and help with examples", async () => {
    expect((await runCli(["--version"])).output).toBe(`${packageFile.version}\n`);
    const { code, output } = await runCli(["--help"]);
    expect(code).toBe(0);
    for (const command of ["chat", "check", "eval", "graph", "schema"]) expect(output).toContain(`  ${command} `);
    expect(output).toContain("$ soni chat examples/flight_booking");
    expect((await runCli(["chat", "--help"])).output).toContain("--conversation <id>");
  });

  it.each([
    [["chekc"], "Unknown command 'chekc'. Did you mean check?"],
    [["check", "--jsn"], "Unknown option '--jsn'. Did you mean --json?"],
    [["chat", "--conversatoin", "a"], "Unknown option '--conversatoin'. Did you mean --conversation?"],
    [["chat", ".", "--store"], "argument missing"],
    [["check", "a", "b"], "oo many arguments"],
  ])("soni %j is refused in one line that names the way out", async (argumentsGiven, problem) => {
    const { code, output, errors } = await runCli(argumentsGiven);
    expect(code).toBe(2);
    expect(output).toBe("");
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(problem);
    expect(errors).toContain("--help");
  });

  it.each(["check", "chat", "eval", "graph"])(
    "soni %s of a folder that is not there says so in one line",
    async (command) => {
      const { code, output, errors } = await runCli([command, join(examples, "baking")]);
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toMatch(oneLine);
      expect(errors).toContain(`Did you mean '${join(examples, "banking")}'?`);
    },
  );

  it("finds no assistant in an empty folder", async () => {
    const { code, output } = await runCli(["check"], { folder: await temporaryFolder() });
    expect(code).toBe(1);
    expect(output).toContain("There is no soni.yaml");
  });

  it("prints a JSON Schema", async () => {
    const { code, output } = await runCli(["schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ title: "Soni assistant", properties: { flows: {}, slots: {} } });
  });
});
