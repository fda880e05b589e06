import type { Json, JsonObject } from "../../../engine/json.ts";
import { foldText } from "../../../language/fold-text.ts";
import { slotKindOf } from "../../slot-kind.ts";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import type { FeatureValues } from "../joint/features.ts";
import type { Scene } from "./scene.ts";
import { slotWords } from "./slot-words.ts";
import { marks, type Place } from "./span.ts";

export type Mode = "awaited" | "active" | "start";

/** For whom values are looked for. */
export interface Seeker {
  readonly slot: SlotInScope;
  readonly flow: FlowInScope;
  readonly mode: Mode;
  /** Values that the flow has; none for one that starts. */
  readonly known: JsonObject;
}

const wordsBefore = 4;
const wordsAfter = 3;

/** What the words around a value say about it, whatever kind of value it is. */
export function around(scene: Scene, seeker: Seeker, place: Place, value: Json): FeatureValues {
  const { mode } = seeker;
  const cue = cueOf(scene, seeker, place);
  const role = roleOf(scene, seeker, place);
  return {
    ...marks({
      mode_awaited: mode === "awaited",
      mode_active: mode === "active",
      mode_start: mode === "start",
      cue_own: cue === "own" && mode !== "awaited",
      cue_awaited: cue === "own" && mode === "awaited",
      cue_other: cue === "other",
      role_fit: role === "fit",
      role_misfit: role === "misfit",
      end_unsaid: role === null && isLaterEnd(scene, seeker),
      no_cue: mode === "active" && cue !== "own" && role !== "fit",
      negated_clause: scene.clauses.some(
        (clause) => clause.isUnwanted && clause.start <= place.start && place.end <= clause.end,
      ),
    }),
    ...knownFeatures(scene, seeker, place, value),
  };
}

/** Whose words stand beside a value: the slot's own, or those of another slot of the flow. */
function cueOf(scene: Scene, { slot, flow }: Seeker, place: Place): "own" | "other" | null {
  const { from, to } = scene.tokensIn(place.start, place.end);
  const own = slotWords(slot, scene.language);
  let other = false;
  const near = (at: number): "own" | null => {
    const word = scene.words[at];
    if (word === null || word === undefined || word.isLight) return null;
    if (own.has(word.stem)) return "own";
    other ||= flow.slots.some((each) => each !== slot && slotWords(each, scene.language).has(word.stem));
    return null;
  };
  for (let at = from - 1; at >= 0 && at >= from - wordsBefore; at -= 1) {
    if (scene.words[at] === null && /^[.;?!,]$/.test(scene.chart.tokens[at]?.text ?? "")) break;
    if (near(at) === "own") return "own";
  }
  for (let at = to; at < to + wordsAfter; at += 1) {
    if (scene.words[at] === null && /^[.;?!,]$/.test(scene.chart.tokens[at]?.text ?? "")) break;
    if (near(at) === "own") return "own";
  }
  return other ? "other" : null;
}

/** Whether "from" or "to" before a value agrees with the end that the slot stands for. */
function roleOf(scene: Scene, { slot }: Seeker, place: Place): "fit" | "misfit" | null {
  const { role } = slotKindOf(slot, scene.context.language);
  if (role === null) return null;
  const isPlace = slot.type === "string" || slot.type === "categorical";
  const said = saidRole(scene, scene.tokensIn(place.start, place.end).from, isPlace);
  return said === null ? null : said === role ? "fit" : "misfit";
}

/** Of two slots for the ends of one thing, the later one, while the first waits for its value. */
function isLaterEnd(scene: Scene, { slot, flow, mode, known }: Seeker): boolean {
  const roleOfSlot = (each: SlotInScope): string | null => slotKindOf(each, scene.context.language).role;
  return (
    mode !== "awaited" &&
    roleOfSlot(slot) === "end" &&
    flow.slots.some((each) => each.type === slot.type && known[each.name] === undefined && roleOfSlot(each) === "start")
  );
}

function saidRole({ phrases, words }: Scene, from: number, isPlace: boolean): "start" | "end" | null {
  for (let at = from, passed = 0; at > 0 && passed < 3; at -= 1, passed += 1) {
    const starts = phrases.endingAt("from", at);
    const ends = phrases.endingAt("to", at) ?? (isPlace ? phrases.endingAt("toPlace", at) : null);
    if (starts !== null || ends !== null) return (starts ?? at) <= (ends ?? at) && starts !== null ? "start" : "end";
    if (words[at - 1]?.isLight !== true) return null;
  }
  return null;
}

const same = (left: Json, right: Json): boolean => foldText(String(left)) === foldText(String(right));

function knownFeatures(scene: Scene, { slot, flow, mode, known }: Seeker, place: Place, value: Json): FeatureValues {
  const before = known[slot.name];
  if (before === undefined || before === null || mode === "start") return {};
  if (same(before, value)) return { known_same: 1 };
  const marker = scene.form.corrects || scene.answers.some((answer) => answer.value === "no");
  return marks({
    known_latest: latestKnown(flow, known) === slot.name,
    known_marker: marker,
    known_no_marker: !marker,
    replaces: isReplaced(scene, before, place),
  });
}

/** The last slot, in the order of the flow, that has a value. */
const latestKnown = (flow: FlowInScope, known: JsonObject): string | undefined =>
  flow.slots.findLast(({ name }) => known[name] !== undefined)?.name;

/** "80, not 800", "instead of Mo": the known value stands in the message, beside the new one. */
function isReplaced({ message, acts }: Scene, before: Json, place: Place): boolean {
  const said = foldText(String(before));
  if (said.length === 0 || !acts.some((act) => act.value === "negation" || act.value === "correction")) return false;
  const at = foldText(message).indexOf(said);
  return at >= 0 && (at >= place.end || at + said.length <= place.start);
}

/** A negation right before a value, with nothing but light words between. */
export function isNegated(scene: Scene, place: Place): boolean {
  const { from } = scene.tokensIn(place.start, place.end);
  for (const act of scene.acts) {
    if (act.value !== "negation" || act.end > place.start) continue;
    const { to } = scene.tokensIn(act.start, act.end);
    if (from - to > 3 || from < to) continue;
    if (scene.words.slice(to, from).every((word) => word?.isLight === true)) return true;
  }
  return false;
}
