import type { Measure, RequestKind, Words } from "../language.ts";
import { foldedWords } from "../stemmer.ts";

export const choiceWords = {
  extreme: [
    [
      { by: "price", isHighest: false },
      "más barato|más barata|más económico|más económica|menos caro|menos cara|mejor precio|de menor precio",
    ],
    [{ by: "price", isHighest: true }, "más caro|más cara|de mayor precio"],
    [{ by: "time", isHighest: false }, "más temprano|más temprana|que sale antes|más pronto|antes posible"],
    [
      { by: "time", isHighest: true },
      "más tarde|más tardío|más tardía|último en salir|más reciente|más nuevo|más nueva",
    ],
  ],
  noneOfThem: [
    [
      1,
      "ninguno|ninguna|nada|ninguno de ellos|ninguna de ellas|ninguno de esos|ninguna de esas|ninguno de estos|ninguna de estas|ninguno de los dos|ninguna de las dos|ninguno de los anteriores|ni uno ni otro|ni una ni otra",
    ],
  ],
  otherOne: [[1, "otro|otra|anterior|previo|previa|de antes"]],
  pageWord: [
    ["next", "siguiente|más"],
    ["previous", "anterior"],
  ],
  taskNoun: [[1, "uno|una|tarea|cosa|gestión|trámite"]],
} as const satisfies Partial<Words>;

export const askingWords = foldedWords(
  "al algo algún alguna algunas algunos con cuál cuáles cuándo cuánto cuántos de debe debo del disponible disponibles dónde el ella ello en es ayuda ayudar",
  "esa ese eso esta este esto existen hay la las lo los me mi mis necesita necesitas opción opciones para por porque puede puedo que quién se ser",
  "significa sirve son su sus tengo tienen tienes tipo tipos tu tus un una unas uno unos valor valores y",
);

/** Verbs of one kind stand for each other, and so do the nouns made of them. */
export const requestWords: Readonly<Record<RequestKind, string>> = {
  find: "encontrar encuentra buscar busca mirar mira ver mostrar muestra enseñar enseña listar lista consultar consulta comprobar comprueba decir dime recomendar recomienda sugerir qué cuál cuándo dónde",
  book: "reservar reserva reservación agendar agenda programar cita",
  buy: "comprar compra pedir pide pedido encargar billete entrada",
  play: "poner pon reproducir reproduce escuchar escucha oír tocar",
  add: "añadir añade agregar agrega crear crea nuevo nueva guardar guarda",
  remove: "cancelar cancela borrar borra eliminar elimina quitar quita anular anula parar",
  change: "cambiar cambia modificar modifica editar edita actualizar actualiza sustituir mover mueve",
  send: "enviar envía mandar manda transferir transfiere transferencia pagar paga dar",
  rent: "alquilar alquila alquiler arrendar rentar",
};

export const measureNames: Readonly<Record<Measure, string>> = {
  price: "precio coste costo tarifa total importe",
  time: "salida sale sali inicio empieza hora fecha día dia",
};
