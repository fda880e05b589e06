import { foldedWords, stemmerOf } from "../stemmer.ts";

export const stem = stemmerOf(
  ["aux>al eaux>eau ss>ss s x", "ations ation ement ant euse eur ive if ee er ez ais ait aient ons ent ai e i"],
  { shortest: 3 },
);

export const stopWords = foldedWords(
  "à ai ainsi alors au aussi autre aux avec avez avoir avons bien c ça car ce cela ces cet cette chez comme comment d dans de des deux",
  "donc dont du elle elles en encore es est et être eu faire faut fois il ils j je l la le les leur leurs lui m ma mais me mes moi mon",
  "n ne ni nos notre nous on ont ou où par pas peu peut peux plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui",
  "quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute très tu un une va veux voudrais vos votre vous y",
);

export const followUps = ["et pour ce qui est de", "et quen est il de", "quen est il de", "mais", "et", "ou"];
