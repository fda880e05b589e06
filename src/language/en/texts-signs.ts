import { type LanguageSigns, wordSet } from "../texts.ts";

export const englishSigns: LanguageSigns = {
  sure: wordSet(
    "i i'd i'm i'll i've want would could should please what what's which how where when why who thanks thank hello",
    "don't can't doesn't isn't need you your there something anything",
  ),
  common: wordSet(
    "to from for and with my is are be do does did can have has had it this that these those we our they not yes",
    "about if or but an in on at by as was were will go get make",
  ),
  inNames: wordSet("the of"),
};
