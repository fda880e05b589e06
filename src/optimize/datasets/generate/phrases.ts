import type { SlotType } from "../../../engine/slot-types/slot-types.ts";

/**
 * What people write, in one language. `{noun}` is what a slot is called, `{value}` a value, `{old}` the value before it, `{wish}` an
 * intent of another flow, `{task}` what a flow does.
 */
export interface Phrases {
  /** Before a wish. */
  readonly openings: readonly string[];
  /** Answers to a question, by the type of its slot; `any` goes with all of them. */
  readonly slotValue: Readonly<Partial<Record<SlotType | "any", readonly string[]>>>;
  /** Answers that name the slot. */
  readonly namedValue: readonly string[];
  readonly twoValues: readonly string[];
  readonly choice: readonly (readonly [phrase: string, place: "first" | "second" | "third" | "last"])[];
  readonly wishWithValue: readonly string[];
  readonly correction: readonly string[];
  readonly correctionFrom: readonly string[];
  readonly interruption: readonly string[];
  readonly why: readonly string[];
  readonly options: readonly string[];
  readonly help: readonly string[];
  readonly status: readonly string[];
  readonly cancellation: readonly string[];
  readonly affirm: readonly string[];
  readonly deny: readonly string[];
  readonly denySlot: readonly string[];
  readonly affirmAndWish: readonly string[];
  readonly restart: readonly string[];
  readonly resume: readonly string[];
  readonly skip: readonly string[];
  readonly skipNamed: readonly string[];
  readonly clear: readonly string[];
  readonly undo: readonly string[];
  readonly repeat: readonly string[];
  readonly handoff: readonly string[];
  readonly chitchat: readonly string[];
  readonly outOfScope: readonly string[];
  readonly eitherOr: readonly string[];
  /** Values that many slots of a type take; those that the type does not understand are left out. */
  readonly values: Readonly<Partial<Record<SlotType, readonly string[]>>>;
  /** After these a day is named by its date or weekday: "on December 20th", never "on tomorrow". */
  readonly beforeDays: readonly string[];
  /** A day that may come after them. */
  readonly plainDay: RegExp;
  /** Days that are counted from one that the message does not name. */
  readonly vagueDay: RegExp;
  /** What a slot is called when it counts: "number of passengers". */
  readonly countNoun: string;
  /** Corrects a sentence for nouns in the plural. */
  readonly plural: (sentence: string, noun: string) => string;
}

