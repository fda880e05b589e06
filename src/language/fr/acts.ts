import type { Acts } from "../acts.ts";

const polite =
  "(s'il vous plaît|s'il te plaît|svp|stp|bon|ok|alors|on peut|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|je peux|puis-je|est-ce que je peux|est-ce que tu peux|est-ce que vous pouvez|je veux|je voudrais|j'aimerais|je souhaite|je préfère|il faut|nous voulons|on veut|on va|je dois)";
const someone =
  "(un|une|à un|à une|avec un|avec une|votre|le|la|l')? (vrai|vraie|véritable)? (humain|humaine|être humain|personne|personne réelle|vraie personne|conseiller|conseillère|agent|opérateur|opératrice|responsable|employé|employée|collègue|représentant|représentante|superviseur|technicien|service client|service clients|service clientèle|support|quelqu'un|quelqu'un de réel|quelqu'un d'autre)";

export const frenchActs = {
  cancel: [
    `${polite}? ${polite}? (annuler|annule|annulez|annulons|annule ça|annule tout|annulez tout|annuler tout|tout annuler|abandonner|abandonne|abandonnez|abandonnons|arrêter|arrête|arrêtez|arrêtons|arrête tout|tout arrêter|quitter|sortir|interrompre|interromps) (ça|cela|tout|là|ici|maintenant|tout ça)?`,
    `${polite}? (annuler|annule|annulez) (le|la|l'|ma|mon|cette|ce) <noun>`,
    "(bon|non|ah|ok|bah|oh)? ,? (laisse tomber|laissez tomber|laisse|laissez|tant pis|oublie|oubliez|oublie ça|oubliez ça|oublions ça|laissons tomber|on laisse tomber|je laisse tomber|c'est pas grave laisse|finalement non|non finalement|finalement pas|plus la peine|c'est plus la peine|ce n'est plus la peine)",
    "(stop|stoppe|stoppez|ça suffit|on arrête|on arrête là|j'arrête|j'abandonne|je renonce|fin|exit|je veux sortir)",
    "je (n'en|ne)? (veux|souhaite|désire) (en|plus|pas)? (plus|pas) (continuer|le faire|réserver|commander|rien)?",
    "(j'ai changé d'avis|j'ai changé d'idée|je change d'avis|ne continue pas|ne continuez pas|ne fais rien|ne faites rien|ne réserve pas|ne réservez pas|n'envoie pas|n'envoyez pas|ne commande pas)",
  ],
  wait: [
    "(non|oh|euh|ah|pardon|s'il vous plaît)? ,? (attends|attendez|un moment|un instant|une seconde|une petite seconde|une minute|deux minutes|deux secondes|minute|instant|attends un peu|attendez un peu|attends une seconde|attendez une seconde|attends une minute|attendez une minute|attendez un instant|attends un instant|patiente|patientez|donne-moi une seconde|donne-moi une minute|donnez-moi une seconde|donnez-moi une minute|donnez-moi un instant|laisse-moi réfléchir|laissez-moi réfléchir|laisse-moi voir|laissez-moi voir|laisse-moi vérifier|laissez-moi vérifier|laisse-moi regarder|laissez-moi regarder|je reviens|je reviens tout de suite|je vérifie|je regarde|je cherche|je vais voir|voyons|voyons voir|pas si vite|doucement|moins vite|ne quittez pas|ne quitte pas|je réfléchis) (s'il vous plaît|s'il te plaît|svp|stp)?",
  ],
  repeat: [
    `(pardon|désolé)? ,? ${polite}? (répéter|répète|répétez|répète ça|redire|redis|redites|me répéter|le répéter|reformuler|reformule|reformulez) (ça|cela|la question|ce que vous avez dit|ce que tu as dit|encore une fois|les options)? (s'il vous plaît|s'il te plaît|svp|stp|encore une fois)?`,
    "(pardon|comment|quoi|hein|plaît-il|excusez-moi|excuse-moi) ?",
    "(encore une fois|une fois encore|encore une fois s'il vous plaît|qu'est-ce que tu as dit|qu'est-ce que vous avez dit|vous avez dit quoi|tu as dit quoi|t'as dit quoi|c'était quoi la question|c'est quoi la question|quelle était la question|quelle est la question|vous disiez|tu disais|comment ça pardon)",
    "je (n'ai|ne vous ai|ne t'ai|n')? (pas|ai pas) (entendu|bien entendu|compris ce que vous avez dit|saisi|bien saisi|suivi)",
    "j'ai pas (entendu|bien entendu|saisi|bien saisi|suivi)",
  ],
  restart: [
    `${polite}? (recommencer|recommence|recommencez|recommençons|on recommence|repartir|repartons|reprendre|reprenons|reprends|tout recommencer|redémarrer|redémarre|redémarrez|réinitialiser|réinitialise|réinitialisez) (tout|ça|cela)? (depuis le début|du début|à zéro|de zéro|au début|à partir du début|depuis zéro|à nouveau)?`,
    "(depuis|à partir de|retour au|revenir au|revenons au|on revient au) (le début|zéro|début)",
    "(à zéro|de zéro|depuis le début|retour à la case départ|on efface tout|efface tout|effacez tout|nouveau départ|remettre à zéro|remise à zéro)",
  ],
  undo: [
    `${polite}? (défaire|défais|défaites|annuler|annule|annulez|retirer|retire|retirez|revenir sur) (ma dernière réponse|la dernière réponse|le dernier changement|la dernière étape|ce que j'ai dit|ce que je viens de dire|la dernière action|ça)`,
    `${polite}? (revenir|reviens|revenez|revenons|retourner|retourne|retournez) (en arrière|à la question précédente|à l'étape précédente|d'un pas|d'une étape)`,
    "(retour|en arrière|un pas en arrière|une étape en arrière|question précédente|étape précédente|la précédente|la question d'avant|précédent)",
    "(ignore|ignorez|efface|effacez|supprime|supprimez|oublie|oubliez) (ça|ce que j'ai dit|mon dernier message|ma dernière réponse|la dernière réponse)",
    "(c'est pas ce que je voulais dire|ce n'est pas ce que je voulais dire|c'est pas ça|ce n'est pas ça|pas celui-là|pas celle-là|pas ça|je me suis trompé|je me suis trompée|c'était une erreur|c'est une erreur|j'ai fait une erreur|mauvais bouton|je retire ce que j'ai dit|je retire)",
  ],
  person: [
    `${polite}? (parler|discuter|échanger|causer|être mis en relation|être mise en relation|passer|passez-moi|passe-moi|mettez-moi en relation|mets-moi en relation|mettez-moi en contact|transférez-moi|transfère-moi|joindre|contacter|avoir) (à|avec|vers)? ${someone} (s'il vous plaît|svp|maintenant)?`,
    `(je veux|je voudrais|j'exige|je préfère|il me faut|j'ai besoin d'|j'ai besoin de|donnez-moi) ${someone} (s'il vous plaît|svp)?`,
    "(y a-t-il|il y a|est-ce qu'il y a|y a) (un|une|quelqu'un)? (humain|vraie personne|conseiller|quelqu'un)? (à qui parler|qui peut m'aider|de disponible|au bout du fil|derrière)",
    "(humain|un humain|conseiller|un conseiller|opérateur|service client|une vraie personne|une personne réelle|un agent|agent) (s'il vous plaît|svp)?",
    "(appelez-moi|appelle-moi|rappelez-moi|rappelle-moi|que quelqu'un m'appelle|quelqu'un peut m'appeler|je veux être rappelé|je veux être rappelée)",
    "je (ne)? veux pas parler à (un|une) (robot|machine|bot|ordinateur)",
  ],
  help: [
    "(aide|aide-moi|aidez-moi|à l'aide|au secours|j'ai besoin d'aide|besoin d'aide|peux-tu m'aider|pouvez-vous m'aider|tu peux m'aider|vous pouvez m'aider|pourriez-vous m'aider|un coup de main) (s'il vous plaît|svp|stp)?",
    "(qu'est-ce que|que|quoi) (tu peux|vous pouvez|peux-tu|pouvez-vous|sais-tu|savez-vous|tu sais|vous savez|je peux|puis-je|on peut) (faire|demander|dire|choisir|répondre|faire pour moi) (pour moi|ici)?",
    "(tu peux faire quoi|vous pouvez faire quoi|tu sais faire quoi|je peux faire quoi)",
    "(quelles sont|c'est quoi) (les|mes|vos) (options|possibilités|choix|services)",
    "(qu'est-ce que je dois|que dois-je|je dois|qu'est-ce que je peux|je réponds quoi|je dis quoi|je mets quoi) (dire|répondre|écrire|mettre|faire|taper)?",
    "(comment ça marche|comment ça fonctionne|comment faire|à quoi tu sers|à quoi servez-vous|je suis perdu|je suis perdue|je suis bloqué|je suis bloquée|je sais pas quoi dire|je ne sais pas quoi dire|je ne sais pas quoi répondre|instructions|menu|menu principal|donne-moi un indice)",
  ],
  status: [
    "(où en est-on|où en sommes-nous|on en est où|où on en est|on en était où|où en étions-nous|où est-ce qu'on en est|c'est bientôt fini|on a fini|c'est fini|c'est tout ce qu'il vous faut|il reste combien de questions|combien de questions encore|encore combien de questions|quel est l'état|quel est le statut|statut|état)",
    "(qu'est-ce que|que) (j'ai|je t'ai|je vous ai|tu as|vous avez|tu sais|vous savez|on a) (déjà)? (dit|donné|noté|choisi|sur moi|fait|enregistré) (jusqu'ici|jusqu'à présent|pour l'instant|déjà)?",
    "(qu'est-ce qu'il|que|qu'est-ce qui|quoi d'autre|quelles informations|de quoi) (manque|vous manque|te manque|reste|il manque|vous faut|te faut|avez-vous besoin|as-tu besoin|faut-il|vous avez besoin|tu as besoin) (encore|à faire|comme information)?",
    "(il manque quoi|il reste quoi|il te faut quoi|il vous faut quoi|la suite|c'est quoi la suite|quelle est la prochaine étape|et maintenant|et après)",
    "(résume|résumez|un résumé|fais un résumé|faites un résumé|récapitule|récapitulez|récapitulatif|récap|un récap|faisons le point|le point) (s'il vous plaît|svp)?",
  ],
  why: [
    "(mais|et)? (pourquoi|pour quoi|pour quelle raison) (vous|tu|est-ce que|avez-vous|as-tu|voulez-vous|veux-tu|demandez-vous|demandes-tu|dois-je|faut-il|c'est|me)? (vous|tu|avez|as|avez besoin|as besoin|voulez|veux|demandez|demandes|dois|faut|nécessaire|important|demandez ça|demandes ça)? (ça|cela|de ça|besoin de ça|besoin|savoir|savoir ça|le savoir|le dire)?",
    "(mais|et)? pourquoi (ça|donc|faire|pas)? ?",
    "(mais|et)? (pourquoi|pour quoi faire|à quoi ça sert|ça sert à quoi|dans quel but)",
    "(c'est obligatoire|est-ce obligatoire|c'est nécessaire|est-ce nécessaire|je suis obligé|je suis obligée|je dois répondre|faut-il vraiment) ?",
    "(qu'est-ce que tu veux dire|qu'est-ce que vous voulez dire|que veux-tu dire|que voulez-vous dire|ça veut dire quoi|qu'est-ce que ça veut dire|c'est-à-dire|c'est quoi|c'est quoi ça|qu'est-ce que c'est|comment ça|dans quel sens|explique|expliquez|explique-moi|expliquez-moi|tu peux expliquer|vous pouvez expliquer)",
    "je (ne)? (te|vous)? comprends pas (la question|ce que vous voulez|ça|bien)?",
    "(j'ai pas compris|je n'ai pas compris|je n'ai pas bien compris|j'ai rien compris|je pige pas|je ne saisis pas)",
  ],
  unknown: [
    "(je|j')? (ne)? (sais|sait) pas (encore|trop|exactement|vraiment|du tout|par coeur)?",
    "(chais pas|j'sais pas|chepa|jsp|aucune idée|j'ai aucune idée|je n'ai aucune idée|j'en ai aucune idée|je n'en ai aucune idée|pas la moindre idée|j'en sais rien|je n'en sais rien|qui sait|va savoir|difficile à dire|mystère)",
    "(je)? (ne)? (suis)? pas (sûr|sûre|certain|certaine|décidé|décidée) (encore|du tout)?",
    "(j'hésite|j'hésite encore|je suis indécis|je suis indécise|indécis|indécise)",
    "je (ne)? (me)? (souviens|rappelle) (pas|plus)",
    "(j'ai oublié|oublié|je n'ai pas ça sous la main|je l'ai pas|je ne l'ai pas|je ne l'ai pas sous la main|je dois vérifier|je dois regarder|il faut que je vérifie|il faudrait que je vérifie|ça ne me revient pas|ça me revient pas)",
    "(je n'ai|j'ai|on n'a|nous n'avons) pas (encore)? (décidé|choisi|réfléchi)",
  ],
  skip: [
    "(ça|cela|tout)? (m'est|nous est|est) (égal|indifférent)",
    "(peu importe|peu m'importe|qu'importe|n'importe|ça n'a pas d'importance|aucune importance|sans importance|c'est sans importance|ça ne change rien|je m'en fiche|je m'en fous|on s'en fiche|c'est pareil|c'est égal|kif kif)",
    "(pas de préférence|pas de préférences|aucune préférence|je n'ai pas de préférence|j'ai pas de préférence|sans préférence|rien de particulier|rien de spécial|aucun en particulier|aucune en particulier)",
    "(n'importe quel|n'importe quelle|n'importe lequel|n'importe laquelle|n'importe quoi|n'importe quand|n'importe où|n'importe qui|l'un ou l'autre|l'une ou l'autre|les deux me vont|tous me vont|tout me va|tout va|tout convient|quel qu'il soit|au hasard|au choix) (jour|heure|moment)?",
    "(comme|ce que|quand|où) (tu|vous) (veux|voulez|préfères|préférez|souhaites|souhaitez|penses|pensez|voudrez)",
    "(choisis|choisissez|à toi de choisir|à vous de choisir|à toi de voir|à vous de voir|c'est toi qui choisis|c'est vous qui choisissez|c'est toi qui vois|c'est vous qui voyez|décide|décidez|c'est toi qui décides|surprends-moi|surprenez-moi|je te laisse choisir|je vous laisse choisir|je te fais confiance|je vous fais confiance|je suis flexible|on est flexibles)",
    "(on peut|je veux|je voudrais|je préfère)? (passer|passe|passez|passons|je passe|sauter|saute|sautez|sautons|suivant|suivante|question suivante|la suivante|laisser vide|laisse vide|laissez vide|laisse en blanc|laissez en blanc|skip) (ça|cela|cette question|la question|à la suite|à la question suivante|celle-là|celle-ci)? (s'il vous plaît|svp)?",
    "(je préfère ne pas le dire|je préfère ne pas répondre|je ne veux pas le dire|je veux pas le dire|je ne veux pas répondre|je ne souhaite pas répondre|ça ne vous regarde pas|ça ne te regarde pas|c'est privé|c'est personnel|non applicable|sans objet|ne s'applique pas|sans commentaire)",
    "(plus tard|on verra plus tard|je déciderai plus tard|on décidera plus tard)",
  ],
  other: [
    "(autre chose|quelque chose d'autre|quelqu'un d'autre|quoi d'autre|ailleurs|un autre endroit)",
    "(avez-vous|as-tu|vous avez|tu as|il y a|y a-t-il|montre-moi|montrez-moi|donne-moi|donnez-moi|je veux|je voudrais|et)? (d'|un|une|des|les|l')? (autre|autres|autres choix|autres options|autres possibilités|autres propositions|autre option|alternatives|alternative|plus d'options|plus de choix|différent|différente|en voir d'autres)",
    "(aucun de ceux-là|aucune de celles-là|aucun des deux|aucune des deux|ni l'un ni l'autre|ni l'une ni l'autre|aucun ne me plaît|aucune ne me plaît|aucun d'eux|aucun de ces choix|continue à chercher|continuez à chercher|cherche encore|le suivant|la suivante)",
  ],
  thanks: [
    "(ok|super|parfait|très bien|non|grand|mille|bon)? ,? (merci|mercii|merci bien|merci beaucoup|mille mercis|grand merci|merci infiniment|mercis|thanks|thx) (beaucoup|bien|infiniment|à vous|à toi|pour tout|pour votre aide|pour ton aide|pour l'aide|d'avance|encore|quand même)?",
    "(je)? (vous|te|t')? (remercie|suis reconnaissant|suis reconnaissante) (beaucoup|infiniment)?",
    "(c'est gentil|très gentil|c'est très gentil|trop gentil|c'est sympa|très aimable|c'est très aimable|ça m'aide beaucoup|vous m'avez bien aidé|tu m'as bien aidé|ça m'a aidé)",
  ],
  greeting: [
    "(bonjour|bjr|bonsoir|bsr|salut|slt|coucou|cc|hello|hey|hé|yo|allo|allô|rebonjour|bien le bonjour|salutations|wesh) (à tous|à toutes|tout le monde|à vous|madame|monsieur|messieurs dames|le bot)?",
    "(il y a quelqu'un|y a quelqu'un|vous êtes là|tu es là|t'es là|vous êtes toujours là)",
  ],
  goodbye: [
    "(au revoir|aurevoir|à bientôt|à plus|à plus tard|à tout à l'heure|à demain|à la prochaine|a+|bye|bye bye|ciao|tchao|adieu|bonne journée|bonne soirée|bonne nuit|bonne fin de journée|bon week-end|bonne continuation|bonne fin de semaine|à tout de suite|salutations|cordialement|bien à vous|prenez soin de vous|je dois y aller|je dois filer|je file|j'y vais)",
    "(c'est tout|ce sera tout|ça sera tout|c'était tout|c'est bon pour moi|rien d'autre|rien de plus|plus rien|je n'ai besoin de rien d'autre|j'ai besoin de rien d'autre|je n'ai plus de questions|plus de questions|pas d'autres questions|j'ai fini|j'ai terminé|on a fini|terminé) (merci|pour aujourd'hui|pour l'instant|pour le moment)?",
  ],
  question: [
    "(et|mais|alors|au fait|dis|dites)? ,? (qui|que|quoi|quel|quelle|quels|quelles|quand|où|comment|combien|combien de|pourquoi|lequel|laquelle|lesquels|lesquelles|à quelle heure|de quand|depuis quand|jusqu'à quand|d'où|à quel|à quelle|à qui|de qui|avec qui|pour qui|pour combien|combien de temps|c'est combien|c'est quand|c'est où|c'est quoi|qu'est-ce que|qu'est-ce qui|et si|que se passe-t-il si)",
    "(et|mais|alors|au fait|dis|dites)? ,? (est-ce que|est-ce qu'|est-ce|y a-t-il|puis-je|peut-on|pouvez-vous|peux-tu|pourriez-vous|pourrais-tu|avez-vous|as-tu|faut-il|dois-je|acceptez-vous|proposez-vous|faites-vous|sera-t-il|est-il|est-elle|sont-ils|sont-elles|savez-vous|sais-tu|vous avez|tu as|vous acceptez|vous faites|vous proposez|on peut|il y a|je peux|je dois|ça coûte|ça marche comment)",
    "(je)? (voudrais|veux|aimerais|voulais|souhaite) (savoir|demander|poser une question|vous demander|te demander)",
    "(une question|j'ai une question|petite question|question|dites-moi|dis-moi|je me demande|je me demandais|savez-vous si|vous savez si|tu sais si|est-il possible|c'est possible de|c'est vrai que)",
  ],
  correction: [
    "(non|oh|ah|euh|attends|attendez|pardon|oups|mais)? ,? (en fait|je veux dire|je voulais dire|plutôt|ou plutôt|enfin|finalement|correction|je corrige|je rectifie|rectification|mets plutôt|mettez plutôt|mets|mettez|change en|changez en|changez pour|change pour|à la place|au lieu de ça|c'est faux|ce n'est pas bon|c'est pas bon|ce n'est pas ça|c'est pas ça|je me suis trompé|je me suis trompée|je me trompe|erreur|erreur de ma part|mon erreur|faute de frappe|j'ai mal écrit|ça devrait être|ce devrait être|il faut lire|réflexion faite|tout compte fait|à la réflexion|en y réfléchissant|j'ai changé d'avis|disons|pour être précis|pour être exact|en réalité|à vrai dire)",
    "(non|oh|ah|euh|attends|attendez|pardon|oups) ,? (non|pardon|plutôt|je veux dire|je voulais dire|attends|pas ça|en fait)",
    "(non|pardon|oups|désolé|désolée) ,",
    "(change|changez|corrige|corrigez|modifie|modifiez|mets à jour|mettez à jour|rectifie|rectifiez) (le|la|les|l'|mon|ma|mes|ça)",
    "(je)? (voudrais|veux|aimerais|dois|souhaite|peux) (changer|corriger|modifier|mettre à jour|rectifier) (le|la|les|l'|mon|ma|mes|ça|quelque chose|une réponse)",
  ],
  negation: [
    "(pas|ne|n'|non|jamais|rien|aucun|aucune|personne|nulle part|ni|sans|sauf|excepté|hormis|au lieu de|plutôt que|nullement|aucunement)",
    "(ne|n') (plus)",
    "plus (de|du|d')",
  ],
} as const satisfies Acts;
