import type { SlotCues } from "../slot-cues.ts";

export const slotCues: SlotCues = {
  subjects: {
    email: {
      sure: "correo|correo electrónico|correo electronico|email|e-mail|mail|dirección de correo|dirección de correo electrónico|direccion de correo|correos",
      maybe: "buzón",
    },
    phone: {
      sure: "teléfono|número de teléfono|móvil|celular|número de móvil|número de celular|teléfono móvil|teléfono de contacto|número de contacto|a qué número|whatsapp|teléfono fijo|teléfonos|tlf|tel",
      maybe: "llamamos|llamarle|llamarte|localizarle|localizarte|contactar|contacto",
    },
    url: {
      sure: "url|enlace|enlaces|página web|sitio web|dirección web|web|link|vínculo",
      maybe: "página|perfil|en línea",
    },
    iban: {
      sure: "iban|número de cuenta|cuenta bancaria|número de la cuenta|cuenta corriente",
      maybe: "cuenta|datos bancarios",
    },
    plate: {
      sure: "matrícula|placa|patente|número de matrícula|matrícula del coche|matrícula del vehículo|número de placa",
      maybe: "chapa",
    },
    code: {
      sure: "código|códigos|referencia|número de referencia|localizador|número de reserva|número de pedido|número de seguimiento|número de serie|número de factura|número de cliente|número de socio|número de carné|número de carnet|número de tarjeta|número de póliza|número de expediente|número de contador|número del contador|número de contrato|número de vuelo|código postal|código de reserva|identificador|dni|nie|nif|cif|pasaporte|número de pasaporte|número de identificación|pin|clave|cupón|código promocional|código de descuento|últimos cuatro dígitos|dígitos|usuario|nombre de usuario|número de la tarjeta|número del pedido|número de abonado|número de licencia|carné|carnet|número de historia|número de habitación|número de asiento|número de puerta|número de incidencia|número de caso|folio|número de registro|número de matriculación|número de parcela|cédula|rfc|curp|número de seguridad social|número de plaza",
      maybe: "número de la|número del|número de su|número de tu|cuál es el número|ref|número",
    },
    address: {
      sure: "dirección|direcciones|domicilio|calle|dirección de entrega|dirección de envío|dirección postal|dónde vive|dónde vives|calle y número|adónde la llevamos|adónde lo llevamos|adónde lo enviamos|adónde la enviamos|dónde lo entregamos|dónde la entregamos|dónde se lo llevamos|dirección de facturación|nueva dirección|piso y puerta|portal",
      maybe: "adónde|vive|vives|vivienda|casa|enviamos|entregamos|dónde lo recogemos|dónde la recogemos",
    },
    person: {
      sure: "quién|quiénes|quien|a quién|de quién|para quién|con quién|su nombre|tu nombre|nombre completo|nombre y apellidos|nombre y apellido|apellido|apellidos|cómo se llama usted|cómo te llamas|nombre de pila|nombre del cliente|nombre de la persona|nombre del paciente|nombre del titular|nombre del alumno|nombre de la alumna|nombre del pasajero|nombre del niño|nombre de la niña|a nombre de quién|a qué nombre|persona de contacto|titular|nombre del socio|nombre del propietario",
      maybe:
        "nombre|nombres|se llama|persona|cliente|huésped|paciente|pasajero|destinatario|beneficiario|dueño|propietario|conductor|médico|doctor|doctora|dentista|peluquero|peluquera|profesor|profesora|monitor|autor|autora|artista|cantante|actor|actriz|director|directora|socio|voluntario|voluntaria|alumno|alumna|niño|niña|inquilino|inquilina|vecino|vecina|empleado|testigo|solicitante|contacto",
    },
    place: {
      sure: "dónde|donde|en dónde|de dónde|a dónde|ciudad|pueblo|localidad|municipio|país|provincia|región|comunidad|barrio|zona|aeropuerto|estación|parada|puerto|lugar|sitio|destino|origen|ubicación|lugar de nacimiento|punto de encuentro|punto de recogida|desde dónde|hasta dónde|qué ciudad|qué aeropuerto",
      maybe: "sala|piso|sede|oficina|local|parque|departamento|sucursal|centro",
    },
    thing: {
      sure: "título|título del|título de la|nombre del grupo|nombre de la empresa|nombre del negocio|nombre del restaurante|nombre del hotel|nombre del perro|nombre del gato|nombre de la mascota|nombre del colegio|nombre del equipo|nombre del producto|nombre de la canción|nombre de la película|nombre del libro|nombre del evento|nombre del medicamento|marca|modelo|marca y modelo|qué libro|qué canción|qué película|tipo de|clase de|qué tipo|qué clase|color|raza|especie|género|tema|asunto|artículo|producto|empresa|colegio|escuela|profesión|ocupación|nacionalidad|idioma|categoría|variedad|sabor|plato|medicamento|medicina|estilo|material|instrumento|qué instrumento|puesto|asignatura",
      maybe:
        "qué|cuál|canción|libro|película|disco|restaurante|hotel|grupo|equipo|perro|gato|mascota|planta|animal|evento|objeto|comida|pieza",
    },
    story: {
      sure: "describa|describe|descríbalo|descríbelo|descripción|cuéntenos|cuéntanos|cuénteme|cuéntame|qué pasó|qué ha pasado|qué le pasa|qué te pasa|qué ocurre|qué ocurrió|qué sucede|cuál es el problema|qué problema|comentario|comentarios|nota|notas|mensaje|motivo|por qué|razón|detalle|detalles|explique|explica|explicación|queja|síntoma|síntomas|algo más|alguna otra cosa|observaciones|instrucciones|qué se ha roto|qué está roto|pregunta|reseña|opinión|cómo ocurrió|cómo es|sugerencia|indicaciones",
      maybe: "problema|avería|incidencia|daño|daños|petición|texto|causa|experiencia",
    },
    date: {
      sure: "cuándo|fecha|día|qué día|en qué día|para qué día|qué fecha|fecha de nacimiento|cumpleaños|fecha límite|fecha de caducidad|fecha de vencimiento|plazo|día de|día de la|día del|fecha de|fecha del|fecha de la|desde cuándo|hasta cuándo|para cuándo|a partir de cuándo",
      maybe: "nació|nacimiento|desde|hasta|semana|mes|año|caduca|vence",
    },
    time: {
      sure: "hora|a qué hora|qué hora|hora de|hora del|hora de la|hora de inicio|hora de llegada|hora de salida|hora de recogida",
      maybe: "horario|turno|cuándo",
    },
    date_range: {
      sure: "periodo|período|rango de fechas|fechas|qué fechas|desde cuándo hasta cuándo|de cuándo a cuándo|entre qué fechas|qué días|en qué fechas|fechas del viaje|fechas de la estancia",
      maybe: "vacaciones|semanas",
    },
    time_range: {
      sure: "franja horaria|franja|intervalo|qué horario|horario|de qué hora a qué hora|entre qué horas|disponibilidad",
      maybe: "turno",
    },
    duration: {
      sure: "cuánto tiempo|duración|durante cuánto tiempo|por cuánto tiempo|cuántos minutos|cuántas horas|cuántos días|cuántas noches|cuántas semanas|cuántos meses|cuántos años|número de noches|número de días|número de horas|número de minutos|número de semanas|número de meses|número de años|edad|qué edad|cuánto dura|cuánto durará|años de experiencia|cuántos días más",
      maybe: "tiempo|plazo",
    },
    money: {
      sure: "precio|coste|costo|importe|presupuesto|tarifa|alquiler|sueldo|salario|ingresos|fianza|depósito|pago|pago mensual|cuota|cuánto quiere pagar|cuánto quieres pagar|cuánto paga|cuánto pagas|cuánto pagó|cuánto cuesta|cuánto costó|cuánto vale|cuánto valía|saldo|fondos|dinero|cantidad de dinero|donación|donar|transferir|gastar|propina|préstamo|hipoteca|reembolso|valor en|en euros|límite|cuánto dinero|renta",
      maybe: "cantidad|cuánto|valor|pagar|cobrar|factura|total|gastos|vale",
    },
    measure: {
      sure: "peso|cuánto pesa|cuánto pesan|pesa|altura|cuánto mide|mide|qué altura|anchura|ancho|profundidad|distancia|a qué distancia|temperatura|volumen|superficie|metros cuadrados|cuántos metros|cuántos kilos|cuántos litros|cuántos kilómetros|velocidad|consumo|kilometraje|dimensiones|diámetro|capacidad|dosis|estatura|tamaño del terreno",
      maybe: "tamaño|longitud|largo|cuánto|cantidad|talla",
    },
    people: {
      sure: "cuántas personas|número de personas|cuántos son|cuántos sois|cuántos seréis|cuántos serán|cuántos vienen|cuántos viajan|cuántos huéspedes|número de huéspedes|cuántos pasajeros|número de pasajeros|cuántos adultos|número de adultos|cuántos niños|número de niños|cuántos visitantes|número de visitantes|cuántos asistentes|número de asistentes|cuántos comensales|número de comensales|cuántas plazas|número de plazas|cuántos participantes|número de participantes|cuántos alumnos|número de alumnos|cuántos invitados|número de invitados",
      maybe:
        "personas|huéspedes|pasajeros|adultos|visitantes|asistentes|participantes|niños|comensales|plazas|invitados|entradas",
    },
    things: {
      sure: "cuántos|cuántas|número de|cuántas veces|cantidad de|con qué frecuencia|veces que|total de|número total de|cuántas unidades",
      maybe: "estrellas|puntuación|nota|número|copias|unidades|veces|maletas|habitaciones|cantidad",
    },
  },
  traits: {
    past: {
      sure: "pasó|ocurrió|sucedió|fue|fueron|nació|nacimiento|cumpleaños|desde cuándo|ha pasado|compró|compraste|compra|fecha de compra|expedición|emisión|fecha de emisión|perdió|perdiste|vio|viste|notó|notaste|incidente|accidente|robo|robaron|hizo|hiciste|leyó|leíste|última vez|última visita|anterior|llegó|recibió|recibiste|empezó|pagó|estuvo|estuviste|lectura|fallecimiento|tomó|ingresó|se produjo|fecha del pedido|pidió|dejó|dejaste|olvidó|encontró|encontraste",
      maybe: "hace|pasado|pasada|era|estaba",
    },
    future: {
      sure: "quiere|quieres|querría|le gustaría|te gustaría|desea|deseas|necesita|necesitas|prefiere|prefieres|podemos|puede|puedes|próximo|próxima|va a|vas a|para qué día|para cuándo|cita|reserva|entrega|visita|recogida|caducidad|caduca|vencimiento|vence|fecha límite|nuevo día|nueva fecha|le viene bien|te viene bien|vamos|vendrá|vendrás|será|pasa|viene|vienes|llegará",
      maybe: "curso|sesión|viaje|vuelo|salida|regreso",
    },
    start: {
      sure: "desde|desde cuándo|desde dónde|inicio|empieza|empiezan|comienza|comienzo|primer día|primera noche|salida|sale|sales|partida|origen|entrada|recogida|ida|a partir de|de dónde|apertura|abre|llegada al hotel|punto de partida",
      maybe: "primero|primera",
    },
    end: {
      sure: "hasta|hasta cuándo|hasta dónde|fin|final|termina|terminan|acaba|último día|última noche|vuelta|regreso|vuelve|vuelves|regresa|destino|llegada|llega|llegas|devolución|devuelve|a dónde|adónde|cierre|cierra|caducidad|caduca|vencimiento|vence|fecha límite|para cuándo",
      maybe: "último|última",
    },
    years: { sure: "edad|qué edad|cuántos años" },
    unit_next: { sure: "en|cuántos|cuántas|número de|(|total de|medido en", maybe: "de" },
  },
};
