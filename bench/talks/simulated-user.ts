import type { Command } from "../../src/engine/commands/command.ts";
import type { Json } from "../../src/engine/json.ts";
import type { PublicState } from "../../src/index.ts";
import { type Deviation, fits, type Goal, spoken, type Wanted, type Wish } from "./goal.ts";

/** What the user says next, and the commands that it means. */
export type Line =
  | { readonly says: string; readonly means: readonly Command[] }
  | { readonly leaves: "content" | "gave up" };

export interface Knowledge {
  /** The slots that the confirmation of each flow shows. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, string>>;
  readonly isTrusting: boolean;
}

interface OpenWish extends Wish {
  inputs: Readonly<Record<string, Wanted>>;
  opened: number;
  dropped: boolean;
  readonly answered: Map<string, number>;
  readonly corrected: Set<string>;
}

/** A user with a goal, who reads what the assistant asks and shows. `done` says whether the action of a wish has run. */
export function createUser(goal: Goal, knowledge: Knowledge, done: (action: string) => boolean) {
  const wishes: readonly OpenWish[] = goal.wishes.map((wish) => ({
    ...wish,
    opened: 0,
    dropped: false,
    answered: new Map(),
    corrected: new Set(),
  }));
  const left = new Set<Deviation>(goal.deviations ?? []);
  const isOpen = (wish: OpenWish): boolean => !wish.dropped && !done(wish.action);
  const openWish = (): OpenWish | undefined => wishes.find(isOpen);

  const ask = (wish: OpenWish): string => {
    const says = wish.opens[Math.min(wish.opened, wish.opens.length - 1)] ?? "";
    wish.opened += 1;
    return says;
  };
  const askNext = (before = ""): Line => {
    const wish = openWish();
    if (wish === undefined) return { leaves: "content" };
    return { says: `${before}${ask(wish)}`, means: [{ type: "start_flow", flow: wish.flow }] };
  };

  const deviate = (place: string, wish: OpenWish): Line | null => {
    const found = [...left].find(({ at, drops }) => at === place && (drops === undefined || drops === wish.flow));
    if (found === undefined) return null;
    left.delete(found);
    if (found.changes !== undefined) wish.inputs = { ...wish.inputs, ...found.changes };
    if (found.drops !== undefined) wish.dropped = true;
    return { says: found.says, means: meaningOf(found) };
  };

  const meaningOf = ({ changes, drops, says }: Deviation): readonly Command[] => {
    if (changes !== undefined)
      return Object.entries(changes).map(([slot, wanted]) => ({ type: "correct_slot", slot, value: typed(wanted) }));
    if (drops !== undefined) return [{ type: "cancel_flow" }];
    const other = wishes[1];
    return other === undefined
      ? [{ type: "clarify", kind: "question", topic: says }]
      : [{ type: "start_flow", flow: other.flow }];
  };

  const answer = (slot: string, wish: OpenWish): Line => {
    const deviation = deviate(slot, wish);
    if (deviation !== null) return deviation;
    const times = wish.answered.get(slot) ?? 0;
    wish.answered.set(slot, times + 1);
    const wanted = wish.inputs[slot];
    const isChanged = goal.wishes.find(({ flow }) => flow === wish.flow)?.inputs[slot] !== wanted;
    const ways = isChanged && wanted !== undefined ? [spoken(wanted)] : (wish.says[slot] ?? ["no"]);
    const says = ways[Math.min(times, ways.length - 1)] ?? "no";
    const means: Command =
      wanted === undefined
        ? { type: "skip_slot", slot }
        : { type: "set_slot", slot, value: typeof wanted === "object" ? says : wanted };
    return { says, means: [means] };
  };

  const correct = (wish: OpenWish, slot: string): Line => {
    const wanted = wish.inputs[slot];
    wish.corrected.add(slot);
    const name = knowledge.words[slot] ?? slot;
    return wanted === undefined
      ? { says: `no, no ${name} please`, means: [{ type: "clear_slot", slot }] }
      : {
          says: `no, the ${name} should be ${spoken(wanted)}`,
          means: [{ type: "correct_slot", slot, value: typed(wanted) }],
        };
  };

  const confirm = (wish: OpenWish, values: Readonly<Record<string, Json>>): Line => {
    const drop = [...left].find(({ drops }) => drops === wish.flow);
    if (drop !== undefined) return deviate(drop.at, wish) ?? { leaves: "gave up" };
    const wrong = (knowledge.shown[wish.flow] ?? []).filter((slot) => !fits(wish.inputs[slot], values[slot]));
    if (wrong.length > 0 && !knowledge.isTrusting) {
      const slot = wrong.find((each) => !wish.corrected.has(each));
      return slot === undefined ? { leaves: "gave up" } : correct(wish, slot);
    }
    return deviate("confirmation", wish) ?? { says: "yes please", means: [{ type: "affirm" }] };
  };

  const choose = (wish: OpenWish | undefined, options: readonly Option[]): Line => {
    const mine = options.find(({ command }) => {
      if (command.type === "start_flow" || command.type === "resume_flow")
        return wishes.some((each) => each.flow === command.flow && isOpen(each));
      return (
        wish !== undefined &&
        "slot" in command &&
        "value" in command &&
        fits(wish.inputs[command.slot ?? ""], command.value)
      );
    });
    return mine === undefined ? askAgain(wish, options) : { says: mine.label, means: [mine.command as Command] };
  };

  const askAgain = (wish: OpenWish | undefined, [first]: readonly Option[]): Line => {
    const slot = first !== undefined && "slot" in first.command ? first.command.slot : undefined;
    const wanted = slot === undefined ? undefined : wish?.inputs[slot];
    return wanted === undefined
      ? askNext("none of these. ")
      : {
          says: `neither, ${spoken(wanted)}`,
          means: [{ type: "set_slot", slot: slot ?? "", value: typed(wanted) }],
        };
  };

  return {
    next(state: PublicState | null): Line {
      const frame = state?.flowStack.at(-1);
      const wish = wishes.find(({ flow }) => flow === frame?.flow);
      const pending = state?.pending ?? null;
      if (pending?.kind === "choice") return choose(wish, pending.options as readonly Option[]);
      if (state === null || frame === undefined || pending === null) return askNext();
      if (wish === undefined || !isOpen(wish)) {
        if (pending.kind === "cancel_confirmation") return { says: "yes", means: [{ type: "affirm" }] };
        return openWish() === undefined ? { leaves: "content" } : askNext("no, that's not what I want. ");
      }
      const values = state.flowSlots[frame.flowId] ?? {};
      switch (pending.kind) {
        case "slot":
          return answer(pending.slot, wish);
        case "confirmation":
          return confirm(wish, values);
        case "cancel_confirmation":
          return { says: "no", means: [{ type: "deny" }] };
        case "change": {
          const slot = (knowledge.shown[wish.flow] ?? []).find((each) => !fits(wish.inputs[each], values[each]));
          return slot === undefined ? { says: "nothing, it's fine", means: [{ type: "deny" }] } : correct(wish, slot);
        }
        default:
          return pending satisfies never;
      }
    },
    /** The actions that the goal needs by the end of the talk. */
    wanted: (): readonly Wish[] => wishes.filter(({ dropped }) => !dropped),
  };
}

const typed = (wanted: Wanted): Json => (typeof wanted === "object" ? spoken(wanted) : wanted);

interface Option {
  readonly label: string;
  readonly command: {
    readonly type: string;
    readonly flow?: string;
    readonly slot?: string;
    readonly value?: Json;
  };
}
