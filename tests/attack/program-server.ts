import { z } from "zod";
import { type CustomCommandDefinition, type Generation, guardProcess, openSoni, type Soni } from "../../src/index.ts";
import { createServer, shutDown } from "../../src/server/index.ts";
import { misbehaveIf } from "./poison-assistant/misbehave.ts";

// A program of a project's own, as docs/server.md shows one, with code in every port that only a program can fill. Started with
// the arguments of `soni serve`.

const [, , , folder = "", , port = "", , store = ""] = process.argv;

guardProcess({ log: (message, data) => process.stderr.write(`${message} ${JSON.stringify(data)}\n`) });

const commandsIn = (message: string) => {
  const [, word = message] = message.split(" ");
  return [{ type: "start_flow" as const, flow: "echo", slots: { word: word.replaceAll(":", "-") } }];
};

/** Returns another command of the program, for ever if that one returns this one. */
const leadsTo = (name: string): CustomCommandDefinition => ({
  description: `Leads to ${name}`,
  schema: z.object({}),
  handle: () => ({ commands: [{ type: "custom", name, arguments: {} }] }),
});

const { soni, assistant } = await openSoni(folder, {
  store,
  recover: false,
  retryPause: 1_000,
  commands: {
    itself: leadsTo("itself"),
    there: leadsTo("back"),
    back: leadsTo("there"),
    note: {
      description: "Note a word",
      schema: z.object({ word: z.string() }),
      handle: (given) => misbehaveIf("command", given, { commands: [{ type: "repeat" }] }) as never,
    },
  },
  stackLimits: {
    watched: (groups) => misbehaveIf("stack_limit", groups, { do: "cancel", groups }) as never,
  },
  understander: {
    understand: async ({ message }) =>
      misbehaveIf("understander", message, { commands: commandsIn(message), confidence: 1 }),
  },
  knowledgeBase: {
    search: async (query) =>
      misbehaveIf("knowledge_base", query, [{ text: "Sound.", title: "", source: "", score: 1 }]),
  },
  writingModel: {
    name: "poison",
    samples: false,
    generate: async (request) =>
      misbehaveIf<Generation>("writing_model", request.messages, {
        ok: true,
        text: "Fine.",
        finish: "stop",
        attempts: 1,
        usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
      }),
  },
  actionRunner: (_, run) => async (input, context) => {
    const result = await run(input, context);
    return misbehaveIf("action_runner", input, result);
  },
  log: (message, data) => void misbehaveIf("log", [message, data], undefined),
});
soni.observe((notice) => {
  if (notice.event.type === "turn_started") void misbehaveIf("observer", notice.event.text, undefined);
});

/** A check that the program's own channel would make before it takes a message. */
const checking: Soni = {
  ...soni,
  processMessage: (input) =>
    soni.processMessage({
      ...input,
      check(before) {
        input.check?.(before);
        return misbehaveIf("check", input.text, undefined) as never;
      },
    }),
};
const app = await createServer({ soni: checking, assistant, web: null });
await app.listen({ host: "127.0.0.1", port: Number(port) });
process.once("SIGTERM", async () => {
  await shutDown(app);
  await soni.close();
  process.exit(0);
});
// Last: code that goes wrong in a turn that was left may end this process, and others are answered until then. The observer above
// is called for these turns too.
await soni.recover();
