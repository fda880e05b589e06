import type { Acts } from "../acts.ts";

const polite =
  "(bitte|ok|okay|gut|na gut|dann|also|kannst du|können sie|könntest du|könnten sie|können wir|könnten wir|kann ich|könnte ich|darf ich|ich will|ich möchte|ich würde gern|ich würde gerne|ich muss|wir wollen|lass uns|lassen sie uns|lasst uns|wollen wir|ich hätte gern|ich hätte gerne|ich brauche)";
const someone =
  "(einem|einer|einen|eine|ein|dem|der|ihrem|irgendeinem)? (echten|richtigen|lebenden|wirklichen|menschlichen|echte|richtige)? (menschen|mensch|person|mitarbeiter|mitarbeiterin|berater|beraterin|kollegen|kollegin|agenten|agent|operator|kundenservice|kundendienst|kundenberater|support|service|vorgesetzten|chef|chefin|jemandem|jemand|jemanden|jemand echtem)";

export const germanActs = {
  cancel: [
    `${polite}? ${polite}? (abbrechen|brich ab|brechen sie ab|brechen wir ab|brich das ab|brechen sie das ab|abbruch|stornieren|storniere das|stornieren sie das|aufhören|hör auf|hören sie auf|hör auf damit|beenden|beende das|beenden sie das|absagen|sag das ab|verwerfen|verwirf das) (bitte|alles|das|jetzt)?`,
    `${polite}? (das|es|alles|den vorgang|die buchung|die reservierung|die bestellung|den auftrag) (abbrechen|stornieren|beenden|absagen|verwerfen|löschen)`,
    "(ach|nein|ok|na ja|naja|och)? ,? (vergiss es|vergessen sie es|vergessen wir es|vergiss das|vergessen wir das|lass es|lassen sie es|lass mal|lass gut sein|lassen wir es|lassen wir das|lass stecken|schon gut|egal lass es|hat sich erledigt|das hat sich erledigt|erledigt sich|nicht mehr nötig|doch nicht|lieber doch nicht|dann eben nicht|dann nicht)",
    "(stopp|stop|halt stopp|schluss|schluss damit|schluss jetzt|ende|exit|raus hier|ich will hier raus|ich gebe auf|ich geb auf)",
    "ich (will|möchte|brauche) (das|es|nichts|den|die|das alles)? (nicht mehr|doch nicht|nicht weiter|nicht mehr weiter) (machen|haben|buchen|bestellen|weitermachen)?",
    "(ich habe es mir anders überlegt|ich hab es mir anders überlegt|ich habs mir anders überlegt|ich habe meine meinung geändert|nicht weitermachen|mach nicht weiter|nicht buchen|buch das nicht|buchen sie das nicht|nicht absenden|nicht bestellen|nichts buchen)",
  ],
  wait: [
    "(nein|oh|äh|ähm|ach|sorry|bitte)? ,? (moment|moment mal|einen moment|momentchen|einen augenblick|augenblick|sekunde|eine sekunde|kleine sekunde|sekündchen|eine minute|kurz|warte|warte mal|warte kurz|wart mal|warten sie|warten sie bitte|warten sie mal|warten sie kurz|halt|halt mal|halt mal kurz|langsam|nicht so schnell|gleich|bin gleich zurück|bin gleich wieder da|ich bin gleich zurück|ich bin gleich wieder da|gib mir einen moment|gib mir eine sekunde|geben sie mir einen moment|geben sie mir eine minute|lass mich überlegen|lassen sie mich überlegen|lass mich nachdenken|lass mich kurz nachdenken|lass mich nachsehen|lass mich nachschauen|lassen sie mich nachsehen|ich muss kurz nachsehen|ich schaue kurz nach|ich schau mal nach|ich schau kurz|ich muss kurz nachdenken|mal überlegen|mal kurz überlegen|ich suche sie gerade|ich such das gerade) (bitte|kurz|mal)?",
  ],
  repeat: [
    `${polite}? (das|es|die frage|dich|sich)? (bitte)? (nochmal|noch mal|noch einmal|erneut)? (wiederholen|wiederhole|wiederhol|wiederholst du|sagen|zeigen) (das|es|die frage|bitte|nochmal|noch mal|noch einmal)?  (bitte|nochmal|noch mal|noch einmal)`,
    `${polite}? (wiederhole|wiederhol|wiederholen|wiederholen sie) (das|es|die frage|bitte)? (bitte|nochmal|noch mal|noch einmal)?`,
    "(das|die frage)? (bitte)? (nochmal|noch mal|noch einmal) (bitte|sagen)",
    "(wie bitte|was bitte|bitte|hä|häh|was|wie|entschuldigung|sorry|pardon) ?",
    "(wie bitte|wie war das|wie war das nochmal|wie war die frage|wie lautete die frage|was hast du gesagt|was haben sie gesagt|was sagtest du|was sagten sie|was war die frage|was hast du gefragt|was haben sie gefragt|wie lautet die frage)",
    "(ich habe|ich hab|hab|habe) (das|dich|sie|es|die frage) (nicht|akustisch nicht|nicht ganz) (verstanden|gehört|mitbekommen)",
  ],
  restart: [
    `${polite}? (nochmal|noch mal|noch einmal|wieder)? (von vorn|von vorne|ganz von vorn|ganz von vorne|von anfang an|bei null|von null|am anfang) (anfangen|beginnen|starten|bitte)?`,
    `${polite}? (fang|fangen wir|fangen sie|beginne|beginnen wir|beginnen sie|starte|starten wir|starten sie) (bitte)? (nochmal|noch mal|noch einmal|wieder)? (von vorn|von vorne|ganz von vorn|von anfang an|neu|bei null|am anfang) (an)?`,
    `${polite}? (neu anfangen|neu starten|neustarten|neustart|neu beginnen|alles neu|zurücksetzen|reset|alles zurücksetzen|alles löschen|zurück zum anfang|zurück auf anfang|zurück auf los)`,
  ],
  undo: [
    `${polite}? (das|es|die letzte antwort|die letzte eingabe|die letzte änderung|den letzten schritt)? (rückgängig machen|rückgängig|zurücknehmen|widerrufen|mach das rückgängig|machen sie das rückgängig|nimm das zurück|nehmen sie das zurück|ich nehme das zurück|ich nehm das zurück)`,
    `${polite}? (einen schritt zurück|eine frage zurück|ein schritt zurück|zurück|geh zurück|gehen sie zurück|gehen wir zurück|zurückgehen|zurück zur letzten frage|zur vorherigen frage|zurück zur vorherigen frage|vorherige frage|letzte frage|vorheriger schritt) (bitte)?`,
    "(ignorier|ignoriere|ignorieren sie|lösch|lösche|löschen sie|streich|streiche|streichen sie|vergiss|vergessen sie) (das|die letzte antwort|meine letzte antwort|meine letzte nachricht|das letzte|was ich gesagt habe)",
    "(das meinte ich nicht|das habe ich nicht gemeint|das hab ich nicht gemeint|so war das nicht gemeint|nicht das|das nicht|das war falsch|das war ein fehler|ich habe mich vertan|ich hab mich vertan|hab mich vertan|vertippt|ich habe mich vertippt|ich hab mich vertippt|hab mich verklickt|verklickt)",
  ],
  person: [
    `${polite}? (mit|zu|an|von)? ${someone} (sprechen|reden|chatten|telefonieren|verbinden|verbunden werden|weiterleiten|weitergeleitet werden|bitte)`,
    `(verbinde mich|verbinden sie mich|leite mich|leiten sie mich|gib mir|geben sie mir|stell mich|stellen sie mich|hol mir|ich will|ich möchte|ich brauche) (mit|zu|an|durch zu)? ${someone} (weiter|durch|bitte|sprechen|reden)?`,
    "(gibt es|gibt es da|ist da|habt ihr|haben sie) (einen|eine|irgendeinen|auch einen)? (echten)? (menschen|mensch|person|mitarbeiter|jemand|jemanden) (da|hier|der mir hilft|mit dem ich sprechen kann)?",
    "(mensch|mitarbeiter|kundenservice|kundendienst|operator|agent|ein mensch|echte person|echter mensch|einen menschen) (bitte)?",
    "(ruf mich an|rufen sie mich an|ruft mich an|rufen sie mich zurück|bitte um rückruf|rückruf bitte|ich bitte um rückruf|kann mich jemand anrufen)",
    "ich will nicht mit (einem|einer) (bot|roboter|maschine|computer) (reden|sprechen)?",
  ],
  help: [
    "(hilfe|hilf mir|helfen sie mir|hilfst du mir|kannst du mir helfen|können sie mir helfen|könnten sie mir helfen|könntest du mir helfen|ich brauche hilfe|ich brauch hilfe|ich benötige hilfe|bitte helfen) (bitte|dabei|hier)?",
    "was (kannst du|können sie|kann ich|könnt ihr|kann man|kannst du denn|machst du) (hier|alles|denn|für mich|eigentlich|so)? (tun|machen|fragen|sagen|wählen|auswählen|antworten|für mich tun)?",
    "(welche|was sind die|was für|welche anderen) (möglichkeiten|optionen|auswahl|angebote|dienste) (gibt es|habe ich|hast du|haben sie)?",
    "was (soll|muss|kann|darf) ich (hier|jetzt|da)? (sagen|antworten|schreiben|eingeben|tun|machen)",
    "(wie funktioniert das|wie geht das|wie funktionierst du|wie läuft das|wofür bist du da|ich komme nicht weiter|ich weiß nicht weiter|ich bin verwirrt|ich kenne mich nicht aus|ich weiß nicht was ich sagen soll|ich weiß nicht was ich machen soll|anleitung|menü|hauptmenü|gib mir einen tipp)",
  ],
  status: [
    "(wo waren wir|wo sind wir|wo waren wir stehen geblieben|wo stehen wir|wie weit sind wir|wie ist der stand|was ist der stand|was ist der status|wie ist der status|status|stand der dinge|wie sieht es aus|sind wir fertig|sind wir bald fertig|wie lange noch|wie viele fragen noch|ist das alles was du brauchst|war das alles)",
    "was (habe ich|hab ich|haben wir|hast du|haben sie|weißt du|wissen sie) (bisher|schon|bis jetzt|alles|dir|über mich|notiert)? (gesagt|angegeben|notiert|eingegeben|bisher|schon|gewählt|gemacht)?",
    "(was|welche angaben|welche informationen|welche daten) (fehlt|fehlen|brauchst du|brauchen sie|benötigst du|benötigen sie|musst du|müssen sie|ist noch offen|ist offen) (noch|dir|ihnen|denn|jetzt|von mir|wissen)?",
    "(was kommt als nächstes|wie geht es weiter|was ist der nächste schritt|was kommt jetzt|fass zusammen|fasse zusammen|fassen sie zusammen|fass das zusammen|zusammenfassung|eine zusammenfassung|überblick|was machen wir gerade|worüber sprachen wir) (bitte)?",
  ],
  why: [
    "(aber)? (warum|wieso|weshalb|wozu|wofür) (brauchst|brauchen|willst|wollen|fragst|fragen|möchtest|möchten|muss|soll|benötigst|benötigen|ist) (du|sie|ich|das|ihr)? (das|danach|dies|mich|mir|wissen|nötig|wichtig|sagen|mein|meine)? (wissen|sagen|nötig|wichtig)?",
    "(aber)? (warum|wieso|weshalb|wozu|wofür) (das|denn|denn das|nicht)? ?",
    "(aber)? (warum|wieso|weshalb|wozu|wofür)",
    "(ist das nötig|ist das notwendig|muss das sein|muss ich das|muss ich das sagen|muss ich antworten|ist das pflicht) ?",
    "(was meinst du|was meinen sie|was heißt das|was bedeutet das|was soll das heißen|was ist das|was ist damit gemeint|wie meinst du das|wie meinen sie das|inwiefern|erklär mir das|erklären sie mir das|erklär das|kannst du das erklären|können sie das erklären)",
    "ich (verstehe|versteh|kapiere|begreife) (das|die frage|dich|sie|es)? nicht",
    "(das)? (verstehe|versteh|kapier) ich nicht",
  ],
  unknown: [
    "(das|es)? (ich)? (weiß|weiss) (ich|es|das)? (leider|noch|gerade|jetzt|gar|selbst|auch)? nicht (mehr|genau|auswendig|so genau|sicher)?",
    "(ich habe|ich hab|hab|habe)? (leider|absolut|überhaupt)? (keine ahnung|keinen schimmer|keinen blassen schimmer|keinen plan|kein plan|null ahnung|nicht die geringste ahnung|keinen blassen dunst)",
    "(ich)? (bin)? (mir)? (noch|da)? (nicht|nicht ganz|nicht so) sicher",
    "(ich)? (bin)? (mir)? (noch)? (unsicher|unschlüssig|unentschlossen|unentschieden)",
    "(ich)? (kann)? (mich|es)? (leider)? (nicht|nicht mehr) (erinnern|dran erinnern|daran erinnern)",
    "(das)? (habe|hab) ich (leider)? (vergessen|nicht zur hand|nicht da|nicht bei mir|gerade nicht da|noch nicht entschieden|nicht im kopf)",
    "(ich habe es vergessen|ich hab es vergessen|vergessen|fällt mir nicht ein|fällt mir gerade nicht ein|noch nicht entschieden|ich habe mich noch nicht entschieden|ich muss nachsehen|ich muss nachschauen|muss ich nachschauen|müsste ich nachsehen|schwer zu sagen|wer weiß|woher soll ich das wissen|ka|keine idee)",
  ],
  skip: [
    "(das|es)? (ist|wäre|spielt)? (mir|uns)? (ganz|völlig|eigentlich|total|relativ)? (egal|gleich|wurst|wurscht|schnuppe|einerlei|gleichgültig|keine rolle)",
    "(mir|uns) (ist|wäre) (das|es|alles)? (ganz|völlig|eigentlich|total|relativ)? (egal|gleich|wurst|recht)",
    "(das|es) spielt keine rolle",
    "(keine präferenz|keine präferenzen|keine vorliebe|keine vorlieben|keine besonderen wünsche|keinen besonderen wunsch|nichts besonderes|nichts bestimmtes|ich habe keine präferenz|ich habe keine vorlieben|ohne präferenz|kein bestimmter|keine bestimmte)",
    "(irgendeiner|irgendeine|irgendeins|irgendein|irgendwas|irgendetwas|irgendwann|irgendwo|irgendwie|beliebig|jeder|jede|jedes|jederzeit|jeder tag|alle|beides|beides geht|beides ist ok|jeder passt|alles passt|alles geht|alles ist gut|alles recht|was auch immer|welcher auch immer|wann auch immer|hauptsache es klappt)",
    "(wie|was|wann|wo|welche|welchen|welches) (du|sie|ihr) (willst|wollen|möchtest|möchten|magst|mögen|meinst|meinen|denkst|hast|haben|wollt)",
    "(entscheide du|entscheiden sie|du entscheidest|sie entscheiden|such du aus|suchen sie aus|such dir was aus|wähl du|wählen sie|überrasch mich|überraschen sie mich|deine wahl|ihre wahl|das überlasse ich dir|das überlasse ich ihnen|ich überlasse es dir|nach belieben|ganz wie du willst|ganz wie sie wollen|ich bin flexibel|bin flexibel|wir sind flexibel|ich bin da flexibel)",
    "(bitte|können wir|kann ich|lass uns|ich möchte)? (das|die frage|diese frage)? (überspringen|überspring das|überspringe das|überspringen sie das|auslassen|lass das aus|weglassen|lass das weg|lass das leer|leer lassen|freilassen|weiter|nächste frage|nächste|skip|passe|ich passe) (bitte)?",
    "(das möchte ich nicht sagen|das will ich nicht sagen|möchte ich nicht sagen|will ich nicht sagen|sag ich nicht|sage ich nicht|keine angabe|k.a.|dazu sage ich nichts|das ist privat|geht dich nichts an|geht sie nichts an|trifft nicht zu|entfällt|nicht zutreffend|lieber nicht sagen)",
    "(später|das entscheide ich später|das machen wir später|entscheide ich später)",
  ],
  other: [
    "(etwas|was|irgendwas|jemand|noch was|noch etwas|sonst) (anderes|anders|noch was|noch etwas|noch)",
    "(hast du|haben sie|gibt es|habt ihr|zeig mir|zeigen sie mir|gib mir|geben sie mir|ich möchte|ich will|noch|und|lieber)? (noch|auch|etwas|ein|eine|einen|die)? (andere|anderen|anderer|anderes|andere möglichkeiten|andere optionen|andere vorschläge|weitere|weitere optionen|weitere vorschläge|weitere möglichkeiten|alternativen|alternative|eine alternative|ein anderer|eine andere|ein anderes|einen anderen|mehr|mehr davon|mehr optionen|was anderes|etwas anderes)",
    "(keiner davon|keine davon|keins davon|keines davon|keiner von denen|keine von denen|keins von beiden|keiner der genannten|nichts davon|davon keiner|gefällt mir alles nicht|gefällt mir keiner|such weiter|suchen sie weiter|der nächste|die nächste|das nächste|weder noch)",
  ],
  thanks: [
    "(ok|okay|gut|super|prima|alles klar|nein|vielen|besten|herzlichen|lieben|schönen|tausend|recht herzlichen)? ,? (danke|dankeschön|danke schön|danke sehr|danke dir|danke ihnen|dank|vielen dank|vielen lieben dank|besten dank|herzlichen dank|lieben dank|tausend dank|merci|thx|thanks|dank dir|danköö) (sehr|schön|vielmals|dir|ihnen|euch|für die hilfe|für ihre hilfe|für deine hilfe|für alles|im voraus|trotzdem|nochmal|nochmals)?",
    "(ich bin|bin)? (sehr)? dankbar",
    "(das ist nett|sehr nett|das ist lieb|sehr lieb|das hat geholfen|das hilft mir|sehr hilfreich|das war hilfreich|du hast mir sehr geholfen|sie haben mir sehr geholfen|sehr freundlich|das ist sehr freundlich)",
  ],
  greeting: [
    "(hallo|hallöchen|hi|hey|hej|moin|moin moin|servus|grüß gott|grüss gott|grüß dich|grüezi|guten tag|guten morgen|guten abend|gut nabend|n abend|nabend|tach|tag|morgen zusammen|hallo zusammen|mahlzeit|salve|huhu|grüße|schönen guten tag) (zusammen|da|nochmal|wieder|alle|bot)?",
    "(ist da jemand|ist jemand da|bist du da|sind sie da|bist du noch da|sind sie noch da)",
  ],
  goodbye: [
    "(tschüss|tschüß|tschüssi|tschau|ciao|auf wiedersehen|auf wiederhören|wiedersehen|wiederschauen|bis bald|bis dann|bis später|bis morgen|bis nächstes mal|bis zum nächsten mal|mach es gut|machs gut|machen sie es gut|servus|pfiat di|ade|adieu|bye|gute nacht|schönen tag|schönen tag noch|schönen abend|schönen abend noch|einen schönen tag|einen schönen tag noch|schönes wochenende|viele grüße|liebe grüße|lg|mfg|mit freundlichen grüßen|ich muss los|ich muss weg|man sieht sich|wir sehen uns)",
    "(das ist alles|das wars|das war es|das wäre alles|das wärs|das war alles|mehr nicht|sonst nichts|nichts weiter|nichts mehr|weiter nichts|ich brauche nichts mehr|ich brauche sonst nichts|sonst brauche ich nichts|keine weiteren fragen|keine fragen mehr|ich bin fertig|bin fertig|wir sind fertig|fertig) (danke|für heute|erstmal|fürs erste|dann)?",
  ],
  question: [
    "(und|aber|ach|übrigens|sag mal|ok)? ,? (was|wer|wen|wem|wessen|wann|wo|wohin|woher|warum|wieso|weshalb|wozu|wofür|womit|wodurch|worüber|wie|wie viel|wieviel|wie viele|wieviele|wie lange|wie lang|wie oft|wie weit|wie teuer|wie spät|wie hoch|wie groß|um wie viel uhr|ab wann|bis wann|seit wann|welche|welcher|welches|welchen|welchem|was für|was kostet|was kosten|was passiert wenn|was ist wenn|und wenn)",
    "(und|aber|ach|übrigens|sag mal)? ,? (kann|kannst|können|könnte|könntest|könnten|darf|dürfen|muss|müssen|soll|sollte|ist|sind|gibt|gibts|hat|habt|haben|hast|bietet|nehmt|nehmen|akzeptiert|akzeptieren|wird|werden|war|geht|gilt|gelten|kostet|kosten|macht|machen|liegt|wäre|weißt|wissen|brauche|braucht) (ich|du|er|sie|es|wir|ihr|man|das|der|die|den|da|hier|dort|auch|kinder|hunde|haustiere|ein|eine|mein|meine|jemand)",
    "(ich)? (würde|möchte|wollte|will) (ich)? (gern|gerne|nur|mal)? (wissen|fragen|erfahren)",
    "(eine frage|ich habe eine frage|ich hätte eine frage|ich hab eine frage|frage|kurze frage|sag mir|sagen sie mir|kannst du mir sagen|können sie mir sagen|könnten sie mir sagen|weißt du|wissen sie|ist es möglich|ich frage mich|stimmt es)",
  ],
  correction: [
    "(nein|ne|nee|oh|ach|äh|ähm|warte|moment|sorry|ups|halt|aber)? ,? (eigentlich|ich meine|ich meinte|meine ich|vielmehr|besser gesagt|genauer gesagt|doch lieber|lieber|doch|sondern|korrektur|korrigiere|ich korrigiere|quatsch|mach daraus|machen sie daraus|mach|ändere das auf|ändern sie das auf|ändere es auf|ändere das in|ändern auf|ändere auf|änder das auf|stattdessen|besser|das ist falsch|das stimmt nicht|das war falsch|ich habe mich vertan|ich hab mich vertan|mein fehler|tippfehler|vertippt|ich habe mich vertippt|sollte heißen|soll heißen|es muss heißen|das sollte sein|ich habe es mir anders überlegt|bei näherer überlegung|wenn ich es mir recht überlege|genau genommen|nimm|nimm lieber|nehmen sie|nehmen wir|sagen wir|machen wir|falsch)",
    "(nein|ne|nee|oh|ach|warte|moment|sorry|ups|halt|quatsch) ,? (nein|nee|doch|ich meine|ich meinte|lieber|warte|nicht|sorry|quatsch)",
    "(nein|sorry|ups|quatsch|entschuldigung) ,",
    "(ändere|änder|ändern sie|korrigiere|korrigier|korrigieren sie|bearbeite|aktualisiere|berichtige|wechsle) (bitte)? (den|die|das|mein|meine|meinen|es)",
    "(ich)? (möchte|will|muss|würde gern|würde gerne|kann|könnte) (ich)? (den|die|das|mein|meine|meinen|es|etwas|eine antwort) <noun>? (ändern|korrigieren|bearbeiten|aktualisieren|berichtigen)",
  ],
  negation: [
    "(nicht|kein|keine|keinen|keinem|keiner|keines|keins|nie|niemals|nichts|niemand|nirgends|nirgendwo|nein|ohne|weder|außer|ausser|ausgenommen|statt|anstatt|kaum|keinesfalls|keineswegs|nimmer)",
    "nicht mehr",
  ],
} as const satisfies Acts;
