import { type ModelProvider, usualKeyEnv } from "../../engine/assistant/settings.ts";
import type { Draft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import type { Checking } from "./checking.ts";
import { modelsIn } from "./models-in.ts";

/** Where providers look for a key if no other variable is named. */
const usualKeys: Partial<Record<ModelProvider, string>> = { openai: "OPENAI_API_KEY", anthropic: "ANTHROPIC_API_KEY" };

/** Reports environment variables that the settings name, that something in use needs and that are not set. */
export function checkEnvironment({ draft, report, options }: Checking): void {
  const { env } = options;
  if (env === undefined) return;
  const need = (name: string | undefined, path: Path, otherwise?: string): void => {
    if (name === undefined || (env[name] ?? "") !== "") return;
    const message = `The environment variable '${name}' is not set.`;
    if (otherwise === undefined) report.add({ code: "config.missing_environment", path, message });
    else
      report.add({ code: "config.missing_environment", severity: "warning", path, message: `${message} ${otherwise}` });
  };
  const { persistence, retention } = draft.settings;
  for (const [path, model] of modelsIn(draft.settings)) {
    need(model.base_url_env, [...path, "base_url_env"]);
    if (model.api_key_env !== undefined) need(model.api_key_env, [...path, "api_key_env"]);
    else need(usualKeys[model.provider], [...path, "provider"]);
  }
  const isServer = persistence.backend === "postgres" || persistence.backend === "redis";
  if (isServer) {
    need(persistence.url_env, ["settings", "persistence", "url_env"]);
  }
  const path = ["settings", "retention", "encrypt_sensitive_key_env"];
  const key = retention.encrypt_sensitive_key_env ?? usualKeyEnv;
  const secret = draftedSecret(draft);
  if (isServer && secret !== null && (env[key] ?? "") === "") {
    const message = `'${secret}' is sensitive and would be stored in ${persistence.backend} unencrypted: set '${key}' (openssl rand -base64 32).`;
    report.add({ code: "config.missing_environment", path: ["settings", "persistence", "backend"], message });
    return;
  }
  // SQLite makes a key of its own; who wanted another one must see this.
  need(retention.encrypt_sensitive_key_env, path, "Sensitive values can't be encrypted with it.");
}

/** A slot whose values are secrets, if there is one. */
const draftedSecret = ({ slots, flows }: Draft): string | null =>
  [...slots, ...[...flows.values()].flatMap((flow) => [...flow.slots])].find(
    ([, { content }]) => (content.sensitive ?? false) !== false,
  )?.[0] ?? null;
