import { type LanguageSigns, wordSet } from "../texts.ts";

export const frenchSigns: LanguageSigns = {
  sure: wordSet(
    "je j'ai j'aimerais j'aurais voudrais veux peux pouvez pourrais pourriez bonjour bonsoir merci s'il plaît plait vous",
    "votre vos où combien pourquoi quel quelle quels quelles c'est n'est suis êtes avez aujourd'hui demain oui aussi avec",
    "nous notre qu'est quoi très",
  ),
  common: wordSet(
    "un une des et est mes mon ses son cette ces ce il elle on ne pas que qui pour dans par au aux sont mais ou si se me",
    "te en d'un d'une bien été",
  ),
  inNames: wordSet("le la les de du sur"),
};
