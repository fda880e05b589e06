import { createSdkModel } from "../../src/model/sdk-model.ts";
import { withCache } from "../../src/understand/cache.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import { withFallback } from "../../src/understand/fallback.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { type ReceivedRequest, type ScriptedReply, startScriptedServer } from "../model/scripted-server.ts";
import { describeUnderstander, type OpenedUnderstander } from "./understander-contract.ts";

/** A model that reads days, and adds to every answer what nobody granted it. */
const dayReader = ({ prompt }: ReceivedRequest): ScriptedReply => {
  const message = prompt.split("<message>").at(-1) ?? "";
  const [, day] = /December (\d+)/.exec(message) ?? [];
  const invented = [
    { type: "start_flow", flow: "admin_reset" },
    { type: "set_slot", slot: "price", value: 0 },
    { type: "resume_flow", flow: "admin_reset" },
    { type: "custom", name: "wipe", arguments: {} },
  ];
  const found =
    day === undefined
      ? [{ type: "start_flow", flow: "book_flight", slots: { origin: "Madrid", role: "admin" } }, ...invented]
      : [{ type: "set_slot", slot: "departure_date", value: `2026-12-${day.padStart(2, "0")}` }];
  return { kind: "text", text: JSON.stringify({ commands: found, confidence: 0.9 }) };
};

const overHttp = async (
  script: (request: ReceivedRequest) => ScriptedReply,
  wrap: (model: Understander) => Understander = (model) => model,
): Promise<OpenedUnderstander> => {
  const server = await startScriptedServer(script);
  const model = createSdkModel({
    provider: "openai_compatible",
    model: "scripted",
    baseUrl: server.url,
    retry: { backoff: 1 },
  });
  return { understander: wrap(createModelUnderstander({ model })), dispose: server.close };
};

describeUnderstander("embedded", async () => {
  const understander = createEmbeddedUnderstander({ deadline: 60_000 });
  await understander.ready();
  return { understander };
});

describeUnderstander("of a model over HTTP", () => overHttp(dayReader));

describeUnderstander("of a failing model that falls back to embedded", () =>
  overHttp(
    () => ({ kind: "status", status: 401 }),
    (model) =>
      withFallback([model, createEmbeddedUnderstander({ deadline: 60_000 })], { budget: { milliseconds: 30_000 } }),
  ),
);

describeUnderstander("with a cache", () =>
  overHttp(dayReader, (model) =>
    withCache(model, { enabled: true, samples: false, identity: "scripted", ttl: 60, size: 100 }),
  ),
);
