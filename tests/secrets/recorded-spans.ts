import { trace } from "@opentelemetry/api";
import { onTestFinished } from "vitest";

/** Everything that an SDK would be given of this process' spans until the test is over: each call of a span, with what it got. */
export function recordSpans(): string[] {
  const facts: string[] = [];
  const spanOf = (name: string): object =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...given: readonly unknown[]) =>
            void facts.push(`${name} ${String(method)} ${JSON.stringify(given.map(plain))}`),
      },
    );
  const tracer = {
    startSpan(name: string, options: object = {}) {
      facts.push(`${name} begins ${JSON.stringify(options)}`);
      return spanOf(name);
    },
    startActiveSpan: (name: string, options: object, work: (span: never) => unknown) =>
      work(tracer.startSpan(name, options) as never),
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as never });
  onTestFinished(() => trace.disable());
  return facts;
}

/** JSON leaves out what an error says. */
const plain = (given: unknown): unknown =>
  given instanceof Error ? { ...given, name: given.name, message: given.message, stack: given.stack } : given;
