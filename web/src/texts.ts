/** All words of the page that are not the assistant's, by language. */
interface Texts {
  readonly conversation: string;
  readonly yourMessage: string;
  readonly placeholder: string;
  readonly send: string;
  readonly you: string;
  readonly emptyTitle: string;
  readonly starter: string;
  readonly typing: string;
  readonly unreachable: string;
  readonly opening: string;
  readonly begunAnew: string;
  readonly handedOff: string;
  readonly release: string;
  readonly startAnew: string;
  readonly tryAgain: string;
  readonly openChat: string;
  readonly closeChat: string;
  readonly choices: string;
  readonly carousel: string;
  readonly signIn: { readonly title: string; readonly token: string; readonly go: string };
  readonly showInspector: string;
  readonly hideInspector: string;
  readonly why: string;
  /** Of the files of an assistant that is being built. */
  readonly broken: string;
  readonly moreErrors: (count: number) => string;
  /** Why a message was not taken, by the code of the problem. */
  readonly problems: Readonly<Record<string, string>> & { readonly internal: string };
}

const en: Texts = {
  conversation: "Conversation",
  yourMessage: "Your message",
  placeholder: "Write a message",
  send: "Send",
  you: "You",
  emptyTitle: "How can I help?",
  starter: "What can you do?",
  typing: "The assistant is writing",
  unreachable: "No connection. Trying again; nothing you wrote is lost.",
  opening: "Opening the conversation",
  begunAnew: "The earlier conversation is no longer there; this is a new one.",
  handedOff: "You are being passed to a person. They read what you write here.",
  release: "Continue with the assistant",
  startAnew: "New conversation",
  tryAgain: "Try again",
  openChat: "Open the chat",
  closeChat: "Close the chat",
  choices: "Choices",
  carousel: "Cards",
  signIn: { title: "This assistant asks for a token", token: "Token", go: "Continue" },
  showInspector: "Show inspector",
  hideInspector: "Hide inspector",
  why: "Why did it say that?",
  broken: "The files have errors; the last version without any keeps answering.",
  moreErrors: (count) => `And ${count} more.`,
  problems: {
    "message.too_long": "This message is too long.",
    "message.blank": "There is nothing in this message.",
    "message.control_characters": "This message has characters that cannot be read.",
    "message.malformed": "This message has characters that cannot be read.",
    "prompt.stale": "That question is no longer open. Nothing was changed.",
    "command.forbidden": "That choice is no longer offered. Nothing was changed.",
    "access.bad_token": "You are no longer signed in.",
    "access.missing_token": "You are not signed in.",
    internal: "Something went wrong, and nothing was changed.",
  },
};

const es: Texts = {
  conversation: "Conversación",
  yourMessage: "Tu mensaje",
  placeholder: "Escribe un mensaje",
  send: "Enviar",
  you: "Tú",
  emptyTitle: "¿En qué puedo ayudarte?",
  starter: "¿Qué puedes hacer?",
  typing: "El asistente está escribiendo",
  unreachable: "Sin conexión. Lo intento de nuevo; nada de lo que escribiste se pierde.",
  opening: "Abriendo la conversación",
  begunAnew: "La conversación anterior ya no está; esta es nueva.",
  handedOff: "Te pasamos con una persona, que lee lo que escribes aquí.",
  release: "Seguir con el asistente",
  startAnew: "Conversación nueva",
  tryAgain: "Intentar de nuevo",
  openChat: "Abrir el chat",
  closeChat: "Cerrar el chat",
  choices: "Opciones",
  carousel: "Tarjetas",
  signIn: { title: "Este asistente pide una clave", token: "Clave", go: "Continuar" },
  showInspector: "Ver el inspector",
  hideInspector: "Ocultar el inspector",
  why: "¿Por qué dijo eso?",
  broken: "Los archivos tienen errores; sigue respondiendo la última versión sin ellos.",
  moreErrors: (count) => `Y ${count} más.`,
  problems: {
    "message.too_long": "Este mensaje es demasiado largo.",
    "message.blank": "Este mensaje está vacío.",
    "message.control_characters": "Este mensaje tiene caracteres que no se pueden leer.",
    "message.malformed": "Este mensaje tiene caracteres que no se pueden leer.",
    "prompt.stale": "Esa pregunta ya no está abierta. No ha cambiado nada.",
    "command.forbidden": "Esa opción ya no se ofrece. No ha cambiado nada.",
    "access.bad_token": "Ya no tienes la sesión abierta.",
    "access.missing_token": "No has iniciado sesión.",
    internal: "Algo salió mal, y no ha cambiado nada.",
  },
};

const catalogues: Readonly<Record<string, Texts>> = { en, es };

/** In the assistant's language, or in English where nobody wrote it yet. */
export const textsIn = (language: string | undefined): Texts =>
  catalogues[(language ?? "en").split("-")[0] ?? "en"] ?? en;

export const problemText = (texts: Texts, code: string): string => texts.problems[code] ?? texts.problems.internal;
