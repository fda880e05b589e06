import type { Path } from "../locate.ts";
import { checkName } from "../names.ts";
import type { Report } from "../report.ts";
import { wordFromElsewhere } from "../schema/other-words.ts";
import { readBySchema } from "../schema/read.ts";
import type { StepContent, StepWords } from "../schema/step.ts";
import { isRecord } from "../source.ts";
import { hint, nearest } from "../suggest.ts";
import type { StepDraft } from "./draft.ts";

export interface ReadSteps {
  readonly steps: readonly StepDraft[];
  readonly names: ReadonlySet<string>;
  /** False if a step could not be read as a whole: then nothing is said about the ways through the flow. */
  readonly whole: boolean;
}

export function readSteps(
  data: readonly unknown[],
  { path, report, words }: { readonly path: Path; readonly report: Report; readonly words: StepWords },
): ReadSteps {
  const steps: StepDraft[] = [];
  const places = new Map<string, Path>();
  let whole = true;

  /** Returns the step's name, if it has one. */
  const read = (item: unknown, place: Path): string | null => {
    if (!isRecord(item)) {
      whole = false;
      report.add({
        code: "config.invalid_value",
        path: place,
        message: "A step is a map that begins with 'step: name'.",
      });
      return null;
    }
    const data = withStepKey(item, place, report);
    if (data !== item) whole = false;
    const name = typeof data["step"] === "string" ? data["step"] : null;
    if (name !== null && !register(name, place)) return null;
    const content = readContent(data, place);
    if (content === null || name === null) return name;
    const draft = { name, path: place, content };
    const inside = content.type === "while" ? content["do"] : undefined;
    if (!Array.isArray(inside)) steps.push({ ...draft, body: [] });
    else {
      const index = steps.length;
      const body = readBody(inside, [...place, "do"]);
      steps.splice(index, 0, { ...draft, body });
    }
    return name;
  };

  const register = (name: string, place: Path): boolean => {
    const at = [...place, "step"];
    if (!checkName({ kind: "step", name, path: at }, report)) whole = false;
    const first = places.get(name);
    if (first === undefined) {
      places.set(name, place);
      return true;
    }
    whole = false;
    report.add({ code: "flow.duplicate_step", path: at, message: `Another step of this flow is named '${name}' too.` });
    return false;
  };

  const readContent = (data: Readonly<Record<string, unknown>>, place: Path): StepContent | null => {
    const type = data["type"];
    const word = typeof type === "string" ? words.get(type) : undefined;
    if (word === undefined) {
      whole = false;
      reportType(type, [...words.keys()], { path: place, report });
      return null;
    }
    const result = readBySchema(word.schema, data, { path: place, report });
    if (!result.whole) whole = false;
    return result.value;
  };

  const readBody = (items: readonly unknown[], place: Path): readonly string[] =>
    items.flatMap((item, index) => {
      const name = typeof item === "string" ? item : read(item, [...place, index]);
      return name === null ? [] : [name];
    });

  for (const [index, item] of data.entries()) read(item, [...path, index]);
  return { steps, names: new Set(places.keys()), whole };
}

/** `name:` for `step:` is the commonest slip; said once, the step can still be checked. */
function withStepKey(
  item: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): Readonly<Record<string, unknown>> {
  const wrong = ["name", "step_name", "id"].find((key) => typeof item[key] === "string");
  if (item["step"] !== undefined || wrong === undefined) return item;
  report.add({
    code: "config.unknown_key",
    path: [...path, wrong],
    atKey: true,
    message: `Unknown key '${wrong}'. Did you mean 'step'?`,
    suggestion: "step",
  });
  const { [wrong]: name, ...rest } = item;
  return { step: name, ...rest };
}

function reportType(
  type: unknown,
  stepTypes: readonly string[],
  { path, report }: { readonly path: Path; readonly report: Report },
): void {
  if (type === undefined) {
    report.add({
      code: "config.missing_key",
      path,
      message: `The key 'type' is missing. It is one of ${stepTypes.join(", ")}.`,
    });
    return;
  }
  const text = String(type);
  const suggestion = wordFromElsewhere(text, stepTypes) ?? nearest(text, stepTypes);
  const message = `No step type named '${text}'.${hint(suggestion, stepTypes)}`;
  report.add({ code: "step.unknown_type", path: [...path, "type"], message, suggestion });
}
