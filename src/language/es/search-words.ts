import type { SearchWords } from "../search-words.ts";

/** See ../en/search-words.ts. Accents don't count in the search, so the lists do without them. */
export const spanishSearch: SearchWords = {
  weakWords: `llevar traer tomar dar ir venir poner ver decir encontrar buscar ayuda preguntar pasar tener todo toda
    todos todas otro otra otros otras cada ambos mas menos pocos varios solo mismo primero segundo tercero ultimo proximo
    hoy manana ayer noche semana ahora pronto siempre nunca despues antes durante hasta vez veces dia cosa forma gente
    persona grande pequeno largo corto nuevo viejo mucho bastante`,
  same: `
    coste costo cuesta cuestan precio tarifa comision pagar pago cobran cobrar vale
    devolucion reembolso devolver devuelven reembolsar recuperar
    gratis gratuito gratuita sin_coste incluido incluida
    descuento rebaja mas_barato reduccion
    equipaje maleta maletas bulto bultos
    peso pesa pesar kilos kg
    viaje viajar
    cambiar cambio modificar
    cancelar anular cancelacion anulacion
    retraso retrasado tarde demora
    perdido perdida perder extraviado
    robado robo robada robaron
    roto rota danado danada
    bebe bebes lactante
    nino ninos nina ninas hijo hija menor menores
    perro perros gato gatos mascota mascotas animal animales
    documento documentos documentacion papeles pasaporte
    extranjero fuera exterior
    limite maximo tope
    prestamo credito
    telefono movil
    contrasena clave pin codigo
    horario abre abierto abren
    factura recibo facturas`,
  kinds: `
    mascota: perro gato`,
};
