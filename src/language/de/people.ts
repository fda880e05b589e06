import type { Rules, Words } from "../language.ts";
import { weekdayNames } from "./dates.ts";

export const peopleWords = {
  self: [
    [
      1,
      "ich|mich|mir|nur ich|ich allein|ich alleine|bloß ich|meine wenigkeit|ich selbst|ich selber|für mich|nur für mich|nur mich",
    ],
    [2, "wir beide|uns beide|wir zwei|uns zwei|wir|uns"],
  ],
  determiner: [
    [
      1,
      "mein|meine|meinen|meinem|meiner|dein|deine|deinen|sein|seine|seinen|ihr|ihre|ihren|unser|unsere|unseren|unserem|unserer|der|die|das|den|dem|ein|eine|einen|einem|einer|noch ein|noch eine|noch einen",
    ],
  ],
  severalPeople: [
    [
      2,
      "eltern|großeltern|grosseltern|schwiegereltern|zwillinge|zwillingen|kinder|kindern|kids|söhne|söhnen|töchter|töchtern|brüder|brüdern|schwestern|geschwister|geschwistern|freunde|freunden|freundinnen|jungs|mädels|mädchen|enkel|enkelkinder|kollegen|kolleginnen|gäste|babys|cousins|tanten|onkel und tante|omas|opas|kleinen",
    ],
    [3, "drillinge|drillingen"],
  ],
  person: [
    [
      1,
      "er|sie|du|ihn|ihm|dich|dir|mama|papa|mutti|vati|oma|opa|omi|opi|mann|frau|freund|freundin|partner|partnerin|jemand|baby|onkel|tante",
    ],
  ],
  listJoin: [[1, "und|&|plus|+|mit|sowie|samt|und dazu|und noch|zusammen mit|nebst|und auch"]],
  nameCue: [
    [
      1,
      "ich heiße|ich heisse|ich heiß|mein name ist|mein name|mein name lautet|name|name :|name ist|der name ist|ich bin|ich bin der|ich bin die|hier ist|hier spricht|hier|das ist|es ist|auf|auf den namen|auf den namen von|unter|unter dem namen|im namen von|für|nenn mich|nennen sie mich|man nennt mich|sag|vorname|nachname|vorname ist|nachname ist|familienname|gezeichnet|gez|gez.|meine frau|mein mann|meine tochter|mein sohn|meine mutter|mein vater|mein bruder|meine schwester|mein freund|meine freundin|meine chefin|mein chef|mit|passagier|gast|reisender|reisende|z. hd.|zu händen|heißt|heisst|genannt|fragen sie nach|frag nach|bitte an|gebucht von|reserviert auf|reservierung auf|von",
    ],
  ],
  nameTitle: [
    [
      1,
      "herr|herrn|frau|hr|hr.|fr|fr.|dr|dr.|prof|prof.|professor|doktor|familie|fam|fam.|fräulein|dipl|ing|ing.|mag|mag.|sir",
    ],
  ],
  notName: [
    [
      1,
      `ich|bin|ist|der|die|das|den|dem|ein|eine|einen|mein|meine|meinen|ihr|ihre|ja|nein|ok|okay|hallo|hi|hey|guten|tag|morgen|abend|bitte|danke|kann|könnte|können|könnten|möchte|will|würde|brauche|buche|buchen|reservieren|und|oder|aber|auf|für|mit|von|vom|zu|zum|zur|im|in|an|am|um|bei|nach|vor|es|er|sie|wir|du|uns|mich|mir|was|wann|wo|wer|wie|warum|hier|da|dort|nicht|kein|keine|auch|noch|schon|sehr|gern|gerne|heute|gestern|${weekdayNames}|name|heiße|heisse|nur|so|dann|jetzt|leider|neu|neue|kunde|kundin|wohne|wohnt|straße|adresse|eins|zwei|drei|haben|habe|hat|sind|war|geht|gut|also|schreiben|schreib|setzen|tragen|nehmen|bereit|fertig|sicher|vegetarier|vegetarierin|allergisch|geboren|unter|spricht|des|termin|tisch|zimmer|uhr|namen|reservierung|buchung|nachname|vorname`,
    ],
  ],
  addressCue: [
    [
      1,
      "ich wohne|wir wohnen|ich wohne in der|ich wohne in|ich wohne am|wohnhaft|wohnhaft in|meine adresse ist|meine adresse lautet|die adresse ist|die adresse lautet|adresse|adresse :|anschrift|anschrift :|meine neue adresse ist|liefern an|liefern sie an|lieferung an|bitte an|schicken an|schick es an|schicken sie es an|senden an|nach|in die|in der|in|an|ist|zur|zum|zu|bei|wir sind in der|ich bin in der|büro|lieferadresse|rechnungsadresse|von der|ab",
    ],
  ],
  streetWord: [
    [
      1,
      "straße|strasse|str|str.|weg|platz|pl|pl.|allee|gasse|ring|ufer|damm|chaussee|promenade|steig|stiege|hof|markt|graben|berg|kai|park|garten|postfach|haus|wohnung|whg|top|tür|etage|stock|og|eg|hinterhaus|hauptstraße|bahnhofstraße|rue|street|avenue",
    ],
  ],
  atSign: [[1, "at|ät|(at)|klammeraffe|[at]"]],
  spokenSign: [
    [".", "punkt|(punkt)|dot|(dot)|[punkt]"],
    ["_", "unterstrich|underscore"],
    ["-", "bindestrich|minus|strich"],
    ["+", "plus"],
  ],
  repeat: [
    [2, "doppel|zweimal die|zweimal"],
    [3, "dreimal die|dreimal"],
  ],
  spokenZero: [],
} as const satisfies Partial<Words>;

