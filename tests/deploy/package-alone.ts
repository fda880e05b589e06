import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { optionalPackages } from "../../src/engine/optional-packages.ts";
import { root } from "./dockerfile.ts";
import { linkPackages } from "./link-packages.ts";

interface Place {
  /** Where the package was built. */
  readonly built: string;
  /** To be made: the project of somebody who installs the package. */
  readonly project: string;
  /** Install it with npm, over the network; else what is installed here is linked. */
  readonly install: boolean;
}

const mostMegabytes = 150;

/** Installs the packed package into an empty folder, and nothing else. */
export function packageTests({ built, project, install }: Place): void {
  const packages = join(project, "node_modules");
  const run = (command: string, given: readonly string[], { input = "", cwd = project, env: more = {} } = {}) => {
    const env = { ...process.env, SONI_CACHE: join(project, "cache"), ...more };
    const { status, stdout, stderr } = spawnSync(command, given, { cwd, env, input, encoding: "utf8" });
    return { status, output: stdout, errors: stderr };
  };
  const soni = (given: readonly string[], input = "") =>
    run(process.execPath, [join(packages, "soni/dist/cli/main.js"), ...given], { input });

  describe("the package alone", () => {
    beforeAll(() => {
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, "package.json"), '{ "private": true }');
      cpSync(join(root, "examples/flight_booking"), join(project, "flights"), { recursive: true });
      const tarballs = [built, join(root, "packages/create-soni")].map((cwd) => {
        const pack = run("npm", ["pack", "--ignore-scripts", "--pack-destination", project], { cwd });
        return pack.output.trim().split("\n").at(-1) ?? "";
      });
      if (install) expect(run("npm", ["install", ...tarballs])).toMatchObject({ status: 0 });
      else {
        for (const [index, name] of ["soni", "create-soni"].entries()) {
          mkdirSync(join(packages, name), { recursive: true });
          const given = ["-xzf", tarballs[index] ?? "", "--strip-components=1", "-C", join(packages, name)];
          expect(run("tar", given)).toMatchObject({ status: 0 });
        }
        linkPackages(project, "package");
      }
    }, 600_000);

    it(`takes at most ${mostMegabytes} MB, LangGraph included`, () => {
      expect(existsSync(join(packages, "@langchain/langgraph"))).toBe(true);
      const [megabytes] = run("du", ["-sLm", packages]).output.split("\t");
      expect(Number(megabytes)).toBeGreaterThan(50);
      expect(Number(megabytes)).toBeLessThanOrEqual(mostMegabytes);
    });

    it("runs nothing while it is installed, and neither does a package that it brings", () => {
      const all = packageFolders(packages);
      expect(all.length).toBeGreaterThan(80);
      expect(all.filter(runsAtInstall)).toEqual([]);
    });

    it("brings none of the optional packages", () => {
      expect(optionalPackages.filter((name) => existsSync(join(packages, name)))).toEqual([]);
    });

    // Packages in a folder above, such as /tmp/node_modules, would be found.
    it.skipIf(hasPackagesAbove(project))("names the optional packages that settings need", () => {
      const settings = "settings: { models: { generate: { provider: anthropic, model: m, api_key_env: PATH } } }\n";
      const more = join(project, "flights/model.yaml");
      writeFileSync(more, settings);
      const { status, output } = soni(["check", "flights"]);
      rmSync(more);
      expect(output).toContain("npm install ai@7 @ai-sdk/anthropic@4 (settings.missing_package)");
      expect(status).toBe(1);
    });

    it("checks an assistant and talks", () => {
      expect(soni(["check", "flights"])).toMatchObject({ status: 0, output: expect.stringMatching(/^ok flights/) });
      const said = soni(["chat", "flights", "--store", "memory"], "I want to fly from Madrid to Rome\n");
      expect(said).toMatchObject({ status: 0, errors: "", output: "When do you want to leave?\n" });
    });

    describe("with the network shut", () => {
      /** Also for the processes and workers that a command starts. */
      const shut = {
        SONI_CACHE: join(project, "cache"),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(onlyLoopback)}`,
      };
      const main = join(packages, "soni/dist/cli/main.js");
      const author = (given: readonly string[], input = "") =>
        run(process.execPath, [main, ...given], { input, env: shut });

      it("nothing but this machine can be reached", () => {
        const code = 'await fetch("http://192.0.2.1/").catch((error) => console.log(String(error.cause ?? error)));';
        const { output } = run(process.execPath, ["--input-type=module", "--eval", code], { env: shut });
        expect(output).toContain("Someone wants to reach 192.0.2.1");
      });

      it("takes an author from an empty folder to a tested, typed assistant", async () => {
        expect(author(["init", "desk", "--template", "helpdesk", "--yes"])).toMatchObject({ status: 0, errors: "" });
        expect(author(["check", "desk"])).toMatchObject({ status: 0, output: expect.stringMatching(/^ok desk/) });
        expect(author(["typegen", "desk"])).toMatchObject({ status: 0, output: expect.stringContaining("up to date") });
        // With the settings that it wrote, and without the types of Node: nothing was installed but the package.
        const compiler = join(root, "node_modules/typescript/bin/tsc");
        const compiled = run(process.execPath, [compiler, "-p", "desk", "--skipLibCheck", "false"]);
        expect(compiled.output.split("\n").filter((line) => /^desk|\/soni\//.test(line))).toEqual([]);
        expect(author(["test", "desk", "--require", "steps>=0.95"])).toMatchObject({ status: 0, errors: "" });
        const said = author(["chat", "desk", "--conversation", "ana"], "I forgot my password\n");
        expect(said).toMatchObject({ status: 0, errors: "", output: "What is your user name?\n" });
        expect(author(["replay", "desk"])).toMatchObject({ status: 0, output: expect.stringContaining("1 of 1 went") });
        expect(existsSync(join(project, "desk/.soni/soni.db"))).toBe(true);
        for (const command of ["serve", "dev"]) {
          const child = spawn(process.execPath, [main, command, "desk", "--port", "0", "--log-level", "silent"], {
            cwd: project,
            env: { ...process.env, ...shut },
          });
          try {
            const [told] = (await once(child.stdout, "data")) as [Buffer];
            const [address = ""] = /http:\/\/[\d.:]+/.exec(String(told)) ?? [];
            expect((await fetch(`${address}/health/live`)).status).toBe(200);
            expect(await (await fetch(address)).text()).toContain("<script");
          } finally {
            child.kill("SIGTERM");
            await once(child, "exit");
          }
        }
      });

      it.each([
        ["why", "ana", "1", "desk"],
        ["replay", "desk"],
        ["conversations", "list", "desk"],
        ["conversations", "show", "ana", "desk"],
        ["conversations", "to-test", "ana", "desk"],
        ["quarantine", "list", "desk"],
        ["explore", "desk"],
        ["test", "desk", "--mutate"],
        ["graph", "desk"],
        ["diff", "desk", "flights"],
        ["schema"],
        ["simulate", "desk"],
        ["simulate", "flights"],
        ["eval", "flights"],
        ["dataset", "from-tests", "flights"],
        ["init", "bank", "--template", "banking", "--yes"],
      ])("soni %s runs", (...given) => {
        expect(author(given)).toMatchObject({ status: 0 });
      });

      it("npm create soni writes an assistant, from the tarball of create-soni", () => {
        const create = join(packages, "create-soni/create-soni.js");
        const made = run(process.execPath, [create, "shop", "--template", "empty", "--yes"], { env: shut });
        expect(made).toMatchObject({ status: 0, errors: "", output: expect.stringContaining("npx soni chat shop") });
        expect(author(["test", "shop"])).toMatchObject({ status: 0, errors: "" });
      });
    });

    it("has types that need no package which it does not bring", () => {
      const entries = ["index.d.ts", "server/index.d.ts", "testing/index.d.ts"];
      const named = importedPackages(entries.map((entry) => join(packages, "soni/dist", entry)));
      expect(named).toContain("fastify");
      expect(named.filter((name) => !existsSync(join(packages, name)))).toEqual([]);
    });

    it("has declarations without a mistake, for whoever compiles with skipLibCheck: false", () => {
      const mistakes = (entry: string, types: readonly string[]) =>
        mistakesIn([join(packages, "soni/dist", entry)], { part: "/soni/dist/", least: 50, types });
      expect(mistakes("index.d.ts", [])).toEqual([]);
      expect(mistakes("testing/index.d.ts", [])).toEqual([]);
      // Fastify's own declarations need the types of Node.
      expect(mistakes("server/index.d.ts", ["node"])).toEqual([]);
    });
  });
}

/** Every connection that leaves this machine is an error. */
const onlyLoopback = `import net from "node:net";
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...given) {
    const [options] = Array.isArray(given[0]) ? given[0] : given;
    const host = options?.host ?? "127.0.0.1";
    if (options?.path === undefined && !["127.0.0.1", "localhost", "::1"].includes(host)) throw new Error("Someone wants to reach " + host);
    return connect.apply(this, given);
  };`;

/** What the compiler says of these files and of those that they import, where the path has this part. */
function mistakesIn(
  files: readonly string[],
  { part, least, types }: { readonly part: string; readonly least: number; readonly types: readonly string[] },
): readonly string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    noEmit: true,
    types: [...types],
    typeRoots: [join(root, "node_modules/@types")],
  });
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.includes(part));
  expect(ours.length).toBeGreaterThanOrEqual(least);
  return ours
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

function hasPackagesAbove(folder: string): boolean {
  const above = dirname(folder);
  return above !== folder && (existsSync(join(above, "node_modules")) || hasPackagesAbove(above));
}

/** All packages in a folder of packages, also those inside of others. */
function packageFolders(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((name) => {
    if (name.startsWith(".")) return [];
    return name.startsWith("@") ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : [name];
  });
  const paths = names.map((name) => join(folder, name)).filter((path) => statSync(path).isDirectory());
  return paths.flatMap((path) => [path, ...packageFolders(join(path, "node_modules"))]);
}

function runsAtInstall(folder: string): boolean {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // A package with a binding.gyp is compiled, though no script says so.
  return (
    ["preinstall", "install", "postinstall"].some((name) => name in scripts) || existsSync(join(folder, "binding.gyp"))
  );
}

/** The packages that declarations import, and those that they import inside the package. */
function importedPackages(entries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (name.startsWith(".")) visit(resolve(dirname(file), name.replace(/[.](js|ts)$/, ".d.ts")));
      else if (!name.startsWith("node:")) found.add(name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
    }
  };
  for (const entry of entries) visit(entry);
  return [...found];
}
