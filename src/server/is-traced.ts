import { trace } from "@opentelemetry/api";

/** Whether the program around this one has set up an SDK. Apart from the spans: a chat that asks need not load the server. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider() as { readonly getDelegate?: () => object };
  return (provider.getDelegate?.() ?? provider).constructor.name !== "NoopTracerProvider";
}
