import { type LanguageSigns, wordSet } from "../texts.ts";

export const spanishSigns: LanguageSigns = {
  sure: wordSet(
    "quiero quisiera quería necesito puedo puedes puede podría podrías hola gracias favor cuánto cuántos cuánta cuántas",
    "cuál cuáles dónde adónde cómo qué quién días tardes noches estoy está están tengo tiene tienes hay también",
    "mañana hoy ayer sí quieres quiere busco dime eres soy ningún ninguna nada porque pero hacer usted",
  ),
  common: wordSet(
    "un una unos unas en por para que mi mis tu su sus se es con lo le les nos te y o más muy ya desde hasta este esta",
    "esto ese esa eso cuando donde como cual si al buenos buenas otra otro gustaría ser",
  ),
  inNames: wordSet("el la los las de del"),
};
