import type { Rules, Words } from "../language.ts";

export const peopleWords = {
  self: [
    [
      1,
      "moi|je|juste moi|seulement moi|moi seul|moi seule|moi tout seul|moi toute seule|moi-même|que moi|rien que moi|ma pomme|bibi",
    ],
    [2, "nous deux|nous|tous les deux|toutes les deux|on"],
  ],
  determiner: [
    [1, "mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos|votre|vos|leur|leurs|le|la|les|l'|un|une|des|un autre|une autre"],
  ],
  severalPeople: [
    [
      2,
      "parents|grands-parents|beaux-parents|jumeaux|jumelles|enfants|petits|filles|garçons|frères|soeurs|amis|amies|copains|copines|potes|petits-enfants|collègues|invités|bébés|cousins|cousines|gosses|gamins|ados|tantes|oncles|mômes",
    ],
    [3, "triplés|triplées"],
  ],
  person: [
    [
      1,
      "lui|elle|toi|vous|il|maman|papa|mamie|papi|papy|mémé|pépé|tata|tonton|mari|femme|copain|copine|conjoint|conjointe|compagnon|compagne|quelqu'un|bébé|ami|amie",
    ],
  ],
  listJoin: [[1, "et|&|plus|+|avec|ainsi que|et aussi|et puis|accompagné de|accompagnée de|et avec"]],
  nameCue: [
    [
      1,
      "je m'appelle|mon nom est|mon nom c'est|mon nom|nom|nom :|nom de famille|prénom|mon prénom est|mon prénom c'est|je suis|c'est|ici|au nom de|au nom d'|sous le nom de|sous le nom d'|pour|appelez-moi|appelle-moi|on m'appelle|il s'appelle|elle s'appelle|s'appelle|je me nomme|ma fille|mon fils|ma femme|mon mari|ma mère|mon père|mon frère|ma soeur|mon ami|mon amie|mon copain|ma copine|mon chef|ma chef|avec|passager|passagère|à l'attention de|signé|de la part de|de la part d'|demandez|demande|titulaire|nommé|nommée|réservé par|réservation au nom de|mettez|mets|client|cliente",
    ],
  ],
  nameTitle: [
    [
      1,
      "m|m.|mr|mr.|monsieur|mme|mme.|madame|mlle|mlle.|mademoiselle|dr|dr.|docteur|pr|pr.|prof|professeur|maître|me|me.|famille|mgr|sir",
    ],
  ],
  notName: [
    [
      1,
      "je|suis|c|est|le|la|les|l|un|une|des|de|du|d|mon|ma|mes|votre|vos|oui|non|ok|bonjour|bonsoir|salut|merci|s|il|elle|on|nous|vous|tu|te|me|m|j|ai|a|à|au|aux|en|et|ou|mais|pour|avec|sur|sous|par|dans|chez|ce|cet|cette|ça|qui|que|qu|quoi|quand|où|comment|pourquoi|combien|ici|là|très|bien|pas|ne|n|plus|aussi|alors|donc|voudrais|veux|peux|pouvez|pourriez|puis|réserver|réservez|mettez|mets|appelle|nom|prénom|aujourd|hui|demain|hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|habite|rue|adresse|deux|trois|nouveau|nouvelle|désolé|désolée|prêt|prête|sûr|sûre|allergique|végétarien|végétarienne|né|née|seul|seule|content|contente|plaît|parle|au nom|attendez|attends|livrer|envoyer|envoyez|livrez|table|chambre",
    ],
  ],
  addressCue: [
    [
      1,
      "j'habite|j'habite au|j'habite à|nous habitons|nous habitons au|on habite|on habite au|mon adresse est|mon adresse c'est|l'adresse est|l'adresse c'est|adresse|adresse :|ma nouvelle adresse est|livrez au|livrer au|livraison au|livrez-le au|envoyez au|envoyer au|envoyez-le au|au|à|c'est|c'est au|c'est le|est|domicilié au|domiciliée au|nous sommes au|je suis au|on est au|venez au|rendez-vous au|chez moi au|le bureau est au|près de|sur",
    ],
  ],
  streetWord: [
    [
      1,
      "rue|r.|avenue|av|av.|ave|boulevard|bd|bd.|bld|blvd|place|pl|pl.|allée|allées|chemin|ch.|impasse|imp.|route|rte|quai|cours|square|passage|voie|sentier|faubourg|fbg|ruelle|esplanade|villa|cité|résidence|rés.|lotissement|hameau|lieu-dit|zone|zac|za|bâtiment|bât|bât.|appartement|appt|apt|app|étage|porte|escalier|bis|ter|quater|boîte postale|bp|cedex|promenade|rond-point|montée|côte|venelle|traverse|domaine",
    ],
  ],
  atSign: [[1, "arobase|arrobase|at|(arobase)|(at)|[at]|chez"]],
  spokenSign: [
    [".", "point|(point)|dot|(dot)|[point]"],
    ["_", "tiret bas|tiret du bas|souligné|underscore"],
    ["-", "tiret|trait d'union|tiret du milieu|tiret du six"],
    ["+", "plus"],
  ],
  repeat: [
    [2, "double|deux fois"],
    [3, "triple|trois fois"],
  ],
  spokenZero: [],
} as const satisfies Partial<Words>;

const together =
  "(nous sommes|nous serons|on est|on sera|nous viendrons|on vient|on viendra|nous étions|nous partons|on part|il y aura|il y a|ça fait|ce sera|c'est)";

export const peopleRules = {
  count: [
    `${together}? <whole:value> (personnes|adultes|invités|convives|couverts|places|pers|pers.|gens|voyageurs|participants|billets|tickets|en tout|au total|d'entre nous|personne)?`,
    "(nous|on) (sommes|est|serons|sera)? <whole:value>",
    "(à|tous les|toutes les|les) <whole:value>",
    "(table|groupe|famille|équipe|une table|un groupe|une famille|une équipe) (de|pour|d') <whole:value>",
    "pour <whole:value> (personnes|pers)?",
    "(juste|seulement|uniquement|que|rien que|simplement) <self>",
    "(tout seul|toute seule|seul|seule|en solo|solo) => value=1",
    "(je viens|je serai|je voyage|je pars|j'y vais|je suis|j'irai) (tout seul|toute seule|seul|seule|en solo) => value=1",
    "<self> => yields=1",
    "moi (+|plus|et) <whole:more> (autres|autre|de plus)? => self=1",
    "+ <whole:more> => self=1 weak=1",
    "<whole:value> ,? (avec moi|moi compris|moi comprise|y compris moi|en me comptant)",
    "(un|en) couple => value=2",
    "(les|tous les|toutes les|nous) deux => value=2",
    "personne => value=0 weak=1",
    "personne d'autre => value=1",
    "une seule personne => value=1",
  ],
  people: [
    "<whole:total> (d'entre nous|personnes|en tout|au total)",
    "<self>",
    "<determiner>? <whole:count> (autres|petits|petites|grands|grandes|jeunes|bons|bonnes|meilleurs|vieux|de mes)? <noun> <noun>?",
    "<determiner>? <whole:count>",
    "(tous|toutes)? <determiner> (deux)? <severalPeople:count> => kin=1",
    "<determiner> deux <noun> => count=2 kin=1",
    "<determiner> (meilleur|meilleure|petit|petite|grand|grande|jeune|vieux|vieille|gros|grosse)? <noun> <proper>? => kin=1",
    "<person:one> => kin=1",
    "<proper> <proper>?",
  ],
} as const satisfies Partial<Rules>;
