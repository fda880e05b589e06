import type { Words } from "../language.ts";

export const answerWords = {
  answer: [
    [
      "yes",
      "sí|si|sip|sipi|sii|siii|sis|s|sí por favor|sí claro|claro|claro que sí|clarísimo|pues claro|por supuesto|por supuesto que sí|desde luego|vale|va|venga|vamos|ok|okay|okey|oki|dale|de acuerdo|de una|perfecto|correcto|exacto|exactamente|eso es|eso|así es|efectivamente|en efecto|cierto|es cierto|verdad|es verdad|verdadero|afirmativo|sin duda|sin problema|sin problemas|no hay problema|ningún problema|por qué no|cómo no|adelante|hazlo|házmelo|hágalo|listo|hecho|bien|muy bien|está bien|me parece bien|me parece perfecto|me parece|me va bien|me viene bien|me sirve|me vale|me gusta|estupendo|genial|fenomenal|fantástico|excelente|buenísimo|bueno|bueno vale|confirmo|confirmado|lo confirmo|acepto|aceptado|trato hecho|estoy de acuerdo|creo que sí|yo creo que sí|supongo que sí|supongo|diría que sí|pienso que sí|me encantaría|encantado|encantada|con mucho gusto|con gusto|lo quiero|la quiero|quiero|obvio|obviamente|naturalmente|seguro|seguro que sí|ciertamente|totalmente|definitivamente|absolutamente|por favor|sí señor|sí señora|ya|ajá|aja|simón|sale|órale|correctísimo|tal cual|justo|lo es|lo soy|lo hago|lo tengo|tengo|puedo|sí puedo|sí tengo|sí quiero|👍|✅|👌|💯|🙌|1|y|yes|qué remedio|no me importa|no me importaría|me da igual|sin dudarlo|eso mismo|procede|siga|sigue|continúa|tienes razón|desde luego que sí",
    ],
    [
      "no",
      "no|eso no es así|eso no es correcto|eso no es cierto|eso no es verdad|nop|nope|noo|nooo|no gracias|no muchas gracias|qué va|que va|para nada|en absoluto|de ninguna manera|de ningún modo|ni hablar|ni loco|ni loca|ni de broma|ni pensarlo|ni en sueños|jamás|nunca|nunca jamás|claro que no|por supuesto que no|desde luego que no|negativo|incorrecto|falso|es falso|mal|está mal|no es correcto|no es cierto|no es verdad|no es así|eso no|así no|todavía no|aún no|ahora no|hoy no|no por ahora|de momento no|por ahora no|por el momento no|no quiero|no lo quiero|no puedo|no tengo|no hace falta|no es necesario|no me interesa|no me apetece|no me gusta|no me va bien|no me viene bien|no me sirve|mejor no|prefiero que no|preferiría que no|preferiría no|prefiero no|creo que no|me parece que no|yo creo que no|no creo|no lo creo|supongo que no|diría que no|me temo que no|lamentablemente no|por desgracia no|desgraciadamente no|no lo hagas|no lo haga|déjalo|déjelo|olvídalo|cancela|paso|rechazo|rechazado|me niego|no estoy de acuerdo|en desacuerdo|tampoco|ninguno|ninguna|nada|nadie|nel|nanai|no señor|no señora|no hay|no lo soy|no lo es|no es|no soy|no estoy|no acepto|ni de coña|de eso nada|nada de eso|👎|❌|🚫|🙅|0|n|en ningún caso|bajo ningún concepto|no que yo sepa|no precisamente|no exactamente|no del todo|no realmente|la verdad es que no|la verdad que no|ya no|no va a ser posible|imposible",
    ],
    [
      "maybe",
      "quizás|quizá|tal vez|a lo mejor|puede|puede ser|puede que sí|puede que no|puede que|posiblemente|probablemente|es posible|no sé|no lo sé|no lo sé todavía|no sé todavía|no sabría decir|no sabría decirte|ni idea|no tengo ni idea|no tengo idea|ni la menor idea|no estoy seguro|no estoy segura|no estoy muy seguro|no estoy muy segura|no seguro|no lo tengo claro|no lo tengo decidido|depende|según|eso depende|ya veremos|veremos|a ver|habrá que ver|me lo pienso|me lo pensaré|lo pensaré|tengo que pensarlo|déjame pensarlo|déjame pensar|déjame ver|tengo que consultarlo|lo consulto|no me acuerdo|no recuerdo|no lo recuerdo|más o menos|sí y no|ni sí ni no|ni fu ni fa|como quieras|como prefieras|lo que quieras|lo que digas|me da igual|me da lo mismo|me es indiferente|igual|igual sí|capaz|quién sabe|vete a saber|todavía no sé|todavía no lo sé|aún no lo sé|aún no sé|no decido|no lo he decidido|no me decido|está por ver|está por verse|🤷|no te sabría decir|no podría decirte|a veces|puede que más adelante|dudo|lo dudo|tengo dudas|en principio sí|en principio|yo qué sé|sepa|hmm|no me importa",
    ],
  ],
  agreeing: [
    [
      1,
      "acepto|adelante|bien|bueno|confirmo|confirma|confirmado|dale|encantado|estupendo|excelente|fenomenal|genial|gracias|hazlo|hecho|listo|muy|procede|sigue|venga|sí|claro|vale|correcto|perfecto|exacto|ok",
    ],
  ],
  order: [
    [1, "resérvalo|resérvala|envíalo|mándalo|págalo|cómpralo|cancélalo|bloquéala|bloquéalo|hazlo|resérvame|hágalo"],
  ],
  unfinished: [[1, "parece|quiero|puedo|tengo|creo|supongo|no"]],
  questionWord: [[1, "qué|cuándo|dónde|cuál|cuáles|quién|por qué|cómo|cuánto|cuánta|cuántos|cuántas"]],
  filler: [
    [
      1,
      "pues|bueno|hola|eh|este|ah|oh|mm|hmm|em|mira|mire|oye|a ver|yo|creo|que|entonces|es|la verdad|gracias|ya|también|solo|o sea|buenas|usa|usar|pon|ponme|quiero|apunta|sería|va a ser|con|se|y",
    ],
  ],
} as const satisfies Partial<Words>;
