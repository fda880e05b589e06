import { foldedWords, stemmerOf } from "../stemmer.ts";

export const stem = stemmerOf(
  ["ungen ung heiten heit keiten keit ss>ss innen in lich liche lichen st>st", "ern em er en es e n s t te ten tet"],
  { shortest: 3 },
);

export const stopWords = foldedWords(
  "aber alle als also am an auch auf aus bei bin bis bist bitte da dann das dass dein deine dem den der des die dies diese dieser",
  "dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gerne habe haben hat hatte hätte hier ich ihm",
  "ihn ihnen ihr ihre im in ist ja jede jeder jetzt kann kannst können könnte kein keine man mein meine meinen meiner mich mir mit",
  "möchte muss nach nein nicht noch nun nur ob oder ohne schon sehr sein seine seit sich sie sind so soll sollte über um und uns",
  "unser unsere unter vom von vor war wann warum was welche welcher welches wenn wer werden wie wieder will wir wird wo wollen würde",
  "zu zum zur",
);

export const followUps = [
  "und wie ist es mit",
  "und was ist mit",
  "wie ist es mit",
  "was ist mit",
  "oder",
  "aber",
  "und",
];
