import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../servers/server-process.ts";
import { callJson } from "../support/call-json.ts";
import { packageTests } from "./package-alone.ts";
import { type Replayed, replayDockerfile } from "./replay-dockerfile.ts";

const install = (process.env["SONI_IMAGE_INSTALL"] ?? "") !== "";
/** The package itself can be installed anew without the image: that is quicker. */
const installPackage = install || (process.env["SONI_PACKAGE_INSTALL"] ?? "") !== "";
const token = "0123456789abcdef";

describe("the image's files", () => {
  const folder = mkdtempSync(join(tmpdir(), "soni-image-"));
  let image: Replayed;
  beforeAll(() => {
    image = replayDockerfile({ folder, install });
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

  /** As a container would start it: nothing of this process's surroundings, another address and port. */
  const start = (argumentsGiven: readonly string[]): ChildProcessWithoutNullStreams => {
    const [, main = ""] = image.command;
    const env = { ...image.environment, SONI_CACHE: join(folder, "cache"), SONI_TOKENS: `me:${token}`, HOME: folder };
    return spawn(process.execPath, [main, ...argumentsGiven], { cwd: image.workdir, env });
  };

  it("serve the assistant, its page and the probes, and end at SIGTERM", async () => {
    const port = await freePort();
    const given = image.command.slice(2).map((part) => (part === "3000" ? String(port) : part));
    expect(image.command.slice(0, 3)).toEqual(["node", "node_modules/soni/dist/cli/main.js", "serve"]);
    const server = start([...given, "--store", "memory", "--log-level", "silent"]);
    const exit = once(server, "exit");
    await Promise.race([once(server.stdout, "data"), exit]);
    const at = `http://127.0.0.1:${port}`;
    try {
      await expect.poll(async () => (await callJson(`${at}/health/ready`)).status).toBe(200);
      expect((await callJson(`${at}/health/live`)).body).toEqual({ status: "ok" });
      expect(await (await fetch(at)).text()).toContain("<script");
      await callJson(`${at}/v1/conversations`, { json: { conversationId: "c" }, token });
      const { body } = await callJson(`${at}/v1/conversations/c/messages`, {
        json: { text: "I want to fly to Rome" },
        token,
      });
      expect(body.messages.length).toBeGreaterThan(0);
    } finally {
      server.kill("SIGTERM");
    }
    expect(await exit).toEqual([0, null]);
  });

  it("have the command line, and TypeScript of a folder that npm init made is read as modules", async () => {
    writeFileSync(join(image.workdir, "package.json"), '{ "type": "commonjs" }');
    const check = start(["check", "assistant"]);
    const [output, [code]] = await Promise.all([text(check.stdout), once(check, "exit")]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("ok assistant") });
    const chat = start(["chat", "assistant", "--store", "memory"]);
    chat.stdin.end("I want to book a flight\n");
    const [said, [ended]] = await Promise.all([text(chat.stdout), once(chat, "exit")]);
    expect(ended).toBe(0);
    expect(said.trim()).not.toBe("");
  });

  it("are what is imported under the package's name, with its types", () => {
    const code = `
      import { openSoni } from "soni"; import { createServer } from "soni/server"; import { runConversation } from "soni/testing";
      console.log([openSoni, createServer, runConversation].map((each) => typeof each).join());`;
    const done = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: image.workdir,
      encoding: "utf8",
    });
    expect(done).toMatchObject({ status: 0, stdout: "function,function,function\n" });
  });

  it("are in the packed package as well", () => {
    const packed = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: join(image.workdir, "node_modules/soni"),
      encoding: "utf8",
    });
    const [{ files }] = JSON.parse(packed.stdout) as [{ files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const path of [
      "dist/cli/main.js",
      "dist/index.d.ts",
      "dist/server/index.js",
      "dist/testing/index.js",
      "dist/web/index.html",
      "dist/web/widget.js",
      "dist/understand/embedded/worker.js",
    ]) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => /[.]test[.]|^src|node_modules/.test(path))).toEqual([]);
  });

  packageTests({ built: join(folder, "build/soni"), project: join(folder, "project"), install: installPackage });
});
