import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder } from "./run-cli.ts";

const root = join(import.meta.dirname, "../..");

describe("soni init", () => {
  it.each(["empty", "booking", "helpdesk", "banking"])(
    "writes an assistant from the template %s that is right and passes its tests",
    async (template) => {
      const folder = await temporaryFolder();
      const made = await runCli(["init", "mine", "--template", template, "--yes"], { folder });
      expect(made).toMatchObject({ code: 0, errors: "" });
      const files = await readdir(join(folder, "mine"));
      expect(files).toEqual(
        expect.arrayContaining([
          ".gitignore",
          ".vscode",
          "README.md",
          "actions.ts",
          "knowledge",
          "package.json",
          "soni.schema.json",
          "soni.yaml",
          "tests",
          "tsconfig.json",
        ]),
      );
      expect(await runCli(["check", "mine"], { folder })).toMatchObject({ code: 0, errors: "" });
      const tested = await runCli(["test", "mine", "--require", "steps>=0.95"], { folder });
      expect(tested).toMatchObject({ code: 0, errors: "" });
      expect(await runCli(["simulate", "mine"], { folder })).toMatchObject({ code: 0, errors: "" });
    },
  );

  it("overwrites nothing, and names what is in the way", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "actions.ts"), "// mine\n");
    const run = await runCli(["init", ".", "--yes"], { folder });
    expect(run).toMatchObject({ code: 2, errors: expect.stringContaining("'.' has actions.ts already.") });
    expect(await readdir(folder)).toEqual(["actions.ts"]);
  });

  it("leaves what is beside an assistant as it is, and says so", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "README.md"), "mine\n");
    const run = await runCli(["init", ".", "--yes"], { folder });
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining("Left as it was: README.md.\n") });
    expect(await readFile(join(folder, "README.md"), "utf8")).toBe("mine\n");
    expect(await readdir(folder)).toContain("soni.yaml");
  });

  it("says what to install first where no project is there, and names the folder where one is", async () => {
    const folder = await temporaryFolder();
    const alone = await runCli(["init", "shop", "--yes"], { folder });
    expect(alone.output).toMatch(/cd shop && npm install.*\n +npx soni chat +talk/);
    const { devDependencies } = JSON.parse(await readFile(join(folder, "shop/package.json"), "utf8"));
    expect(Object.keys(devDependencies)).toEqual(["@types/node", "typescript"]);
    await writeFile(join(folder, "package.json"), "{}\n");
    const inProject = await runCli(["init", "desk", "--yes"], { folder });
    expect(inProject.output).toContain("npx soni chat desk");
    expect(inProject.output).not.toContain("npm install");
  });

  it("names the templates if one is unknown, and leaves a project's own package.json alone", async () => {
    const folder = await temporaryFolder();
    expect((await runCli(["init", "a", "-t", "shop", "--yes"], { folder })).errors).toContain(
      "There is no template 'shop': empty, booking, helpdesk, banking.",
    );
    await writeFile(join(folder, "package.json"), "{}\n");
    await runCli(["init", "a", "--yes"], { folder });
    expect(await readdir(join(folder, "a"))).not.toContain("package.json");
  });

  it("is what npm create soni runs", async () => {
    const folder = await temporaryFolder();
    const packages = join(folder, "node_modules");
    await mkdir(packages);
    await cp(join(root, "packages/create-soni"), join(packages, "create-soni"), { recursive: true });
    // The package as it is here: its manifest names the built program, which a test does not build.
    await mkdir(join(packages, "soni"));
    const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    await writeFile(
      join(packages, "soni/package.json"),
      JSON.stringify({ ...manifest, bin: { soni: "./source/src/cli/main.ts" } }),
    );
    await symlink(root, join(packages, "soni/source"));
    const program = join(packages, "create-soni/create-soni.js");
    const made = spawnSync(process.execPath, ["--preserve-symlinks-main", program, "shop", "--yes"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(await readdir(join(folder, "shop"))).toContain("soni.yaml");
  });
});
