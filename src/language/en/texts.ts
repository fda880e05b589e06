import type { Catalogue, LanguageTexts, Sentence } from "../texts.ts";

const canDo: readonly Sentence[] = [
  "Here is what I can do: {flows}.",
  { count: "more", forms: { one: "And one more thing.", other: "And {more} more things." } },
];

const patterns: Catalogue = {
  ask_slot: { default: "What should I put for {slot_label}?", bare: "What should I put?" },
  ask_input: { default: "Shall I use {value} for {slot_label}?", bare: "Shall I use the same as before?" },
  ask_change: { default: "What would you like to change?", variations: ["What should I change?"] },
  ask_cancel: { default: "Do you want to cancel this: {flow_label}?", bare: "Do you want to cancel this?" },
  ask_which_flow: { default: "Which one do you mean?" },
  ask_which_to_drop: { default: "That's more than I can keep open at once. Which one should I drop?" },
  ask_which_option: { default: "Which {slot_label} would you like?", bare: "Which one would you like?" },
  ask_value: {
    default: [
      {
        count: "options",
        forms: { one: "For {slot_label}, did you mean {options}?", other: "For {slot_label}: {options}?" },
      },
    ],
    bare: "Which one did you mean?",
  },
  ask_meaning: {
    default: [
      { count: "options", forms: { one: "Do you mean this: {options}?", other: "Which of these do you mean?" } },
    ],
    bare: "What do you mean?",
  },
  value_noted: { default: "Got it: {value}.", bare: "Got it." },
  not_sure: { default: "I'm not sure I got that right." },
  option_cancel: { default: "Cancel: {flow_label}", bare: "Cancel" },
  option_restart: { default: "Start over: {flow_label}", bare: "Start over" },
  option_undo: { default: "Take back my last answer" },
  option_person: { default: "Talk to a person" },
  option_skip: { default: "Leave out {slot_label}", bare: "Leave it out" },
  option_clear: { default: "Clear {slot_label}", bare: "Clear it" },
  option_none: { default: "None of these" },
  page_hint: { default: ["Page {page} of {pages}.", "Say “next” or “previous” to turn the page."] },
  slot_corrected: { default: "Changed {slot_label} to {value}.", bare: "Changed." },
  slot_cleared: { default: "OK, I've cleared {slot_label}.", bare: "OK, I've cleared that." },
  slot_skipped: { default: "OK, I'll leave out {slot_label}.", bare: "OK, I'll leave that out." },
  slot_invalid: { default: "Sorry, I can't use that for {slot_label}.", bare: "Sorry, I can't use that." },
  slot_not_allowed: {
    default: [
      "That's not one of the choices for {slot_label}.",
      { count: "values", forms: { one: "The only one is {values}.", other: "They are {values}." } },
    ],
    bare: "That's not one of the choices.",
  },
  slot_constraint: {
    default: "For {slot_label}, that doesn't fit with your other answers.",
    bare: "That doesn't fit with your other answers.",
  },
  slot_unknown: { default: "I don't need that right now." },
  slot_read_only: {
    default: "You can't change {slot_label}: it's filled in automatically.",
    bare: "You can't change that: it's filled in automatically.",
  },
  slot_required: { default: "I can't continue without {slot_label}.", bare: "I can't continue without that." },
  already_done: {
    default: "It's too late to change {slot_label}: it's already done.",
    bare: "It's too late to change that: it's already done.",
  },
  nothing_to_choose: {
    default: "Sorry, there is nothing to choose from for {slot_label}.",
    bare: "Sorry, there is nothing to choose from.",
  },
  flow_resumed: { default: "Back to: {flow_label}.", bare: "Let's continue." },
  flows_paused: {
    default: [
      {
        count: "flows",
        forms: {
          one: "You can also continue with this: {flows}.",
          other: "You can also continue with one of these: {flows}.",
        },
      },
    ],
    bare: "There is more that you can continue with.",
  },
  flow_restarted: { default: "OK, let's start over: {flow_label}.", bare: "OK, let's start over." },
  flow_cancelled: { default: "Cancelled: {flow_label}.", bare: "Cancelled." },
  flow_kept: { default: "OK, let's continue.", variations: ["All right, let's continue."] },
  flow_failed: {
    default: ["Sorry, this didn't work: {flow_label}.", "{error}"],
    bare: "Sorry, that didn't work.",
  },
  flow_changed: {
    default:
      "This has changed since we last talked: {flow_label}. Would you like to start it again, with what you told me?",
    bare: "Something you started has changed since we last talked. Would you like to start it again, with what you told me?",
  },
  flow_gone: { default: "Sorry, something you started is no longer possible here." },
  asked_again: { default: "Something has changed here, so I need to ask you again." },
  flow_unavailable: { default: ["I can't do that right now.", ...canDo] },
  flow_not_interruptible: {
    default: "Let's finish this first: {flow_label}.",
    bare: "Let's finish this first.",
  },
  flow_not_paused: { default: ["There is nothing like that to go back to.", ...canDo] },
  nothing_to_undo: { default: "There is nothing to take back." },
  undone: { default: "OK, I've taken this back: {missing}.", bare: "OK, I've taken that back." },
  undo_too_late: {
    default: "This is already done and can't be taken back: {flow_label}.",
    bare: "That is already done and can't be taken back.",
  },
  nothing_to_restart: { default: ["There is nothing to start over.", ...canDo] },
  nothing_to_cancel: { default: ["There is nothing to cancel.", ...canDo] },
  nothing_to_confirm: { default: ["There is nothing to confirm right now.", ...canDo] },
  nothing_to_repeat: { default: ["I haven't said anything yet.", ...canDo] },
  prompt_stale: { default: "That question is no longer open." },
  stack_limit: {
    default: "Too many things are open. Let's finish one of them before this: {flow_label}.",
    bare: "Too many things are open. Let's finish one of them first.",
  },
  oldest_cancelled: {
    default: "Too many things were open, so I've closed this one: {flow_label}.",
    bare: "Too many things were open, so I've closed the oldest.",
  },
  ask_person: { default: "I'm not getting any further here. Would you like to talk to a person?" },
  not_possible: { default: "I can't do that here." },
  handed_off: { default: "I'm connecting you with a person, who will answer you here." },
  handoff_unavailable: { default: "I'm sorry, there is nobody who can take over right now." },
  handoff_released: { default: "I'm back. How can I help?" },
  understanding_unavailable: {
    default: "I can't read messages properly right now. Nothing is lost: please send that again in a moment.",
  },
  not_understood: {
    default: "I didn't understand that. Could you say it in other words?",
    variations: ["Sorry, I didn't get that. Could you rephrase it?"],
  },
  not_understood_again: { default: ["Sorry, I still don't understand.", ...canDo] },
  no_progress: { default: "We don't seem to be getting anywhere." },
  out_of_scope: { default: ["Sorry, I can't help with that.", ...canDo] },
  other_language: {
    default: "Sorry, I only speak {languages} so far.",
    bare: "Sorry, I don't speak that language yet.",
  },
  chitchat_greeting: { default: ["Hello!", ...canDo], variations: [["Hi!", ...canDo]] },
  chitchat_thanks: {
    // Only where no question of a flow follows: flows are told then.
    default: ["You're welcome!", { count: "flows", forms: { other: "Is there anything else I can do for you?" } }],
    variations: [["My pleasure!", { count: "flows", forms: { other: "Is there anything else I can do for you?" } }]],
  },
  chitchat_goodbye: { default: "Goodbye!", variations: ["Bye, take care!"] },
  chitchat_wait: { default: "Take your time.", variations: ["Sure, take your time."] },
  chitchat: {
    default: ["I'm here to help.", ...canDo],
    variations: [["Glad to help.", ...canDo]],
  },
  session_expired: {
    default: [
      "It's been a while.",
      {
        count: "options",
        forms: {
          one: "Do you want to continue with this: {flow_label}?",
          other: "Which of these do you want to continue with?",
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
      "I'm asking for this: {slot_description}.",
      "I need it for this: {flow_label}.",
      { count: "values", forms: { one: "You can answer {values}.", other: "You can choose from {values}." } },
      "For example: {examples}.",
      "You can also change an earlier answer or cancel.",
      "Here is what else I can do: {flows}.",
    ],
  },
  help_flow: {
    default: [
      "We're in the middle of this: {flow_label}.",
      "Still missing: {missing}.",
      "You can change an earlier answer or cancel.",
      "Here is what else I can do: {flows}.",
    ],
  },
  why_slot: { default: "I need {slot_label} for this: {flow_label}.", bare: "I need it to continue." },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "There is one choice for {slot_label}: {values}.",
          other: "The choices for {slot_label} are {values}.",
        },
      },
      "At the moment it is {value}.",
    ],
    bare: "I have no list of choices for that.",
  },
  slot_about: {
    default: [
      "It is this: {slot_description}.",
      "Please note: {limits}.",
      "For example: {examples}.",
      "At the moment it is {value}.",
    ],
    bare: "I can't say more about that.",
  },
  status: {
    default: ["We're in the middle of this: {flow_label}.", "So far I have {filled}.", "Still missing: {missing}."],
    bare: "I have nothing to report.",
  },
  status_nothing: { default: ["Nothing is open right now.", ...canDo] },
  dont_know: { default: ["Sorry, I don't know that.", ...canDo] },
};

export const english: LanguageTexts = { patterns, words: { yes: "yes", no: "no" } };