const english: Phrases = {
  openings: ["{wish}", "hi, {wish}", "hello! {wish}", "hey there, {wish}"],
  slotValue: {
    any: ["{value}"],
    string: ["{value}, please", "it's {value}", "{value}, thanks"],
    integer: ["{value}, please", "{value} in total", "make it {value}"],
    float: ["{value}, please", "make it {value}", "let's say {value}"],
    date: ["{value}, if possible", "let's say {value}", "{value} would be good"],
    time: ["{value}, if possible", "let's say {value}"],
    datetime: ["{value}, if possible"],
    categorical: ["{value}, I think", "I'd say {value}"],
  },
  namedValue: ["the {noun} is {value}", "{noun}: {value}"],
  twoValues: ["{value}, and the {noun} is {other}", "{value}. The {noun} is {other}"],
  choice: [
    ["the first one", "first"],
    ["I'll take the first one", "first"],
    ["the second one, please", "second"],
    ["number 2", "second"],
    ["the third one looks good", "third"],
    ["the last one", "last"],
  ],
  wishWithValue: ["{wish}, {noun}: {value}", "{wish}. The {noun} is {value}"],
  correction: [
    "sorry, the {noun} is {value}",
    "wait, change the {noun} to {value}",
    "actually, make the {noun} {value}",
    "no wait, I meant {value} for the {noun}",
    "can you change the {noun} to {value}?",
  ],
  correctionFrom: ["{value} instead of {old}, sorry", "not {old}, {value}", "I said {old} but I meant {value}"],
  interruption: ["wait, {wish}", "before that: {wish}", "hold on. {wish}", "one moment, {wish}", "{wish}"],
  why: [
    "why do you need the {noun}?",
    "what do you need the {noun} for?",
    "what do you mean by {noun}?",
    "sorry, which {noun} do you mean?",
  ],
  options: ["what are the options for the {noun}?", "which choices do I have for the {noun}?"],
  help: ["what can you do?", "help", "what can I ask you?", "how can you help me?", "what do you know how to do?"],
  status: ["where were we?", "how far are we?", "what's still missing?", "what do you still need from me?"],
  cancellation: [
    "never mind",
    "forget it",
    "I changed my mind, stop",
    "let's leave it",
    "forget about this",
    "stop, I don't want this any more",
    "ok, drop it",
  ],
  affirm: [
    "yes",
    "yes, please",
    "yep",
    "sure, go ahead",
    "that's right",
    "correct",
    "ok, do it",
    "yes, that's fine",
    "sounds good",
  ],
  deny: ["no", "nope", "no, that's not right", "no, don't do it", "no thanks", "that's wrong"],
  denySlot: ["no, the {noun} is wrong", "the {noun} is not right", "no, wrong {noun}"],
  affirmAndWish: ["yes. {wish}", "yes, thanks. {wish}"],
  restart: [
    "let's start over",
    "can we start again from the beginning?",
    "I want to begin from scratch",
    "start this again, please",
  ],
  resume: [
    "ok, back to what I asked before: {task}",
    "let's go on where I wanted to {task}",
    "can we continue? I wanted to {task}",
  ],
  skip: [
    "skip that",
    "I'd rather not say",
    "no idea, skip it",
    "leave that out",
    "I don't have that, next question please",
  ],
  skipNamed: ["I don't care about the {noun}", "the {noun} doesn't matter to me", "no preference for the {noun}"],
  clear: ["forget the {noun}", "please remove the {noun} again", "delete the {noun} I gave you", "take the {noun} out"],
  undo: ["undo that", "take back what I just said", "oops, undo my last message", "undo the last step"],
  repeat: ["can you repeat that?", "say that again, please", "sorry, what did you say?", "pardon?", "come again?"],
  handoff: [
    "I want to talk to a person",
    "can I speak to a human?",
    "get me a real person, please",
    "put me through to someone",
    "is there anyone I can talk to?",
  ],
  chitchat: [
    "hello",
    "good morning",
    "thanks a lot!",
    "how are you?",
    "you're very helpful",
    "haha, nice one",
    "thank you, that was quick",
  ],
  outOfScope: [
    "order me a pizza",
    "play some jazz",
    "write me a poem about the sea",
    "can you fix my dishwasher?",
    "recommend a good movie for tonight",
    "find me a plumber",
    "translate this letter into French",
    "solve this equation for me",
    "do my homework",
    "turn the lights on in the kitchen",
    "water my plants while I'm away",
  ],
  eitherOr: [
    "I'm not sure whether to {task} or to {other}",
    "should I {task} or {other}?",
    "I can't decide: {task} or {other}?",
  ],
  values: {
    integer: ["2", "three", "4", "five", "6"],
    float: ["50", "120", "35.50", "two hundred", "80"],
    date: ["tomorrow", "next Friday", "December 20th", "the 3rd of December", "Monday", "December 24th"],
    time: ["5 pm", "16:30", "half past nine", "10:15"],
    datetime: ["tomorrow at 5 pm", "December 20th at 10:00"],
    boolean: ["yes", "no"],
    email: ["ana@example.org", "sam.lee@example.com"],
    phone: ["+44 7700 900123", "+34 600 123 456"],
    url: ["www.example.org/files", "https://example.com"],
    quantity: ["2", "3.5", "two kilos", "800 grams", "40 km", "two litres"],
    money: ["50", "120", "50 euros", "£35.50", "80 dollars"],
    duration: ["45 minutes", "two hours", "an hour and a half", "three days"],
    date_range: ["from 3 to 5 December", "next week", "from Monday to Friday"],
  },
  beforeDays: ["on"],
  plainDay: /^(?:\p{Lu}|the \d)/u,
  vagueDay: /^the day (?:after|before)$/i,
  countNoun: "number of {noun}",
  plural: (sentence, noun) =>
    /[^s]s$/.test(noun.split(" of ")[0] ?? "") ? sentence.replace(`${noun} is `, `${noun} are `) : sentence,
};

/** By the language of an assistant's settings. */
export const phrasesByLanguage: Readonly<Record<string, Phrases>> = { en: english };
