/**
 * A process that holds a conversation on the host that it is told, then runs something of LangChain's own that the environment
 * traces. Traces are sent in the order they were begun: once that one has arrived, those of the conversation would have too.
 */
import { once } from "node:events";
import { CallbackManager } from "@langchain/core/callbacks/manager";
import { RunnableLambda } from "@langchain/core/runnables";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import { createMemoryStore, createSoni } from "../../src/index.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";

const [, , host = "", isInsideTrace = ""] = process.argv;

const yaml = `
version: "1.0"
settings:
  runtime: { host: ${host} }
slots:
  payee: { type: string, prompt: "To whom?" }
actions:
  pay: { inputs: [payee], outputs: [receipt] }
flows:
  transfer:
    description: send money
    trigger: { intents: [send money] }
    steps:
      - { step: ask, type: collect, slot: payee }
      - { step: check, type: confirm, message: "Send to {payee}?" }
      - { step: send, type: action, call: pay }
      - { step: sent, type: say, message: "Sent: {receipt}." }
`;

const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
if (assistant === null) throw new Error(JSON.stringify(findings));

/** Whether something of LangChain that is called here would be traced. */
const isTraced = (): boolean =>
  CallbackManager.configure()?.handlers.some(({ name }) => name === "langchain_tracer") ?? false;

let tracedInAction: boolean | null = null;
const soni = createSoni({
  assistant,
  store: createMemoryStore(),
  actions: {
    pay() {
      tracedInAction = isTraced();
      return { receipt: "R-1" };
    },
  },
  understander: scriptedUnderstander({
    "send money": [{ type: "start_flow", flow: "transfer" }],
    "canary-4711": [{ type: "set_slot", slot: "payee", value: "canary-4711" }],
    yes: [{ type: "affirm" }],
  }),
});

async function talk(): Promise<readonly string[]> {
  const said: string[] = [];
  for (const text of ["send money", "canary-4711", "yes"]) {
    const { messages } = await soni.processMessage({ conversationId: "c", text });
    said.push(...messages.map((message) => message.text));
  }
  return said;
}

const said = isInsideTrace === "" ? await talk() : await RunnableLambda.from(talk).invoke({}, { runName: "outer" });
await soni.close();
await RunnableLambda.from(() => "done").invoke("begin", { runName: "control" });
console.log(JSON.stringify({ said, tracedInAction }));
// Traces are sent in the background; who started this says when they have come.
process.stdin.resume();
await once(process.stdin, "end");
process.exit(0);
