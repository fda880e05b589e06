// The declarations of the package name the files that fill the unions of commands and steps, also for whoever imports nothing but this.
import "../engine/commands/list.ts";
import "../engine/steps/steps.ts";

export type { Access } from "./access/authenticate.ts";
export type { Grants, Role } from "./access/grants.ts";
export { type JwtAccess, parseJwtRoles } from "./access/json-web-tokens.ts";
export { checkAddress } from "./access/origins.ts";
export { parseSiteKeys, type SiteKey } from "./access/site-keys.ts";
export { type AccessToken, parseTokens } from "./access/tokens.ts";
export type { TrustedProxies } from "./access/trusted-proxies.ts";
export type { VisitorAccess } from "./access/visitors.ts";
export { createServer, type ServerOptions } from "./app.ts";
export type { BackgroundOptions } from "./background/background.ts";
export type { WebhookOptions } from "./background/webhook.ts";
export { createLogger, runtimeLog } from "./logging.ts";
export type { Problem, ProblemCode } from "./problem.ts";
export type {
  AssistantDescription,
  ConversationStatus,
  FlowGraph,
  Message,
  MessageStatus,
  SendMessage,
  Transcript,
  TurnReply,
  TurnStreamEvent,
  WebhookEvent,
} from "./protocol.ts";
export type { ServerApp } from "./server-app.ts";
export type { ServerLimits } from "./server-limits.ts";
export { shutDown } from "./shut-down.ts";
