import type { Command } from "../../../engine/commands/command.ts";
import type { Act } from "../../../language/acts.ts";
import { chartOf } from "../../../language/chart-of.ts";
import type { Found } from "../../../language/fold-text.ts";
import { languageOf } from "../../../language/languages.ts";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import { readingAt } from "../lattice/cover.ts";
import type { Scene } from "../lattice/scene.ts";
import { contentStems, flowWords, slotWords } from "../lattice/slot-words.ts";
import type { Place } from "../lattice/span.ts";

/** Yes or no is asked for before something is done or given up. */
export const isConfirming = ({ context: { awaiting } }: Scene): boolean =>
  awaiting.kind === "confirmation" || awaiting.kind === "cancel_confirmation";

const social: ReadonlySet<Act> = new Set(["thanks", "greeting", "goodbye"]);

export const isSocial = ({ value }: Found<Act>): boolean => social.has(value);

export const courtesyIn = ({ acts }: Scene): readonly Place[] => acts.filter(isSocial);

/** What a message may mean, and what explains its words. */
interface Meant {
  readonly commands: readonly Command[];
  readonly covers: readonly Place[];
  readonly flows?: readonly FlowInScope[];
  readonly slots?: readonly SlotInScope[];
}

/**
 * A yes agrees to exactly what was asked. "I have a question, ok?", "ok but later", "only if it is free" hold a yes too, and none of them
 * is meant as one. So a yes to a confirmation counts only where everything else in the message is explained: by other commands, by courtesy, by the
 * words of the question, or by those of the task that it is about.
 */
export function isPlainYes(scene: Scene, { covers, commands, flows = [], slots = [] }: Meant): boolean {
  const { context, language, words } = scene;
  const { active, history } = context;
  if (!isConfirming(scene) || !commands.some(({ type }) => type === "affirm")) return true;
  const question = history.findLast(({ role }) => role === "assistant")?.text ?? "";
  const figures = new Set(question.match(/\d+/g));
  const own = [
    contentStems(question, language),
    ...[...flows, ...(active === null ? [] : [active])].map((flow) => flowWords(flow, language)),
    ...[...slots, ...(active?.slots ?? [])].map((slot) => slotWords(slot, language)),
  ];
  const chart = chartOf(scene.message, languageOf(language));
  const isAround = (at: number): boolean =>
    scene.phrases.from("ending", at) !== null ||
    (["agreeing", "filler", "light"] as const).some((table) => chart.matches(table, at).length > 0);
  const isExplained = (at: number): boolean => {
    const word = words[at];
    if (word === null || word === undefined) return true;
    const isCovered = [...covers, ...courtesyIn(scene)].some(
      ({ start, end }) => start <= word.start && word.end <= end,
    );
    if (isCovered || figures.has(word.text) || own.some((stems) => stems.has(word.stem))) return true;
    if (scene.chart.tokens[at]?.kind === "digits" || readingAt(scene, at) !== undefined) return false;
    return word.isLight || isAround(at);
  };
  return words.every((_, at) => isExplained(at)) && !isContrasted(scene);
}

/** "I agree with the day, but not with the name": what follows takes something back. */
const isContrasted = ({ answers }: Scene): boolean => new Set(answers.map(({ value }) => value)).size > 1;
