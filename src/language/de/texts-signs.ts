import { type LanguageSigns, wordSet } from "../texts.ts";

export const germanSigns: LanguageSigns = {
  sure: wordSet(
    "ich möchte kann könnte können könnten brauche bitte danke hallo guten heute gestern wann warum wieviel mein meine",
    "meinen meiner mir mich nicht kein keine keinen sind habe hätte gern gerne für auf nach oder aber auch noch einen",
    "eine einem wie welche welcher welches gibt geht wir uns ihr ihre ihnen über",
  ),
  common: wordSet(
    "ein des ist und zum zur in es sie er mit bei aus was will so um dass wenn als hat haben war bin bist",
  ),
  inNames: wordSet("der die das den dem von am im an zu"),
};
