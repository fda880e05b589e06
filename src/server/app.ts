import fastifyCors from "@fastify/cors";
import fastifyHelmet from "@fastify/helmet";
import fastifyRateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { type Logger, pino } from "pino";
import type { Assistant } from "../domain/assistant.ts";
import type { Soni } from "../runtime/soni.ts";
import { type Access, asksForToken, createAuthenticate, ownersOf } from "./access/authenticate.ts";
import { type Background, type BackgroundOptions, openBackground } from "./background/background.ts";
import type { DevReport } from "./dev/dev-report.ts";
import { devRoutes } from "./dev/dev-routes.ts";
import { agUiRoutes } from "./doors/ag-ui-routes.ts";
import { openAiRoutes } from "./doors/openai-routes.ts";
import { answerClientError, answerErrors, sendProblem, toProblem } from "./error-handler.ts";
import { createLiveEvents } from "./live.ts";
import { runtimeLog } from "./logging.ts";
import { createMetrics } from "./metrics.ts";
import { describeApi } from "./open-api.ts";
import { checkLocalHost, checkOrigin } from "./origins.ts";
import { parseBody } from "./parse-body.ts";
import { ProblemError } from "./problems.ts";
import { RateWindows } from "./rate-windows.ts";
import { createReadBudget } from "./read-budget.ts";
import { assistantRoutes } from "./routes/assistant.ts";
import { conversationRoutes } from "./routes/conversation.ts";
import { conversationsRoutes } from "./routes/conversations.ts";
import { erasureRoutes } from "./routes/erasure.ts";
import { handoffRoutes } from "./routes/handoff.ts";
import { healthRoutes } from "./routes/health.ts";
import { messageRoutes } from "./routes/message.ts";
import { messagesRoutes } from "./routes/messages.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { quarantineRoutes } from "./routes/quarantine.ts";
import { takeMessage } from "./send-message.ts";
import type { ServerApp } from "./server-app.ts";
import type { ServerContext } from "./server-context.ts";
import { defaultLimits, type ServerLimits } from "./server-limits.ts";
import { defaultSocketLimits, type SocketLimits } from "./socket/socket-limits.ts";
import { socketRoutes } from "./socket/socket-routes.ts";
import { traceStages } from "./tracing.ts";
import { closingProblem, createTurnGate } from "./turn-gate.ts";
import { builtWebPage, serveWebPage } from "./web-page.ts";

export interface ServerOptions {
  readonly soni: Soni;
  readonly assistant: Assistant;
  /** Who may use it. Without tokens or an issuer: everyone on this machine, as one developer. */
  readonly access?: Access;
  /** Default: silent. */
  readonly log?: Logger;
  /** What the page calls the assistant. */
  readonly name?: string;
  /** Origins of other sites whose pages may use the server: `https://shop.example`. */
  readonly origins?: readonly string[];
  readonly limits?: Partial<ServerLimits & SocketLimits>;
  /** Requests come through a proxy that says whom from. */
  readonly trustProxy?: boolean;
  /** The folder of the built page; null: none. Default: the one in the package, if it was built. */
  readonly web?: string | null;
  /** Messages may be accepted now and answered later. Needs the `pg-boss` package. Default: all are answered at once. */
  readonly background?: BackgroundOptions;
  /** How often a supervisor has started the process of this server again, for the metrics. Default: 0. */
  readonly restarts?: number;
  /** The assistant is being built: what is wrong with its files is told to developers. */
  readonly dev?: { readonly report: DevReport };
}

