import type { Wording } from "../wording.ts";

export const spanishWording: Wording = {
  light:
    "el|la|los|las|un|una|unos|unas|lo|al|del|de|a|en|con|por|para|y|e|o|u|que|se|me|te|nos|os|le|les|mi|mis|tu|tus|su|sus|nuestro|nuestra|yo|tu|el|ella|nosotros|ellos|ellas|usted|ustedes|vosotros|este|esta|esto|estos|estas|ese|esa|eso|esos|esas|aquel|aquella|es|son|era|eran|soy|eres|somos|fue|ser|esta|estan|estoy|estamos|estaba|estar|hay|habia|he|ha|has|hemos|han|haber|tengo|tiene|tenemos|tener|tienen|puedo|puede|puedes|podeis|podria|podriais|podemos|poder|quiero|queria|quisiera|queremos|quiere|necesito|necesitamos|hace|hacer|haced|va|voy|vamos|ir|van|si|no|ya|pues|bueno|vale|ok|muy|mas|menos|tan|tanto|tambien|solo|solamente|aqui|ahi|alli|como|cuando|donde|cual|cuales|quien|cuanto|cuanta|cuantos|cuantas|porque|pero|sino|aunque|entonces|luego|favor|gracias|hola|algo|alguien|alguno|alguna|algun|nada|todo|toda|todos|todas|otro|otra|mejor|creo|digo|decir|dije|ver|oye|eh|ah|uy|hoy|sobre|desde|hasta|entre|sin|bien|mismo|misma|cosa|poco|jaja|gustaria|me|ni|tal|vez|quizas|seria|sea|sean|pon|ponme|ponga|pongo|dame|deme",
  personal:
    "yo|me|mi|mis|mio|mia|nos|nosotros|nosotras|nuestro|nuestra|nuestros|nuestras|quiero|queria|quisiera|necesito|tengo|puedo|podria|he|estoy|soy|voy",
  polite: "por favor|porfa|porfavor",
  measure: "cuanto|cuanta|cuantos|cuantas|cada cuanto|hasta cuanto|hasta cuando|a cuanto",
  request:
    "quiero|queria|quisiera|querria|queremos|queriamos|necesito|necesitamos|me gustaria|nos gustaria|puedo|puedes|podeis|podria|podrias|podriais|podemos|puede|pueden|por favor|me hace falta|hace falta|busco|buscamos|vengo a|tengo que|hay que|ayudame|ayuda con|dame|deme|ponme|apuntame|apuntar|reservar|reservame|cancelar|cancelame|cambiar|cambiame|enviar|pedir|comprar|avisar|anular|renovar|quiero que|me puedes|me podeis|me podrias|a ver si",
  opening:
    "si|claro|vale|ok|bueno|pues|eh|mmm|ah|oh|hola|entonces|y|quizas|tal vez|creo que|creo que es|diria que|yo diria|quiero|queria|quisiera|me gustaria|necesito|prefiero|mejor|es|son|seria|serian|era|eran|soy|somos|me llamo|se llama|se llaman|mi nombre es|el nombre es|a nombre de|al nombre de|es para|para|con|de|en|a|pon|ponme|ponga|ponlo a nombre de|apunta|que sea|que sean|dejalo en|digamos|vamos con|vamos a decir|el mio es|no|perdon|quise decir|digo|queria decir|cambialo a|tiene que ser|debe ser|sera|tengo|le pasa que|es que|lo que pasa es que|esta|estan",
  ending:
    "por favor|porfa|gracias|creo|supongo|pienso|mejor|entonces|estaria bien|seria genial|seria perfecto|me va bien|me viene bien|nos va bien|va bien|esta bien|si puede ser|si se puede|si es posible|vale|ok|eh|jaja|mismo|pues|nada mas|y ya|mas o menos|o asi",
  border:
    "y|pero|luego|entonces|tambien|ademas|asi que|o|porque|que|aunque|sino|y tambien|y luego|ah y|solo|no|es|esta|con|por cierto|y eso que",
  second: "y|y luego|luego|despues|y despues|tambien|y tambien|ademas|y ademas|aparte|ah y|otra cosa|y por favor",
  from: "desde|de|saliendo de|a partir de|desde el|desde la|del|salgo de|salimos|empezando",
  to: "a|al|hasta|hasta el|hacia|con destino|volviendo|vuelta|llegando a|hasta la",
  toPlace: "para|para el|para la",
  contrast: "solo|solamente|unicamente|sino|simplemente",
  called:
    "llamado|llamada|llamados|se llama|se llaman|me llamo|titulado|titulada|a nombre de|con el nombre|de nombre|nombre es|soy|somos",
  before:
    "para|a|al|con|de|del|en|por|el|la|los|las|un|una|unos|unas|mi|mis|su|nuestro|nuestra|quiero|queria|quisiera|necesito|busco|comprar|pedir|reservar|llamado|llamada|es|son|tengo|perdi|he perdido|encontre|se me ha|que",
  another:
    "otro|otra|otros|otras|uno mas|una mas|un segundo|una segunda|un tercero|un nuevo|una nueva|otro mas|otra mas",
  resume:
    "sigamos|seguimos|sigue|continuar|continuemos|volvamos|volvemos|volver a|volvamos a|volvemos a|vuelve a|vuelvo a|volviendo a|sigamos con|seguimos con|sigue con|seguir con|continuar con|continuemos con|retomar|retomemos|retoma|lo otro|la otra|el otro|acabar el|acabar la|terminar el|terminar la|terminemos",
  clear:
    "quita el|quita la|quita los|quita las|borra el|borra la|borra los|borra las|elimina el|elimina la|quita|borra|elimina",
  wrong:
    "cambia|cambiar|corrige|corregir|modifica|modificar|esta mal|es incorrecto|es incorrecta|no es correcto|no es correcta|no esta bien|es erroneo|es erronea|no es ese|no es esa|no es lo que dije|mal|equivocado|equivocada|cambia el|cambia la|cambiar el|cambiar la|corrige el|corrige la|modifica el|modifica la|no es mi",
  unwanted:
    "no quiero|no queria|no queremos|no necesito|no necesitamos|no hace falta|no vengo a|no vengo por|no busco|ya no quiero|ya no necesito|no me interesa|no es para|no es por|en vez de|en lugar de|no canceles|no cambies|no reserves|no llamo por|no es que quiera|no se trata de|no estoy",
  turn: "en realidad|primero|antes|espera|tambien|por cierto|oye|ah|mejor|otra cosa|mientras|ademas|pero antes|un momento|he cambiado de idea|ah y|y",
  social:
    "como estas|como esta usted|como estais|como va todo|como te va|como le va|que tal estas|que tal todo|encantado|encantada|mucho gusto|un placer|cuentame un chiste|cuenta un chiste|dime algo gracioso|quien eres|que eres|eres un robot|eres humano|eres humana|eres una maquina|como te llamas|cuantos anos tienes|te quiero|te odio|eres genial|eres lo mas|eres tonto|eres inutil|sois los mejores|sois geniales|que majos|que maja|que majo|buen trabajo|bien hecho|jaja|jajaja|jeje|feliz navidad|feliz cumpleanos|feliz ano|que dios os bendiga|estoy aburrido|estoy aburrida|que tal|que haces|que calor|que frio|buena suerte|enhorabuena|de nada|guay|que bien",
};
