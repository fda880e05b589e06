import type { Flow } from "../engine/assistant/flow.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import { flowLabel, slotLabel } from "../engine/describe.ts";
import { aboutFlow, aboutSlot, type PatternName, type TemplateValue } from "../engine/state/outcome.ts";
import { dayFormat } from "./intl-formatters.ts";
import { type FormatContext, formatContextOf, formatValue, type RenderContext } from "./locale.ts";
import { renderPattern } from "./render-pattern.ts";

/** What an option offers. */
export type Offered =
  | { readonly kind: "value"; readonly value: TemplateValue }
  | { readonly kind: "slot"; readonly slot: Slot; readonly value: string }
  | { readonly kind: "flow"; readonly flow: Flow }
  | {
      readonly kind: "act";
      readonly act: "cancel" | "restart" | "undo" | "handoff" | "skip" | "clear";
      readonly flow: Flow | undefined;
      readonly slot: Slot | undefined;
    };

const patternFor = {
  cancel: "option_cancel",
  restart: "option_restart",
  undo: "option_undo",
  handoff: "option_person",
  skip: "option_skip",
  clear: "option_clear",
} as const satisfies Readonly<Record<string, PatternName>>;

/** What an option is called in the user's language. */
export function optionLabel(offered: Offered, context: RenderContext): string {
  switch (offered.kind) {
    case "value":
      return shownValue(offered.value, formatContextOf(context));
    case "slot":
      return `${offered.value} (${slotLabel(offered.slot)})`;
    case "flow":
      return flowLabel(offered.flow);
    case "act":
      return renderPattern(
        {
          pattern: patternFor[offered.act],
          values: {
            ...(offered.flow === undefined ? {} : aboutFlow(offered.flow)),
            ...(offered.slot === undefined ? {} : aboutSlot(offered.slot)),
          },
        },
        context,
      ).text;
    default:
      return offered satisfies never;
  }
}

/** A day with its weekday: by it people tell one Friday from the next. A text that is said to be one is quoted in no language. */
function shownValue(value: TemplateValue, context: FormatContext): string {
  const day = value.type === "date" && typeof value.value === "string" ? dayOf(value.value) : null;
  return day === null ? formatValue(value, context) : dayFormat(context.locale).format(day);
}

function dayOf(value: string): Date | null {
  const day = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}
