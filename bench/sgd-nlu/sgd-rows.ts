import { readFileSync } from "node:fs";

/** What a predictor may read of a row: nothing that says the answer. */
export interface Row {
  readonly id: string;
  readonly services: readonly string[];
  readonly history: readonly string[];
  readonly lastSystem: readonly SystemAct[];
  readonly userText: string;
}

export interface SystemAct {
  readonly service: string;
  readonly act: string;
  readonly slot?: string;
  readonly values: readonly string[];
  readonly canonical: readonly string[];
}

export interface Intent {
  readonly d: string;
  readonly required: readonly string[];
  readonly optional: Readonly<Record<string, string>>;
  readonly transactional: boolean;
  readonly results: readonly string[];
}

export interface Service {
  readonly description: string;
  readonly intents: Readonly<Record<string, Intent>>;
  readonly slots: Readonly<
    Record<string, { readonly d: string; readonly values?: readonly string[]; readonly ex?: readonly string[] }>
  >;
}

export type Services = Readonly<Record<string, Service>>;

interface RawRow {
  readonly id: string;
  readonly services: readonly string[];
  readonly history?: readonly string[];
  readonly last_system?: readonly (Omit<SystemAct, "values" | "canonical"> & {
    readonly values?: readonly string[];
    readonly canonical?: readonly string[];
  })[];
  readonly user_text: string;
}

/** Copies the permitted fields only, so that gold cannot leak into a prediction. */
export function readRows(path: string): readonly Row[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const raw = JSON.parse(line) as RawRow;
      return {
        id: raw.id,
        services: raw.services,
        history: raw.history ?? [],
        lastSystem: (raw.last_system ?? []).map((act) => ({
          ...act,
          values: act.values ?? [],
          canonical: act.canonical ?? [],
        })),
        userText: raw.user_text,
      };
    });
}

/** Gold is there if the scorer can use the file. */
export const hasGold = (path: string): boolean =>
  "commands" in (JSON.parse(readFileSync(path, "utf8").split("\n")[0] ?? "{}") as object);

export function readServices(path: string): Services {
  const file = JSON.parse(readFileSync(path, "utf8")) as { readonly services?: Services } & Services;
  return file.services ?? file;
}