/** The server, ready to listen. Closing it does not close the assistant: see shut-down.ts. */
export async function createServer(options: ServerOptions): Promise<ServerApp> {
  const { soni, access = {}, name = "Soni", origins = [] } = options;
  const limits = { ...defaultLimits(access), ...defaultSocketLimits(access), ...options.limits };
  const gate = createTurnGate({ total: limits.turns, perConversation: limits.turnsPerConversation });
  const live = createLiveEvents(soni);
  const metrics = createMetrics(soni, {
    running: () => gate.running,
    listeners: () => live.size,
    understanding: () => soni.understanding(),
  });
  metrics.restarted(options.restarts ?? 0);
  const stopTracing = traceStages(soni);
  let background: Background | null = null;
  const context: ServerContext = {
    soni,
    // Read when needed: while it is being built, it changes.
    get assistant() {
      return options.assistant;
    },
    name,
    authenticate: createAuthenticate(access),
    ownersOf: (user) => ownersOf(access, user),
    live,
    gate,
    reads: createReadBudget(limits),
    metrics,
    get background() {
      return background;
    },
    origins: new Set(origins),
  };

  const app: ServerApp = fastify({
    loggerInstance: (options.log ?? pino({ enabled: false })) as FastifyBaseLogger,
    // One line a request, written below, with the route instead of the address.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: 60_000,
    // All plugins are our own: on a machine that is busy they take their time, which is no reason to end the process.
    pluginTimeout: 0,
    http: {
      connectionsCheckingInterval: Math.min(1000, limits.requestMilliseconds),
      headersTimeout: limits.requestMilliseconds,
    },
    trustProxy: options.trustProxy ?? false,
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Addresses that no router can read.
    frameworkErrors: (error, request, reply) => void sendProblem(reply, toProblem(error, request), metrics),
    routerOptions: { maxParamLength: 256 },
  }).withTypeProvider();
  app.server.on("connection", gate.arrived);
  app.decorate("context", context);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string | Buffer) => (text.length === 0 ? undefined : parseBody(String(text))),
  );
  answerErrors(app, metrics);
  app.addHook("onRequest", async (request) => {
    if (gate.isClosing && !request.url.startsWith("/health/")) throw closingProblem();
    if (request.method === "POST") gate.checkRoom();
    if (!asksForToken(access) && access.insecure !== true) checkLocalHost(request);
    checkOrigin(request, context.origins);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request",
    );
  });
  app.addHook("onClose", async () => {
    await background?.close();
    stopTracing();
    live.close();
    metrics.close();
  });

  await app.register(fastifyHelmet, { contentSecurityPolicy: { useDefaults: false, directives: contentPolicy } });
  await app.register(fastifyCors, { origin: [...origins], exposedHeaders: ["retry-after", "x-conversation-id"] });
  await app.register(fastifyRateLimit, {
    global: limits.requestsPerMinute !== null,
    max: limits.requestsPerMinute ?? 1,
    timeWindow: "1 minute",
    store: RateWindows,
  });
  await describeApi(app);
  healthRoutes(app, context);
  await socketRoutes(app, limits, options.dev ?? null);
  await app.register(async (guarded: ServerApp) => {
    guardRoutes(guarded, context, limits);
    metricsRoutes(guarded, context);
    agUiRoutes(guarded, context);
    if (options.dev !== undefined) devRoutes(guarded, options.dev);
  });
  await app.register(
    async (api: ServerApp) => {
      guardRoutes(api, context, limits);
      for (const routes of [
        conversationsRoutes,
        conversationRoutes,
        erasureRoutes,
        messagesRoutes,
        messageRoutes,
        handoffRoutes,
        quarantineRoutes,
        assistantRoutes,
      ]) {
        routes(api, context);
      }
      await api.register(async (door: ServerApp) => openAiRoutes(door, context));
    },
    { prefix: "/v1" },
  );
  await serveWebPage(app, options.web === undefined ? builtWebPage() : options.web);
  if (options.background !== undefined) {
    background = await openBackground(options.background, {
      soni,
      log: app.log,
      note: runtimeLog(app.log),
      perConversation: limits.turnsPerConversation,
      take: (request) => takeMessage(context, request),
      onDelivery: metrics.delivery,
    });
  }
  return app;
}

/** Before a body is read, it is known whose it is; after the address had its share of requests, the principal has one. */
function guardRoutes(app: ServerApp, { authenticate }: ServerContext, limits: ServerLimits): void {
  app.decorateRequest("principal");
  app.addHook("onRequest", async (_, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.addHook("preParsing", async (request) => {
    request.principal = await authenticate(request.headers.authorization);
  });
  if (limits.messagesPerMinute === null) return;
  const count = app.createRateLimit({
    max: limits.messagesPerMinute,
    timeWindow: "1 minute",
    keyGenerator: ({ principal }) => principal.owner,
  });
  app.addHook("preHandler", async (request, reply) => {
    if (request.method !== "POST") return;
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    reply.header("retry-after", counted.ttlInSeconds);
    throw new ProblemError("request.too_many", "Too many messages. Wait, then try again.");
  });
}

/** The page loads nothing from elsewhere but images of cards, and is shown in no frame. */
const contentPolicy = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", "data:", "https:"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};
