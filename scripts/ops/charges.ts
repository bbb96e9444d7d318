import { formatDate, money } from '#shared/format.ts';
import * as calls from '#shared/ops/charges.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import { joinSentences } from '#shared/sentences.ts';
import { command } from './command.ts';
import { CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const MONTH = {
  to: 'query.filter.month',
  value: 'AAAA-MM',
  help: 'Mes en que se retiraron los envíos; por defecto, el actual',
};
const SEARCH = { to: 'query.filter.search', value: 'TEXTO', help: 'Parte del nombre de la empresa, o del CUIT' };

const sumsOf = ({
  parcels,
  frozen,
  adjustment,
  net,
  tax,
  total,
}: {
  parcels: number;
  frozen: number;
  adjustment: number;
  net: number;
  tax: number;
  total: number;
}) => ({
  Envíos: parcels,
  'Costos con IVA': money(frozen),
  'Ajustes con IVA': money(adjustment),
  Neto: money(net),
  IVA: money(tax),
  Total: money(total),
});

const monthOf = (input: { query?: { filter?: unknown } }) =>
  (input.query?.filter as { month?: string } | undefined)?.month ?? 'del-mes';

export const chargeCommands = [
  command({
    name: 'cobros',
    help: 'Suma lo que se cobra a cada cliente por los envíos retirados en un mes',
    call: calls.listCharges,
    options: { mes: MONTH, buscar: SEARCH, ...PAGED },
    show: ({ month, sums, results, pagination }) =>
      [
        card({ Mes: month, ...sumsOf(sums) }),
        table(results, {
          CLIENTE: (one) => one.client_id,
          EMPRESA: (one) => one.nombre_empresa,
          CUIT: (one) => formatCuit(one.cuit),
          ENVÍOS: (one) => one.parcels,
          'COSTOS CON IVA': (one) => money(one.frozen),
          'AJUSTES CON IVA': (one) => money(one.adjustment),
          NETO: (one) => money(one.net),
          IVA: (one) => money(one.tax),
          TOTAL: (one) => money(one.total),
        }) + pageLine(pagination),
      ].join('\n\n'),
  }),
  command({
    name: 'cobros-csv',
    help: 'Guarda como CSV lo que se cobra a cada cliente en un mes',
    call: calls.exportCharges,
    options: { mes: MONTH, buscar: SEARCH },
    fileName: (input) => `cobros-${monthOf(input)}.csv`,
    show: () => '',
  }),
  command({
    name: 'cobros-de',
    help: 'Lista los envíos de un cliente que se cobran en un mes, con sus ajustes',
    call: calls.listClientCharges,
    words: [CLIENT],
    options: { mes: MONTH, ...PAGED },
    show: ({ month, client, sums, results, pagination }) =>
      [
        card({
          Cliente: `${client.client_id}, ${client.nombre_empresa}`,
          Mes: month,
          ...sumsOf(sums),
          'Pagado online': money(sums.paid),
        }),
        table(results, {
          RETIRADO: (one) => formatDate(one.collected_on),
          ENVÍO: (one) => one.shipment_id,
          ORDEN: (one) => one.order_id,
          TARIFA: (one) => one.tariff.id,
          'COSTO CON IVA': (one) => money(one.frozen),
          'AJUSTES CON IVA': (one) => money(one.adjustment),
          NETO: (one) => money(one.net),
          IVA: (one) => money(one.tax),
          TOTAL: (one) => money(one.total),
          PAGADO: (one) => one.paid,
          MOTIVO: (one) => joinSentences(one.reasons),
        }) + pageLine(pagination),
      ].join('\n\n'),
  }),
  command({
    name: 'cobros-de-csv',
    help: 'Guarda como CSV los envíos de un cliente que se cobran en un mes',
    call: calls.exportClientCharges,
    words: [CLIENT],
    options: { mes: MONTH },
    fileName: (input) => `cobros-${(input.params as { clientId: string }).clientId}-${monthOf(input)}.csv`,
    show: () => '',
  }),
];
