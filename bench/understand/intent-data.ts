import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SlotInScope } from "../../src/understand/understander.ts";
import type { Services } from "../sgd-nlu/sgd-rows.ts";
import { slotOf } from "../sgd-nlu/situation.ts";
import { sharedFolder } from "../shared-folder.ts";

/** Something a user said, and what was said before, the latest last. */
export interface Utterance {
  readonly text: string;
  readonly before: readonly string[];
}

/** An intent of a public data set, seen as a flow with things users said to start it. */
export interface Intent {
  readonly name: string;
  readonly description: string;
  /** What the flow asks for, where the data says it. */
  readonly slots?: readonly SlotInScope[];
  /** Intents of one group do the same for different services; a fair draw takes them from one service only. */
  readonly group: string;
  readonly service: string;
  readonly messages: readonly Utterance[];
}

const dataFolder = join(sharedFolder, "data");

export function intentDataIsPresent(): boolean {
  return existsSync(join(dataFolder, "intent")) && existsSync(join(dataFolder, "sgd"));
}

export function readClinc(): { readonly intents: readonly Intent[]; readonly outOfScope: readonly Utterance[] } {
  const rows = [...readLines("intent/clinc150-train10.jsonl"), ...readLines("intent/clinc150-dev.jsonl")];
  return {
    intents: intentsOf(rows.filter(({ intent }) => intent !== "oos")),
    outOfScope: rows.filter(({ intent }) => intent === "oos").map(alone),
  };
}

export function readBanking(): readonly Intent[] {
  return intentsOf(readLines("intent/banking77-train.jsonl"));
}

export interface SgdOptions {
  /** Also turns that only agree to what the assistant offered ("Yes. I do."), where the words say nothing. */
  readonly agreeing: boolean;
  /** Only the first message of a dialogue, which has no history to lean on. */
  readonly openings?: boolean;
}

/** User turns of Schema-Guided Dialogue that start exactly one flow. */
export function readSgd({ agreeing, openings = false }: SgdOptions): readonly Intent[] {
  const { services } = JSON.parse(readFileSync(join(dataFolder, "sgd/services.json"), "utf8")) as {
    readonly services: Services;
  };
  const messages = Map.groupBy(
    readLines("sgd/sgd-nlu-dev.jsonl")
      .filter((row) => !openings || row.history.length === 0)
      .flatMap((row) => startedFlow(row, agreeing)),
    ({ flow }) => flow,
  );
  return Object.entries(services).flatMap(([service, definition]) =>
    Object.entries(definition.intents).map(([intent, { d: description, required, optional }]) => ({
      name: `${service}__${intent}`,
      description,
      slots: [...required, ...Object.keys(optional)].map((slot) => slotOf(definition, slot, required.includes(slot))),
      // Hair stylists, dentists, doctors and therapists share a prefix but are four different services.
      group: service.startsWith("Services_") ? service : service.replace(/_\d+$/, ""),
      service,
      messages: distinct(messages.get(`${service}__${intent}`) ?? []),
    })),
  );
}

interface Row {
  readonly text: string;
  readonly intent: string;
  readonly user_text: string;
  readonly history: readonly string[];
  readonly acts: readonly { readonly act: string }[];
  readonly commands: readonly { readonly type: string; readonly flow_name?: string }[];
}

interface Start extends Utterance {
  readonly flow: string;
}

function startedFlow(row: Row, agreeing: boolean): readonly Start[] {
  const started = row.commands.filter(({ type }) => type === "start_flow");
  const [only] = started;
  if (only?.flow_name === undefined || started.length !== 1) return [];
  if (!agreeing && !row.acts.some(({ act }) => act === "INFORM_INTENT")) return [];
  // Lines of the history begin with who says them.
  return [{ flow: only.flow_name, text: row.user_text, before: row.history.map((line) => line.slice("U: ".length)) }];
}

/** Each text once, as it was said first. */
function distinct(messages: readonly Utterance[]): readonly Utterance[] {
  const byText = Map.groupBy(messages, ({ text }) => text);
  return [...byText.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

function alone({ text }: Row): Utterance {
  return { text, before: [] };
}

/** These sets have no descriptions: the intent's name as words stands for one. */
function intentsOf(rows: readonly Row[]): readonly Intent[] {
  return [...Map.groupBy(rows, ({ intent }) => intent)].map(([name, group]) => ({
    name,
    description: name.replaceAll(/[_?]/g, " ").trim().toLowerCase(),
    group: name,
    service: name,
    messages: distinct(group.map(alone)),
  }));
}

function readLines(file: string): readonly Row[] {
  const lines = readFileSync(join(dataFolder, file), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}
