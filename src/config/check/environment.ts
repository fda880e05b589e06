import type { ModelProvider } from "../../domain/settings.ts";
import type { Path } from "../locate.ts";
import type { Checking } from "./checking.ts";

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
  const { models, persistence, retention } = draft.settings;
  for (const [key, model] of [
    ["nlu", models.nlu],
    ["generate", models.generate],
  ] as const) {
    if (model === undefined || model.provider === "embedded") continue;
    need(model.base_url_env, ["settings", "models", key, "base_url_env"]);
    if (model.api_key_env !== undefined) need(model.api_key_env, ["settings", "models", key, "api_key_env"]);
    else need(usualKeys[model.provider], ["settings", "models", key, "provider"]);
  }
  if (persistence.backend === "postgres" || persistence.backend === "redis") {
    need(persistence.url_env, ["settings", "persistence", "url_env"]);
  }
  // It can be tried out without the key; who goes live with it must see this.
  const path = ["settings", "retention", "encrypt_sensitive_key_env"];
  need(retention.encrypt_sensitive_key_env, path, "Sensitive values can't be encrypted.");
}
