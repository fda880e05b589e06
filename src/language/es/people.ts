import type { Rules, Words } from "../language.ts";
import { weekdayNames } from "./dates.ts";

export const peopleWords = {
  self: [
    [
      1,
      "yo|mí|yo solo|yo sola|solo yo|sólo yo|solamente yo|nada más yo|yo mismo|yo misma|conmigo|un servidor|únicamente yo|yo nada más",
    ],
    [2, "nosotros|nosotras|nosotros dos|nosotras dos"],
  ],
  determiner: [
    [1, "mi|mis|tu|tus|su|sus|el|la|los|las|un|una|unos|unas|nuestro|nuestra|nuestros|nuestras|otro|otra|otros|otras"],
  ],
  severalPeople: [
    [
      2,
      "padres|abuelos|suegros|gemelos|gemelas|mellizos|mellizas|hijos|hijas|niños|niñas|hermanos|hermanas|amigos|amigas|tíos|primos|primas|nietos|críos|peques|pequeños|chicos|chicas|sobrinos|bebés|papás|colegas|compañeros",
    ],
    [3, "trillizos|trillizas"],
  ],
  person: [[1, "él|ella|tú|usted|mamá|papá|abuela|abuelo|tía|tío|marido|mujer|novio|novia|pareja|alguien|ti|contigo"]],
  listJoin: [[1, "y|e|&|más|+|con|junto con|además de|y también|y con"]],
  nameCue: [
    [
      1,
      "me llamo|mi nombre es|soy|a nombre de|al nombre de|nombre|nombre :|mi nombre|es|se llama|llámame|llámeme|me dicen|me llaman|para|apellido|apellidos|mi apellido es|mis apellidos son|mi hija|mi hijo|mi mujer|mi marido|mi madre|mi padre|mi hermano|mi hermana|mi pareja|mi novio|mi novia|mi amigo|mi amiga|habla|le habla|de parte de|pon|ponlo a nombre de|a la atención de|pasajero|pasajera|con|aquí|pregunta por|pregunte por|firmado|titular|llamado|llamada|mi jefe|mi jefa|te habla",
    ],
  ],
  nameTitle: [
    [
      1,
      "sr|sra|srta|sr.|sra.|srta.|don|doña|d.|dña.|dr|dra|dr.|dra.|señor|señora|señorita|prof|prof.|profesor|profesora|lic|lic.|ing|ing.",
    ],
  ],
  notName: [
    [
      1,
      `yo|soy|es|el|la|los|las|un|una|me|mi|mis|su|sí|si|no|vale|hola|buenas|buenos|días|por|favor|puedo|puede|puedes|quiero|quería|querría|necesito|llamo|llámame|nombre|y|o|a|de|del|en|con|para|que|qué|cómo|cuándo|dónde|quién|gracias|ok|claro|perdón|bueno|pues|este|esta|ese|esa|hoy|mañana|ayer|${weekdayNames}|apunta|apúntame|pon|ponlo|reserva|reservar|ha|he|hay|estoy|está|tengo|tiene|va|voy|vendrá|viene|recoge|lo|le|se|te|nos|mándalo|envíalo|envía|entrega|vivo|vivimos|calle|dirección|pregunta|a nombre|nacido|nacida|alérgico|alérgica|vegetariano|vegetariana|cliente|nuevo|nueva|uno|dos|tres|perfecto|muy|más|menos|solo|también|ya|aquí|allí|habla|mejor|digo|al`,
    ],
  ],
  addressCue: [
    [
      1,
      "vivo en|vivimos en|mi dirección es|la dirección es|dirección|dirección :|mi nueva dirección es|mándalo a|mándelo a|envíalo a|envíelo a|enviar a|entregar en|entrégalo en|entrega en|estoy en|estamos en|es|en|a|al|está en|ven a|venga a|recoger en|recógeme en|hasta|desde|mi casa está en|mi domicilio es|domicilio|en la|en el|cerca de",
    ],
  ],
  streetWord: [
    [
      1,
      "calle|c|c/|cl|avenida|avda|avda.|av|av.|plaza|pza|pza.|plza|paseo|pº|pso|camino|carretera|ctra|ctra.|ronda|travesía|pasaje|callejón|glorieta|urbanización|urb|urb.|polígono|barrio|colonia|col.|piso|puerta|portal|escalera|bloque|bajo|ático|gran vía|rambla|vía|carrera|cra|cra.|calzada|boulevard|blvd|apartado de correos|cp|c.p.|casa|edificio|local|nave|cuesta|alameda|costanilla|jirón|jr.|interior|int.|dpto|departamento|izquierda|izda|izq|derecha|dcha|principal|entresuelo|sótano|s|km|manzana|mz|lote|sector|parcela|torre|planta",
    ],
  ],
  atSign: [[1, "arroba|(arroba)"]],
  spokenSign: [
    [".", "punto|(punto)"],
    ["_", "guion bajo|subrayado|barra baja|underscore"],
    ["-", "guion|guion medio|menos"],
    ["+", "más|mas|plus"],
  ],
  repeat: [
    [2, "doble"],
    [3, "triple"],
  ],
  spokenZero: [],
} as const satisfies Partial<Words>;

export const peopleRules = {
  count: [
    "(somos|seremos|seríamos|vamos|iremos|seríamos|vamos a ser|vendremos|estaremos)? <whole:value> (personas|de nosotros|adultos|comensales|en total|pax|invitados|gentes|plazas|sitios)?",
    "(nosotros|nosotras) <whole:value>",
    "(nosotros|nosotras) (los|las)? <whole:value>",
    "(los|las) <whole:value>",
    "(somos|seremos) (los|las)? <whole:value>",
    "(mesa|grupo|una familia|familia|un grupo|una mesa) (de|para) <whole:value>",
    "para <whole:value>",
    "(los|las) dos => value=2",
    "(ambos|ambas) => value=2",
    "(solo|sólo|solamente|únicamente) <self>",
    "(voy|iré|vengo|viajo|viajaré|iría|estaré)? (solo|sola|solito|solita) => value=1",
    "<self> => yields=1",
    "yo (+|y|más) <whole:more> (más)? => self=1",
    "(una|un) pareja => value=2",
    "<whole:value> ,? (contándome|incluyéndome|conmigo incluido|conmigo incluida|conmigo|contando conmigo|yo incluido|yo incluida) (a mí)?",
    "nadie => value=0",
    "nadie más => value=1",
  ],
  people: [
    "<whole:total> (de nosotros|personas|en total|en conjunto)",
    "<self>",
    "<determiner>? <whole:count> <noun> <noun>?",
    "<determiner>? <whole:count>",
    "<determiner> <severalPeople:count> => kin=1",
    "<determiner> (mejor|gran)? <noun> <proper>? => kin=1",
    "<determiner> <noun> => kin=1",
    "<person:one> => kin=1",
    "<proper> <proper>?",
  ],
} as const satisfies Partial<Rules>;
