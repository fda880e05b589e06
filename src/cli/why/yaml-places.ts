import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createLocate } from "../../config/locate.ts";
import { isRecord, readSource } from "../../config/source.ts";

/** Where an author finds what the engine names: `flows.yaml:48`; null if the YAML of today does not have it. */
export interface YamlPlaces {
  step(flow: string, step: string): string | null;
  slot(slot: string): string | null;
}

export async function yamlPlaces(folder: string): Promise<YamlPlaces> {
  const isFolder = (await stat(folder)).isDirectory();
  const names = isFolder ? (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).sort() : [];
  const files = isFolder ? names.map((name) => join(folder, name)) : [folder];
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
  const sources = texts.map((text) => readSource(text).source).filter(({ data }) => data !== null);
  const locate = createLocate(sources);
  const shown = (path: readonly (string | number)[], atKey = false): string => {
    const { file, line } = locate(path, { atKey });
    return `${file}:${line}`;
  };
  const find = (section: string, name: string): unknown =>
    sources.map(({ data }) => data?.[section]).find((each) => isRecord(each) && Object.hasOwn(each, name));
  return {
    step(flow, step) {
      const flows = find("flows", flow);
      const found = isRecord(flows) ? flows[flow] : null;
      const steps = isRecord(found) && Array.isArray(found["steps"]) ? (found["steps"] as readonly unknown[]) : [];
      const index = steps.findIndex((each) => isRecord(each) && each["step"] === step);
      return index < 0 ? null : shown(["flows", flow, "steps", index]);
    },
    slot: (slot) => (find("slots", slot) === undefined ? null : shown(["slots", slot], true)),
  };
}
