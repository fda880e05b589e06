import type { Words } from "../language.ts";

export const markWords = {
  hedgeBefore: [
    [
      "about",
      "environ|à peu près|approximativement|approx|env|env.|dans les|autour de|autour d'|aux alentours|aux environs|autour|aux alentours de|aux alentours d'|aux alentours du|vers|vers le|vers les|quelque|près de|près d'|presque|grosso modo|plus ou moins|disons|peut-être|~|≈|je dirais|genre|aux environs de|aux environs d'|aux environs du|sur les|quasiment|je pense|je crois|à vue de nez",
    ],
    [
      "at_least",
      "au moins|minimum|au minimum|un minimum de|un minimum d'|min|min.|pas moins de|pas moins d'|à partir de|à partir d'|à partir du|≥|>=|pas avant|pas avant le|au bas mot|dès|plus de ou égal à",
    ],
    [
      "at_most",
      "au plus|au maximum|maximum|max|max.|un maximum de|un maximum d'|pas plus de|pas plus d'|jusqu'à|tout au plus|≤|<=|pas plus tard que|au plus tard|pas après|au grand maximum|à la limite|pas plus que|n'excédant pas",
    ],
    [
      "more_than",
      "un peu plus de|un peu plus d'|légèrement plus de|plus de|plus d'|supérieur à|au-dessus de|au-dessus d'|au dessus de|>|après|après le|au-delà de|au-delà d'|plus que|après les|passé",
    ],
    [
      "less_than",
      "un peu moins de|un peu moins d'|légèrement moins de|pas tout à fait|moins de|moins d'|inférieur à|en dessous de|en dessous d'|en-dessous de|<|avant|avant le|moins que|sous les|avant les|au-dessous de",
    ],
  ],
  timeHedgeBefore: [
    [
      "at_least",
      // A day takes the "du" behind it: "à partir | du 6 décembre".
      "à partir|à compter|à partir de|à partir d'|à partir du|dès|dès le|depuis|depuis le|pas avant|pas avant le|au plus tôt|au plus tôt le|à compter du|à compter de",
    ],
    [
      "at_most",
      "au plus tard|au plus tard le|au plus tard à|jusqu'|jusqu'à|jusqu'au|d'ici|d'ici le|d'ici à|d'ici au|pas plus tard que|pas après|avant ou le|pour le|pour",
    ],
  ],
  hedgeAfter: [
    [
      "about",
      "environ|à peu près|ou à peu près|ou presque|à peu de chose près|plus ou moins|ou dans ces eaux là|approximativement|grosso modo|en gros",
    ],
    [
      "at_least",
      "minimum|au moins|au minimum|ou plus|et plus|+|ou après|ou plus tard|au plus tôt|min|au bas mot|ou davantage",
    ],
    [
      "at_most",
      "max|maximum|au maximum|au plus|ou moins|tout au plus|au plus tard|ou avant|grand max|maxi|ou plus tôt",
    ],
    ["more_than", "et quelques|et des poussières|et quelque|passés|passées"],
  ],
  excludeBefore: [
    [
      1,
      "pas|sauf|tout sauf|n'importe quoi sauf|n'importe quand sauf|n'importe quel jour sauf|tous sauf|tous les jours sauf|excepté|à part|hormis|mais pas|surtout pas|jamais|non pas|au lieu de|au lieu du|plutôt que|ni|sans|pas le|pas la|pas les|pas à|pas de|hors|à l'exception de|à l'exception du|pas question de|en dehors de|en dehors du|autre que|tout hormis|plus le|tout excepté",
    ],
  ],
  excludeAfter: [
    [
      1,
      "ne me va pas|ne va pas|ça va pas|ne marche pas|ça marche pas|n'est pas possible|c'est pas possible|pas possible|impossible|c'est impossible|je peux pas|je ne peux pas|exclu|est exclu|ne convient pas|ne me convient pas|c'est non|non",
    ],
  ],
  contrast: [[1, "mais|sauf"]],
  takeBack: [
    [
      1,
      "non|euh non|ah non|pardon|désolé|désolée|excusez-moi|excuse-moi|je veux dire|je voulais dire|plutôt|ou plutôt|enfin|enfin non|attends|attendez|en fait|finalement|non finalement|non plutôt|non pardon|pardon non|oups|je me trompe|je me suis trompé|je me suis trompée|erreur|correction|je corrige|rectification|disons|mettez|mets|mieux|c'est-à-dire|à vrai dire|à la place|euh|non attends|oubliez|oublie|mets plutôt|mettez plutôt|changez en|change en|je rectifie|tout compte fait|réflexion faite|si|en réalité",
    ],
  ],
  light: [[1, "le|la|les|l'|un|une|de|du|des|d'|à|au|aux|en|pour|ce|cet|cette|c'|est|sont|être|jour|il|y|a|dans"]],
  also: [[1, "ou|ni|et|ou le|ni le|et le|ou à|et à|ou la|et la"]],
} as const satisfies Partial<Words>;
