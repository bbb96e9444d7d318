/** Sections of the example terms: title and paragraphs. */
const SECTIONS: readonly (readonly [string, ...string[]])[] = [
  [
    '1. Objeto',
    'Estos términos y condiciones regulan el servicio de transporte, clasificación y entrega de paquetes que el operador logístico (en adelante, “el Operador”) presta a quien registra una cuenta en este portal (en adelante, “el Remitente”).',
    'Al aceptarlos, el Remitente declara que los leyó, que los comprende y que tiene facultades para obligarse o para obligar a la empresa en cuyo nombre actúa.',
  ],
  [
    '2. Alta de la cuenta',
    'El Remitente declara que los datos de contacto, de facturación y de colecta que informa son verdaderos y se compromete a mantenerlos al día. La cuenta se activa con el enlace que se envía a la dirección de correo informada.',
    'El usuario y la contraseña son personales. El Remitente responde por las operaciones que se hagan con ellos y avisa sin demora si sospecha que otra persona los conoce.',
  ],
  [
    '3. Creación de órdenes',
    'Cada orden contiene uno o más envíos. El Remitente informa los datos del destinatario, el domicilio de entrega, las medidas, el peso y el valor declarado de cada paquete. El precio se calcula con la tarifa vigente al momento de crear la orden, sobre el mayor entre el peso real y el peso volumétrico (alto por ancho por largo, en centímetros, dividido 5000).',
    'El Operador puede controlar peso y medidas. Si difieren de lo informado, puede facturar la diferencia según la misma tarifa.',
  ],
  [
    '4. Embalaje y rotulado',
    'El Remitente embala el contenido de modo que resista la manipulación y el transporte habituales, y coloca en cada paquete, en forma visible, la etiqueta que emite el portal. Cada etiqueta identifica un único paquete y no puede reutilizarse.',
    'El Operador no responde por daños que se deban a un embalaje insuficiente o a vicios propios del contenido.',
  ],
  [
    '5. Contenido no admitido',
    'No se transportan dinero, valores al portador, joyas, armas, explosivos, sustancias inflamables, tóxicas, corrosivas o radiactivas, estupefacientes, seres vivos, restos humanos ni ningún otro contenido cuyo transporte prohíba la ley o requiera condiciones que el servicio contratado no ofrece.',
    'El Operador puede rechazar, retener o poner a disposición de la autoridad los paquetes con contenido no admitido, sin derecho a reintegro.',
  ],
  [
    '6. Colecta, entrega y plazos',
    'La colecta se hace en el domicilio que el Remitente indica. Los plazos de entrega son estimados, se cuentan en días hábiles desde la colecta y pueden extenderse por razones climáticas, de fuerza mayor, conflictos gremiales o restricciones de circulación.',
    'Si nadie recibe el paquete, el Operador puede reprogramar la visita, dejarlo disponible en una sucursal o punto de entrega, o devolverlo al Remitente. La devolución puede tener un costo según la tarifa vigente.',
  ],
  [
    '7. Cancelaciones, devoluciones y logística inversa',
    'Una orden puede cancelarse desde el portal mientras sus envíos no hayan sido colectados y no tenga un pago aprobado. Después de la colecta puede solicitarse la devolución. La logística inversa se abona como una orden regular.',
  ],
  [
    '8. Precio y pago',
    'Los precios se expresan en pesos argentinos. Las cuentas con modalidad prepaga abonan cada orden antes del despacho, por los medios que el portal ofrece; las etiquetas se habilitan al confirmarse el pago. Las demás cuentas abonan según las condiciones comerciales acordadas.',
  ],
  [
    '9. Seguro y responsabilidad',
    'La responsabilidad del Operador por pérdida, robo o avería se limita al valor declarado por el Remitente, siempre que se haya abonado el seguro correspondiente, y a los topes legales. No comprende lucro cesante ni daños indirectos.',
    'Los reclamos se presentan dentro de los cinco días hábiles de la entrega o de la fecha en que debió producirse, con la documentación que acredite el contenido y su valor.',
  ],
  [
    '10. Datos personales',
    'El Operador trata los datos del Remitente y de los destinatarios con el único fin de prestar el servicio, conforme a la Ley 25.326 de Protección de los Datos Personales. El Remitente declara que está autorizado a comunicar los datos de los destinatarios. El titular de los datos puede ejercer los derechos de acceso, rectificación y supresión.',
  ],
  [
    '11. Modificaciones',
    'El Operador puede modificar estos términos. La versión nueva se muestra en el portal y debe aceptarse para seguir operando. Las órdenes ya creadas conservan el precio con el que se crearon.',
  ],
  [
    '12. Ley aplicable y jurisdicción',
    'Estos términos se rigen por las leyes de la República Argentina. Las partes se someten a los tribunales ordinarios del domicilio del Operador.',
  ],
];

/** Example terms as HTML headings and paragraphs. The provider replaces them. */
export const exampleTerms = SECTIONS.map(
  ([title, ...paragraphs]) => `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
).join('\n');
