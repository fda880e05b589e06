import type { Catalogue, LanguageTexts, Sentence } from "../texts.ts";

// Users are addressed as "Sie". Labels stand in quotes where a sentence would need their article or their ending.

const canDo: readonly Sentence[] = [
  "Das kann ich für Sie tun: {flows}.",
  { count: "more", forms: { one: "Und noch etwas.", other: "Und {more} weitere Dinge." } },
];

const stillNeeded: Sentence = {
  count: "missing",
  forms: { one: "Es fehlt noch: {missing}.", other: "Es fehlen noch: {missing}." },
};

const patterns: Catalogue = {
  ask_slot: { default: "Was soll ich bei „{slot_label}“ eintragen?", bare: "Was soll ich eintragen?" },
  ask_input: {
    default: "Soll ich für „{slot_label}“ {value} verwenden?",
    bare: "Soll ich die Angabe von vorhin verwenden?",
  },
  ask_change: { default: "Was möchten Sie ändern?", variations: ["Was soll ich ändern?"] },
  ask_cancel: { default: "Möchten Sie das abbrechen: {flow_label}?", bare: "Möchten Sie das abbrechen?" },
  ask_which_flow: { default: "Was davon meinen Sie?" },
  ask_which_to_drop: { default: "Das ist mehr, als ich gleichzeitig offen halten kann. Was davon soll ich schließen?" },
  ask_which_option: { default: "Bitte wählen Sie aus ({slot_label}):", bare: "Bitte wählen Sie aus:" },
  ask_value: {
    default: [
      {
        count: "options",
        forms: { one: "Meinen Sie {options} ({slot_label})?", other: "Was meinen Sie ({slot_label}): {options}?" },
      },
    ],
    bare: "Was davon meinen Sie?",
  },
  ask_meaning: {
    default: [{ count: "options", forms: { one: "Meinen Sie das: {options}?", other: "Was davon meinen Sie?" } }],
    bare: "Was meinen Sie?",
  },
  value_noted: { default: "Notiert: {value}.", bare: "Ist notiert." },
  not_sure: { default: "Ich bin nicht sicher, ob ich das richtig verstanden habe." },
  option_cancel: { default: "Abbrechen: {flow_label}", bare: "Abbrechen" },
  option_restart: { default: "Von vorn beginnen: {flow_label}", bare: "Von vorn beginnen" },
  option_undo: { default: "Meine letzte Antwort zurücknehmen" },
  option_person: { default: "Mit einem Menschen sprechen" },
  option_skip: { default: "„{slot_label}“ weglassen", bare: "Weglassen" },
  option_clear: { default: "„{slot_label}“ löschen", bare: "Löschen" },
  option_none: { default: "Nichts davon" },
  page_hint: { default: ["Seite {page} von {pages}.", "Mit „weiter“ oder „zurück“ blättern Sie um."] },
  slot_corrected: { default: "Ich habe „{slot_label}“ auf {value} geändert.", bare: "Geändert." },
  slot_cleared: { default: "Gut, ich habe „{slot_label}“ gelöscht.", bare: "Gut, ich habe das gelöscht." },
  slot_skipped: { default: "Gut, „{slot_label}“ lassen wir weg.", bare: "Gut, das lassen wir weg." },
  slot_invalid: {
    default: "Das kann ich bei „{slot_label}“ leider nicht eintragen.",
    bare: "Das kann ich leider nicht eintragen.",
  },
  slot_not_allowed: {
    default: [
      "Das steht bei „{slot_label}“ nicht zur Auswahl.",
      { count: "values", forms: { one: "Möglich ist nur {values}.", other: "Möglich sind {values}." } },
    ],
    bare: "Das steht nicht zur Auswahl.",
  },
  slot_constraint: {
    default: "Das passt bei „{slot_label}“ nicht zu Ihren anderen Angaben.",
    bare: "Das passt nicht zu Ihren anderen Angaben.",
  },
  slot_unknown: { default: "Diese Angabe brauche ich gerade nicht." },
  slot_read_only: {
    default: "„{slot_label}“ können Sie nicht ändern: Das wird automatisch ausgefüllt.",
    bare: "Das können Sie nicht ändern: Es wird automatisch ausgefüllt.",
  },
  slot_required: {
    default: "Ohne „{slot_label}“ kann ich leider nicht weitermachen.",
    bare: "Ohne diese Angabe kann ich leider nicht weitermachen.",
  },
  already_done: {
    default: "„{slot_label}“ lässt sich nicht mehr ändern: Das ist schon erledigt.",
    bare: "Das lässt sich nicht mehr ändern: Es ist schon erledigt.",
  },
  nothing_to_choose: {
    default: "Für „{slot_label}“ gibt es leider nichts zur Auswahl.",
    bare: "Es gibt leider nichts zur Auswahl.",
  },
  flow_resumed: { default: "Zurück zu: {flow_label}.", bare: "Machen wir weiter." },
  flows_paused: {
    default: ["Sie können auch hiermit weitermachen: {flows}."],
    bare: "Sie können auch mit etwas anderem weitermachen.",
  },
  flow_restarted: { default: "Gut, noch einmal von vorn: {flow_label}.", bare: "Gut, noch einmal von vorn." },
  flow_cancelled: { default: "Abgebrochen: {flow_label}.", bare: "Abgebrochen." },
  flow_kept: { default: "Gut, machen wir weiter.", variations: ["In Ordnung, machen wir weiter."] },
  flow_failed: {
    default: ["Das hat leider nicht geklappt: {flow_label}.", "{error}"],
    bare: "Das hat leider nicht geklappt.",
  },
  flow_changed: {
    default:
      "Das hat sich seit unserem letzten Gespräch geändert: {flow_label}. Möchten Sie mit Ihren bisherigen Angaben neu anfangen?",
    bare: "Etwas, das Sie begonnen hatten, hat sich seit unserem letzten Gespräch geändert. Möchten Sie mit Ihren bisherigen Angaben neu anfangen?",
  },
  flow_gone: { default: "Etwas, das Sie begonnen hatten, ist hier leider nicht mehr möglich." },
  asked_again: { default: "Hier hat sich inzwischen etwas geändert, deshalb frage ich Sie noch einmal." },
  flow_unavailable: { default: ["Das geht im Moment leider nicht.", ...canDo] },
  flow_not_interruptible: {
    default: "Lassen Sie uns zuerst das abschließen: {flow_label}.",
    bare: "Lassen Sie uns das zuerst abschließen.",
  },
  flow_not_paused: { default: ["Dazu ist nichts mehr offen.", ...canDo] },
  nothing_to_undo: { default: "Es gibt nichts zurückzunehmen." },
  undone: { default: "Gut, das habe ich zurückgenommen: {missing}.", bare: "Gut, das habe ich zurückgenommen." },
  undo_too_late: {
    default: "Das ist schon erledigt und lässt sich nicht mehr zurücknehmen: {flow_label}.",
    bare: "Das ist schon erledigt und lässt sich nicht mehr zurücknehmen.",
  },
  nothing_to_restart: { default: ["Es gibt nichts, was wir neu anfangen könnten.", ...canDo] },
  nothing_to_cancel: { default: ["Es gibt gerade nichts abzubrechen.", ...canDo] },
  nothing_to_confirm: { default: ["Es gibt gerade nichts zu bestätigen.", ...canDo] },
  nothing_to_repeat: { default: ["Ich habe noch nichts gesagt.", ...canDo] },
  prompt_stale: { default: "Diese Frage ist nicht mehr offen." },
  stack_limit: {
    default: "Es ist schon zu viel offen. Lassen Sie uns erst etwas davon abschließen, dann das: {flow_label}.",
    bare: "Es ist schon zu viel offen. Lassen Sie uns erst etwas davon abschließen.",
  },
  oldest_cancelled: {
    default: "Es war zu viel offen, deshalb habe ich das geschlossen: {flow_label}.",
    bare: "Es war zu viel offen, deshalb habe ich das Älteste geschlossen.",
  },
  ask_person: { default: "So komme ich nicht weiter. Möchten Sie mit einem Menschen sprechen?" },
  not_possible: { default: "Das geht hier leider nicht." },
  handed_off: { default: "Ich verbinde Sie mit einem Menschen, der Ihnen hier antwortet." },
  handoff_unavailable: { default: "Es tut mir leid, im Moment kann niemand übernehmen." },
  handoff_released: { default: "Ich bin wieder da. Wie kann ich Ihnen helfen?" },
  understanding_unavailable: {
    default:
      "Ich kann Nachrichten gerade nicht richtig lesen. Es ist nichts verloren: Bitte schicken Sie das gleich noch einmal.",
  },
  not_understood: {
    default: "Das habe ich nicht verstanden. Können Sie es anders sagen?",
    variations: ["Entschuldigung, das habe ich nicht verstanden. Können Sie es mit anderen Worten sagen?"],
  },
  not_understood_again: { default: ["Das verstehe ich leider immer noch nicht.", ...canDo] },
  no_progress: { default: "Wir kommen anscheinend nicht weiter." },
  out_of_scope: { default: ["Dabei kann ich Ihnen leider nicht helfen.", ...canDo] },
  other_language: {
    default: "Ich spreche bisher leider nur {languages}.",
    bare: "Diese Sprache spreche ich leider noch nicht.",
  },
  chitchat_greeting: { default: ["Hallo!", ...canDo], variations: [["Guten Tag!", ...canDo]] },
  chitchat_thanks: {
    default: ["Gern geschehen!", { count: "flows", forms: { other: "Kann ich sonst noch etwas für Sie tun?" } }],
    variations: [["Sehr gern!", { count: "flows", forms: { other: "Kann ich sonst noch etwas für Sie tun?" } }]],
  },
  chitchat_goodbye: { default: "Auf Wiedersehen!", variations: ["Auf Wiedersehen, alles Gute!"] },
  chitchat_wait: { default: "Lassen Sie sich Zeit.", variations: ["Gern, lassen Sie sich Zeit."] },
  chitchat: {
    default: ["Ich bin für Sie da.", ...canDo],
    variations: [["Ich helfe Ihnen gern.", ...canDo]],
  },
  session_expired: {
    default: [
      "Es ist schon eine Weile her.",
      {
        count: "options",
        forms: { one: "Möchten Sie hiermit weitermachen: {flow_label}?", other: "Womit möchten Sie weitermachen?" },
      },
    ],
  },
  message_empty: { default: "Ihre Nachricht ist leer. Was kann ich für Sie tun?" },
  message_too_long: {
    default: [
      "Ihre Nachricht ist zu lang.",
      {
        count: "limit",
        forms: { one: "Ich kann ein Zeichen lesen.", other: "Ich kann bis zu {limit} Zeichen lesen." },
      },
    ],
  },
  message_quarantined: {
    default:
      "Diese Nachricht konnte ich leider nicht verarbeiten, deshalb habe ich sie zur Prüfung beiseitegelegt. Schreiben Sie gern weiter.",
  },
  internal_error: {
    default: ["Bei mir ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.", "(Referenz: {id})"],
  },
  what_i_can_do: { default: canDo, bare: "Im Moment kann ich leider nichts für Sie tun." },
  help_step: {
    default: [
      "Ich frage Sie nach dieser Angabe: {slot_description}.",
      "Ich brauche sie hierfür: {flow_label}.",
      { count: "values", forms: { one: "Sie können {values} antworten.", other: "Zur Auswahl stehen {values}." } },
      "Zum Beispiel: {examples}.",
      "Sie können auch eine frühere Antwort ändern oder abbrechen.",
      "Außerdem kann ich das für Sie tun: {flows}.",
    ],
  },
  help_flow: {
    default: [
      "Wir sind gerade dabei: {flow_label}.",
      stillNeeded,
      "Sie können eine frühere Antwort ändern oder abbrechen.",
      "Außerdem kann ich das für Sie tun: {flows}.",
    ],
  },
  why_slot: { default: "„{slot_label}“ brauche ich hierfür: {flow_label}.", bare: "Das brauche ich zum Weitermachen." },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "Bei „{slot_label}“ gibt es nur eine Möglichkeit: {values}.",
          other: "Bei „{slot_label}“ stehen {values} zur Auswahl.",
        },
      },
      "Zurzeit ist {value} eingetragen.",
    ],
    bare: "Dafür habe ich keine Auswahlliste.",
  },
  slot_about: {
    default: [
      "Gemeint ist: {slot_description}.",
      "Bitte beachten: {limits}.",
      "Zum Beispiel: {examples}.",
      "Zurzeit ist {value} eingetragen.",
    ],
    bare: "Mehr kann ich dazu nicht sagen.",
  },
  status: {
    default: ["Wir sind gerade dabei: {flow_label}.", "Bisher habe ich {filled}.", stillNeeded],
    bare: "Es gibt nichts zu berichten.",
  },
  status_nothing: { default: ["Im Moment ist nichts offen.", ...canDo] },
  dont_know: { default: ["Das weiß ich leider nicht.", ...canDo] },
};

export const german: LanguageTexts = { patterns, words: { yes: "ja", no: "nein" } };
