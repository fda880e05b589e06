import { writtenYesNo } from "../../../language/find.ts";
import { around, isNegated, type Seeker } from "./around.ts";
import type { Scene } from "./scene.ts";
import { flowWords, slotWords } from "./slot-words.ts";
import { type Filling, marks } from "./span.ts";

/** Yes or no as an answer, and subjects that are named: "with breakfast", "no pets". */
export function booleanFillings(scene: Scene, seeker: Seeker): readonly Filling[] {
  const { slot, mode } = seeker;
  const found: Filling[] = [];
  if (mode === "awaited") {
    const values = new Set(scene.answers.map(({ value }) => value));
    for (const answer of scene.answers) {
      if (answer.value === "maybe") continue;
      const value = answer.value === "yes";
      found.push({
        slot,
        value: written(seeker, value),
        start: answer.start,
        end: answer.end,
        reading: "yes_no",
        features: {
          ...around(scene, seeker, answer, value),
          ...marks({
            kind_yes_no: true,
            type_fit: true,
            act_contradicted: values.size > 1,
            yes_no_late:
              scene.tokensIn(0, answer.start).to > 0 && scene.clauses.every(({ start }) => start !== answer.start),
          }),
        },
      });
    }
  }
  const own = subjectWords(scene, seeker);
  for (const word of scene.words) {
    if (word === null || word.isLight || word.text.length < 3 || !own.has(word.stem)) continue;
    const negated = isNegated(scene, word);
    found.push({
      slot,
      value: written(seeker, !negated),
      start: word.start,
      end: word.end,
      reading: "subject",
      features: {
        ...around(scene, seeker, word, !negated),
        ...marks({ kind_bool_named: true, kind_bool_no: negated, cue_own: false, cue_awaited: false }),
      },
    });
  }
  return found.map(withoutCue);
}

/** Words that only this slot has: what the flow and its other slots are called by says nothing about it. */
function subjectWords(scene: Scene, { slot, flow }: Seeker): ReadonlySet<string> {
  const others = [
    flowWords(flow, scene.language),
    ...flow.slots.filter((each) => each !== slot).map((each) => slotWords(each, scene.language)),
  ];
  return new Set([...slotWords(slot, scene.language)].filter((word) => !others.some((words) => words.has(word))));
}

/** The subject is no cue for itself. */
function withoutCue(given: Filling): Filling {
  if (given.reading !== "subject") return given;
  const { cue_own: _, cue_awaited: __, cue_other: ___, no_cue: ____, ...features } = given.features;
  return { ...given, features };
}

/** The slot's own way to write true and false. */
function written({ slot }: Seeker, value: boolean): string | boolean {
  if (slot.type === "boolean") return value;
  return slot.values.find((each) => writtenYesNo(each.value) === value)?.value ?? String(value);
}
