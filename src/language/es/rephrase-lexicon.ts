import { factWords, type RephraseLexicon, set } from "../rephrase-lexicon.ts";

export const spanishLexicon: RephraseLexicon = {
  facts: factWords("es", [
    "medio media doble ambos ambas varios varias pocos muchos tarde luego próximo próxima último última",
    "euro euros dólar dólares libra libras céntimo céntimos kilo kilos",
    "unos unas casi aproximadamente alrededor menos más solo sólo cada todo toda todos todas cualquier",
    "quizá quizás tal probablemente posiblemente si antes después desde hasta",
    "fallado cancelado cancelada rechazado rechazada aprobado aprobada confirmado confirmada pendiente imposible",
  ]),
  negations: set("no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco salvo excepto"),
  offers: [
    // Spanish marks the future by its ending.
    /(?<!\p{L})\p{L}+(?:aré|eré|iré|dré|rré|brá|ará|erá|irá|drá|aremos|eremos|iremos|dremos|arán|erán|irán|drán|ría|rías|ríamos)(?!\p{L})/gu,
    /(?<!\p{L})(?:voy a|vamos a|va a|van a|promet\p{L}*|garanti\p{L}*|asegur\p{L}*|compromet\p{L}*)(?!\p{L})/gu,
    /(?<!\p{L})(?:gratis|gratuit\p{L}*|reembols\p{L}*|devoluci\p{L}*|descuent\p{L}*|regal\p{L}*|ofert\p{L}*|ofrec\p{L}*|ofrezc\p{L}*|bono\p{L}*|cupón|cupones|mejora\p{L}*|compensa\p{L}*)(?!\p{L})/gu,
    /(?<!\p{L})(?:quier\p{L}*|dese\p{L}*|prefier\p{L}*|necesit\p{L}*|puedo|podemos|pued\p{L}*|gust\p{L}*|interes\p{L}*)(?!\p{L})/gu,
    /(?<!\p{L})(?:ayud\p{L}*|contact\p{L}*|llam\p{L}*|escrib\p{L}*|envi\p{L}*|envío|algo más|dime|díga\p{L}*|no dudes|no dude)(?!\p{L})/gu,
    /(?<!\p{L})(?:pronto|enseguida|inmediat\p{L}*|siempre|cuando quieras)(?!\p{L})/gu,
  ],
  roles: set("de del a al desde hasta para por en con entre y sobre antes después como"),
  openers: set(
    "a ahí al aquí bien bueno buena buenas buenos claro con de el ella en es esa ese esta está este esto estupendo excelente",
    "genial gracias hecho hemos he hola la las listo lista lo los lamentablemente muy para perdón perfecto perfecta por",
    "pues su sus te tu tus un una vale ya y se lamento siento disculpa disculpe fantástico",
  ),
  common: set(
    "el la los las un una es son está están ha han he hemos ser y o pero de del a al en con por para que se su sus tu tus",
    "te le lo me mi nos este esta esto ese esa ya no sí muy como",
  ),
  expand: (text) => text,
};
