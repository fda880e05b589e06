import { missingPackages, type PackageNeed } from "../../engine/optional-packages.ts";
import type { Path } from "../locate.ts";
import type { Checking } from "./checking.ts";
import { modelsIn } from "./models-in.ts";

/** Reports packages that the settings' store and models need and that are not installed. */
export function checkPackages({ draft, report, options }: Checking): void {
  if (options.packages === undefined) return;
  const installed = new Set(options.packages);
  const need = (what: PackageNeed, path: Path): void => {
    const message = missingPackages(what, (name) => installed.has(name));
    if (message !== null) report.add({ code: "settings.missing_package", path, message });
  };
  const { backend } = draft.settings.persistence;
  if (backend === "postgres" || backend === "redis") need(backend, ["settings", "persistence", "backend"]);
  for (const [path, { provider }] of modelsIn(draft.settings))
    if (provider !== "embedded") need(provider, [...path, "provider"]);
}
