import { exportPickupPoints, importPickupPoints, type PickupPointResult } from '#shared/ops/pickup-points.ts';
import { pendingTerms, previewTerms } from '#shared/ops/terms.ts';
import { addLocality, importLocalities, listLocalities, removeLocality } from '#shared/ops/zip-codes.ts';
import { command } from './command.ts';
import { CONFIRM_PRICES, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const RESULTS: Record<PickupPointResult['result'], string> = {
  created: 'nuevo',
  changed: 'cambiado',
  unchanged: 'igual',
  refused: 'rechazado',
};

const LOCALITY = [
  { to: 'body.zip_code', value: 'CP', help: 'Código postal de cuatro cifras o CPA' },
  { to: 'body.city', value: 'LOCALIDAD', help: 'Nombre; entre comillas si tiene espacios' },
  { to: 'body.province', value: 'PROVINCIA', help: 'Letra o nombre' },
];

/** Commands about lists that the provider loads from files. */
export const listCommands = [
  command({
    name: 'terminos-probar',
    help: 'Muestra cómo queda un texto de términos, sin publicarlo',
    call: previewTerms,
    words: [{ to: 'body.text', value: 'ARCHIVO.html', help: 'Texto en HTML', file: 'text' }],
    show: ({ results }) => results.text,
  }),
  command({
    name: 'terminos-pendientes',
    help: 'Lista los clientes que no aceptaron una versión de los términos',
    call: pendingTerms,
    words: [{ to: 'params.id', value: 'VERSIÓN', help: 'Número de la versión' }],
    options: PAGED,
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        EMPRESA: (one) => one.nombre_empresa,
        ACEPTÓ: (one) => one.accepted ?? 'ninguna',
      }) + pageLine(pagination),
  }),
  command({
    name: 'puntos-cargar',
    help: 'Agrega y cambia puntos de retiro con un CSV como el de `puntos-exportar`; una celda vacía no cambia nada',
    call: importPickupPoints,
    words: [{ to: 'body.text', value: 'ARCHIVO.csv', help: 'Lista con encabezado', file: 'text' }],
    show: ({ results }) =>
      table(results, {
        LÍNEA: (one) => one.line,
        CÓDIGO: (one) => one.code,
        RESULTADO: (one) => RESULTS[one.result],
        MOTIVO: (one) => one.reason,
      }),
  }),
  command({
    name: 'puntos-exportar',
    help: 'Guarda todos los puntos de retiro en un CSV',
    call: exportPickupPoints,
    fileName: () => 'puntos-de-retiro.csv',
    show: () => '',
  }),
  command({
    name: 'codigos-postales',
    help: 'Lista las localidades con su código postal',
    call: listLocalities,
    options: {
      buscar: {
        to: 'query.filter.search',
        value: 'TEXTO',
        help: 'Comienzo del código postal, o parte de la localidad',
      },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CP: (one) => one.zip_code,
        LOCALIDAD: (one) => one.city,
        PROVINCIA: (one) => one.province,
      }) + pageLine(pagination),
  }),
  command({
    name: 'codigo-postal',
    help: 'Agrega una localidad con su código postal',
    call: addLocality,
    words: LOCALITY,
    options: { 'confirmar-precios': CONFIRM_PRICES },
    show: () => '',
  }),
  command({
    name: 'codigo-postal-quitar',
    help: 'Quita una localidad; las órdenes conservan su código postal',
    call: removeLocality,
    words: LOCALITY,
    options: { 'confirmar-precios': CONFIRM_PRICES },
    show: () => '',
  }),
  command({
    name: 'codigos-postales-cargar',
    help: 'Agrega las localidades de un CSV con las columnas cp, localidad y provincia',
    call: importLocalities,
    words: [{ to: 'body.text', value: 'ARCHIVO.csv', help: 'Lista con encabezado', file: 'text' }],
    show: ({ results: { read, added, problems } }) =>
      [
        card({ Leídas: read, Nuevas: added, 'Con problemas': problems.length }),
        ...problems.map(({ line, message }) => `Línea ${line}: ${message}`),
      ].join('\n'),
  }),
];
