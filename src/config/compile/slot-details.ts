import { compileCodePattern } from "../../engine/slot-types/code-pattern.ts";
import {
  type DetailKey,
  type Details,
  detailKeys,
  type SlotTypeDefinition,
} from "../../engine/slot-types/slot-type.ts";
import { type SlotType, slotTypeNames, slotTypes } from "../../engine/slot-types/slot-types.ts";
import { quantityUnits, timeUnits } from "../../engine/slot-types/units.ts";
import type { SlotDraft } from "../draft/draft.ts";
import { unitByName } from "../schema/other-words.ts";
import { hint, nearest } from "../suggest.ts";
import type { Scope } from "./scope.ts";

/** `unit`, `currency` and `pattern`: those that the type takes, if they are sound. */
export function compileDetails(draft: SlotDraft, { report }: Scope): Details {
  const { content, path, place, own } = draft;
  const type = own === undefined ? draft.type : "string";
  const { details = {} }: SlotTypeDefinition = slotTypes[type];
  const found: Partial<Record<DetailKey, string>> = {};
  for (const key of detailKeys) {
    const given = content[key];
    if (given === undefined) {
      if (details[key] === "needed")
        report.add({ code: "slot.missing_detail", path, message: `A ${type} slot needs '${key}': ${examples[key]}.` });
    } else if (details[key] !== undefined) {
      if (checks[key](given, { type, path: place(key), report })) found[key] = given;
    } else if (type !== "any") {
      const message = `Only ${takers(key)} slots have '${key}'; this one has the type ${own?.name ?? type}.`;
      report.add({ code: "slot.unused_detail", severity: "warning", path: place(key), atKey: true, message });
    }
  }
  return found;
}

const examples: Readonly<Record<DetailKey, string>> = {
  unit: "in which its numbers are counted, as kg",
  currency: "the code of its currency, as EUR",
  pattern: "the form of the code, as [A-Z]{2}-\\d{4}",
};

const takers = (key: DetailKey): string =>
  slotTypeNames.filter((name) => (slotTypes[name] as SlotTypeDefinition).details?.[key] !== undefined).join(" and ");

interface DetailAt extends Pick<Scope, "report"> {
  readonly type: SlotType;
  readonly path: ReturnType<SlotDraft["place"]>;
}

const checks: Readonly<Record<DetailKey, (given: string, at: DetailAt) => boolean>> = {
  unit(given, { type, path, report }) {
    const valid = type === "duration" ? timeUnits : quantityUnits;
    if (valid.includes(given)) return true;
    const suggestion = unitByName(given, valid) ?? nearest(given, valid);
    const message = `No unit of a ${type} is called '${given}'.${hint(suggestion, valid)}`;
    report.add({ code: "slot.unknown_unit", path, message, suggestion });
    return false;
  },
  currency(given, { path, report }) {
    const valid = Intl.supportedValuesOf("currency");
    if (valid.includes(given)) return true;
    const capitals = given.toUpperCase();
    const suggestion = valid.includes(capitals) ? capitals : undefined;
    const message = `No currency has the code '${given}'.${suggestion === undefined ? " Codes are those of ISO 4217, as EUR." : hint(suggestion, [])}`;
    report.add({ code: "slot.unknown_currency", path, message, suggestion });
    return false;
  },
  pattern(given, { path, report }) {
    const compiled = compileCodePattern(given);
    if (!compiled.ok)
      report.add({ code: "slot.bad_pattern", path, message: compiled.message, offset: compiled.offset });
    return compiled.ok;
  },
};
