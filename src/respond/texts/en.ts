import type { Catalogue, LanguageTexts, Sentence } from "../catalogue.ts";

const canDo: readonly Sentence[] = [
  "Here is what I can do: {flows}.",
  { count: "more", forms: { one: "And one more thing.", other: "And {more} more things." } },
];

const stillNeeded: Sentence = {
  count: "missing",
  forms: { one: "I still need this: {missing}.", other: "I still need these: {missing}." },
};

const patterns: Catalogue = {
  ask_slot: { default: "Please tell me: {slot_description}.", bare: "Please tell me more." },
  ask_input: { default: "Shall I use {value} for this: {slot_description}?", bare: "Shall I use what you had before?" },
  ask_change: { default: "What would you like to change?", variations: ["What should I change?"] },
  ask_cancel: { default: "Do you want to cancel this: {flow_description}?", bare: "Do you want to cancel this?" },
  ask_which_flow: { default: "Which one do you mean?" },
  ask_which_to_drop: { default: "That is more than I can keep open at once. Which one shall I drop?" },
  ask_which_option: { default: "Please choose one ({slot_description}):", bare: "Please choose one:" },
  page_hint: { default: ["Page {page} of {pages}.", "Say “next” or “previous” to turn the page."] },
  slot_corrected: { default: "{slot_description} changed to {value}.", bare: "Changed." },
  slot_cleared: { default: "I have removed this: {slot_description}.", bare: "Removed." },
  slot_skipped: { default: "All right, without this: {slot_description}.", bare: "All right, we leave that out." },
  slot_invalid: {
    default: "I can't use that as an answer ({slot_description}).",
    bare: "I can't use that as an answer.",
  },
  slot_not_allowed: {
    default: [
      "That is not one of the choices ({slot_description}).",
      { count: "values", forms: { one: "The only one is {values}.", other: "They are {values}." } },
    ],
    bare: "That is not one of the choices.",
  },
  slot_constraint: {
    default: "That does not fit with the rest ({slot_description}).",
    bare: "That does not fit with the rest.",
  },
  slot_unknown: { default: "I have no use for that here." },
  slot_read_only: { default: "This is not something you can set: {slot_description}.", bare: "You can't set that." },
  slot_required: { default: "I can't go on without this: {slot_description}.", bare: "I can't go on without that." },
  already_done: {
    default: "It is too late to change this ({slot_description}): it is already done.",
    bare: "It is too late to change that: it is already done.",
  },
  nothing_to_choose: {
    default: "There is nothing to choose from ({slot_description}).",
    bare: "There is nothing to choose from.",
  },
  flow_resumed: { default: "Back to: {flow_description}.", bare: "Let's go on." },
  flows_paused: {
    default: [
      {
        count: "flows",
        forms: {
          one: "You can also go on with this: {flows}.",
          other: "You can also go on with one of these: {flows}.",
        },
      },
    ],
    bare: "More is still open.",
  },
  flow_restarted: { default: "From the beginning: {flow_description}.", bare: "From the beginning." },
  flow_cancelled: { default: "Cancelled: {flow_description}.", bare: "Cancelled." },
  flow_kept: { default: "All right, let's go on.", variations: ["Good, we go on then."] },
  flow_failed: {
    default: ["Sorry, this did not work: {flow_description}.", "{error}"],
    bare: "Sorry, that did not work.",
  },
  flow_changed: {
    default:
      "This has changed since we last spoke: {flow_description}. Shall we begin it again, with what you told me?",
    bare: "Some of what you had begun has changed since we last spoke. Shall we begin it again, with what you told me?",
  },
  flow_gone: { default: "Something that you had begun is no longer possible here." },
  asked_again: { default: "Something changed here meanwhile, so I ask once more." },
  flow_unavailable: {
    default: ["I can't do that now.", ...canDo],
  },
  flow_not_interruptible: {
    default: "Let's finish this first: {flow_description}.",
    bare: "Let's finish this first.",
  },
  flow_not_paused: { default: ["There is nothing like that to go back to.", ...canDo] },
  nothing_to_undo: { default: "There is nothing to take back." },
  undone: { default: "OK, I've taken this back: {missing}.", bare: "OK, I've taken that back." },
  undo_too_late: {
    default: "This is already done and can't be taken back: {flow_description}.",
    bare: "That is already done and can't be taken back.",
  },
  nothing_to_restart: { default: ["There is nothing to start over.", ...canDo] },
  nothing_to_cancel: { default: ["There is nothing to cancel.", ...canDo] },
  nothing_to_confirm: { default: ["There is nothing to confirm right now.", ...canDo] },
  nothing_to_repeat: { default: ["I have not said anything yet.", ...canDo] },
  prompt_stale: { default: "That question is no longer open." },
  stack_limit: {
    default: "Too many things are open. Let's finish one of them before this: {flow_description}.",
    bare: "Too many things are open. Let's finish one of them first.",
  },
  oldest_cancelled: {
    default: "Too many things were open, so I gave this one up: {flow_description}.",
    bare: "Too many things were open, so I gave up the oldest.",
  },
  ask_person: { default: "I am not getting any further here. Would you like to talk to a person?" },
  not_possible: { default: "I cannot do that here." },
  handed_off: { default: "I am passing you on to a person, who will answer you here." },
  handoff_unavailable: { default: "I am sorry, there is nobody I can pass you on to right now." },
  handoff_released: { default: "I am back. How can I help?" },
  understanding_unavailable: {
    default: "I can't read messages properly right now. Nothing is lost: please send that again in a moment.",
  },
  not_understood: {
    default: ["I did not understand that. Could you rephrase it?"],
    variations: ["Sorry, I did not get that. Could you say it in other words?"],
  },
  not_understood_again: { default: ["I still did not understand that.", ...canDo] },
  no_progress: { default: "We don't seem to be getting anywhere." },
  out_of_scope: { default: ["I can't help with that.", ...canDo] },
  chitchat: {
    default: ["I am here to help.", ...canDo],
    variations: [["Glad to help.", ...canDo]],
  },
  session_expired: {
    default: [
      "It has been a while.",
      {
        count: "options",
        forms: {
          one: "Do you want to go on with this: {flow_description}?",
          other: "Which of these do you want to go on with?",
        },
      },
    ],
  },
  message_empty: { default: "Your message is empty. What can I do for you?" },
  message_too_long: {
    default: [
      "Your message is too long.",
      { count: "limit", forms: { one: "I can read one character.", other: "I can read up to {limit} characters." } },
    ],
  },
  message_quarantined: {
    default: "Sorry, I couldn't handle that message, so I've set it aside for review. Please go on.",
  },
  internal_error: { default: ["Something went wrong on my side. Please try again.", "(Reference: {id})"] },
  what_i_can_do: { default: canDo, bare: "There is nothing I can do for you right now." },
  help_step: {
    default: [
      "I am asking for this: {slot_description}.",
      "I need it to {flow_description}.",
      { count: "values", forms: { one: "You can answer {values}.", other: "You can choose from {values}." } },
      "For example: {examples}.",
      "You can also change an earlier answer or cancel.",
      "Besides this I can: {flows}.",
    ],
  },
  help_flow: {
    default: [
      "We are busy with this: {flow_description}.",
      stillNeeded,
      "You can change an earlier answer or cancel.",
      "Besides this I can: {flows}.",
    ],
  },
  why_slot: { default: "I need it ({slot_description}) to {flow_description}.", bare: "I need it to go on." },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "There is one choice for {slot_description}: {values}.",
          other: "The choices for {slot_description} are {values}.",
        },
      },
    ],
    bare: "I have no list of choices for that.",
  },
  slot_about: {
    default: ["It is this: {slot_description}.", "For example: {examples}.", "At the moment it is {value}."],
    bare: "I can't say more about that.",
  },
  status: {
    default: ["We are busy with this: {flow_description}.", "So far I have {filled}.", stillNeeded],
    bare: "I have nothing to report.",
  },
  status_nothing: { default: ["Nothing is going on right now.", ...canDo] },
  dont_know: { default: ["I don't know that.", ...canDo] },
};

export const english: LanguageTexts = { patterns, words: { yes: "yes", no: "no" } };
