import { type Attributes, type Exception, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { SoniError } from "../engine/errors.ts";
import type { Observed, Reply } from "../engine/state/event.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { Soni } from "../runtime/soni.ts";
import { steadyClock } from "../time/system-time.ts";
import { ProblemError } from "./problems.ts";

/** What Prometheus reads. One registry per server: nothing global. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** An answer that was an error. */
  problem(code: string): void;
  /** A call of the webhook. */
  delivery(result: "delivered" | "failed" | "given_up"): void;
  /** The process was started again this often before it began to count. */
  restarted(times: number): void;
  /** Project code raised an error when its call was over. */
  lateError(port: string): void;
  close(): void;
}

const milliseconds = 1000;
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what happens in turns, and makes spans of their stages. */
export function createTelemetry(
  soni: Pick<Soni, "observe">,
  now: {
    readonly running: () => number;
    readonly listeners: () => number;
    readonly understanding: Soni["understanding"];
    readonly models: Soni["models"];
  },
): Metrics {
  const registry = new Registry();
  // Turns are stamped by such a clock, too: a date that jumps is no long turn.
  const clock = steadyClock();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `soni_${name}_total`, help, labelNames, registers });
  const turns = counter("turns", "Turns that were committed.");
  const refusals = counter("command_refusals", "Commands that were refused, by code.", ["code"]);
  const actions = counter("actions", "Actions that ran, by name and result.", ["action", "result"]);
  const tokens = counter("model_tokens", "Tokens of language models, by kind.", ["kind"]);
  const cacheHits = counter("understanding_cache_hits", "Messages understood from the cache.");
  const understood = counter("understandings", "Messages that were understood, by who did.", ["source"]);
  const unavailable = counter("understanding_unavailable", "Messages that nobody could read, by reason.", ["reason"]);
  const quarantined = counter("quarantined", "Messages that were set aside after too many attempts.");
  const problems = counter("problems", "Requests that were answered with an error, by code.", ["code"]);
  const deliveries = counter("webhook_deliveries", "Calls of the webhook, by result.", ["result"]);
  const restarts = counter("restarts", "How often the server's process was started again after it died.");
  const lateErrors = counter("late_project_errors", "Errors of project code after its call was over, by port.", [
    "port",
  ]);
  const stages = new Histogram({
    name: "soni_stage_seconds",
    help: "How long the stages of turns take.",
    labelNames: ["stage"],
    buckets,
    registers,
  });
  for (const [name, help, value] of [
    ["soni_turns_running", "Turns that run or wait.", now.running],
    ["soni_listeners", "Streams and sockets that listen to a conversation.", now.listeners],
    [
      "soni_understanding_workers",
      "Workers that read messages now, the spare among them; 0 where there are none.",
      () => now.understanding()?.workers ?? 0,
    ],
    [
      "soni_understanding_restarts",
      "Workers that were started again since the start of the process.",
      () => now.understanding()?.restarts ?? 0,
    ],
    ["soni_understanding_queue", "Messages that wait for a worker.", () => now.understanding()?.queued ?? 0],
    [
      "soni_understanding_banned_texts",
      "Texts that are kept from the workers because they ended one.",
      () => now.understanding()?.banned ?? 0,
    ],
  ] as const) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }

  countModels(now.models, registers);

  const timed = (stage: string, time: number): void => stages.observe({ stage }, time / milliseconds);
  const countReply = ({ commands, events, usage }: Reply): void => {
    turns.inc();
    if (events.some(({ type }) => type === "quarantined")) quarantined.inc();
    for (const { code } of commands) if (code !== undefined) refusals.inc({ code });
    if (usage === undefined) return;
    tokens.inc({ kind: "input" }, usage.inputTokens);
    tokens.inc({ kind: "cached_input" }, usage.cachedInputTokens);
    tokens.inc({ kind: "output" }, usage.outputTokens);
  };
  const count = (event: Observed): void => {
    switch (event.type) {
      case "understood":
        timed("understand", event.milliseconds);
        if (event.unavailable === undefined) understood.inc({ source: event.source ?? "unknown" });
        if (event.source === "cache") cacheHits.inc();
        break;
      case "understanding_unavailable":
        unavailable.inc({ reason: event.reason });
        break;
      case "executed":
        timed("execute", event.milliseconds);
        break;
      case "stored":
        timed("store", event.milliseconds);
        break;
      case "action_ended":
        actions.inc({ action: event.action, result: event.result });
        timed("action", event.milliseconds);
        break;
      case "committed":
        timed("turn", Math.max(0, clock.now() - event.at));
        countReply(event.reply);
        break;
      default:
    }
  };
  const stop = soni.observe(({ event }) => {
    count(event);
    traceStage(event);
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    problem: (code) => problems.inc({ code }),
    delivery: (result) => deliveries.inc({ result }),
    restarted: (times) => restarts.inc(times),
    lateError: (port) => lateErrors.inc({ port }),
    close: stop,
  };
}

