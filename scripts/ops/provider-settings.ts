import { createCategory, listCategories, renameCategory } from '#shared/ops/categories.ts';
import { listPickupPoints, savePickupPoint } from '#shared/ops/pickup-points.ts';
import { listTariffs, publishTariff } from '#shared/ops/tariffs.ts';
import { listTerms, publishTerms } from '#shared/ops/terms.ts';
import { command } from './command.ts';
import { PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

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
  command({
    name: 'tarifas',
    help: 'Lista las tarifas, primero la que empieza más tarde',
    call: listTariffs,
    options: PAGED,
    show: ({ results, pagination }) =>
      table(results, {
        TARIFA: (one) => one.id,
        DESDE: (one) => one.valid_from.split('-').reverse().join('/'),
        VIGENTE: (one) => one.in_force,
        ZONAS: (one) => one.zones.length,
        'IVA_%': (one) => one.tax_percent,
        CREADA: (one) => one.created_at,
      }) + pageLine(pagination),
  }),
  command({
    name: 'tarifa',
    help: 'Carga una tarifa desde un archivo; una fila de `tarifas --json` sirve de modelo',
    call: publishTariff,
    words: [
      {
        to: 'body',
        value: 'ARCHIVO.json',
        help: 'JSON con zones, insurance, tax_percent y valid_from',
        file: (json) => json,
      },
    ],
    options: {
      desde: {
        to: 'body.valid_from',
        value: 'AAAA-MM-DD',
        help: 'Primer día de vigencia, hoy o después; reemplaza valid_from',
      },
    },
    show: ({ results }) =>
      card({
        Tarifa: results.id,
        Desde: results.valid_from.split('-').reverse().join('/'),
        Vigente: results.in_force,
        Zonas: results.zones.map(({ name }) => name).join(', '),
      }),
  }),
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
      activo: point('active', '1|0', '1 si recibe órdenes nuevas, 0 si no'),
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
