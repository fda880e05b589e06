import type { Catalogue, LanguageTexts, Sentence } from "../texts.ts";

// Users are addressed as "vous". Labels stand in quotes where a sentence would need their article.

/** No line may break before a question mark or a colon, nor inside quotation marks. */
const typeset = <Texts>(texts: Texts): Texts =>
  JSON.parse(JSON.stringify(texts).replace(/ (?=[?!:;»])|(?<=«) /g, "\u00a0")) as Texts;

const canDo: readonly Sentence[] = [
  "Voici ce que je peux faire : {flows}.",
  { count: "more", forms: { one: "Et encore une chose.", other: "Et {more} autres choses." } },
];

const patterns: Catalogue = typeset({
  ask_slot: { default: "Que dois-je indiquer pour « {slot_label} » ?", bare: "Que dois-je indiquer ?" },
  ask_input: {
    default: "Dois-je utiliser {value} pour « {slot_label} » ?",
    bare: "Dois-je reprendre la même réponse que la dernière fois ?",
  },
  ask_change: { default: "Que souhaitez-vous modifier ?", variations: ["Que dois-je modifier ?"] },
  ask_cancel: { default: "Voulez-vous annuler ceci : {flow_label} ?", bare: "Voulez-vous annuler ?" },
  ask_which_flow: { default: "Que voulez-vous dire ?" },
  ask_which_to_drop: {
    default: "C’est plus que je ne peux garder en cours à la fois. Que dois-je abandonner ?",
  },
  ask_which_option: { default: "Veuillez choisir ({slot_label}) :", bare: "Veuillez choisir :" },
  ask_value: {
    default: [
      {
        count: "options",
        forms: {
          one: "Voulez-vous dire {options} ({slot_label}) ?",
          other: "Que voulez-vous dire ({slot_label}) : {options} ?",
        },
      },
    ],
    bare: "Que voulez-vous dire ?",
  },
  ask_meaning: {
    default: [
      { count: "options", forms: { one: "Voulez-vous dire ceci : {options} ?", other: "Que voulez-vous dire ?" } },
    ],
    bare: "Que voulez-vous dire ?",
  },
  value_noted: { default: "C’est noté : {value}.", bare: "C’est noté." },
  not_sure: { default: "Je ne suis pas sûr d’avoir bien compris." },
  option_cancel: { default: "Annuler : {flow_label}", bare: "Annuler" },
  option_restart: { default: "Recommencer : {flow_label}", bare: "Recommencer" },
  option_undo: { default: "Retirer ma dernière réponse" },
  option_person: { default: "Parler à quelqu’un de votre équipe" },
  option_skip: { default: "Laisser « {slot_label} » de côté", bare: "Laisser cela de côté" },
  option_clear: { default: "Effacer « {slot_label} »", bare: "Effacer" },
  option_none: { default: "Rien de tout cela" },
  page_hint: { default: ["Page {page} sur {pages}.", "Dites « suivant » ou « précédent » pour changer de page."] },
  slot_corrected: { default: "J’ai modifié « {slot_label} » : {value}.", bare: "C’est modifié." },
  slot_cleared: { default: "D’accord, j’ai effacé « {slot_label} ».", bare: "D’accord, c’est effacé." },
  slot_skipped: { default: "D’accord, on laisse « {slot_label} » de côté.", bare: "D’accord, on laisse cela de côté." },
  slot_invalid: {
    default: "Je ne peux malheureusement pas utiliser cela pour « {slot_label} ».",
    bare: "Je ne peux malheureusement pas utiliser cela.",
  },
  slot_not_allowed: {
    default: [
      "Ce n’est pas un choix possible pour « {slot_label} ».",
      {
        count: "values",
        forms: { one: "Le seul choix possible est {values}.", other: "Les choix possibles sont {values}." },
      },
    ],
    bare: "Ce n’est pas un choix possible.",
  },
  slot_constraint: {
    default: "Pour « {slot_label} », cela ne va pas avec vos autres réponses.",
    bare: "Cela ne va pas avec vos autres réponses.",
  },
  slot_unknown: { default: "Je n’ai pas besoin de cette information pour le moment." },
  slot_read_only: {
    default: "Vous ne pouvez pas modifier « {slot_label} » : c’est rempli automatiquement.",
    bare: "Vous ne pouvez pas modifier cela : c’est rempli automatiquement.",
  },
  slot_required: {
    default: "Je ne peux pas continuer sans « {slot_label} ».",
    bare: "Je ne peux pas continuer sans cette information.",
  },
  already_done: {
    default: "Il est trop tard pour modifier « {slot_label} » : c’est déjà fait.",
    bare: "Il est trop tard pour modifier cela : c’est déjà fait.",
  },
  nothing_to_choose: {
    default: "Il n’y a malheureusement aucun choix pour « {slot_label} ».",
    bare: "Il n’y a malheureusement aucun choix.",
  },
  flow_resumed: { default: "Revenons à ceci : {flow_label}.", bare: "Reprenons." },
  flows_paused: {
    default: ["Vous pouvez aussi reprendre ceci : {flows}."],
    bare: "Vous pouvez aussi reprendre autre chose.",
  },
  flow_restarted: { default: "D’accord, on recommence : {flow_label}.", bare: "D’accord, on recommence." },
  flow_cancelled: { default: "C’est annulé : {flow_label}.", bare: "C’est annulé." },
  flow_kept: { default: "D’accord, continuons.", variations: ["Très bien, continuons."] },
  flow_failed: {
    default: ["Cela n’a malheureusement pas fonctionné : {flow_label}.", "{error}"],
    bare: "Cela n’a malheureusement pas fonctionné.",
  },
  flow_changed: {
    default:
      "Ceci a changé depuis notre dernier échange : {flow_label}. Voulez-vous recommencer avec ce que vous m’avez déjà dit ?",
    bare: "Ce que vous aviez commencé a changé depuis notre dernier échange. Voulez-vous recommencer avec ce que vous m’avez déjà dit ?",
  },
  flow_gone: { default: "Ce que vous aviez commencé n’est malheureusement plus possible ici." },
  asked_again: { default: "Quelque chose a changé entre-temps, je vous repose donc la question." },
  flow_unavailable: { default: ["Je ne peux pas faire cela pour le moment.", ...canDo] },
  flow_not_interruptible: { default: "Terminons d’abord ceci : {flow_label}.", bare: "Terminons d’abord ceci." },
  flow_not_paused: { default: ["Il n’y a rien de tel à reprendre.", ...canDo] },
  nothing_to_undo: { default: "Il n’y a aucune réponse à retirer." },
  undone: { default: "D’accord, j’ai retiré ceci : {missing}.", bare: "D’accord, je l’ai retiré." },
  undo_too_late: {
    default: "C’est déjà fait, on ne peut plus revenir en arrière : {flow_label}.",
    bare: "C’est déjà fait, on ne peut plus revenir en arrière.",
  },
  nothing_to_restart: { default: ["Il n’y a rien à recommencer.", ...canDo] },
  nothing_to_cancel: { default: ["Il n’y a rien à annuler.", ...canDo] },
  nothing_to_confirm: { default: ["Il n’y a rien à confirmer pour le moment.", ...canDo] },
  nothing_to_repeat: { default: ["Je n’ai encore rien dit.", ...canDo] },
  prompt_stale: { default: "Cette question n’est plus d’actualité." },
  stack_limit: {
    default: "Trop de choses sont en cours. Terminons-en une avant de commencer ceci : {flow_label}.",
    bare: "Trop de choses sont en cours. Terminons-en d’abord une.",
  },
  oldest_cancelled: {
    default: "Trop de choses étaient en cours, j’ai donc abandonné celle-ci : {flow_label}.",
    bare: "Trop de choses étaient en cours, j’ai donc abandonné la plus ancienne.",
  },
  ask_person: { default: "Je n’arrive pas à aller plus loin. Voulez-vous parler à quelqu’un de notre équipe ?" },
  not_possible: { default: "Je ne peux pas faire cela ici." },
  handed_off: { default: "Je vous mets en relation avec quelqu’un de notre équipe, qui vous répondra ici." },
  handoff_unavailable: { default: "Je regrette, personne ne peut prendre le relais pour le moment." },
  handoff_released: { default: "Me revoilà. Comment puis-je vous aider ?" },
  understanding_unavailable: {
    default:
      "Je n’arrive pas à bien lire les messages pour le moment. Rien n’est perdu : renvoyez-moi cela dans un instant.",
  },
  not_understood: {
    default: "Je n’ai pas compris. Pouvez-vous le dire autrement ?",
    variations: ["Pardon, je n’ai pas compris. Pouvez-vous reformuler ?"],
  },
  not_understood_again: { default: ["Pardon, je ne comprends toujours pas.", ...canDo] },
  no_progress: { default: "On dirait que nous n’avançons pas." },
  out_of_scope: { default: ["Je ne peux malheureusement pas vous aider pour cela.", ...canDo] },
  other_language: {
    default: "Pardon, je parle seulement {languages} pour le moment.",
    bare: "Pardon, je ne parle pas encore cette langue.",
  },
  chitchat_greeting: { default: ["Bonjour !", ...canDo] },
  chitchat_thanks: {
    default: ["Avec plaisir !", { count: "flows", forms: { other: "Puis-je faire autre chose pour vous ?" } }],
    variations: [["Je vous en prie !", { count: "flows", forms: { other: "Puis-je faire autre chose pour vous ?" } }]],
  },
  chitchat_goodbye: { default: "Au revoir !", variations: ["Au revoir et à bientôt !"] },
  chitchat_wait: { default: "Prenez votre temps.", variations: ["Bien sûr, prenez votre temps."] },
  chitchat: {
    default: ["Je suis là pour vous aider.", ...canDo],
    variations: [["C’est un plaisir de vous aider.", ...canDo]],
  },
  session_expired: {
    default: [
      "Cela fait un moment.",
      {
        count: "options",
        forms: { one: "Voulez-vous reprendre ceci : {flow_label} ?", other: "Que voulez-vous reprendre ?" },
      },
    ],
  },
  message_empty: { default: "Votre message est vide. Que puis-je faire pour vous ?" },
  message_too_long: {
    default: [
      "Votre message est trop long.",
      {
        count: "limit",
        forms: { one: "Je peux lire un caractère.", other: "Je peux lire jusqu’à {limit} caractères." },
      },
    ],
  },
  message_quarantined: {
    default: "Je n’ai pas pu traiter ce message et je l’ai mis de côté pour vérification. Vous pouvez continuer.",
  },
  internal_error: { default: ["Un problème est survenu de mon côté. Veuillez réessayer.", "(Référence : {id})"] },
  what_i_can_do: { default: canDo, bare: "Je ne peux malheureusement rien faire pour vous en ce moment." },
  help_step: {
    default: [
      "Voici ce que je vous demande : {slot_description}.",
      "J’en ai besoin pour ceci : {flow_label}.",
      {
        count: "values",
        forms: { one: "Vous pouvez répondre {values}.", other: "Vous pouvez choisir entre {values}." },
      },
      "Par exemple : {examples}.",
      "Vous pouvez aussi modifier une réponse précédente ou annuler.",
      "Je peux également faire ceci : {flows}.",
    ],
  },
  help_flow: {
    default: [
      "Voici ce qui est en cours : {flow_label}.",
      "Il me manque encore : {missing}.",
      "Vous pouvez modifier une réponse précédente ou annuler.",
      "Je peux également faire ceci : {flows}.",
    ],
  },
  why_slot: {
    default: "J’ai besoin de « {slot_label} » pour ceci : {flow_label}.",
    bare: "J’en ai besoin pour continuer.",
  },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "Il n’y a qu’un choix pour « {slot_label} » : {values}.",
          other: "Les choix pour « {slot_label} » sont {values}.",
        },
      },
      "Pour l’instant, c’est {value}.",
    ],
    bare: "Je n’ai pas de liste de choix pour cela.",
  },
  slot_about: {
    default: [
      "Il s’agit de ceci : {slot_description}.",
      "À noter : {limits}.",
      "Par exemple : {examples}.",
      "Pour l’instant, c’est {value}.",
    ],
    bare: "Je ne peux pas en dire plus.",
  },
  status: {
    default: ["Voici ce qui est en cours : {flow_label}.", "J’ai déjà {filled}.", "Il me manque encore : {missing}."],
    bare: "Je n’ai rien à signaler.",
  },
  status_nothing: { default: ["Rien n’est en cours pour le moment.", ...canDo] },
  dont_know: { default: ["Je n’ai malheureusement pas la réponse.", ...canDo] },
});

export const french: LanguageTexts = { patterns, words: { yes: "oui", no: "non" } };