const together =
  "(wir sind|wir kommen|wir reisen|wir wären|wir werden|wir|kommen|sind|reisen|seien|macht|insgesamt|zusammen|es sind|es kommen)";

export const peopleRules = {
  count: [
    `${together}? <whole:value> (personen|leute|gäste|erwachsene|mann|menschen|plätze|karten|tickets|von uns|insgesamt|pax|stück|person|köpfe|reisende|teilnehmer)?`,
    `(nur|bloß)? ${together}? zu (zweit|zweien) => value=2`,
    `(nur|bloß)? ${together}? zu (dritt|dreien) => value=3`,
    `${together}? zu (viert|vieren) => value=4`,
    `${together}? zu (fünft|fünfen) => value=5`,
    `${together}? zu (sechst|sechsen) => value=6`,
    `${together}? zu (siebt|siebent) => value=7`,
    `${together}? zu (acht) => value=8`,
    `${together}? zu (neunt) => value=9`,
    `${together}? zu (zehnt) => value=10`,
    `${together}? zu (elft) => value=11`,
    `${together}? zu (zwölft) => value=12`,
    "(wir|uns) <whole:value>",
    "(gruppe|familie|tisch|team|eine gruppe|eine familie|einen tisch|ein tisch|ein team) (von|mit|für|aus|zu) <whole:value>",
    "für <whole:value> (personen|leute)?",
    "(nur|bloß|einfach|lediglich) <self>",
    "(allein|alleine|solo|ganz allein|ganz alleine) => value=1",
    "ich (komme|reise|bin|fahre|fliege) (allein|alleine|solo) => value=1",
    "<self> => yields=1",
    "(ich|mich) (+|plus|und) <whole:more> (andere|weitere|mehr)? => self=1",
    "+ <whole:more> => self=1 weak=1",
    "<whole:value> ,? (mit mir|inklusive mir|mich eingeschlossen|mich mitgezählt|mit mir zusammen)",
    "(ein)? (pärchen|ehepaar) => value=2",
    "ein paar => value=3 weak=1",
    "(die|alle)? beide => value=2",
    "(niemand|keiner) => value=0",
    "(niemand|keiner) (sonst|weiter) => value=1",
    "(eine)? einzelperson => value=1",
  ],
  people: [
    "<whole:total> (von uns|personen|leute|insgesamt|zusammen)",
    "<self>",
    "<determiner>? <whole:count> (andere|weitere|kleine|große|gute|beste|meiner|von meinen)? <noun> <noun>?",
    "<determiner>? <whole:count>",
    "(beide|alle beide)? <determiner> (beiden)? <severalPeople:count> => kin=1",
    "(beide) <noun> => count=2 kin=1",
    "<determiner> (beste|bester|besten|kleine|kleiner|kleinen|große|großer|ältere|älterer|jüngere|jüngerer|älteste|jüngste)? <noun> <proper>? => kin=1",
    "<person:one> => kin=1",
    "<proper> <proper>? => named=1",
  ],
} as const satisfies Partial<Rules>;
