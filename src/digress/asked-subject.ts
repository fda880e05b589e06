import type { Slot } from "../engine/assistant/slot.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import { chartOf } from "../language/chart-of.ts";
import { cuesIn } from "../language/cues-in.ts";
import { languageOf } from "../language/languages.ts";
import type { Subject } from "../language/slot-cues.ts";
import { type LanguageCode, languageCodes } from "../language/texts.ts";
import type { DigressionView } from "./digression-view.ts";
import { heldIn } from "./help.ts";

/** Anything may be a thing or a story. */
const vague: ReadonlySet<Subject> = new Set(["thing", "story"]);

/** What the task holds of that which a question asks for: a price for "how much is it?", a person for "who is it for?". */
export function heldAbout(question: string, view: DigressionView): Outcome | null {
  const { active } = view;
  const wanted = subjectsIn([question], view.language);
  if (active === null || wanted.size === 0) return null;
  return heldIn(
    active,
    active.slots.filter((slot) => isShared(wanted, subjectsOf(slot, view.language))),
  );
}

/** A question for an amount is not about a day, even if a day is what the user was asked for. */
export function asksForAnother(question: string, slot: Slot, language: string): boolean {
  const wanted = subjectsIn([question], language);
  const own = subjectsOf(slot, language);
  return wanted.size > 0 && (own.size > 0 || slot.values.length > 0) && !isShared(wanted, own);
}

/** A question that yes or no does not answer. */
export function asksWhich(question: string, language: string): boolean {
  const chart = chartOf(question, languageOf(language));
  return chart.tokens.some((_, at) => chart.matches("questionWord", at).length > 0);
}

const isShared = (left: ReadonlySet<Subject>, right: ReadonlySet<Subject>): boolean =>
  [...left].some((subject) => right.has(subject));

const subjectsOf = ({ name, label = "", description, prompt }: Slot, language: string): ReadonlySet<Subject> =>
  subjectsIn([name.replaceAll("_", " "), label, description, prompt?.source ?? ""], language);

/** Those that leave no doubt, if there are any. Names of slots are often English. */
function subjectsIn(texts: readonly string[], language: string): ReadonlySet<Subject> {
  const codes: readonly LanguageCode[] = languageCodes.filter((code) => code === "en" || language.startsWith(code));
  const found = texts
    .flatMap((text) => codes.flatMap((code) => cuesIn(text, code).subjects))
    .filter(({ name }) => !vague.has(name));
  const sure = found.filter(({ isSure }) => isSure);
  return new Set((sure.length > 0 ? sure : found).map(({ name }) => name));
}
