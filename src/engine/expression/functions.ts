import type { FunctionName } from "../assistant/expression.ts";
import type { Json } from "../json.ts";
import { durationIn } from "../slot-types/units.ts";
import { includes, sameValue, typeName } from "./compare.ts";
import type { Evaluation } from "./evaluation.ts";
import { isoDate, isoDateTime, localTime } from "./local-time.ts";
import { isList } from "./read-path.ts";

/** The parser has checked how many values each function gets. */
export type ExpressionFunction = (values: readonly Json[], evaluation: Evaluation) => Json;

export const functions: Readonly<Record<FunctionName, ExpressionFunction>> = {
  len: ([value = null], evaluation) => {
    if (value === null) return 0;
    // Characters as people count them, not UTF-16 units.
    if (typeof value === "string") return Array.from(value).length;
    if (isList(value)) return value.length;
    if (typeof value === "object") return Object.keys(value).length;
    return refuse({ name: "len", value }, evaluation);
  },
  lower: ([value = null], evaluation) => changeCase({ name: "lower", value }, evaluation),
  upper: ([value = null], evaluation) => changeCase({ name: "upper", value }, evaluation),
  contains: ([container = null, item = null], evaluation) =>
    includes(container, item, evaluation) ?? refuse({ name: "contains", value: container }, evaluation),
  matches_any: ([value = null, choices = null], evaluation) => matchesAny(value, choices, evaluation),
  today: (_, { scope, timezone }) => isoDate(localTime(scope.now, timezone)),
  now: (_, { scope, timezone }) => isoDateTime(localTime(scope.now, timezone)),
  // A date moves by a plain number of days: `today + days(3)` says what the 3 is.
  days: ([value = null], evaluation) =>
    value === null || typeof value === "number" ? value : lengthIn({ name: "days", value }, evaluation),
  hours: ([value = null], evaluation) => lengthIn({ name: "hours", value }, evaluation),
  minutes: ([value = null], evaluation) => lengthIn({ name: "minutes", value }, evaluation),
};

/** How many days, hours or minutes a duration is. Months have no fixed number of them. */
function lengthIn({ name, value }: { name: keyof typeof timeUnits; value: Json }, evaluation: Evaluation): Json {
  if (value === null) return null;
  const length = typeof value === "string" ? durationIn(value, timeUnits[name]) : null;
  return length ?? refuse({ name, value }, evaluation);
}

const timeUnits = { days: "day", hours: "hour", minutes: "minute" } as const;

function changeCase({ name, value }: { name: "lower" | "upper"; value: Json }, evaluation: Evaluation): Json {
  if (value === null) return null;
  if (typeof value !== "string") return refuse({ name, value }, evaluation);
  return name === "lower" ? value.toLowerCase() : value.toUpperCase();
}

/**
 * Whether the value equals one of the choices or, for texts, holds one, whatever the case: `matches_any(topic,
 * ['refund', 'money back'])`. Of a list of values one is enough. An empty choice is held by no text but the empty one.
 */
function matchesAny(value: Json, choices: Json, evaluation: Evaluation): Json {
  if (value === null || choices === null) return false;
  if (!isList(choices)) return refuse({ name: "matches_any", value: choices }, evaluation);
  const values = (isList(value) ? value : [value]).map(lowered);
  const lowerChoices = choices.map(lowered);
  return values.some((each) => lowerChoices.some((choice) => matches(each, choice, evaluation)));
}

const lowered = (value: Json): Json => (typeof value === "string" ? value.toLowerCase() : value);

function matches(value: Json, choice: Json, evaluation: Evaluation): boolean {
  if (typeof value !== "string" || typeof choice !== "string") return sameValue(value, choice, evaluation);
  if (!evaluation.step()) return false;
  return choice === "" ? value === "" : value.includes(choice);
}

function refuse({ name, value }: { name: FunctionName; value: Json }, evaluation: Evaluation): null {
  evaluation.note(`'${name}' can't be applied to ${typeName(value)}.`);
  return null;
}
