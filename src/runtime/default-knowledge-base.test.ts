import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadAssistant } from "../config/load.ts";
import { defaultKnowledgeBase } from "./default-knowledge-base.ts";

const yaml = `version: "1.0"
settings: { persistence: { backend: memory } }
knowledge: { sources: [{ path: knowledge/ }] }
slots: { name: { type: string, description: Name, prompt: "Who?" } }
flows:
  hello:
    description: Say hello
    trigger: { intents: [hello] }
    steps: [{ step: ask, type: collect, slot: name }]
`;

async function assistantFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-documents-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "knowledge"));
  await mkdir(join(folder, "cache"));
  await writeFile(join(folder, "soni.yaml"), yaml);
  await writeFile(join(folder, "knowledge/pets.md"), "# Pets\n## Dogs\nDogs travel in the hold for 55 euros.\n");
  return folder;
}

async function open(folder: string) {
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const environment = { SONI_CACHE: join(folder, "cache") };
  const knowledge = defaultKnowledgeBase({ folder, assistant, environment, log: () => undefined });
  onTestFinished(() => knowledge.close());
  return knowledge;
}

describe("an assistant's own documents", () => {
  it("answer with the embedded vectors, from an index in the cache folder", async () => {
    const folder = await assistantFolder();
    const knowledge = await open(folder);
    expect(await readdir(join(folder, "cache"))).toEqual([]);
    const [passage] = await knowledge.search("What does it cost to take my dog along?", { limit: 1 });
    expect(passage).toMatchObject({ text: "Dogs travel in the hold for 55 euros.", title: "Pets > Dogs" });
    expect(await knowledge.search("Who won the elections?", { limit: 1 })).toEqual([]);
    expect(await readdir(join(folder, "cache/knowledge"))).toHaveLength(1);
  });

  it("that can't be read are tried again at the next question", async () => {
    const folder = await assistantFolder();
    const knowledge = await open(folder);
    await rm(join(folder, "knowledge"), { recursive: true });
    await expect(knowledge.search("dogs", { limit: 1 })).rejects.toMatchObject({ code: "knowledge.not_found" });
    await mkdir(join(folder, "knowledge"));
    await writeFile(join(folder, "knowledge/cats.md"), "# Cats\nCats travel in the cabin.\n");
    expect(await knowledge.search("Do cats travel in the cabin?", { limit: 1 })).toHaveLength(1);
  });
});
