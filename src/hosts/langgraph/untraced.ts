import { AsyncLocalStorage } from "node:async_hooks";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** Runs code in the surroundings of whoever called the host. */
export type Outside = ReturnType<typeof AsyncLocalStorage.snapshot>;

/** What a run of a graph is given. */
export interface Untraced {
  readonly callbacks?: BaseCallbackHandler[];
  readonly outside: Outside;
}

/** With any of these in the environment, LangChain sends every state of every graph to LangSmith. */
const switches = ["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"];

/**
 * Where LangChain finds a tracer of this name it adds none of its own. This one keeps and sends nothing. Runs inside of runs ask it
 * for their place in the trace: there is none.
 */
class NoTracer extends BaseCallbackHandler {
  readonly name = "langchain_tracer";
  override ignoreLLM = true;
  override ignoreChain = true;
  override ignoreAgent = true;
  override ignoreRetriever = true;
  override ignoreCustomEvent = true;

  getRunTreeWithTracingConfig() {
    return { tracingEnabled: false };
  }

  updateFromRunTree(): void {}
}

const noTracer = new NoTracer();

/** Only where something would be traced: with a handler, LangChain does twice the work at every step. */
const callbacks = () => (switches.some((name) => (process.env[name] ?? "") !== "") ? { callbacks: [noTracer] } : {});

/**
 * Runs a graph so that nothing of it reaches LangSmith: neither because the environment says so, nor as a part of a trace that the
 * caller has begun. What goes to a third party is said in the assistant's settings, and they know no tracing.
 *
 * Code of the project that the graph calls runs `outside`: whether its own use of LangChain is traced is its own matter.
 */
export function untraced<Result>(run: (given: Untraced) => Result): Result {
  const outside = AsyncLocalStorage.snapshot();
  return AsyncLocalStorageProviderSingleton.getInstance().run(undefined, () => run({ ...callbacks(), outside }));
}
