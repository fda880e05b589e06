import type { StepOf } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import { isList, readPath } from "../expression/read-path.ts";
import type { Json } from "../json.ts";
import type { ChoiceOption, DialogueState, Frame } from "../state/state.ts";
import { equalJson } from "./digest.ts";
import { evaluateIn } from "./scope.ts";
import type { TurnContext } from "./turn-context.ts";

export interface ListChoice {
  readonly options: readonly ChoiceOption[];
  readonly page: number;
  readonly pages: number;
  /** Options of the current page. */
  readonly shown: readonly ChoiceOption[];
}

/** The list that a `collect` with `from` chooses from, as it stands now. */
export function listChoice(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  at: { frame: Frame; step: StepOf<"collect"> },
): ListChoice {
  const { frame, step } = at;
  const list = step.from === undefined ? null : evaluateIn(state, step.from, { frame, context }).value;
  const items = list !== null && isList(list) ? list : [];
  const options = items.map(
    (item): ChoiceOption => ({
      label: labelOf(item, step.display),
      command: { type: "set_slot", slot: step.slot, value: item },
    }),
  );
  const pages = Math.max(1, Math.ceil(options.length / step.pageSize));
  const page = Math.min(Math.max(frame.question.page, 0), pages - 1);
  return { options, page, pages, shown: options.slice(page * step.pageSize, (page + 1) * step.pageSize) };
}

/** A plain label: `display` names fields of the item, or the item itself. */
function labelOf(item: Json, display: Template | undefined): string {
  if (display === undefined) return plain(item);
  return display.parts
    .map((part) =>
      part.kind === "text"
        ? part.text
        : plain(readPath(item, part.path[0] === "item" ? part.path.slice(1) : part.path) ?? null),
    )
    .join("");
}

const plain = (value: Json): string =>
  value === null
    ? ""
    : typeof value === "object"
      ? Object.values(value)
          .map((inner) => plain(inner as Json))
          .join(", ")
      : String(value);

const valueIn = (option: ChoiceOption): Json => (option.command.type === "set_slot" ? option.command.value : null);

/** What the user meant: a value of the list, a number of the page, or (part of) a label. */
export function chosenValue(choice: ListChoice, raw: Json): Json | undefined {
  const exact = choice.options.find((option) => equalJson(valueIn(option), raw));
  if (exact !== undefined) return valueIn(exact);
  const number =
    typeof raw === "number"
      ? raw
      : typeof raw === "string" && /^#?\d{1,4}\.?$/.test(raw.trim())
        ? Number(raw.replace(/\D/g, ""))
        : null;
  if (number !== null) {
    const option = choice.shown[number - 1];
    return option === undefined ? undefined : valueIn(option);
  }
  return typeof raw === "string" ? byLabel(choice.options, raw) : undefined;
}

function byLabel(options: readonly ChoiceOption[], raw: string): Json | undefined {
  const wanted = raw.trim().toLowerCase();
  if (wanted === "") return undefined;
  const same = options.filter((option) => option.label.toLowerCase() === wanted);
  const like = same.length > 0 ? same : options.filter((option) => option.label.toLowerCase().includes(wanted));
  const [only, ...others] = like;
  return only !== undefined && others.length === 0 ? valueIn(only) : undefined;
}
