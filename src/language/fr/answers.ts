import type { Words } from "../language.ts";

export const answerWords = {
  answer: [
    [
      "yes",
      "oui|ouais|ouai|oue|ouaip|ui|wi|mouais oui|oui oui|oui merci|oui s'il vous plaît|oui s'il te plaît|oui svp|oui bien sûr|o|ok|okay|okey|oki|d'accord|d'acc|dac|dacc|daccord|je suis d'accord|on est d'accord|entendu|bien entendu|bien sûr|bien sur|biensur|évidemment|naturellement|certainement|certes|absolument|tout à fait|exactement|exact|c'est exact|précisément|parfaitement|parfait|c'est parfait|impeccable|impec|nickel|super|génial|top|cool|très bien|bien|c'est bien|c'est bon|c bon|ça marche|ça roule|ça me va|ça me convient|ça va|ça ira|ça joue|ça le fait|volontiers|avec plaisir|avec joie|pourquoi pas|allez-y|allez y|vas-y|vas y|allons-y|allez|go|c'est parti|faites|fais-le|faites-le|faites donc|on fait ça|on fait comme ça|faisons ça|faisons comme ça|continuez|continue|poursuivez|confirmé|je confirme|confirmer|confirmez|validé|je valide|valider|validez|accepté|j'accepte|vendu|marché conclu|adjugé|c'est ça|c'est bien ça|c'est cela|voilà|juste|c'est juste|correct|c'est correct|vrai|c'est vrai|affirmatif|assurément|sans doute aucun|sans aucun doute|sans problème|pas de problème|aucun problème|pas de souci|pas de soucis|aucun souci|sans souci|y a pas de souci|aucune objection|pas d'objection|je veux bien|je veux|je le veux|j'aimerais bien|j'aimerais|je voudrais bien|ce serait super|ce serait bien|ce serait parfait|je crois que oui|je pense que oui|je crois|je pense|il me semble|il me semble que oui|si|mais si|si si|mais oui|mais bien sûr|ben oui|bah oui|eh oui|ah oui|oh oui|carrément|grave|clairement|complètement|totalement|sûr|bien sûr que oui|pour sûr|à coup sûr|yes|yep|yeah|1|👍|✅|👌|✔|🙂|🙌|💯|mhm|reçu|compris|prêt|prête|je suis partant|je suis partante|partant|partante|je le suis|j'en ai|je l'ai|j'ai|c'est le cas|en effet|effectivement|toujours|excellent|formidable|merveilleux|s'il vous plaît|s'il te plaît|svp|stp|ça serait bien|banco|tope là",
    ],
    [
      "no",
      "non|nan|nn|nop|nope|n|non non|non merci|merci non|mais non|ben non|bah non|ah non|oh non|eh non|pas du tout|absolument pas|surtout pas|certainement pas|sûrement pas|bien sûr que non|pas question|hors de question|il n'en est pas question|jamais|jamais de la vie|en aucun cas|aucunement|nullement|pas vraiment|pas tellement|pas spécialement|pas forcément non|pas maintenant|pas encore|pas aujourd'hui|pas cette fois|pas pour l'instant|pas pour le moment|plus maintenant|pas moi|pas ça|pas exactement|pas tout à fait|pas d'accord|je ne suis pas d'accord|je suis pas d'accord|c'est faux|faux|c'est pas vrai|ce n'est pas vrai|pas vrai|c'est pas ça|ce n'est pas ça|c'est incorrect|incorrect|c'est pas bon|ce n'est pas bon|c'est pas correct|ce n'est pas correct|pas correct|c'est inexact|inexact|erreur|négatif|je ne crois pas|je crois pas|je ne pense pas|je pense pas|je crois que non|je pense que non|je ne veux pas|je veux pas|j'ai pas envie|je n'ai pas envie|pas envie|je préfère pas|je préfère ne pas|je ne préfère pas|je préférerais pas|plutôt pas|plutôt non|mieux vaut pas|vaut mieux pas|mieux vaut éviter|inutile|c'est inutile|pas la peine|ce n'est pas la peine|c'est pas la peine|pas nécessaire|ce n'est pas nécessaire|c'est pas nécessaire|pas besoin|j'en ai pas besoin|je n'en ai pas besoin|ça ira merci|ça ne me va pas|ça me va pas|ça va pas|ça ne va pas|ça marche pas|ça ne marche pas|impossible|c'est impossible|pas possible|ce n'est pas possible|c'est pas possible|je refuse|refusé|refuser|rejeté|je décline|sans façon|non désolé|désolé non|malheureusement non|malheureusement pas|hélas non|rien|rien du tout|aucun|aucune|aucun des deux|ni l'un ni l'autre|personne|je n'ai pas|j'en ai pas|je n'en ai pas|je ne l'ai pas|je ne le suis pas|ce n'est pas le cas|c'est pas le cas|au contraire|loin de là|que nenni|pas intéressé|pas intéressée|ça ne m'intéresse pas|ça m'intéresse pas|laisse tomber|laissez tomber|oublie|oubliez|tant pis|0|no|👎|❌|🚫|🙅|non plus|moi non plus|pas le moins du monde|pas le moindre|mon oeil|et puis quoi encore|je passe",
    ],
    [
      "maybe",
      "peut-être|peut être|ptet|ptetre|p'têt|possible|c'est possible|possiblement|éventuellement|probablement|sans doute|sûrement|probable|c'est probable|peut-être bien|peut-être que oui|peut-être que non|probablement pas|sans doute pas|je ne sais pas|je sais pas|j'sais pas|chais pas|chepa|jsp|je sais pas trop|je ne sais pas trop|je ne sais pas encore|je sais pas encore|sais pas|aucune idée|j'en sais rien|je n'en sais rien|j'en ai aucune idée|je n'en ai aucune idée|pas la moindre idée|pas sûr|pas sûre|je ne suis pas sûr|je ne suis pas sûre|je suis pas sûr|je suis pas sûre|pas certain|pas certaine|je ne suis pas certain|j'hésite|j'hésite encore|je suis indécis|je suis indécise|indécis|pas décidé|pas encore décidé|je n'ai pas décidé|je n'ai pas encore décidé|ça dépend|cela dépend|tout dépend|ça dépendra|à voir|c'est à voir|on verra|on verra bien|on va voir|faut voir|il faut voir|nous verrons|je vais voir|je dois voir|je dois réfléchir|je vais réfléchir|laissez-moi réfléchir|laisse-moi réfléchir|faut que je réfléchisse|à réfléchir|je réfléchis|difficile à dire|dur à dire|qui sait|va savoir|dieu seul le sait|oui et non|plus ou moins|mouais|bof|moyen|couci-couça|si vous voulez|si tu veux|comme vous voulez|comme tu veux|peu importe|ça m'est égal|c'est égal|je m'en fiche|pourquoi pas peut-être|j'espère|espérons|parfois|quelquefois|je ne me souviens pas|je me souviens plus|je ne me rappelle plus|j'ai oublié|je dois vérifier|il faut que je vérifie|je vous redis|je vous dirai|je te redis|plus tard peut-être|hmm|hum|🤷|moitié moitié|cinquante cinquante|50/50|pas forcément|pas nécessairement|si possible",
    ],
  ],
  agreeing: [
    [
      1,
      "oui|ouais|ok|accord|parfait|super|volontiers|exact|exactement|entendu|confirme|confirmé|confirmer|accepte|accepté|bien|bon|génial|excellent|correct|juste|certes|marche|merci|formidable|prêt|impeccable|allons",
    ],
  ],
  order: [
    [
      1,
      "vas-y|allez-y|réserve-le|réservez-le|fais-le|faites-le|envoie-le|envoyez-le|paie-le|payez-le|annule-le|annulez-le|commande-le|commandez-le|achète-le|achetez-le",
    ],
  ],
  unfinished: [[1, "veux|crois|pense|semble|va|pas"]],
  questionWord: [[1, "que|quoi|quand|où|quel|quelle|quels|quelles|qui|pourquoi|comment|combien"]],
  filler: [
    [
      1,
      "oh|ah|euh|heu|ben|bah|bon|eh bien|hé bien|alors|hum|hm|hmm|donc|bref|enfin|je|pense|crois|dirais|et|puis|merci|bonjour|salut|en fait|franchement|honnêtement|voilà|plutôt|aussi|c'est|ce|serait|va|pour|on|prend|prends|mets|mettez|s'il vous plaît|svp|oui mais|finalement|moi",
    ],
  ],
} as const satisfies Partial<Words>;
