import type { Conversation, Violation } from "../record.ts";
import { inputsFromArchive } from "./archived-inputs.ts";
import { confirmedInputs } from "./confirmed-inputs.ts";
import { doorsAreKept } from "./doors.ts";
import { doubtsAreAsked } from "./doubts.ts";
import { alwaysAnswered, quietChangesNothing, withinBudget } from "./every-turn.ts";
import { namedTaskOnly } from "./instances.ts";
import { onceForOnePlace, ownKeys } from "./once.ts";
import { passedSlotIsOne } from "./passed-slots.ts";
import { droppedAsAsked } from "./room.ts";
import { askedInEachRound, skippedIsEmpty } from "./skips.ts";
import { onlyListedOutputs, secretsStayHidden, storedValuesKeepRules } from "./stored-values.ts";
import { undoneIsAsBefore } from "./undone.ts";
import { yesBut } from "./yes-but.ts";

/** What must hold in every conversation, whatever was said. Corrections (I3) and hosts (I11) compare several. */
const invariants: readonly ((conversation: Conversation) => readonly Violation[])[] = [
  confirmedInputs,
  yesBut,
  onceForOnePlace,
  ownKeys,
  withinBudget,
  quietChangesNothing,
  storedValuesKeepRules,
  doorsAreKept,
  onlyListedOutputs,
  passedSlotIsOne,
  skippedIsEmpty,
  secretsStayHidden,
  alwaysAnswered,
  undoneIsAsBefore,
  namedTaskOnly,
  droppedAsAsked,
  inputsFromArchive,
  doubtsAreAsked,
];

export const violationsOf = (conversation: Conversation): Violation[] =>
  invariants.flatMap((check) => check(conversation));

/** For a user who only ever answered. */
export const violationsOfPlainAnswers = (conversation: Conversation): Violation[] => [
  ...violationsOf(conversation),
  ...askedInEachRound(conversation),
];