type PurposeFigures = ReturnType<Soni["models"]>[number]["purposes"][number];

/** What was asked of each model, for which purpose, and whether it works: read from the models when Prometheus asks. */
function countModels(models: Soni["models"], registers: Registry[]): void {
  const labels = ["model", "pass"] as const;
  const counters: readonly (readonly [string, string, (figures: PurposeFigures) => number])[] = [
    ["calls", "Questions to language models.", ({ calls }) => calls],
    ["retries", "Requests to language models beyond the first of each question.", ({ retries }) => retries],
    [
      "input_tokens",
      "Tokens that were sent, those in the provider's cache included.",
      ({ inputTokens }) => inputTokens,
    ],
    ["cached_input_tokens", "Tokens that the provider had in its cache.", ({ cachedInputTokens }) => cachedInputTokens],
    ["output_tokens", "Tokens that were received.", ({ outputTokens }) => outputTokens],
  ];
  for (const [name, help, of] of counters)
    new Counter({
      name: `soni_model_${name}_total`,
      help: `${help} By model and pass.`,
      labelNames: labels,
      registers,
      collect() {
        this.reset();
        for (const { model, purposes } of models())
          for (const figures of purposes) this.inc({ model, pass: figures.purpose }, of(figures));
      },
    });
  new Counter({
    name: "soni_model_failures_total",
    help: "Questions to language models without an answer, by model, pass and code.",
    labelNames: [...labels, "code"],
    registers,
    collect() {
      this.reset();
      for (const { model, purposes } of models())
        for (const { purpose, failures } of purposes)
          for (const [code, count] of Object.entries(failures)) this.inc({ model, pass: purpose, code }, count);
    },
  });
  new Counter({
    name: "soni_model_cost_dollars_total",
    help: "What models cost by their prices; a model without a known price is left out.",
    labelNames: labels,
    registers,
    collect() {
      this.reset();
      for (const { model, purposes } of models())
        for (const { purpose, cost } of purposes) if (cost !== null) this.inc({ model, pass: purpose }, cost);
    },
  });
  new Gauge({
    name: "soni_model_breaker",
    help: "1 for the state that the breaker of a model is in: closed, half_open or open.",
    labelNames: ["model", "state"],
    registers,
    collect() {
      this.reset();
      for (const { model, breaker } of models())
        for (const state of ["closed", "half_open", "open"]) this.set({ model, state }, state === breaker ? 1 : 0);
    },
  });
  new Gauge({
    name: "soni_model_pause_seconds",
    help: "How long a provider still wants to be left alone.",
    labelNames: ["model"],
    registers,
    collect() {
      this.reset();
      for (const { model, pause } of models()) this.set({ model }, pause / milliseconds);
    },
  });
  new Gauge({
    name: "soni_model_format",
    help: "1 for the way in which a model is asked for its answer: strict, schema, json or text.",
    labelNames: ["model", "format"],
    registers,
    collect() {
      this.reset();
      for (const { model, format } of models()) this.set({ model, format }, 1);
    },
  });
}

/** Spans through the API alone: without an SDK in the process, all of this does nothing. */
const tracer = () => trace.getTracer("soni");

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
function traceStage(event: Observed): void {
  switch (event.type) {
    case "understood": {
      const { usage, source = "unknown", program, count, confidence } = event;
      endedSpan("soni.understand", event.milliseconds, {
        [genAi.operation]: "chat",
        "soni.source": source,
        ...(program === undefined ? {} : { "soni.program": program }),
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
