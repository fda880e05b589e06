import type { SlotCues } from "../slot-cues.ts";

export const slotCues: SlotCues = {
  subjects: {
    email: { sure: "email|e-mail|e-mail-adresse|emailadresse|mailadresse|e-mail adresse|mail" },
    phone: {
      sure: "telefon|telefonnummer|handy|handynummer|mobilnummer|rufnummer|festnetz",
      maybe: "anrufen|erreichen",
    },
    url: { sure: "link|url|webseite|website|internetadresse|homepage|webadresse" },
    iban: { sure: "iban|kontonummer|bankverbindung", maybe: "konto|bankkonto" },
    plate: { sure: "kennzeichen|nummernschild|autokennzeichen" },
    code: {
      sure: "code|kundennummer|bestellnummer|buchungsnummer|auftragsnummer|rechnungsnummer|sendungsnummer|seriennummer|referenz|referenznummer|vertragsnummer|mitgliedsnummer|ausweisnummer|zählernummer|postleitzahl|plz|kartennummer|gutscheincode|flugnummer|kennung|pin|aktenzeichen|versicherungsnummer|passnummer",
      maybe: "nummer",
    },
    address: {
      sure: "adresse|anschrift|straße|lieferadresse|rechnungsadresse|hausnummer|wo wohnen sie|wo wohnst du|wohnort und straße|wohin sollen wir liefern|postanschrift",
      maybe: "wohin|liefern|wohnen",
    },
    person: {
      sure: "wer|wen|wem|wessen|ihr name|dein name|wie heißen sie|wie heißt du|vorname|nachname|familienname|vollständiger name|auf welchen namen|ansprechpartner|name des kunden|name der person|name des gastes",
      maybe: "name|namen|person|kunde|gast|patient|empfänger|fahrer|arzt|ärztin|inhaber|besitzer|autor",
    },
    place: {
      sure: "wo|woher|wohin|stadt|ort|land|flughafen|bahnhof|haltestelle|ziel|reiseziel|abfahrtsort|startort|zielort|geburtsort|region|stadtteil|treffpunkt|standort",
      maybe: "raum|filiale|zimmer",
    },
    thing: {
      sure: "titel|marke|modell|farbe|art|welche art|sorte|rasse|firma|firmenname|produkt|artikel|beruf|thema|sprache|kategorie|name des hundes|name der firma|name des restaurants",
      maybe: "was|welche|welcher|welches",
    },
    story: {
      sure: "beschreiben|beschreibung|was ist passiert|was ist los|kommentar|anmerkung|anmerkungen|bemerkung|nachricht|grund|warum|einzelheiten|details|erklären|beschwerde|symptome|sonst noch|hinweise|wünsche|erzählen|was ist kaputt|mitteilung",
      maybe: "problem|schaden|fehler|anliegen",
    },
    date: {
      sure: "wann|datum|tag|an welchem tag|welcher tag|welchen tag|geburtsdatum|geburtstag|termin|frist|ablaufdatum|kaufdatum|lieferdatum|abreisedatum|anreisedatum|seit wann|bis wann|ab wann",
      maybe: "geboren|seit|monat|woche",
    },
    time: { sure: "uhrzeit|um wie viel uhr|um wieviel uhr|wie viel uhr|stunde|zeit|beginn", maybe: "uhr" },
    date_range: { sure: "zeitraum|reisezeitraum|von wann bis wann|welche tage|daten" },
    time_range: { sure: "zeitfenster|uhrzeiten|öffnungszeiten|von wann bis wann" },
    duration: {
      sure: "wie lange|dauer|aufenthaltsdauer|wie viele nächte|wie viele tage|wie viele stunden|wie viele minuten|wie viele wochen|wie viele monate|wie viele jahre|anzahl der nächte|anzahl der tage|alter|wie alt|laufzeit",
    },
    money: {
      sure: "preis|kosten|betrag|budget|gebühr|miete|gehalt|einkommen|anzahlung|zahlung|wie viel kostet|wie viel möchten sie zahlen|geld|spende|trinkgeld|kaution|rate|summe",
      maybe: "wie viel|wieviel|wert|bezahlen|zahlen",
    },
    measure: {
      sure: "gewicht|wie schwer|wiegt|größe|höhe|breite|tiefe|wie groß|wie hoch|wie breit|wie weit|entfernung|temperatur|volumen|fläche|verbrauch|geschwindigkeit|kilometerstand",
      maybe: "länge|wie lang|menge",
    },
    people: {
      sure: "wie viele personen|anzahl der personen|wie viele leute|wie viele gäste|anzahl der gäste|personenzahl|wie viele sind sie|wie viele kommen|wie viele erwachsene|wie viele kinder|personenanzahl|gästezahl|wie viele plätze|teilnehmerzahl",
      maybe: "personen|gäste|erwachsene|kinder|teilnehmer|plätze",
    },
    things: { sure: "wie viele|anzahl|wie oft|menge|stückzahl", maybe: "sterne|zahl|stück" },
  },
  traits: {
    past: {
      sure: "war|waren|passiert|geschehen|geboren|geburtsdatum|geburtstag|seit|seit wann|gekauft|kaufdatum|verloren|bemerkt|unfall|vorfall|haben sie|hast du|zuletzt|ausgestellt|gefunden|abgelesen",
    },
    future: {
      sure: "möchten|möchtest|soll|sollen|wird|werden|können|nächste|nächsten|termin|frist|ablaufdatum|gültig bis|lieferung|passt|brauchen|lieferdatum|buchung",
    },
    start: {
      sure: "von|ab|ab wann|seit|beginn|beginnt|anfang|erster tag|abfahrt|abreise|abflug|anreise|start|startort|hinfahrt|hinflug|check-in|abholung|woher|einzug|abfahrtsort",
    },
    end: {
      sure: "bis|bis wann|ende|endet|letzter tag|rückkehr|rückfahrt|rückflug|ankunft|ziel|zielort|wohin|nach|check-out|rückgabe|auszug|reiseziel|frist|ablaufdatum",
    },
    years: { sure: "alter|wie alt" },
    unit_next: { sure: "in|wie viele|wie viel|anzahl|anzahl der|(" },
  },
};
