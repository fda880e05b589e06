import type { Command } from "../../engine/commands/command.ts";
import type { InstanceInScope, UnderstandingContext } from "../understander.ts";
import { namedInstance } from "./named-instance.ts";
import type { SlotProfile } from "./slots/slot-profile.ts";
import type { Clause } from "./text/clauses.ts";
import { stemsOf, tokensOf, wordsOfName } from "./text/tokens.ts";

const wrong =
  /\b(?:is|was|are|looks?|seems?|'s) (?:still )?(?:wrong|incorrect|not (?:right|correct|what i (?:said|meant|want)|ok|okay|good))\b|\b(?:isn't|wasn't|aren't) (?:right|correct)\b|\bwrong\b|^(?:not|correct) (?:the|my)\b|^(?:please )?(?:change|fix|modify|redo|edit)\b/i;
const clearing = /^(?:please |can you |could you )*(?:remove|clear|delete|erase|reset|empty|unset) (?:the |my )?/i;
const returning =
  /^(?:please |let'?s |can we |could we |i want to |i'd like to |now )*(?:go(?:ing)? back|get back|come back|back|return|resume|continue|carry on|go on|proceed)(?: (?:to|with|on|where))?\b/i;

const leaving = /^(?:please |let'?s |can we |could we )*(?:go|get|come) back$/i;

/** "The transfer first", "I'd rather finish the flight": what is meant is known, and short. */
const pointing =
  /^(?:please |no |now |let'?s |i'?d rather |i would rather |rather |can we |i want to |first )*(?:finish |complete |take |do )?(?:the|my) ([\p{L}' -]+?)(?: first| now| instead| then| please)*$/iu;
const pointsToTask = /^(?:one|task)\b|^(?:first|second|third|fourth|fifth|other) \p{L}/iu;
/** A longer clause says more than which flow is meant. */
const longestPointing = 100;
const otherOne =
  /^(?:no |please |rather |let'?s )*(?:finish |take |do )?(?:the )?other (?:one|task|thing)(?: first| now| instead| please)*$/i;

/** The slot that a clause names by its own words, if one is named best. */
function namedSlot(text: string, profiles: readonly SlotProfile[]): SlotProfile | null {
  const words = new Set(stemsOf(text));
  const scored = profiles
    .map((profile) => ({
      profile,
      score:
        [...profile.nameWords].filter((word) => words.has(word)).length * 2 +
        [...profile.words].filter((word) => words.has(word)).length,
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return scored[0]?.profile ?? null;
}

/** "The date is wrong", "clear the date", "back to the flight": wishes about the frame, told by their form. */
export function specialWish(
  clause: Clause,
  context: UnderstandingContext,
  profiles: readonly SlotProfile[],
): Command | null {
  const { text } = clause;
  if (context.paused.length > 0 && returning.test(text)) return { type: "resume_flow", ...pausedTask(text, context) };
  const one = pointedTask(text, context);
  if (one !== null) return { type: "resume_flow", flow: one.flow, flowId: one.flowId };
  const meant = pointedFlow(text, context, profiles);
  if (meant !== null) return { type: "resume_flow", flow: meant };
  // With no other task to return to, it means the question before.
  if (leaving.test(text) && context.awaiting.kind !== "choice") return { type: "undo" };
  if (context.active === null) return null;
  if (clearing.test(text)) {
    const slot = namedSlot(text.replace(clearing, ""), profiles);
    return slot === null ? null : { type: "clear_slot", slot: slot.slot.name };
  }
  const changing = context.awaiting.kind === "change";
  if (wrong.test(text) || (changing && tokensOf(text).length <= 3)) {
    const slot = namedSlot(text, profiles);
    // Asked for something else, only a value that is there can be wrong.
    const confirms = changing || context.awaiting.kind === "confirmation";
    if (slot !== null && (confirms || context.known[slot.slot.name] !== undefined))
      return { type: "deny", slot: slot.slot.name };
  }
  return null;
}

/**
 * A paused flow that is named as something known, in words of its own alone: "the transfer" is the one that waits,
 * "a transfer" another. What a slot of the active flow is called by is an answer, or about one.
 */
function pointedFlow(text: string, context: UnderstandingContext, profiles: readonly SlotProfile[]): string | null {
  if (context.active === null || context.awaiting.kind === "choice") return null;
  const [first, ...others] = context.paused;
  if (otherOne.test(text)) return first !== undefined && others.length === 0 ? first.name : null;
  const named = text.length > longestPointing ? undefined : pointing.exec(text)?.[1];
  if (named === undefined || namedSlot(named, profiles) !== null) return null;
  const words = stemsOf(named).filter((word) => word.length > 3);
  const fits = ({ name, description }: { readonly name: string; readonly description: string }): boolean => {
    const own = new Set(stemsOf(`${wordsOfName(name)} ${description}`));
    return words.length > 0 && words.every((word) => own.has(word));
  };
  const fitting = context.paused.filter(fits);
  return fitting.length === 1 && !fits(context.active) ? (fitting[0]?.name ?? null) : null;
}

/** "The one to Rome", "my first flight": one of several tasks of a flow, while another is active. */
function pointedTask(text: string, context: UnderstandingContext): InstanceInScope | null {
  const { active, awaiting, instances = [] } = context;
  if (active === null || awaiting.kind === "choice" || text.length > longestPointing) return null;
  const named = pointing.exec(text)?.[1];
  if (named === undefined || !pointsToTask.test(named)) return null;
  const one = namedInstance(text, instances);
  return one === null || one.active ? null : one;
}

/** The task to go back to, as far as the words tell: its flow, and which one of several. */
function pausedTask(text: string, context: UnderstandingContext): { readonly flow?: string; readonly flowId?: string } {
  const one = namedInstance(text, context.instances ?? []);
  return one === null ? pausedFlow(text, context) : { flow: one.flow, flowId: one.flowId };
}

function pausedFlow(text: string, context: UnderstandingContext): { readonly flow?: string } {
  const words = new Set(stemsOf(text));
  const fitting = context.paused
    .map((flow) => ({
      flow,
      score: stemsOf(`${wordsOfName(flow.name)} ${flow.description}`).filter(
        (word) => words.has(word) && word.length > 3,
      ).length,
    }))
    .sort((left, right) => right.score - left.score);
  const [best] = fitting;
  return best !== undefined && (best.score > 0 || context.paused.length === 1) ? { flow: best.flow.name } : {};
}
