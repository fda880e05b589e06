import { secretWord } from "../make/make-slots.ts";
import { allSteps, inputsOf, listedOutputs, type Plan, type SlotPlan } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import { validators } from "../world.ts";

/** I6: what is stored has its type and keeps to constraints and validators. */
export function storedValuesKeepRules({ plan, turns }: Conversation): Violation[] {
  const invariant = "I6 stored values keep the rules";
  return turns.flatMap(({ before, after }) =>
    after.flowStack.flatMap(({ flowId, flow }): Violation[] => {
      const slots = after.flowSlots[flowId] ?? {};
      const inputs = inputsOf(plan.flows[flow]);
      const old = before?.flowSlots[flowId] ?? {};
      return Object.entries(slots).flatMap(([name, value]): Violation[] => {
        const slot = plan.slots[name];
        if (slot === undefined || value === null || slot.sensitive === true) return [];
        const giver = (of: string): string => after.provenance[flowId]?.[of]?.by ?? "nobody";
        const by = giver(name);
        const broken = brokenRule(slot, { name, value, slots, giver, old, inputs });
        return broken === null
          ? []
          : [{ invariant, kind: `${broken} (${by})`, detail: `${flow}: ${JSON.stringify(slots)}` }];
      });
    }),
  );
}

interface Stored {
  readonly name: string;
  readonly value: unknown;
  readonly slots: Readonly<Record<string, unknown>>;
  readonly giver: (slot: string) => string;
  readonly old: Readonly<Record<string, unknown>>;
  readonly inputs: readonly string[];
}

function brokenRule(slot: SlotPlan, { name, value, slots, giver, old, inputs }: Stored): string | null {
  if (!hasType(slot, value)) return `${name} is no ${slot.type}`;
  // Of two slots, one of which came from a caller, each may have been checked where it belongs.
  const isMixed = (other: string): boolean => inputs.includes(name) !== inputs.includes(other);
  const rule = (slot.constraints ?? []).find(({ rule: text }) => {
    const others = (text.match(/[a-z]\w*/g) ?? []).filter((word) => word !== name);
    return !others.some(isMixed) && !holds(text, slots);
  });
  if (rule !== undefined) return `constraint ${rule.rule}`;
  const validator = slot.validator as keyof typeof validators | undefined;
  // Values that code gives are not the validator's business.
  if (validator === undefined || giver(name) !== "user" || validators[validator](value, { slots })) return null;
  // One that reads another slot is asked again when that one is corrected; not when a call brings another value for it, as the first time.
  const other = validator.replace("not_", "");
  const isCorrected = old[name] === value && old[other] !== undefined && old[other] !== slots[other];
  if (validator !== "not_four" && (!isCorrected || isMixed(other) || giver(other) === "call")) return null;
  return `validator ${validator}`;
}

export function hasType(slot: SlotPlan, value: unknown): boolean {
  if (slot.type === "integer") return Number.isInteger(value);
  return typeof value === "string" && (slot.values === undefined || slot.values.includes(value));
}

/** Rules are `slot operator slot-or-number`; one with an empty slot waits. */
export function holds(rule: string, slots: Readonly<Record<string, unknown>>): boolean {
  const [left = "", operator = "", right = ""] = rule.split(" ");
  const of = (name: string): unknown => (/^\d+$/.test(name) ? Number(name) : (slots[name] ?? null));
  const [first, second] = [of(left), of(right)];
  if (first === null || second === null) return true;
  if (operator === "!=") return first !== second;
  return operator === "<=" ? Number(first) <= Number(second) : Number(first) < Number(second);
}

/** I8: a call brings back what it lists, and nothing else. */
export function onlyListedOutputs({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type !== "slot_set" || event.by !== "call" || lists(plan, event.flow, event.slot)) return [];
      const detail = `${event.flow}.${event.slot} was set to ${JSON.stringify(event.value)} by a call that does not list it`;
      return [{ invariant: "I8 only listed outputs come back", kind: "an output that is not listed", detail }];
    }),
  );
}

const lists = (plan: Plan, flow: string, slot: string): boolean =>
  allSteps(plan.flows[flow]?.steps ?? []).some((step) => Object.values(listedOutputs(step)).includes(slot));

/** I12: the public state has no secret in it. */
export function secretsStayHidden({ turns }: Conversation): Violation[] {
  return turns.flatMap(({ after }) =>
    Object.entries(after).flatMap(([part, value]) => {
      const text = JSON.stringify(value) ?? "";
      const at = text.indexOf(secretWord);
      if (at < 0) return [];
      const detail = `${part}: ...${text.slice(Math.max(0, at - 60), at + 20)}...`;
      return [{ invariant: "I12 secrets stay hidden", kind: `in ${part}`, detail }];
    }),
  );
}
