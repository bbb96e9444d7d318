import { openBulkFile } from '#shared/bulk/file/open-bulk-file.ts';
import type { BulkRules } from '#shared/bulk/rows/check-order.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import type { FileValues } from '#shared/bulk/shops/file-values.ts';
import { shopOrders } from '#shared/bulk/shops/group-shop-orders.ts';
import type { ShopRow } from '#shared/bulk/shops/shop-format.ts';
import { shopRows } from '#shared/bulk/shops/shop-rows.ts';

/** What a sender chooses for all orders of a file. */
export const VALUES: FileValues = {
  modo_entrega: '1',
  largo_cm: '30',
  ancho_cm: '20',
  alto_cm: '10',
  peso_g: '900',
  documento: 'S/D',
  entre_calle_1: 'S/D',
  valor: '1',
};

async function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

/** Reads the export of a shop as the browser does. */
export async function readOrdersOfShop(bytes: Uint8Array, { products = new Map(), ...rules }: Partial<BulkRules> = {}) {
  const file = await openBulkFile(chunksOf(bytes));
  const { format } = file.layout;
  if (!format) throw new Error('no known shop');
  const rows: ShopRow[] = [];
  for await (const part of file.rows) rows.push(...(part as ShopRow[]));
  const isOut = new Set(['cancelled', 'sent', 'own_pickup', 'no_shipping']);
  const orders = [...Map.groupBy(rows, file.layout.keyOf).values()].flatMap(shopOrders);
  const sent = orders.filter((order) => !isOut.has(format.leftOut(order) ?? ''));
  return {
    format,
    headers: file.headers,
    orders: sent,
    /** Numbers of the orders that need no shipment. */
    leftOut: orders.filter((order) => !sent.includes(order)).map(({ cells }) => cells.order),
    sheet(values: FileValues): BulkSheet {
      const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false, ...rules });
      for (const order of sent) sheet.add(shopRows(order, format, values, { products, similarSku: rules.similarSku }));
      sheet.check();
      return sheet;
    },
  };
}
