import type { Catalogue, LanguageTexts, Sentence } from "../catalogue.ts";

const canDo: readonly Sentence[] = [
  "Esto es lo que puedo hacer: {flows}.",
  { count: "more", forms: { one: "Y una cosa más.", other: "Y {more} cosas más." } },
];

const stillNeeded: Sentence = {
  count: "missing",
  forms: { one: "Falta esto: {missing}.", other: "Faltan estos datos: {missing}." },
};

const patterns: Catalogue = {
  ask_slot: { default: "Dime, por favor: {slot_description}.", bare: "Dime algo más, por favor." },
  ask_input: { default: "¿Uso {value} para esto: {slot_description}?", bare: "¿Uso lo de antes?" },
  ask_change: { default: "¿Qué quieres cambiar?", variations: ["¿Qué debo cambiar?"] },
  ask_cancel: { default: "¿Quieres cancelar esto: {flow_description}?", bare: "¿Quieres cancelarlo?" },
  ask_which_flow: { default: "¿A cuál te refieres?" },
  ask_which_to_drop: { default: "Es más de lo que puedo tener abierto a la vez. ¿Cuál dejo?" },
  ask_which_option: { default: "Elige una opción ({slot_description}):", bare: "Elige una opción:" },
  page_hint: { default: ["Página {page} de {pages}.", "Di «siguiente» o «anterior» para pasar de página."] },
  slot_corrected: { default: "{slot_description}: lo cambio a {value}.", bare: "Cambiado." },
  slot_cleared: { default: "He quitado esto: {slot_description}.", bare: "Quitado." },
  slot_skipped: { default: "De acuerdo, sin esto: {slot_description}.", bare: "De acuerdo, lo dejamos sin rellenar." },
  slot_invalid: {
    default: "No puedo usar eso como respuesta ({slot_description}).",
    bare: "No puedo usar eso como respuesta.",
  },
  slot_not_allowed: {
    default: [
      "Esa no es una de las opciones ({slot_description}).",
      { count: "values", forms: { one: "La única es {values}.", other: "Son {values}." } },
    ],
    bare: "Esa no es una de las opciones.",
  },
  slot_constraint: {
    default: "Eso no encaja con lo demás ({slot_description}).",
    bare: "Eso no encaja con lo demás.",
  },
  slot_unknown: { default: "Aquí no puedo usar ese dato." },
  slot_read_only: {
    default: "Este dato no lo puedes fijar tú: {slot_description}.",
    bare: "Ese dato no lo puedes fijar.",
  },
  slot_required: { default: "No puedo seguir sin esto: {slot_description}.", bare: "No puedo seguir sin ese dato." },
  already_done: {
    default: "Ya es tarde para cambiar esto ({slot_description}): ya está hecho.",
    bare: "Ya es tarde para cambiarlo: ya está hecho.",
  },
  nothing_to_choose: {
    default: "No hay nada que elegir ({slot_description}).",
    bare: "No hay nada que elegir.",
  },
  flow_resumed: { default: "Volvemos a esto: {flow_description}.", bare: "Sigamos." },
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
  flow_restarted: { default: "Desde el principio: {flow_description}.", bare: "Desde el principio." },
  flow_cancelled: { default: "Cancelado: {flow_description}.", bare: "Cancelado." },
  flow_kept: { default: "De acuerdo, sigamos.", variations: ["Bien, entonces seguimos."] },
  flow_failed: {
    default: ["Lo siento, esto no ha funcionado: {flow_description}.", "{error}"],
    bare: "Lo siento, no ha funcionado.",
  },
  flow_changed: {
    default: "Esto ha cambiado desde la última vez: {flow_description}. ¿Empezamos de nuevo, con lo que ya me dijo?",
    bare: "Algo de lo que había empezado ha cambiado desde la última vez. ¿Empezamos de nuevo, con lo que ya me dijo?",
  },
  flow_gone: { default: "Algo que había empezado ya no es posible aquí." },
  asked_again: { default: "Algo ha cambiado aquí mientras tanto, así que pregunto otra vez." },
  flow_unavailable: { default: ["Ahora no puedo hacer eso.", ...canDo] },
  flow_not_interruptible: {
    default: "Antes terminemos esto: {flow_description}.",
    bare: "Antes terminemos esto.",
  },
  flow_not_paused: { default: ["No hay nada así a lo que volver.", ...canDo] },
  nothing_to_undo: { default: "No hay nada que deshacer." },
  undone: { default: "De acuerdo, he quitado esto: {missing}.", bare: "De acuerdo, lo he quitado." },
  undo_too_late: {
    default: "Esto ya está hecho y no se puede deshacer: {flow_description}.",
    bare: "Eso ya está hecho y no se puede deshacer.",
  },
  nothing_to_restart: { default: ["No hay nada que empezar de nuevo.", ...canDo] },
  nothing_to_cancel: { default: ["No hay nada que cancelar.", ...canDo] },
  nothing_to_confirm: { default: ["Ahora mismo no hay nada que confirmar.", ...canDo] },
  nothing_to_repeat: { default: ["Todavía no he dicho nada.", ...canDo] },
  prompt_stale: { default: "Esa pregunta ya no está abierta." },
  stack_limit: {
    default: "Hay demasiadas cosas abiertas. Terminemos una antes de esto: {flow_description}.",
    bare: "Hay demasiadas cosas abiertas. Terminemos antes una de ellas.",
  },
  oldest_cancelled: {
    default: "Había demasiadas cosas abiertas, así que he dejado esta: {flow_description}.",
    bare: "Había demasiadas cosas abiertas, así que he dejado la más antigua.",
  },
  ask_person: { default: "Así no avanzamos. ¿Quieres hablar con una persona?" },
  not_possible: { default: "Eso no lo puedo hacer aquí." },
  handed_off: { default: "Te paso con una persona, que te responderá aquí." },
  handoff_unavailable: { default: "Lo siento, ahora mismo no hay nadie con quien pueda pasarte." },
  handoff_released: { default: "Ya estoy de vuelta. ¿En qué te ayudo?" },
  understanding_unavailable: {
    default:
      "Ahora mismo no consigo leer los mensajes. No se ha perdido nada: vuelve a enviármelo dentro de un momento.",
  },
  not_understood: {
    default: "No lo he entendido. ¿Puedes decirlo de otra forma?",
    variations: ["Perdona, no te he entendido. ¿Me lo dices con otras palabras?"],
  },
  not_understood_again: { default: ["Sigo sin entenderlo.", ...canDo] },
  no_progress: { default: "Parece que no avanzamos." },
  out_of_scope: { default: ["Con eso no puedo ayudarte.", ...canDo] },
  chitchat: {
    default: ["Estoy aquí para ayudarte.", ...canDo],
    variations: [["Es un placer ayudarte.", ...canDo]],
  },
  session_expired: {
    default: [
      "Ha pasado un rato.",
      {
        count: "options",
        forms: {
          one: "¿Quieres seguir con esto: {flow_description}?",
          other: "¿Con cuál de estas cosas quieres seguir?",
        },
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
      "Lo necesito para {flow_description}.",
      { count: "values", forms: { one: "Puedes responder {values}.", other: "Puedes elegir entre {values}." } },
      "Por ejemplo: {examples}.",
      "También puedes cambiar una respuesta anterior o cancelar.",
      "Además puedo: {flows}.",
    ],
  },
  help_flow: {
    default: [
      "Estamos con esto: {flow_description}.",
      stillNeeded,
      "Puedes cambiar una respuesta anterior o cancelar.",
      "Además puedo: {flows}.",
    ],
  },
  why_slot: {
    default: "Lo necesito ({slot_description}) para {flow_description}.",
    bare: "Lo necesito para seguir.",
  },
  slot_values: {
    default: [
      {
        count: "values",
        forms: {
          one: "Hay una sola opción ({slot_description}): {values}.",
          other: "Las opciones ({slot_description}) son {values}.",
        },
      },
    ],
    bare: "No tengo una lista de opciones para eso.",
  },
  slot_about: {
    default: ["Es esto: {slot_description}.", "Por ejemplo: {examples}.", "Por ahora es {value}."],
    bare: "No puedo decir más sobre eso.",
  },
  status: {
    default: ["Estamos con esto: {flow_description}.", "Por ahora tengo {filled}.", stillNeeded],
    bare: "No tengo nada que contar.",
  },
  status_nothing: { default: ["Ahora mismo no hay nada en marcha.", ...canDo] },
  dont_know: { default: ["Eso no lo sé.", ...canDo] },
};

export const spanish: LanguageTexts = { patterns, words: { yes: "sí", no: "no" } };
