import type { Acts } from "../acts.ts";

const polite =
  "(por favor|vale|ok|bueno|oye|perdona|perdón|podemos|puedes|puede|puedo|podrías|podría|podríamos|me puedes|me puede|me podrías|me podría|quiero|queremos|quisiera|querría|quería|me gustaría|necesito|prefiero|vamos a|tengo que|hay que|mejor)";
const someone =
  "(un|una|algún|alguna|el|la|tu|vuestro|su)? (persona|persona real|persona de verdad|persona humana|ser humano|humano|humana|agente|operador|operadora|asesor|asesora|representante|encargado|encargada|responsable|supervisor|supervisora|gerente|empleado|empleada|compañero|compañera|gestor|gestora|comercial|teleoperador|teleoperadora|alguien|alguien real|alguien de verdad|atención al cliente|servicio al cliente|soporte|soporte técnico)";

export const spanishActs = {
  cancel: [
    `${polite}? (cancelar|cancela|cancele|cancelad|cancelemos|cancélalo|cancélala|cancélelo|cancelarlo|cancelarla|cancelar todo|cancélalo todo|cancela todo|anular|anula|anule|anúlalo|anularlo|abortar|aborta|salir|salirme|terminar|termina|acabar)  (eso|esto|todo|ya|aquí|por favor)?`,
    `${polite}? (cancelar|cancela|cancele|anular|anula|anule) (el|la|mi|este|esta|esa|ese|lo) <noun>?`,
    "(no|ah|bueno|pues|ok)? ,? (déjalo|déjelo|déjalo estar|déjelo estar|déjalo así|olvídalo|olvídelo|olvida eso|olvídate|olvídate de eso|dejémoslo|dejémoslo estar|lo dejamos|lo dejo|olvidémoslo|da igual déjalo|no importa déjalo|nada déjalo|mejor déjalo|mejor nada|mejor lo dejo|mejor lo dejamos) (ya|por favor|todo)?",
    "(para|pare|parad|basta|basta ya|stop|detente|para ya|paremos|se acabó|abortar misión) (por favor|ya|todo)?",
    "ya no (lo|la|los|las)? (quiero|necesito|hace falta|me interesa|me hace falta|queremos|necesitamos) (nada|seguir|continuar|hacerlo|eso|esto)?",
    "no (quiero|queremos|deseo) (seguir|continuar|hacerlo|hacer eso|nada|nada más|saber nada)",
    "no (sigas|continúes|siga|continúe|lo hagas|lo haga|hagas nada|haga nada|lo reserves|lo envíes|lo mandes|lo compres|lo pidas)",
    "(he cambiado de idea|he cambiado de opinión|cambié de idea|cambié de opinión|me lo he pensado mejor|me lo pensé mejor|me rindo|me arrepiento|sácame de aquí|quiero salir|ya no quiero|ya no)",
  ],
  wait: [
    "(no|ay|oye|perdona|perdón|por favor|eh|uy)? ,? (espera|espere|espérate|espérame|espéreme|esperad|un momento|un momentito|un segundo|un segundito|un minuto|un minutito|un instante|momento|momentito|aguanta|aguarda|aguarde|dame un momento|dame un segundo|dame un minuto|deme un momento|deme un segundo|deme un minuto|dame un momentito|espera un momento|espera un segundo|espera un minuto|espere un momento|espere un segundo|espera que miro|espera que lo miro|espera que busco|espera que lo busco|déjame pensar|déjame ver|déjame mirar|déjame mirarlo|déjame que lo mire|déjame buscar|déjame buscarlo|déjame comprobar|déjame comprobarlo|deja que piense|deja que mire|deja que lo mire|deja que lo busque|déjeme pensar|déjeme ver|déjeme mirar|a ver|vamos a ver|ahora vuelvo|vuelvo enseguida|vuelvo ahora|enseguida vuelvo|ahora mismo vuelvo|no tan rápido|más despacio|despacio|voy a mirarlo|voy a mirar|voy a buscarlo|voy a por la tarjeta|no cuelgues|no cuelgue) (por favor|un momento|un segundo)?",
  ],
  repeat: [
    `${polite}? (repetir|repite|repita|repítelo|repítemelo|repítamelo|repítalo|repetirlo|repetírmelo|repetirme|repíteme|repítame|repetís|repetid) (eso|esto|lo|la pregunta|lo último|lo que has dicho|lo que dijiste|lo que ha dicho|lo anterior|las opciones|otra vez)? (por favor)?`,
    "(me)? (lo|la)? (puedes|puede|podrías|podría)? (decir|dice|dices|decirlo|decírmelo|volver a decir|volver a decirlo|vuelve a decirlo|vuelva a decirlo|repetir|repites|repite|volver a mostrar|enseñar|enseñas) (eso|lo)? (otra vez|de nuevo|una vez más)",
    "(perdón|perdona|perdone|cómo|como|qué|que|eh|mande|disculpa|disculpe|cómo dices|cómo dice) ?",
    "(cómo dices|cómo dice|cómo has dicho|cómo ha dicho|qué has dicho|qué ha dicho|qué dijiste|qué dijo|qué dices|cómo era|cuál era la pregunta|cuál es la pregunta|qué me has preguntado|qué preguntaste|qué me preguntabas|mande|otra vez por favor|otra vez|de nuevo por favor|una vez más)",
    "no (te|le|lo|la|os)? (he oído|oí|he entendido bien|he escuchado|escuché|he pillado|pillé|he cogido|cogí|he captado|capté|leí|vi) (bien|eso|lo último|la pregunta)?",
  ],
  restart: [
    `${polite}? (empezar|empieza|empiece|empecemos|empezamos|comenzar|comienza|comencemos|comenzamos|volver a empezar|volvamos a empezar|vuelve a empezar|volvemos a empezar|vuelta a empezar|arrancar|reiniciar|reinicia|reiniciarlo|recomenzar) (todo|esto|lo)? (otra vez|de nuevo|de cero|desde cero|desde el principio|desde el inicio|por el principio|de nuevo desde el principio|otra vez desde el principio)`,
    `${polite}? (volver a empezar|volvamos a empezar|vuelve a empezar|volvemos a empezar|vuelta a empezar|reiniciar|reinicia|reinícialo|reiniciarlo|reiniciemos|reset|resetear|resetea)`,
    "(todo|otra vez|de nuevo)? (desde|de) (cero|el principio|el inicio)",
    "(borrón y cuenta nueva|empezar de cero|otra vez desde el principio|borra todo|bórralo todo|borrar todo|vuelta al principio|volver al principio|vuelve al principio|volvamos al principio)",
  ],
  undo: [
    `(no|ay|espera)? ,? ${polite}? (deshacer|deshaz|deshazlo|deshacerlo|deshaga|revertir|revierte|revertirlo|retirar|retiro|retira) (eso|esto|lo|lo último|el último cambio|la última respuesta|lo anterior|lo que he dicho|lo que dije)?`,
    `${polite}? (volver|vuelve|vuelva|volvamos|ir|vamos|dar) (un paso)? atrás`,
    "(atrás|un paso atrás|una pregunta atrás|paso anterior|pregunta anterior|a la pregunta anterior|volver a la pregunta anterior|vuelve a la pregunta anterior|vuelve a la anterior|la anterior)",
    "(ignora|borra|quita|elimina|olvida|descarta|tacha|no tengas en cuenta) (eso|lo último|lo que he dicho|lo que dije|lo anterior|mi último mensaje|mi última respuesta|la última respuesta)",
    "(eso no|ese no|esa no|no eso|no era eso|no es eso|no me refería a eso|no quería decir eso|no quise decir eso|no he dicho eso|no dije eso|me he equivocado|me equivoqué|ha sido un error|fue un error|le he dado sin querer|sin querer)",
  ],
  person: [
    `${polite}? (hablar|hablo|charlar|chatear|comunicarme|contactar|ponerme|pásame|páseme|pasarme|pasar|ponme|póngame|poner|conéctame|conécteme|comunícame|comuníqueme|transfiéreme|transfiérame|derívame|deríveme|que me atienda|me atienda|que me pases|que me pongas) (con|a)? ${someone} (por favor|ya|mejor)?`,
    `(quiero|necesito|prefiero|exijo|quisiera|querría|dame|deme|búscame) (a)? ${someone} (por favor|ya)?`,
    "(hay|no hay|tenéis|tienen|tienes) (algún|alguna|una|un|alguien)? (persona|humano|agente|alguien|operador)? (ahí|con quien hablar|con quien pueda hablar|que me atienda|que me ayude|disponible)",
    "(humano|agente|operador|operadora|una persona|persona real|un humano|un agente|un operador|atención al cliente|servicio al cliente|una persona real|una persona de verdad) (por favor|ya)?",
    "(llámame|llámeme|llamadme|que me llamen|que me llame alguien|me puede llamar alguien|podéis llamarme|pueden llamarme|me pueden llamar)",
    "no quiero hablar con (un|una) (robot|máquina|bot|ordenador|computadora)",
  ],
  help: [
    "(ayuda|ayúdame|ayúdeme|ayudadme|auxilio|socorro|necesito ayuda|me ayudas|me puedes ayudar|me puede ayudar|puedes ayudarme|puede ayudarme|podrías ayudarme|podría ayudarme|me podrías ayudar|quiero ayuda|échame una mano|una ayuda) (por favor|con esto|aquí)?",
    "(qué|que) (puedes|puede|podéis|sabes|sabe|puedo|podemos) (hacer|hacer por mí|hacer aquí|pedir|pedirte|preguntar|preguntarte|decir|decirte|elegir|contestar|responder) (aquí|por mí|exactamente)?",
    "(qué|cuáles son las|cuáles son mis|qué|dime las|qué otras) (opciones|posibilidades|alternativas|servicios) (hay|tengo|tienes|tenéis|ofreces|ofrecéis)?",
    "(qué|que) (tengo que|debo|debería|hay que|se supone que tengo que) (decir|contestar|responder|escribir|poner|hacer|responderte) (aquí|ahora)?",
    "(qué pongo|qué digo|qué contesto|qué respondo|qué escribo|qué hago|qué hago ahora)",
    "(cómo funciona|cómo funciona esto|cómo va esto|cómo se usa|cómo se usa esto|cómo lo hago|para qué sirves|para qué sirve esto|qué más puedes hacer|en qué me puedes ayudar|en qué puedes ayudarme|estoy perdido|estoy perdida|me he perdido|estoy liado|estoy liada|no sé qué decir|no sé qué hacer|no sé qué poner|dame una pista|instrucciones|menú|menú principal)",
  ],
  status: [
    "(por dónde|dónde|en qué punto|en qué) (íbamos|vamos|estamos|estábamos|nos quedamos|habíamos quedado)",
    "(cómo va|cómo vamos|cómo va la cosa|cómo va mi reserva|cuánto falta|cuánto queda|falta mucho|queda mucho|hemos terminado|ya está todo|ya hemos terminado|eso es todo lo que necesitas|cuántas preguntas quedan|cuántas preguntas faltan|es todo)",
    "(cuál es)? (el|mi) (estado|progreso) (actual)?",
    "(qué|que) (te)? (he dicho|he dado|he puesto|dije|di|llevo|llevamos|hemos dicho|hemos hecho|he elegido|he escogido|he seleccionado|elegí|escogí) (hasta ahora|ya|por ahora|de momento)?",
    "(qué|que) (tienes|tiene|sabes|sabe|has apuntado|has anotado|datos tienes|datos tiene|información tienes) (de mí|hasta ahora|apuntado|ya|por ahora|anotado)?",
    "(qué|que) (más)? (datos|información|cosas)? (más)? (te|le)? (falta|faltan|queda|quedan|necesitas|necesita|necesitáis|hace falta|te hace falta) (por hacer|por decir|saber|todavía|aún|de mí|ahora)?",
    "(resumen|un resumen|resume|resúmelo|resúmeme|hazme un resumen|haz un resumen|dame un resumen|recapitula|recapitulemos|recapitulando|qué estamos haciendo|qué estábamos haciendo|de qué hablábamos|léemelo) (por favor|hasta ahora)?",
    "(cuál es el siguiente paso|qué viene ahora|qué sigue|y ahora qué|siguiente paso)",
  ],
  why: [
    "(pero|y)? (por qué|porqué|por que|para qué|para que) (me)? (lo|la)? (necesitas|necesita|necesitáis|quieres|quiere|preguntas|pregunta|pides|pide|tengo que|debo|hace falta|es necesario|es importante|quieres saber|quiere saber) (saberlo|saber|eso|esto|decir|decirlo|decírtelo|mi|el|la)?",
    "(pero|y)? (por qué|porqué|para qué) (es eso|eso|no)? ?",
    "(pero|y)? (por qué|porqué|para qué)",
    "(es necesario|es obligatorio|hace falta|tengo que decirlo|tengo que contestar|tengo que responder|es imprescindible|de verdad hace falta) ?",
    "(qué|que) (quieres decir|quiere decir|significa|es) (con eso|eso|esto|exactamente)",
    "(a qué te refieres|a qué se refiere|qué quieres decir|qué quiere decir|qué significa|cómo que|en qué sentido|qué es eso|explícate|explícamelo|explíquemelo|explícame eso|me lo explicas|me lo puedes explicar|puedes explicarlo|puedes explicármelo)",
    "no (te|le|lo|la)? (entiendo|comprendo|entendí|he entendido|he comprendido|pillo|sigo|capto) (la pregunta|eso|nada|lo que quieres|lo que dices|lo que quiere decir|bien)?",
  ],
  unknown: [
    "(yo|es que|pues|la verdad es que|ahora mismo|todavía|aún)? ,? no (lo|la)? (sé|se|sabemos|sabría decirte|sabría decir|sabría) (todavía|aún|exactamente|ahora mismo|bien|de memoria|seguro|con seguridad)?",
    "(ni idea|no tengo ni idea|no tengo idea|ni la más remota idea|ni la menor idea|ni puta idea|no tengo la menor idea|quién sabe|vete a saber|vaya usted a saber|a saber|yo qué sé|qué sé yo|ni zorra|nadie sabe)",
    "no (estoy|estamos) (seguro|segura|seguros|seguras|convencido|convencida|del todo seguro|del todo segura|muy seguro|muy segura|decidido|decidida)",
    "no (me)? (acuerdo|recuerdo|acordaba) (bien|ahora|ahora mismo|exactamente|de eso)?",
    "(se me ha olvidado|se me olvidó|lo he olvidado|lo olvidé|me olvidé|no lo tengo|no lo tengo aquí|no lo tengo a mano|no la tengo a mano|tendría que mirarlo|tengo que mirarlo|tendría que comprobarlo|lo tengo que mirar|no sabría decirte|difícil de decir|no te sabría decir)",
    "(todavía|aún) no (lo|la)? (he decidido|hemos decidido|sé|sabemos|he pensado|tengo decidido|tengo claro)",
    "no (lo)? (he decidido|hemos decidido|tengo claro|lo tengo claro|me he decidido) (todavía|aún)?",
  ],
  skip: [
    "(me|nos)? (da|es) (igual|lo mismo|indiferente)",
    "(a mí)? (me|nos) (da|es) (igual|lo mismo|indiferente) (cuál|cual|cuándo|dónde|todo|eso|uno que otro)?",
    "(eso)? no (me)? (importa|me importa) (mucho|nada|cuál|eso)?",
    "(sin preferencia|sin preferencias|ninguna preferencia|no tengo preferencia|no tengo preferencias|no tengo ninguna preferencia|nada en especial|nada en particular|nada especial|ninguno en particular|ninguna en particular|no tengo manías)",
    "(cualquiera|cualquier cosa|cualquiera de ellos|cualquiera de ellas|cualquiera de los dos|cualquiera de las dos|cualquiera vale|cualquiera me vale|cualquiera está bien|cualquiera me viene bien|el que sea|la que sea|lo que sea|cuando sea|donde sea|como sea|cualquier día|cualquier hora|a cualquier hora|en cualquier momento|todos me valen|todas me valen|me valen todos|me valen todas|uno cualquiera|una cualquiera)",
    "(el que|la que|lo que|como|cuando|donde) (tú)? (quieras|quiera|prefieras|prefiera|veas|te parezca|te venga bien|mejor te parezca|mejor te venga|tengas|haya|digas|te dé la gana)",
    "(elige tú|elígelo tú|elija usted|escoge tú|tú eliges|tú decides|decide tú|decídelo tú|decida usted|tú mismo|tú misma|usted decide|usted elige|lo dejo en tus manos|lo dejo a tu elección|a tu gusto|sorpréndeme|como quieras|tú verás|lo que tú digas|a tu criterio|al gusto)",
    "(por favor|vamos a|podemos|puedo|mejor)? (saltar|salta|saltarla|sáltala|sáltatela|saltemos|saltamos|saltarme|pasa|pasar|paso|omitir|omite|omítelo|siguiente|siguiente pregunta|pasemos a la siguiente|pasa a la siguiente|déjalo en blanco|dejarlo en blanco|en blanco|déjalo vacío) (de)? (eso|esto|esta|esta pregunta|la pregunta|de pregunta)? (por favor)?",
    "(prefiero no decirlo|prefiero no contestar|prefiero no responder|preferiría no decirlo|no quiero decirlo|no quiero contestar|no quiero responder|no te lo voy a decir|no te importa|no es asunto tuyo|eso es privado|es privado|no aplica|no procede|n / a|sin comentarios)",
    "(luego|después|más tarde|otro día) (lo)? (decido|decidimos|lo decido|te lo digo|lo digo|lo vemos|lo pienso|vemos)",
  ],
  other: [
    "(algo|alguien|alguno|alguna|qué|quién|dónde|en otro sitio|otra cosa|algún sitio) (más|distinto|distinta|diferente)",
    "(tienes|tienen|tenéis|hay|no hay|no tienes|dame|muéstrame|enséñame|busca|búscame|quiero|prefiero|me das|y)? (algún|alguna|algunos|algunas|los|las|el|la)? (otro|otra|otros|otras|otra cosa|otra opción|otras opciones|otro distinto|otra distinta|más opciones|más alternativas|alternativas|alguna alternativa|otras alternativas|otra alternativa|uno diferente|una diferente|algo diferente|algo distinto|más como ese|más como esa|más)",
    "(ninguno|ninguna|ninguno de esos|ninguna de esas|ninguno de estos|ninguna de estas|ninguno de los anteriores|ninguno me gusta|ninguna me gusta|no me gusta ninguno|no me gusta ninguna|ni uno ni otro|ni una ni otra|sigue buscando|siga buscando|el siguiente|la siguiente)",
  ],
  thanks: [
    "(vale|ok|muy bien|perfecto|genial|bien|no|bueno)? ,? (gracias|muchas gracias|muchísimas gracias|mil gracias|gracias mil|un millón de gracias|grasias|grax|grcs|graciasss|gracias de antemano|gracias igualmente|gracias de todas formas) (por todo|por tu ayuda|por su ayuda|por la ayuda|por vuestra ayuda|a ti|a usted|a vosotros|de nuevo|otra vez|de verdad|guapo|guapa|majo|maja|amigo|amiga)?",
    "(te|se|os|le)? (lo)? (agradezco|agradecemos|agradecería|agradecido|agradecida|agradecidos) (mucho|muchísimo|la ayuda|tu ayuda)?",
    "(muy amable|eres muy amable|es usted muy amable|qué amable|eres un sol|eres un cielo|eres el mejor|eres la mejor|me has ayudado mucho|me ha ayudado mucho|has sido de gran ayuda|de gran ayuda|muy agradecido|muy agradecida|dios te lo pague)",
  ],
  greeting: [
    "(hola|holaa|holaaa|buenas|muy buenas|buenos días|buen día|buenas tardes|buenas noches|saludos|qué tal|qué pasa|qué hay|ey|hey|hello|hi|aló|ola|qué onda|qué hubo|quiubo|wenas) (a todos|de nuevo|otra vez|amigo|amiga|bot|tardes|días|noches)?",
    "(hay alguien|hay alguien ahí|estás ahí|sigues ahí|está usted ahí)",
  ],
  goodbye: [
    "(adiós|adios|chao|chau|ciao|bye|hasta luego|hasta la vista|hasta pronto|hasta mañana|hasta otra|hasta la próxima|hasta ahora|hasta siempre|nos vemos|nos vemos luego|nos hablamos|hablamos|hablamos luego|agur|abur|cuídate|cuídese|un saludo|saludos|un abrazo|que vaya bien|que te vaya bien|que le vaya bien|que tengas buen día|que tengas un buen día|que tenga un buen día|que pases buen día|buen fin de semana|buen finde|que descanses|me voy|me tengo que ir|tengo que irme|me despido|feliz día)",
    "(eso es todo|es todo|eso era todo|era todo|nada más|no necesito nada más|no quiero nada más|con eso basta|con eso me vale|ya está|ya está todo|ya estaría|listo|ya hemos terminado|he terminado|ya terminé|terminé|ya no necesito nada más|no hay más preguntas|no tengo más preguntas|eso sería todo|por hoy es todo|de momento nada más|por ahora nada más) (gracias|por ahora|por hoy|de momento)?",
  ],
  question: [
    "(y|pero|oye|por cierto|entonces|ah)? ,? (qué|cuál|cuáles|quién|quiénes|cuándo|cuánto|cuánta|cuántos|cuántas|dónde|adónde|cómo|por qué|para qué|de qué|a qué|a qué hora|en qué|con qué|con quién|de quién|de dónde|desde cuándo|hasta cuándo|hasta qué|qué tipo de|qué clase de|qué tal|qué pasa si|y si|a cuánto|a cómo|cada cuánto|desde dónde|hacia dónde)",
    "(y|pero|oye|por cierto|entonces)? ,? (puedo|puedes|puede|podemos|pueden|podría|podrías|podrían|se puede|se podría|hay|es|son|está|están|tenéis|tienes|tiene|tienen|tengo que|debo|hace falta|hacen falta|es posible|es obligatorio|sería posible|aceptáis|aceptan|acepta|incluye|incluyen|cuesta|vale la|admitís|admiten|hacéis|hacen|dais|dan|ofrecéis|ofrecen|sabes|sabe|me dices|me puedes decir|me puede decir|me podrías decir|me podría decir|me explicas|me cuentas)",
    "(quiero|quería|quisiera|querría|me gustaría|necesito) (saber|preguntar|consultar|preguntarte|preguntarle|consultarle|que me digas|que me expliques)",
    "(una pregunta|tengo una pregunta|tengo una duda|una duda|una consulta|una preguntita|dime|dígame|pregunta|me pregunto|me preguntaba|duda)",
  ],
  correction: [
    "(no|ay|uy|ah|bueno|espera|perdón|perdona|huy|ups|eh|pero)? ,? (en realidad|mejor dicho|mejor|más bien|quiero decir|quería decir|quise decir|digo|o sea|es decir|perdón|perdona|perdone|disculpa|disculpe|me equivoqué|me he equivocado|me he confundido|me confundí|corrijo|corrección|rectifico|error|errata|fallo mío|culpa mía|mi error|pensándolo bien|pensándolo mejor|bien pensado|ahora que lo pienso|cámbialo a|cámbialo por|cámbialo|cámbiala a|cámbiala|cámbielo a|cámbielo|cambia a|cambiarlo a|pon|ponlo|ponle|ponme|póngame|ponga|hazlo|que sea|que sean|mejor que sea|mejor pon|mejor ponme|en vez de eso|en lugar de eso|en su lugar|eso está mal|está mal|no es correcto|eso no es correcto|no es así|no era eso|debería ser|tendría que ser|tenía que ser|era|quedaría|al final|de hecho|para ser exactos|he cambiado de idea|cambié de idea)",
    "(no|ay|uy|espera|perdón|huy|ups) ,? (no|espera|perdón|digo|mejor|quiero decir|que diga)",
    "(no|perdón|perdona|ups|uy) ,",
    "(cambia|cambiar|cambie|corrige|corregir|corrija|modifica|modificar|modifique|edita|editar|actualiza|actualizar|arregla|rectifica|rectificar) (el|la|los|las|mi|mis|eso|esto|lo)",
    "(quiero|quisiera|querría|quería|necesito|tengo que|me gustaría|puedo|podría) (cambiar|corregir|modificar|editar|actualizar|rectificar) (el|la|los|las|mi|mis|eso|esto|lo|algo|una respuesta)",
  ],
  negation: [
    "(no|ni|nunca|jamás|nada|nadie|ninguno|ninguna|ningún|tampoco|sin|excepto|salvo|menos|en vez de|en lugar de|apenas)",
    "ya no",
  ],
} as const satisfies Acts;
