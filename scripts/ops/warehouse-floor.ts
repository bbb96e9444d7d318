import { randomUUID } from 'node:crypto';
import { pickingList } from '#shared/ops/picking.ts';
import { expiringStock, recordCounts, setShelf } from '#shared/ops/stock.ts';
import { readStockReturn, recordStockReturn, type StockReturn } from '#shared/ops/stock-return.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const label = { to: 'params.label', value: 'ETIQUETA', help: 'Etiqueta del envío devuelto' };

const count = (name: string, value: string, help: string) => ({ to: `body.counts.0.${name}`, value, help });

const day = (text: string | null) => text?.split('-').reverse().join('/');

const shownReturn = ({ results }: { results: StockReturn }) =>
  [
    card({
      Envío: results.shipment_id,
      Cliente: results.company,
      Estado: results.state,
      'Volvió al stock': results.returned_at,
      Volvieron: results.returned?.map(({ sku, lot, units }) => `${units} de ${sku} al lote ${lot}`).join(', '),
      'Motivo de las que no volvieron': results.note,
      'No puede volver': results.refusal,
    }),
    table(results.lots, {
      SKU: (one) => one.sku,
      DESCRIPCIÓN: (one) => one.description,
      LOTE: (one) => one.lot,
      VENCE: (one) => day(one.expiry),
      UNIDADES: (one) => one.units,
    }),
  ].join('\n\n');

/** Commands for the warehouse's floor: positions, picking lists, counts, returns and what expires. */
export const warehouseFloorCommands = [
  command({
    name: 'lista-de-preparacion',
    help: 'Lista qué sacar de los estantes para varios pedidos, por ubicación y SKU',
    call: pickingList,
    words: [
      { to: 'query.orders', value: 'CLIENTE-PEDIDO,…', help: 'Hasta 100 pedidos, como 7-1201,7-1202, según pedidos' },
    ],
    show: ({ results }) =>
      table(results, {
        UBICACIÓN: (one) => one.shelf,
        CLIENTE: (one) => one.company,
        SKU: (one) => one.sku,
        DESCRIPCIÓN: (one) => one.description,
        LOTE: (one) => one.lot,
        VENCE: (one) => day(one.expiry),
        UNIDADES: (one) => one.units,
        PEDIDOS: (one) => one.orders.map(({ order_id, units }) => `${order_id}: ${units}`).join(', '),
      }),
  }),
  command({
    name: 'ubicacion',
    help: 'Guarda dónde está un SKU en el depósito; las listas de preparación se ordenan por ubicación',
    call: setShelf,
    words: [
      CLIENT,
      { to: 'body.sku', value: 'SKU', help: 'SKU con stock en el depósito, o su código de barras' },
      { to: 'body.shelf', value: 'UBICACIÓN', help: 'Por ejemplo A-03-2; vacía la quita' },
    ],
    show: ({ message, results }) => `${message}: ${results.sku}, ${results.shelf || 'sin ubicación'}`,
  }),
  command({
    name: 'conteo',
    help: 'Registra las unidades contadas de un lote: la diferencia con el stock, con su motivo',
    call: recordCounts,
    words: [CLIENT],
    options: {
      sku: count('sku', 'SKU', 'SKU contado, o su código de barras'),
      lote: count('lot', 'LOTE', 'Lote contado'),
      sistema: count('expected', 'N', 'Unidades que tenía el sistema al contar, según stock'),
      contadas: count('counted', 'N', 'Unidades contadas'),
      motivo: count('reason', 'TEXTO', 'Motivo de la diferencia'),
      id: count(
        'count_id',
        'ID',
        'Identificador del conteo; si se repite, cuenta una sola vez. Por defecto, uno nuevo',
      ),
    },
    defaults: () => ({ 'body.counts.0.count_id': randomUUID() }),
    show: ({ results }) =>
      results
        .map(({ count_id, result, difference, reason }) =>
          [count_id, result, `diferencia ${difference}`, reason].filter(Boolean).join(': '),
        )
        .join('\n'),
    failed: ({ results }) => results.some(({ result }) => result === 'refused'),
  }),
  command({
    name: 'unidades-de-un-envio',
    help: 'Muestra las unidades que salieron del stock con un envío, y si pueden volver',
    call: readStockReturn,
    words: [label],
    show: shownReturn,
  }),
  command({
    name: 'devolver-al-stock',
    help: 'Devuelve al stock unidades de un envío devuelto, una sola vez por envío',
    call: recordStockReturn,
    words: [
      label,
      {
        to: 'body',
        value: 'ARCHIVO.json',
        help: '{"units": [{"sku", "lot", "units", "expiry"}], "note"}, o sólo la lista; lo que falta no vuelve',
        file: (json) => (Array.isArray(json) ? { units: json } : json),
      },
    ],
    show: shownReturn,
  }),
  command({
    name: 'vencimientos',
    help: 'Lista los lotes críticos y vencidos de todos los clientes, primero los que vencen antes',
    call: expiringStock,
    options: {
      cliente: OF_CLIENT,
      estado: { to: 'query.filter.status', value: 'ESTADO', help: 'Vencido o Crítico; por defecto, los dos' },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        ESTADO: (one) => one.status,
        VENCE: (one) => day(one.expiry),
        CLIENTE: (one) => one.company,
        SKU: (one) => one.sku,
        LOTE: (one) => one.lot,
        UNIDADES: (one) => one.units,
        RESERVADAS: (one) => one.reserved,
        UBICACIÓN: (one) => one.shelf,
      }) + pageLine(pagination),
  }),
];
