import {
  type ClientTariff,
  endClientTariff,
  listClientTariffs,
  listTariffs,
  publishClientTariff,
  publishTariff,
} from '#shared/ops/tariffs.ts';
import { command } from './command.ts';
import { CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const spanishDay = (day: string) => day.split('-').reverse().join('/');

const FILE = {
  to: 'body',
  value: 'ARCHIVO.json',
  help: 'JSON con zones, insurance, tax_percent y valid_from',
  file: (json: object) => json,
};

const FROM = {
  to: 'body.valid_from',
  value: 'AAAA-MM-DD',
  help: 'Primer día de vigencia, hoy o después; reemplaza valid_from',
};

const clientColumns = {
  DESDE: (one: ClientTariff) => spanishDay(one.valid_from),
  TARIFA: (one: ClientTariff) => one.tariff?.id ?? 'general',
  VIGENTE: (one: ClientTariff) => one.in_force,
  ZONAS: (one: ClientTariff) => one.tariff?.zones.length,
  POR: (one: ClientTariff) => one.created_by,
};

export const tariffCommands = [
  command({
    name: 'tarifas',
    help: 'Lista las tarifas generales, primero la que empieza más tarde',
    call: listTariffs,
    options: PAGED,
    show: ({ results, pagination }) =>
      table(results, {
        TARIFA: (one) => one.id,
        DESDE: (one) => spanishDay(one.valid_from),
        VIGENTE: (one) => one.in_force,
        ZONAS: (one) => one.zones.length,
        'IVA_%': (one) => one.tax_percent,
        CREADA: (one) => one.created_at,
      }) + pageLine(pagination),
  }),
  command({
    name: 'tarifa',
    help: 'Carga una tarifa general desde un archivo; una fila de `tarifas --json` sirve de modelo',
    call: publishTariff,
    words: [FILE],
    options: { desde: FROM },
    show: ({ results }) =>
      card({
        Tarifa: results.id,
        Desde: spanishDay(results.valid_from),
        Vigente: results.in_force,
        Zonas: results.zones.map(({ name }) => name).join(', '),
      }),
  }),
  command({
    name: 'tarifas-de',
    help: 'Lista las tarifas propias de un cliente, primero la que empieza más tarde',
    call: listClientTariffs,
    words: [CLIENT],
    options: PAGED,
    show: ({ results, pagination }) => table(results, clientColumns) + pageLine(pagination),
  }),
  command({
    name: 'tarifa-de',
    help: 'Le da a un cliente una tarifa propia desde un archivo; vale para sus cotizaciones y órdenes nuevas',
    call: publishClientTariff,
    words: [CLIENT, FILE],
    options: { desde: FROM },
    show: ({ results }) => table([results], clientColumns),
  }),
  command({
    name: 'tarifa-general',
    help: 'Devuelve un cliente a la tarifa general desde un día',
    call: endClientTariff,
    words: [CLIENT],
    options: { desde: { ...FROM, help: 'Primer día con la tarifa general, hoy o después' } },
    defaults: () => ({ body: {} }),
    show: ({ results }) => table([results], clientColumns),
  }),
];
