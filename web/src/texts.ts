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

const de: Texts = {
  conversation: "Unterhaltung",
  yourMessage: "Ihre Nachricht",
  placeholder: "Nachricht schreiben",
  send: "Senden",
  you: "Sie",
  emptyTitle: "Wie kann ich Ihnen helfen?",
  starter: "Was können Sie für mich tun?",
  typing: "Der Assistent schreibt",
  unreachable: "Keine Verbindung. Ich versuche es weiter; nichts, was Sie geschrieben haben, geht verloren.",
  opening: "Die Unterhaltung wird geöffnet",
  begunAnew: "Die frühere Unterhaltung gibt es nicht mehr; das ist eine neue.",
  handedOff: "Sie werden mit einem Menschen verbunden, der liest, was Sie hier schreiben.",
  release: "Mit dem Assistenten weitermachen",
  startAnew: "Neue Unterhaltung",
  tryAgain: "Noch einmal versuchen",
  openChat: "Chat öffnen",
  closeChat: "Chat schließen",
  choices: "Auswahl",
  carousel: "Karten",
  signIn: { title: "Dieser Assistent verlangt einen Zugangsschlüssel", token: "Zugangsschlüssel", go: "Weiter" },
  showInspector: "Inspektor anzeigen",
  hideInspector: "Inspektor ausblenden",
  why: "Warum hat er das gesagt?",
  broken: "Die Dateien haben Fehler; die letzte fehlerfreie Version antwortet weiter.",
  moreErrors: (count) => `Und ${count} weitere.`,
  problems: {
    "message.too_long": "Diese Nachricht ist zu lang.",
    "message.blank": "Diese Nachricht ist leer.",
    "message.control_characters": "Diese Nachricht enthält Zeichen, die sich nicht lesen lassen.",
    "message.malformed": "Diese Nachricht enthält Zeichen, die sich nicht lesen lassen.",
    "prompt.stale": "Diese Frage ist nicht mehr offen. Es wurde nichts geändert.",
    "command.forbidden": "Diese Auswahl wird nicht mehr angeboten. Es wurde nichts geändert.",
    "access.bad_token": "Sie sind nicht mehr angemeldet.",
    "access.missing_token": "Sie sind nicht angemeldet.",
    internal: "Etwas ist schiefgegangen. Es wurde nichts geändert.",
  },
};

const fr: Texts = {
  conversation: "Conversation",
  yourMessage: "Votre message",
  placeholder: "Écrivez un message",
  send: "Envoyer",
  you: "Vous",
  emptyTitle: "Comment puis-je vous aider\u00a0?",
  starter: "Que pouvez-vous faire\u00a0?",
  typing: "L’assistant est en train d’écrire",
  unreachable: "Pas de connexion. Nouvel essai en cours\u00a0; rien de ce que vous avez écrit n’est perdu.",
  opening: "Ouverture de la conversation",
  begunAnew: "La conversation précédente n’existe plus\u00a0; celle-ci est nouvelle.",
  handedOff: "Vous allez parler à quelqu’un de notre équipe, qui lit ce que vous écrivez ici.",
  release: "Continuer avec l’assistant",
  startAnew: "Nouvelle conversation",
  tryAgain: "Réessayer",
  openChat: "Ouvrir le chat",
  closeChat: "Fermer le chat",
  choices: "Choix",
  carousel: "Cartes",
  signIn: { title: "Cet assistant demande une clé d’accès", token: "Clé d’accès", go: "Continuer" },
  showInspector: "Afficher l’inspecteur",
  hideInspector: "Masquer l’inspecteur",
  why: "Pourquoi a-t-il dit cela\u00a0?",
  broken: "Les fichiers contiennent des erreurs\u00a0; la dernière version sans erreur continue de répondre.",
  moreErrors: (count) => `Et ${count} de plus.`,
  problems: {
    "message.too_long": "Ce message est trop long.",
    "message.blank": "Ce message est vide.",
    "message.control_characters": "Ce message contient des caractères illisibles.",
    "message.malformed": "Ce message contient des caractères illisibles.",
    "prompt.stale": "Cette question n’est plus d’actualité. Rien n’a été modifié.",
    "command.forbidden": "Ce choix n’est plus proposé. Rien n’a été modifié.",
    "access.bad_token": "Votre session n’est plus ouverte.",
    "access.missing_token": "Aucune session n’est ouverte.",
    internal: "Un problème est survenu, et rien n’a été modifié.",
  },
};

const catalogues: Readonly<Record<string, Texts>> = { en, es, de, fr };

/** In the assistant's language, or in English where nobody wrote it yet. */
export const textsIn = (language: string | undefined): Texts =>
  catalogues[(language ?? "en").split("-")[0] ?? "en"] ?? en;

export const problemText = (texts: Texts, code: string): string => texts.problems[code] ?? texts.problems.internal;
