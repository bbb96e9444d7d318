import { createCategory, listCategories, renameCategory } from '#shared/ops/categories.ts';
import { listPickupPoints, savePickupPoint } from '#shared/ops/pickup-points.ts';
import { listTerms, publishTerms } from '#shared/ops/terms.ts';
import { command } from './command.ts';
import { CONFIRM_PRICES, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';
import { tariffCommands } from './tariffs.ts';

const point = (name: string, value: string, help: string) => ({ to: `body.${name}`, value, help });

export const settingCommands = [
  command({
    name: 'terminos',
    help: 'Lista las versiones de los términos; con un archivo, publica una versión que cada cliente tiene que aceptar',
    call: listTerms,
    change: publishTerms,
    words: [
      {
        to: 'body.text',
        value: '[ARCHIVO.html]',
        help: 'Texto en HTML: títulos, párrafos, listas, tablas y enlaces',
        file: 'text',
      },
    ],
    options: {
      desde: {
        to: 'body.binds_from',
        value: 'AAAA-MM-DD',
        help: 'Primer día en que rigen, posterior a hoy; now para que rijan ya. Por defecto, 30 días después; los primeros, ya',
      },
    },
    show: ({ results, pagination }) =>
      table([results].flat(), {
        VERSIÓN: (one) => one.id,
        PUBLICADA: (one) => one.published_at,
        RIGE_DESDE: (one) => one.binds_from,
        ACEPTADA_POR: (one) => one.accepted_by,
        SIN_ACEPTAR: (one) => one.not_accepted_by,
        COMIENZO: (one) =>
          one.text
            .replace(/<[^>]*>/g, ' ')
            .trim()
            .slice(0, 60),
      }) + (pagination ? pageLine(pagination) : ''),
  }),
  ...tariffCommands,
  command({
    name: 'puntos',
    help: 'Lista los puntos de retiro',
    call: listPickupPoints,
    options: {
      buscar: { to: 'query.filter.search', value: 'TEXTO', help: 'Parte de un código, un nombre o una localidad' },
      activos: { to: 'query.filter.active', on: '1', help: 'Sólo los que reciben órdenes nuevas' },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CÓDIGO: (one) => one.code,
        NOMBRE: (one) => one.name,
        DOMICILIO: (one) => one.street,
        LOCALIDAD: (one) => one.city,
        PROVINCIA: (one) => one.province,
        CP: (one) => one.zip_code,
        HORARIO: (one) => one.hours,
        UBICACIÓN: (one) => (one.lat === null ? '' : `${one.lat}, ${one.lon}`),
        ACTIVO: (one) => one.active,
      }) + pageLine(pagination),
  }),
  command({
    name: 'punto',
    help: 'Agrega un punto de retiro o, si el código existe, cambia los datos indicados',
    call: savePickupPoint,
    words: [{ to: 'params.code', value: 'CÓDIGO', help: 'Código del punto: letras, números y guiones' }],
    options: {
      nombre: point('name', 'TEXTO', 'Nombre que ven los clientes'),
      domicilio: point('street', 'TEXTO', 'Calle y número'),
      localidad: point('city', 'TEXTO', 'Ciudad'),
      provincia: point('province', 'TEXTO', 'Provincia, por letra o nombre'),
      cp: point('zip_code', 'CP', 'Código postal de cuatro cifras o CPA'),
      horario: point('hours', 'TEXTO', 'Horario de atención, como lo lee quien retira'),
      latitud: point('lat', 'GRADOS', 'Latitud en grados decimales, con la longitud'),
      longitud: point('lon', 'GRADOS', 'Longitud en grados decimales'),
      activo: point('active', '1|0', '1 si recibe órdenes nuevas, 0 si no'),
      'confirmar-precios': CONFIRM_PRICES,
    },
    defaults: () => ({ body: {} }),
    show: ({ results }) =>
      card({
        Código: results.code,
        Nombre: results.name,
        Domicilio: `${results.street}, ${results.city} (${results.province}), CP ${results.zip_code}`,
        Activo: results.active,
      }),
  }),
  command({
    name: 'categorias',
    help: 'Lista las categorías de productos',
    call: listCategories,
    show: ({ results }) => table(results, { CATEGORÍA: (one) => one.id, NOMBRE: (one) => one.name }),
  }),
  command({
    name: 'categoria-nueva',
    help: 'Agrega una categoría',
    call: createCategory,
    words: [{ to: 'body.name', value: 'NOMBRE', help: 'Nombre; entre comillas si tiene espacios' }],
    show: ({ results }) => card({ Categoría: results.id, Nombre: results.name }),
  }),
  command({
    name: 'categoria',
    help: 'Cambia el nombre de una categoría',
    call: renameCategory,
    words: [
      { to: 'params.id', value: 'CATEGORÍA', help: 'Número de la categoría' },
      { to: 'body.name', value: 'NOMBRE', help: 'Nombre; entre comillas si tiene espacios' },
    ],
    show: ({ results }) => card({ Categoría: results.id, Nombre: results.name }),
  }),
];
