import fastifyCors from "@fastify/cors";
import fastifyHelmet from "@fastify/helmet";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { type Logger, pino } from "pino";
import type { Assistant } from "../engine/assistant/assistant.ts";
import { SoniError } from "../engine/errors.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import type { Soni } from "../runtime/soni.ts";
import { type Access, asksForToken, createGatekeeper, ownersOf } from "./access/authenticate.ts";
import { checkLocalHost, checkOrigin } from "./access/origins.ts";
import { countedAddress, credentialsOf } from "./access/principal.ts";
import { proxyTrust, type TrustedProxies } from "./access/trusted-proxies.ts";
import { type Background, type BackgroundOptions, openBackground } from "./background/background.ts";
import type { DevReport } from "./dev/dev-report.ts";
import { devRoutes } from "./dev/dev-routes.ts";
import { agUiRoutes } from "./doors/ag-ui-routes.ts";
import { openAiRoutes } from "./doors/openai-routes.ts";
import { answerClientError, answerErrors, sendProblem, toProblem } from "./error-handler.ts";
import { createLiveEvents } from "./live.ts";
import { runtimeLog } from "./logging.ts";
import { describeApi } from "./open-api.ts";
import { parseBody } from "./parse-body.ts";
import { ProblemError } from "./problems.ts";
import { watchQuietConnections } from "./quiet-connections.ts";
import { createPrincipalRates, createRate } from "./rate.ts";
import { createReadBudget } from "./read-budget.ts";
import { assistantRoutes } from "./routes/assistant.ts";
import { conversationRoutes } from "./routes/conversation.ts";
import { conversationsRoutes, openingRoute } from "./routes/conversations.ts";
import { erasureRoutes } from "./routes/erasure.ts";
import { handoffRoutes } from "./routes/handoff.ts";
import { handoffsRoutes } from "./routes/handoffs.ts";
import { healthRoutes } from "./routes/health.ts";
import { messageRoutes } from "./routes/message.ts";
import { messagesRoutes } from "./routes/messages.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { quarantineRoutes } from "./routes/quarantine.ts";
import { visitorRoutes } from "./routes/visitors.ts";
import { takeMessage } from "./send-message.ts";
import type { ServerApp } from "./server-app.ts";
import type { ServerContext } from "./server-context.ts";
import { defaultLimits, requestsPerServiceMessage, type ServerLimits } from "./server-limits.ts";
import { defaultSocketLimits, type SocketLimits } from "./socket/socket-limits.ts";
import { socketRoutes } from "./socket/socket-routes.ts";
import { createTelemetry } from "./telemetry.ts";
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
  /** Requests come through these proxies, which say whom from. Default: none. */
  readonly trustProxy?: TrustedProxies;
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
  const metrics = createTelemetry(soni, {
    running: () => gate.running,
    listeners: () => live.size,
    understanding: () => soni.understanding(),
    models: () => soni.models(),
  });
  metrics.restarted(options.restarts ?? 0);
  const gatekeeper = createGatekeeper(access);
  const pageOrigins = new Set([...origins, ...(access.visitors?.siteKeys ?? []).flatMap((site) => site.origins ?? [])]);
  let background: Background | null = null;
  const context: ServerContext = {
    soni,
    // Read when needed: while it is being built, it changes.
    get assistant() {
      return options.assistant;
    },
    name,
    gatekeeper,
    rates: createPrincipalRates(limits),
    ownersOf: (user, service) => ownersOf(access, user, service),
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
    trustProxy: proxyTrust(options.trustProxy),
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Addresses that no router can read.
    frameworkErrors: (error, request, reply) => void sendProblem(reply, toProblem(error, request), metrics),
    routerOptions: { maxParamLength: 256 },
  }).withTypeProvider();
  app.server.on("connection", gate.arrived);
  const endQuietConnections = watchQuietConnections(app.server);
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
    checkOrigin(request, pageOrigins);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions, headers, raw } = request;
    // An upgrade that was refused by a hook leaves its connection to nobody.
    if (headers.upgrade !== undefined) raw.socket.destroy();
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request",
    );
  });
  app.addHook("preClose", async () => endQuietConnections());
  app.addHook("onClose", async () => {
    await background?.close();
    live.close();
    metrics.close();
  });

  await app.register(fastifyHelmet, { contentSecurityPolicy: { useDefaults: false, directives: contentPolicy } });
  await app.register(fastifyCors, {
    origin: [...pageOrigins],
    // A visitor may forget what was said.
    methods: ["GET", "HEAD", "POST", "DELETE"],
    exposedHeaders: ["retry-after", "x-conversation-id"],
  });
  limitRequests(app, limits);
  await describeApi(app);
  healthRoutes(app, context);
  await socketRoutes(app, limits, options.dev ?? null);
  await app.register(async (guarded: ServerApp) => {
    guardRoutes(guarded, context);
    metricsRoutes(guarded, context);
    agUiRoutes(guarded, context);
    if (options.dev !== undefined) devRoutes(guarded, options.dev);
  });
  await app.register(async (open: ServerApp) => visitorRoutes(open, context), { prefix: "/v1" });
  await app.register(
    async (api: ServerApp) => {
      guardRoutes(api, context);
      for (const routes of [
        conversationsRoutes,
        conversationRoutes,
        erasureRoutes,
        messagesRoutes,
        messageRoutes,
        handoffRoutes,
        handoffsRoutes,
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
    if (hasSecrets(options.assistant) && (options.background.keys ?? []).length === 0) throw noBackgroundKey();
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

const noBackgroundKey = (): SoniError =>
  new SoniError(
    "store.no_key",
    "The assistant has a sensitive slot, and messages would wait in the background queue in clear. Pass the keys of the store as 'background.keys'.",
  );

/** A service has a limit of its own: all its users come from one address. Probes have none: one address asks for many. */
function limitRequests(app: ServerApp, { requestsPerMinute }: ServerLimits): void {
  if (requestsPerMinute === null) return;
  const { gatekeeper } = app.context;
  const rate = createRate();
  app.addHook("onRequest", async ({ url, ip, headers }, reply) => {
    if (url.startsWith("/health/")) return;
    const service = gatekeeper.service(headers.authorization);
    const seconds =
      service === null
        ? rate.take(countedAddress(ip), requestsPerMinute)
        : rate.take(`service ${service.name}`, service.messagesPerMinute * requestsPerServiceMessage);
    if (seconds === 0) return;
    reply.header("retry-after", seconds);
    throw new ProblemError("request.too_many", "Too many requests. Wait, then try again.");
  });
}

/** Before a body is read, it is known whose it is; after the address had its share of requests, the principal has one. */
function guardRoutes(app: ServerApp, { gatekeeper, rates }: ServerContext): void {
  app.decorateRequest("principal");
  app.addHook("onRequest", async (_, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.addHook("preParsing", async (request) => {
    request.principal = await gatekeeper.authenticate(credentialsOf(request));
  });
  app.addHook("preHandler", async ({ method, principal, routeOptions }, reply) => {
    if (method !== "POST") return;
    const isOpening = routeOptions.url === openingRoute;
    const seconds = isOpening ? rates.opening(principal) : rates.message(principal);
    if (seconds === 0) return;
    reply.header("retry-after", seconds);
    const what = isOpening ? "new conversations" : "messages";
    throw new ProblemError("request.too_many", `Too many ${what}. Wait, then try again.`);
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
