import type { Path } from "../locate.ts";
import type { SettingsContent } from "../schema/settings.ts";

type Content = NonNullable<SettingsContent["models"]["generate"]>;

/** Every model that the settings name, with its place; the embedded understander is none. */
export function modelsIn({ models }: Pick<SettingsContent, "models">): readonly (readonly [Path, Content])[] {
  const { nlu, generate } = models;
  const fallback = nlu.fallback === undefined || nlu.fallback === "embedded" ? [] : nlu.fallback;
  const place = ["settings", "models"];
  const all: readonly (readonly [Path, Content])[] = [
    [[...place, "nlu"], nlu],
    ...(nlu.provider === "embedded"
      ? []
      : fallback.map((each, index) => [[...place, "nlu", "fallback", index], each] as const)),
    ...(generate === undefined ? [] : [[[...place, "generate"], generate] as const]),
  ];
  return all.filter(([, { provider }]) => provider !== "embedded");
}
