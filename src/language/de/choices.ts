import type { Measure, RequestKind, Words } from "../language.ts";
import { foldedWords } from "../stemmer.ts";

export const choiceWords = {
  extreme: [
    [
      { by: "price", isHighest: false },
      "günstigste|günstigster|günstigstes|günstigsten|billigste|billigster|billigstes|billigsten|preiswerteste|preiswertesten|niedrigste|bester preis",
    ],
    [{ by: "price", isHighest: true }, "teuerste|teuerster|teuerstes|teuersten|kostspieligste"],
    [{ by: "time", isHighest: false }, "früheste|frühester|frühestes|frühesten|am frühesten|frühestmögliche"],
    [
      { by: "time", isHighest: true },
      "späteste|spätester|spätestes|spätesten|neueste|neuester|neuestes|neuesten|am spätesten",
    ],
  ],
  noneOfThem: [
    [
      1,
      "keiner|keine|keins|keines|nichts|keiner davon|keine davon|keins davon|keines davon|keiner von denen|keine von denen|keins von beiden|keiner von beiden|keine von beiden|nichts davon|weder noch",
    ],
  ],
  otherOne: [
    [
      1,
      "andere|anderer|anderes|anderen|frühere|früherer|früheres|früheren|vorige|voriger|voriges|vorigen|vorherige|vorheriger|vorheriges|vorherigen",
    ],
  ],
  pageWord: [
    ["next", "weiter|mehr|nächste"],
    ["previous", "zurück|vorherige"],
  ],
  taskNoun: [[1, "eine|einer|eins|aufgabe|sache|vorgang"]],
} as const satisfies Partial<Words>;

export const askingWords = foldedWords(
  "alle als am an auf aus bedeutet bei bin bitte brauche brauchen brauchst das dein deine dem den der des die dies diese dieser dieses ein eine",
  "einem einen einer erlaubt erlaubte es für geben gibt habe haben hat heißt helfen hilfe ich ihr ihre im in ist kann kannst können man mein meine meinen mir mit",
  "möglich möglichkeit möglichkeiten nötig option optionen sein sie sind soll vom von warum was welche welchen welcher welches wer werden wert werte",
  "wie wieso wir wo wofür wozu zu zum zur auswahl auswählen verfügbar verfügbare akzeptiert art arten",
);

/** Verbs of one kind stand for each other, and so do the nouns made of them. */
export const requestWords: Readonly<Record<RequestKind, string>> = {
  find: "finde finden suche suchen schaue schauen sehen zeige zeigen liste auflisten prüfe prüfen sage sagen empfehle empfehlen abrufen anzeigen nachsehen welche was wann wo",
  book: "buche buchen buchung reserviere reservieren reservierung vereinbare vereinbaren termin",
  buy: "kaufe kaufen bestelle bestellen bestellung karte ticket",
  play: "spiele spielen abspielen höre hören",
  add: "hinzufügen füge erstelle erstellen anlegen lege neu neue neuen neues speichere speichern",
  remove:
    "storniere stornieren stornierung lösche löschen entferne entfernen kündige kündigen absagen abbrechen streichen",
  change:
    "ändere ändern änderung bearbeite bearbeiten aktualisiere aktualisieren verschiebe verschieben umbuchen ersetze ersetzen wechsle wechseln",
  send: "sende senden schicke schicken überweise überweisen überweisung zahle zahlen bezahle bezahlen",
  rent: "miete mieten leihe leihen ausleihen",
};

export const measureNames: Readonly<Record<Measure, string>> = {
  price: "preis kosten gebühr betrag summe tarif",
  time: "abfahrt abflug beginn start zeit uhr stunde datum tag",
};
