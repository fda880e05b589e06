import { missingPackages, type PackageNeed } from "../../engine/optional-packages.ts";
import type { Path } from "../locate.ts";
import type { Checking } from "./checking.ts";

/** Reports packages that the settings' store and models need and that are not installed. */
export function checkPackages({ draft, report, options }: Checking): void {
  if (options.packages === undefined) return;
  const installed = new Set(options.packages);
  const need = (what: PackageNeed, path: Path): void => {
    const message = missingPackages(what, (name) => installed.has(name));
    if (message !== null) report.add({ code: "settings.missing_package", path, message });
  };
  const { models, persistence } = draft.settings;
  const { backend } = persistence;
  if (backend === "postgres" || backend === "redis") need(backend, ["settings", "persistence", "backend"]);
  for (const [key, model] of [
    ["nlu", models.nlu],
    ["generate", models.generate],
  ] as const) {
    if (model === undefined || model.provider === "embedded") continue;
    need(model.provider, ["settings", "models", key, "provider"]);
  }
  const { fallback } = models.nlu;
  const isModel = fallback === "openai" || fallback === "anthropic";
  if (isModel && models.nlu.provider !== "embedded") need(fallback, ["settings", "models", "nlu", "fallback"]);
}
