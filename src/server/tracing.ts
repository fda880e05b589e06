import { type Attributes, type Exception, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { SoniError } from "../engine/errors.ts";
import type { Observed } from "../engine/state/event.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { Soni } from "../runtime/soni.ts";
import { ProblemError } from "./problems.ts";

/** Spans through the API alone: without an SDK in the process, all of this does nothing. */
const tracer = () => trace.getTracer("soni");

/** Whether the program around this one has set up an SDK. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider() as { readonly getDelegate?: () => object };
  return (provider.getDelegate?.() ?? provider).constructor.name !== "NoopTracerProvider";
}

/** Names of the GenAI conventions, which the package keeps under `incubating`. */
const genAi = {
  operation: "gen_ai.operation.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  model: "gen_ai.request.model",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  tool: "gen_ai.tool.name",
} as const;

/** Everything that happens inside becomes a child of this span, wherever it is awaited. */
export function inTurnSpan(
  turn: { readonly internalId: string; readonly name: string },
  work: () => Promise<TurnResult>,
): Promise<TurnResult> {
  const attributes = {
    [genAi.operation]: "invoke_agent",
    [genAi.agent]: turn.name,
    [genAi.conversation]: turn.internalId,
  };
  return tracer().startActiveSpan("soni.turn", { kind: SpanKind.SERVER, attributes }, async (span) => {
    try {
      const result = await work();
      span.setAttributes({ "soni.turn": result.turn, "soni.duplicate": result.duplicate });
      return result;
    } catch (error) {
      span.recordException(exceptionOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Which error it was, not what it says: a message may quote what the user said, and so may the first line of a stack. The log has
 * both, masked.
 */
function exceptionOf(error: unknown): Exception {
  if (error instanceof SoniError || error instanceof ProblemError) return { code: error.code };
  return { name: error instanceof Error ? error.constructor.name : typeof error };
}

/** Stages tell when they end and how long they took; their spans are made then, below the turn's. */
export const traceStages = (soni: Pick<Soni, "observe">): (() => void) =>
  soni.observe(({ event }) => traceStage(event));

function traceStage(event: Observed): void {
  switch (event.type) {
    case "understood": {
      const { usage, source = "unknown", count, confidence } = event;
      endedSpan("soni.understand", event.milliseconds, {
        [genAi.operation]: "chat",
        "soni.source": source,
        "soni.commands": count,
        "soni.confidence": confidence,
        ...(usage === undefined
          ? {}
          : { [genAi.inputTokens]: usage.inputTokens, [genAi.outputTokens]: usage.outputTokens }),
        ...(usage?.model === undefined ? {} : { [genAi.model]: usage.model }),
      }).end();
      break;
    }
    case "executed":
      endedSpan("soni.execute", event.milliseconds, {}).end();
      break;
    case "action_ended": {
      const span = endedSpan("soni.action", event.milliseconds, {
        [genAi.operation]: "execute_tool",
        [genAi.tool]: event.action,
        "soni.attempts": event.attempts,
      });
      if (event.result === "failed") span.setStatus({ code: SpanStatusCode.ERROR, message: event.code ?? "" });
      span.end();
      break;
    }
    case "stored": {
      const span = endedSpan("soni.store", event.milliseconds, { "db.operation.name": event.operation });
      if (event.failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      break;
    }
    default:
  }
}

const endedSpan = (name: string, milliseconds: number, attributes: Attributes): Span =>
  tracer().startSpan(name, { startTime: Date.now() - milliseconds, attributes });
