import type { Words } from "../language.ts";

export const markWords = {
  hedgeBefore: [
    [
      "about",
      "unos|unas|alrededor de|aproximadamente|aprox|aprox.|más o menos|cerca de|como|sobre|casi|en torno a|a eso de|a eso de las|hacia|hacia las|sobre las|tipo|cosa de|como a|como a las|alrededor de las|a eso del|hacia el|sobre el|~|≈|quizás|quizá|tal vez|creo que|diría|digamos|rondando|alrededor del",
    ],
    [
      "at_least",
      "al menos|por lo menos|como mínimo|mínimo|un mínimo de|mínimo de|no menos de|desde|a partir de|a partir del|min|≥|>=|no antes de|no antes del|no antes de las|como poco|desde las|a partir de las",
    ],
    [
      "at_most",
      "como máximo|máximo|un máximo de|máximo de|hasta|no más de|max|a lo sumo|como mucho|a lo más|≤|<=|no después de|no más tarde de|no más tarde del|hasta un máximo de|no pasar de|tope|no después de las|no más tarde de las",
    ],
    [
      "more_than",
      "más de|mayor de|mayor que|mayores de|por encima de|superior a|>|después de|después del|después de las|después de la|pasadas las|tras|más que|arriba de|pasado el|a partir",
    ],
    [
      "less_than",
      "menos de|no llega a|no llegan a|no llegará a|menor de|menor que|menores de|por debajo de|inferior a|<|antes de|antes del|antes de las|antes de la|menos que|abajo de",
    ],
  ],
  timeHedgeBefore: [
    ["at_least", "desde|desde el|a partir de|a partir del|no antes del|no antes de|desde las|de|del"],
    [
      "at_most",
      "hasta|hasta el|para|para el|hasta las|para las|antes o el|a más tardar|a más tardar el|como tarde|como muy tarde|como muy tarde el|no más tarde del|a más tardar a las",
    ],
  ],
  hedgeAfter: [
    ["about", "más o menos|aproximadamente|aprox|o así|o por ahí|o algo así|poco más o menos|o cosa así|aprox."],
    [
      "at_least",
      "o más|como mínimo|mínimo|por lo menos|al menos|en adelante|o después|y más|o superior|+|para arriba|como poco|o posterior|o más tarde",
    ],
    [
      "at_most",
      "o menos|como máximo|máximo|a lo sumo|como mucho|o antes|como tarde|como muy tarde|a más tardar|tope|o inferior|a lo más|máx",
    ],
    ["more_than", "y pico|y tantos|y tantas|y algo|largos|largas|y pico largos|pasados|pasadas"],
  ],
  excludeBefore: [
    [
      1,
      "no|menos|excepto|salvo|cualquier día menos|cualquiera menos|cualquier cosa menos|todo menos|todos menos|no el|no los|que no sea|que no sea el|nunca|en vez de|en lugar de|en vez del|en lugar del|no puedo|no me viene bien|pero no|ni|no quiero|no a las|no me va bien|cualquiera excepto|excepto el|salvo el|menos el|no puede ser|no me sirve|a excepción de|quitando|fuera de|distinto de|que no|tampoco|exceptuando",
    ],
  ],
  excludeAfter: [
    [
      1,
      "no puedo|no me viene bien|no me va bien|no me va|no puede ser|no me sirve|imposible|no|no vale|no es posible|está descartado|descartado|no me conviene|no me cuadra",
    ],
  ],
  contrast: [[1, "sino|pero sí|menos"]],
  takeBack: [
    [
      1,
      "no|perdón|perdona|perdone|digo|quiero decir|quise decir|mejor|mejor dicho|espera|espere|bueno|bueno no|no no|no perdón|perdón no|corrijo|rectifico|me equivoqué|me he equivocado|es decir|no espera|ay no|uy|o sea|que diga|más bien|en realidad|no mejor|mejor no|error|olvídalo|cámbialo a|ponme|pon|pensándolo bien|quería decir|disculpa|disculpe|no digo",
    ],
  ],
  light: [[1, "el|la|los|las|un|una|de|del|en|a|al|para|por|lo|es|son|sea|este|esta|día"]],
  also: [[1, "o|ni|u|y|o el|ni el|y el|ni los|y los"]],
} as const satisfies Partial<Words>;
