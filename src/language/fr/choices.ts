import type { Measure, RequestKind, Words } from "../language.ts";
import { foldedWords } from "../stemmer.ts";

export const choiceWords = {
  extreme: [
    [
      { by: "price", isHighest: false },
      "moins cher|moins chère|moins chers|moins chères|meilleur marché|plus économique|meilleur prix",
    ],
    [{ by: "price", isHighest: true }, "plus cher|plus chère|plus chers|plus chères|plus coûteux|plus coûteuse"],
    [{ by: "time", isHighest: false }, "plus tôt|plus matinal|plus matinale"],
    [{ by: "time", isHighest: true }, "plus tard|plus tardif|plus tardive|plus récent|plus récente|dernier en date"],
  ],
  noneOfThem: [
    [
      1,
      "aucun|aucune|rien|aucun de ceux-là|aucune de celles-là|aucun d'eux|aucune d'elles|aucun des deux|aucune des deux|rien de tout ça|rien de tout cela|ni l'un ni l'autre|ni l'une ni l'autre",
    ],
  ],
  otherOne: [[1, "autre|précédent|précédente|d'avant"]],
  pageWord: [
    ["next", "suivant|suite|suivante"],
    ["previous", "précédent|précédente|retour"],
  ],
  taskNoun: [[1, "un|une|tâche|chose|demande|démarche"]],
} as const satisfies Partial<Words>;

export const askingWords = foldedWords(
  "à au aux accepte acceptez aide aider acceptés autorisé autorisés avec avez besoin ce ces cette choisir choix combien comment dans de des disponible",
  "disponibles dois doit du elle elles en est et existe existent faut genre il ils je la le les leur liste ma mes mettre moi mon nous on option",
  "options ou où par permis peut peux possible possibles pour pourquoi puis quand que quel quelle quelles quels qu qui quoi sa sert ses si signifie",
  "son sont ta tes ton type types tu un une utiliser valeur valeurs veut dire vos votre vous y l d s c n j m t",
);

/** Verbs of one kind stand for each other, and so do the nouns made of them. */
export const requestWords: Readonly<Record<RequestKind, string>> = {
  find: "trouver trouve chercher cherche rechercher recherche voir montrer montre afficher affiche lister liste consulter consulte vérifier vérifie dire dis recommander recommande quel quelle quand où",
  book: "réserver réserve réservation prendre planifier planifie rendez",
  buy: "acheter achète achat commander commande billet",
  play: "jouer joue lire écouter écoute mettre",
  add: "ajouter ajoute créer crée nouveau nouvelle enregistrer enregistre",
  remove: "annuler annule annulation supprimer supprime effacer efface enlever enlève retirer résilier résilie arrêter",
  change: "changer change modifier modifie modification mettre mise actualiser remplacer remplace déplacer déplace",
  send: "envoyer envoie envoi transférer transfère virement virer payer paie donner",
  rent: "louer loue location",
};

export const measureNames: Readonly<Record<Measure, string>> = {
  price: "prix coût cout tarif total montant frais",
  time: "départ depart début debut heure date jour",
};
