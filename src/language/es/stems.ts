import { foldedWords, stemmerOf } from "../stemmer.ts";

export const stem = stemmerOf(
  [
    "ces>z ss>ss s",
    "ando iendo ado ada ido ida aba aban ia ian are ara aran aria arian aremos eremos iremos aron ieron aste iste acion acione ar er ir amo emo imo an en o a e",
  ],
  { shortest: 3 },
);

export const stopWords = foldedWords(
  "a al ante con de del desde el ella ellos en entre es esa ese eso esta este esto estan estoy fue ha hay he la las le les lo los",
  "me mi mis muy ni no nos nuestra nuestro o os para pero por porque que quien quienes se ser si sin sobre son soy su sus",
  "tambien te tengo tiene tienen ti tu tus un una unas uno unos y ya yo como cual cuales cuando donde cuanto cuanta cuantos",
  "cuantas puedo puede pueden podria quiero quisiera necesito hago hacer debo deber seria",
);

export const followUps = ["y que pasa con", "y que tal", "que tal", "pero", "y", "e", "o"];
