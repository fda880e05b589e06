import type { ModelProvider, Settings } from "../engine/assistant/settings.ts";
import { isTraced } from "../server/is-traced.ts";

/** Where providers are if no setting names another address. */
const usualHosts: Partial<Record<ModelProvider, string>> = { openai: "api.openai.com", anthropic: "api.anthropic.com" };

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly webhook?: string | undefined;
}

type Model = Pick<Settings["models"]["nlu"], "provider" | "baseUrlEnv">;

/** One line for the start: everything that Soni itself sends to others. Calls that actions make are not listed. */
export function whatLeaves({ models }: Pick<Settings, "models">, { environment, webhook }: Surroundings): string {
  const { nlu, generate, rephrase } = models;
  const host = ({ provider, baseUrlEnv }: Model): string => {
    const address = baseUrlEnv === undefined ? undefined : environment[baseUrlEnv];
    return (address === undefined ? usualHosts[provider] : hostOf(address)) ?? provider;
  };
  const understanding = nlu.provider === "embedded" ? [] : [nlu, ...(nlu.fallback ?? [])].map(host);
  const writing = generate === undefined || generate.provider === "embedded" ? [] : [host(generate)];
  const parts = [
    ...understanding.map((name) => `messages go to ${name}`),
    ...writing.map((name) => `texts${rephrase.enabled ? " and wordings" : ""} are written by ${name}`),
    ...(webhook === undefined ? [] : [`answers go to ${hostOf(webhook)}`]),
    ...(isTraced() ? ["traces go to the OpenTelemetry SDK of this process"] : []),
  ];
  return parts.length === 0
    ? "Nothing leaves this machine."
    : `What leaves this machine: ${[...new Set(parts)].join("; ")}.`;
}

/** Never the address itself: it may hold a password. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? "an address that cannot be read";
