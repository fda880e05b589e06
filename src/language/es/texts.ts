import type { Catalogue, LanguageTexts, Sentence } from "../texts.ts";

// Users are addressed as «tú». Labels stand in quotes where a sentence would need their article.

const canDo: readonly Sentence[] = [
  "Esto es lo que puedo hacer: {flows}.",
  { count: "more", forms: { one: "Y una cosa más.", other: "Y {more} cosas más." } },
];

const stillNeeded: Sentence = {
  count: "missing",
  forms: { one: "Falta esto: {missing}.", other: "Faltan estos datos: {missing}." },
};

const patterns: Catalogue = {
  ask_slot: { default: "¿Qué pongo en «{slot_label}»?", bare: "¿Qué pongo?" },
  ask_input: { default: "¿Uso {value} para «{slot_label}»?", bare: "¿Uso lo mismo que antes?" },
  ask_change: { default: "¿Qué quieres cambiar?", variations: ["¿Qué cambio?"] },
  ask_cancel: { default: "¿Quieres cancelar esto: {flow_label}?", bare: "¿Quieres cancelarlo?" },
  ask_which_flow: { default: "¿A cuál te refieres?" },
  ask_which_to_drop: { default: "Son más cosas de las que puedo tener abiertas a la vez. ¿Cuál dejo?" },
  ask_which_option: { default: "¿Qué {slot_label} prefieres?", bare: "¿Cuál prefieres?" },
  ask_value: {
    default: [
      {
        count: "options",
        forms: {
          one: "¿Quieres decir {options} ({slot_label})?",
          other: "¿Qué quieres decir ({slot_label}): {options}?",
        },
      },
    ],
    bare: "¿A cuál te refieres?",
  },
  ask_meaning: {
    default: [
      {
        count: "options",
        forms: { one: "¿Te refieres a esto: {options}?", other: "¿A cuál de estas cosas te refieres?" },
      },
    ],
    bare: "¿A qué te refieres?",
  },
  value_noted: { default: "Anotado: {value}.", bare: "Anotado." },
  not_sure: { default: "No sé si lo he entendido bien." },
  option_cancel: { default: "Cancelar: {flow_label}", bare: "Cancelar" },
  option_restart: { default: "Empezar de nuevo: {flow_label}", bare: "Empezar de nuevo" },
  option_undo: { default: "Quitar mi última respuesta" },
  option_person: { default: "Hablar con una persona" },
  option_skip: { default: "Dejar «{slot_label}» sin rellenar", bare: "Dejarlo sin rellenar" },
  option_clear: { default: "Borrar «{slot_label}»", bare: "Borrarlo" },
  option_none: { default: "Nada de esto" },
  page_hint: { default: ["Página {page} de {pages}.", "Di «siguiente» o «anterior» para pasar de página."] },
  slot_corrected: { default: "He cambiado «{slot_label}» a {value}.", bare: "Cambiado." },
  slot_cleared: { default: "De acuerdo, he borrado «{slot_label}».", bare: "De acuerdo, lo he borrado." },
  slot_skipped: {
    default: "De acuerdo, dejamos «{slot_label}» sin rellenar.",
    bare: "De acuerdo, lo dejamos sin rellenar.",
  },
  slot_invalid: { default: "Lo siento, eso no me sirve para «{slot_label}».", bare: "Lo siento, eso no me sirve." },
  slot_not_allowed: {
    default: [
      "Eso no está entre las opciones de «{slot_label}».",
      { count: "values", forms: { one: "La única es {values}.", other: "Son {values}." } },
    ],
    bare: "Eso no está entre las opciones.",
  },
  slot_constraint: {
    default: "Para «{slot_label}», eso no encaja con tus otras respuestas.",
    bare: "Eso no encaja con tus otras respuestas.",
  },
  slot_unknown: { default: "Ahora mismo no necesito ese dato." },
  slot_read_only: {
    default: "No puedes cambiar «{slot_label}»: se rellena automáticamente.",
    bare: "Ese dato no lo puedes cambiar: se rellena automáticamente.",
  },
  slot_required: { default: "No puedo seguir sin «{slot_label}».", bare: "No puedo seguir sin ese dato." },
  already_done: {
    default: "Ya es tarde para cambiar «{slot_label}»: ya está hecho.",
    bare: "Ya es tarde para cambiarlo: ya está hecho.",
  },
  nothing_to_choose: {
    default: "Lo siento, no hay nada que elegir para «{slot_label}».",
    bare: "Lo siento, no hay nada que elegir.",
  },
  flow_resumed: { default: "Volvemos a esto: {flow_label}.", bare: "Sigamos." },
  flows_paused: {
    default: [
      {
        count: "flows",
        forms: {
          one: "También puedes seguir con esto: {flows}.",
          other: "También puedes seguir con una de estas cosas: {flows}.",
        },
      },
    ],
    bare: "Quedan más cosas pendientes.",
  },
  flow_restarted: { default: "De acuerdo, empezamos de nuevo: {flow_label}.", bare: "De acuerdo, empezamos de nuevo." },
  flow_cancelled: { default: "Cancelado: {flow_label}.", bare: "Cancelado." },
  flow_kept: { default: "De acuerdo, sigamos.", variations: ["Vale, seguimos."] },
  flow_failed: {
    default: ["Lo siento, esto no ha funcionado: {flow_label}.", "{error}"],
    bare: "Lo siento, no ha funcionado.",
  },
  flow_changed: {
    default: "Esto ha cambiado desde la última vez: {flow_label}. ¿Empezamos de nuevo con lo que ya me dijiste?",
    bare: "Algo que habías empezado ha cambiado desde la última vez. ¿Empezamos de nuevo con lo que ya me dijiste?",
  },
  flow_gone: { default: "Lo siento, algo que habías empezado ya no es posible aquí." },
  asked_again: { default: "Algo ha cambiado mientras tanto, así que te lo pregunto otra vez." },
  flow_unavailable: { default: ["Ahora mismo no puedo hacer eso.", ...canDo] },
  flow_not_interruptible: { default: "Primero terminemos esto: {flow_label}.", bare: "Primero terminemos esto." },
  flow_not_paused: { default: ["No hay nada así a lo que volver.", ...canDo] },
  nothing_to_undo: { default: "No hay nada que deshacer." },
  undone: { default: "De acuerdo, he quitado esto: {missing}.", bare: "De acuerdo, lo he quitado." },
  undo_too_late: {
    default: "Esto ya está hecho y no se puede deshacer: {flow_label}.",
    bare: "Eso ya está hecho y no se puede deshacer.",
  },
  nothing_to_restart: { default: ["No hay nada que empezar de nuevo.", ...canDo] },
  nothing_to_cancel: { default: ["No hay nada que cancelar.", ...canDo] },
  nothing_to_confirm: { default: ["Ahora mismo no hay nada que confirmar.", ...canDo] },
  nothing_to_repeat: { default: ["Todavía no he dicho nada.", ...canDo] },
  prompt_stale: { default: "Esa pregunta ya no está pendiente." },
  stack_limit: {
    default: "Hay demasiadas cosas abiertas. Terminemos una antes de empezar con esto: {flow_label}.",
    bare: "Hay demasiadas cosas abiertas. Terminemos antes una de ellas.",
  },
  oldest_cancelled: {
    default: "Había demasiadas cosas abiertas, así que he cerrado esta: {flow_label}.",
    bare: "Había demasiadas cosas abiertas, así que he cerrado la más antigua.",
  },
  ask_person: { default: "Así no avanzamos. ¿Quieres hablar con una persona?" },
  not_possible: { default: "Eso no lo puedo hacer aquí." },
  handed_off: { default: "Te paso con una persona, que te responderá aquí." },
  handoff_unavailable: { default: "Lo siento, ahora mismo no hay nadie que pueda atenderte." },
  handoff_released: { default: "Ya estoy de vuelta. ¿En qué te ayudo?" },
  understanding_unavailable: {
    default:
      "Ahora mismo no consigo leer los mensajes. No se ha perdido nada: vuelve a enviármelo dentro de un momento.",
  },
  not_understood: {
    default: "No lo he entendido. ¿Puedes decirlo de otra forma?",
    variations: ["Perdona, no te he entendido. ¿Me lo dices con otras palabras?"],
  },
  not_understood_again: { default: ["Lo siento, sigo sin entenderlo.", ...canDo] },
  no_progress: { default: "Parece que no avanzamos." },
  out_of_scope: { default: ["Lo siento, con eso no puedo ayudarte.", ...canDo] },
  other_language: {
    default: "Lo siento, por ahora solo hablo {languages}.",
    bare: "Lo siento, todavía no hablo ese idioma.",
  },
  chitchat_greeting: { default: ["¡Hola!", ...canDo] },
  chitchat_thanks: {
    default: ["¡De nada!", { count: "flows", forms: { other: "¿Te ayudo con algo más?" } }],
    variations: [["¡Un placer!", { count: "flows", forms: { other: "¿Te ayudo con algo más?" } }]],
  },
  chitchat_goodbye: { default: "¡Hasta luego!", variations: ["¡Adiós, que te vaya bien!"] },
  chitchat_wait: { default: "Tómate tu tiempo.", variations: ["Claro, tómate tu tiempo."] },
  chitchat: {
    default: ["Estoy aquí para ayudarte.", ...canDo],
    variations: [["Es un placer ayudarte.", ...canDo]],
  },
  session_expired: {
    default: [
      "Ha pasado un rato.",
      {
        count: "options",
        forms: { one: "¿Quieres seguir con esto: {flow_label}?", other: "¿Con cuál de estas cosas quieres seguir?" },
      },
    ],
  },
  message_empty: { default: "Tu mensaje está vacío. ¿Qué puedo hacer por ti?" },
  message_too_long: {
    default: [
      "Tu mensaje es demasiado largo.",
      { count: "limit", forms: { one: "Puedo leer un carácter.", other: "Puedo leer hasta {limit} caracteres." } },
    ],
  },
  message_quarantined: {
    default: "Lo siento, no he podido procesar ese mensaje y lo he apartado para revisarlo. Puedes continuar.",
  },
  internal_error: { default: ["Algo ha fallado por mi parte. Inténtalo de nuevo.", "(Referencia: {id})"] },
  what_i_can_do: { default: canDo, bare: "Ahora mismo no hay nada que pueda hacer por ti." },
  help_step: {
    default: [
      "Te pido esto: {slot_description}.",
      "Lo necesito para esto: {flow_label}.",
      { count: "values", forms: { one: "Puedes responder {values}.", other: "Puedes elegir entre {values}." } },
      "Por ejemplo: {examples}.",
      "También puedes cambiar una respuesta anterior o cancelar.",
      "Además, puedo hacer esto: {flows}.",
    ],
  },
  help_flow: {
    default: [
      "Estamos con esto: {flow_label}.",
      stillNeeded,
      "Puedes cambiar una respuesta anterior o cancelar.",
      "Además, puedo hacer esto: {flows}.",
    ],
  },
  why_slot: { default: "Necesito «{slot_label}» para esto: {flow_label}.", bare: "Lo necesito para seguir." },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "Para «{slot_label}» hay una sola opción: {values}.",
          other: "Las opciones de «{slot_label}» son {values}.",
        },
      },
      "Por ahora es {value}.",
    ],
    bare: "No tengo una lista de opciones para eso.",
  },
  slot_about: {
    default: [
      "Es esto: {slot_description}.",
      "Ten en cuenta: {limits}.",
      "Por ejemplo: {examples}.",
      "Por ahora es {value}.",
    ],
    bare: "No puedo decir más sobre eso.",
  },
  status: {
    default: ["Estamos con esto: {flow_label}.", "Por ahora tengo {filled}.", stillNeeded],
    bare: "No tengo nada que contar.",
  },
  status_nothing: { default: ["Ahora mismo no hay nada en marcha.", ...canDo] },
  dont_know: { default: ["Lo siento, eso no lo sé.", ...canDo] },
};

export const spanish: LanguageTexts = { patterns, words: { yes: "sí", no: "no" } };
