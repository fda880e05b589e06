import type { ModelProvider } from "../../engine/assistant/settings.ts";
import { builtInStackLimits } from "../../engine/flow/stack-limit.ts";
import { isLanguage } from "../draft/read-responses.ts";
import type { Path } from "../locate.ts";
import type { Report } from "../report.ts";
import type { SettingsContent } from "../schema/settings.ts";
import { hint, nearest } from "../suggest.ts";
import type { Checking } from "./checking.ts";
import { modelsIn } from "./models-in.ts";

export function checkSettings({ draft, report, options }: Checking): void {
  const { settings } = draft;
  if (!isLanguage(settings.language)) {
    const message = `'${settings.language}' is no language tag such as en or es-MX.`;
    report.add({ code: "settings.unknown_language", path: ["settings", "language"], message });
  }
  checkTimezone(settings.timezone, report);
  checkModels(settings, report);
  const { backend, url_env } = settings.persistence;
  if ((backend === "postgres" || backend === "redis") && url_env === undefined) {
    const message = `'${backend}' needs 'url_env', the name of the environment variable with its address.`;
    report.add({ code: "settings.incomplete_store", path: ["settings", "persistence", "backend"], message });
  }
  const strategy = settings.flow_management.on_limit_reached;
  const strategies = [...builtInStackLimits.keys(), ...(options.stackLimits ?? [])];
  if (!strategies.includes(strategy)) {
    const path = ["settings", "flow_management", "on_limit_reached"];
    const unknown = { kind: "stack limit strategy", name: strategy, valid: strategies };
    report.unknown({ code: "settings.unknown_stack_limit", path, ...unknown });
  }
  for (const key of ["welcome_flow", "fallback_flow"] as const) {
    const name = settings.conversation[key];
    if (name === undefined || draft.flows.has(name)) continue;
    const path = ["settings", "conversation", key];
    report.unknown({ code: "flow.unknown", path, kind: "flow", name, valid: draft.flows.keys() });
  }
}

function checkTimezone(timezone: string, report: Report): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    const known = Intl.supportedValuesOf("timeZone");
    const city = (name: string): string => name.split("/").at(-1) ?? name;
    const suggestion = nearest(timezone, known) ?? known.find((name) => city(name) === city(timezone));
    const message = `No time zone named '${timezone}'.${hint(suggestion, known)}`;
    report.add({ code: "settings.unknown_timezone", path: ["settings", "timezone"], message, suggestion });
  }
}

interface ModelContent {
  readonly provider: ModelProvider;
  readonly model?: string | undefined;
  readonly base_url_env?: string | undefined;
}

function checkModels(settings: SettingsContent, report: Report): void {
  for (const [path, content] of modelsIn(settings)) checkModel(content, path, report);
  if (settings.models.generate?.provider !== "embedded") return;
  const message = "The embedded model understands but does not write; name another provider.";
  report.add({ code: "settings.incomplete_model", path: ["settings", "models", "generate", "provider"], message });
}

function checkModel(content: ModelContent, path: Path, report: Report): void {
  if (content.provider === "embedded") return;
  const needed = content.provider === "openai_compatible" ? (["model", "base_url_env"] as const) : (["model"] as const);
  const missing = needed.filter((key) => content[key] === undefined);
  if (missing.length === 0) return;
  const message = `The provider '${content.provider}' needs ${missing.map((key) => `'${key}'`).join(" and ")}.`;
  report.add({ code: "settings.incomplete_model", path: [...path, "provider"], message });
}
