import { cellAt, hasLines } from '#shared/bulk/cells/cell-at.ts';
import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import type { BulkLayout, FileOrders } from '#shared/bulk/layout/bulk-layout.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { typedKey } from '#shared/kit/text/typed-key.ts';
import { rememberedChoices } from './file-values.ts';
import { shopOrders } from './group-shop-orders.ts';
import { emptyShopCells, isOwnPickup, isPartial, type ShopColumn, type ShopFormat } from './shop-format.ts';
import { shopRows } from './shop-rows.ts';

/**
 * Export of Shopify: «Orders», «Export», a file `orders_export.csv` with commas in UTF-8. One row is one item; from an
 * order's second row on, only number, e-mail and item are filled. Headers are English in any language of the shop.
 *
 * Headers as of November 2026, from Shopify's table of the order export as public programs quote it in 2025 and 2026
 * (read on 26/11/2026): about 79 columns, of which some were renamed over the years, `Cancelled at` to `Canceled at` and
 * `Lineitem sku` to `Lineitem SKU`. Provinces are ISO letters.
 */
const shopify: ShopFormat = {
  name: 'Shopify',
  headers: {
    order: ['Name'],
    payment_state: ['Financial Status'],
    shipping_state: ['Fulfillment Status'],
    cancelled_at: ['Cancelled at', 'Canceled at'],
    shipping_method: ['Shipping Method'],
    currency: ['Currency'],
    buyer: ['Billing Name'],
    buyer_phone: ['Billing Phone', 'Phone'],
    email: ['Email'],
    receiver: ['Shipping Name'],
    receiver_phone: ['Shipping Phone'],
    street: ['Shipping Address1', 'Shipping Street'],
    second_line: ['Shipping Address2'],
    company: ['Shipping Company'],
    city: ['Shipping City'],
    zip: ['Shipping Zip'],
    province: ['Shipping Province', 'Shipping Province Name'],
    country: ['Shipping Country'],
    note: ['Notes'],
    product: ['Lineitem name'],
    sku: ['Lineitem sku'],
    price: ['Lineitem price'],
    quantity: ['Lineitem quantity'],
    ships: ['Lineitem requires shipping'],
    item_state: ['Lineitem fulfillment status'],
  },
  required: [
    'Name',
    'Lineitem name',
    'Lineitem price',
    'Lineitem quantity',
    'Shipping Name',
    'Shipping Address1',
    'Shipping Zip',
  ],
  leftOut({ cells, rows }) {
    const payment = fold(cells.payment_state);
    if (cells.cancelled_at !== '' || /^(refunded|voided)$/.test(payment)) return 'cancelled';
    if (fold(cells.shipping_state) === 'fulfilled') return 'sent';
    if (isOwnPickup(fold(cells.shipping_method))) return 'own_pickup';
    if (rows.every((row) => fold(row.cells.ships) === 'false')) return 'no_shipping';
    return payment === '' || payment === 'paid' ? null : 'unpaid';
  },
  // Of an order that was sent in part, the rest is left.
  isPending: ({ ships, item_state }) => fold(ships) !== 'false' && fold(item_state) !== 'fulfilled',
};

/**
 * Export of Tiendanube: «Ventas», «Lista de ventas», «Exportar». One row is one item; from an order's second row on,
 * only number, e-mail and item are filled. `;` and Windows-1252.
 *
 * Headers and states as of November 2026, from public programs that read or write such files (read on 26/11/2026): a
 * sheet of sales with all 45 columns and their Spanish states, and importers of 2025 and 2026 that name the same
 * columns. Tiendanube's help doesn't list them.
 */
export const tiendanube: ShopFormat = {
  name: 'Tiendanube',
  headers: {
    order: ['Número de orden'],
    order_state: ['Estado de la orden'],
    payment_state: ['Estado del pago'],
    shipping_state: ['Estado del envío'],
    cancelled_at: ['Fecha y hora de cancelación'],
    shipping_method: ['Medio de envío'],
    currency: ['Moneda'],
    buyer: ['Nombre del comprador'],
    document: ['DNI / CUIT'],
    buyer_phone: ['Teléfono'],
    email: ['Email'],
    receiver: ['Nombre para el envío'],
    receiver_phone: ['Teléfono para el envío'],
    street: ['Dirección'],
    street_number: ['Número'],
    unit: ['Piso'],
    neighborhood: ['Localidad'],
    city: ['Ciudad'],
    zip: ['Código postal'],
    province: ['Provincia o estado'],
    country: ['País'],
    note: ['Notas del comprador', 'Nota'],
    product: ['Nombre del producto'],
    sku: ['SKU'],
    price: ['Precio del producto'],
    quantity: ['Cantidad del producto'],
    ships: ['Producto Físico'],
  },
  required: [
    'Número de orden',
    'Nombre para el envío',
    'Provincia o estado',
    'Nombre del producto',
    'Precio del producto',
    'Cantidad del producto',
  ],
  leftOut({ cells, rows }) {
    // What is true of a part of the order leaves none of it out.
    const [order, payment, shipping] = [cells.order_state, cells.payment_state, cells.shipping_state].map((state) =>
      isPartial(state) ? '' : fold(state),
    ) as [string, string, string];
    if (cells.cancelled_at !== '' || /^cancel/.test(order)) return 'cancelled';
    if (/^(reembolsad|anulad)/.test(payment)) return 'cancelled';
    if (/^(enviad|entregad|despachad|retirad)/.test(shipping)) return 'sent';
    if (isOwnPickup(fold(cells.shipping_method))) return 'own_pickup';
    if (rows.every((row) => fold(row.cells.ships) === 'no')) return 'no_shipping';
    const isPaid = isPartial(cells.payment_state)
      ? /reembols|devol/.test(fold(cells.payment_state))
      : payment === '' || /^(recibid|pagad|aprobad|confirmad)/.test(payment);
    return isPaid ? null : 'unpaid';
  },
  isPending: ({ ships }) => fold(ships) !== 'no',
};

const FORMATS: readonly ShopFormat[] = [tiendanube, shopify];

/**
 * Returns the layout of a known shop's export; null for any other file.
 *
 * @param keys headers as `normalizeHeader` returns them
 */
export function shopLayout(keys: readonly string[], mappings: readonly BulkMapping[]): BulkLayout<ShopColumn> | null {
  const format = FORMATS.find(({ required }) => required.every((header) => keys.includes(normalizeHeader(header))));
  if (!format) return null;
  const sources = Object.entries(format.headers).map(
    ([column, names]) =>
      [
        column as ShopColumn,
        names.flatMap((name) => keys.flatMap((key, index) => (key === normalizeHeader(name) ? [index] : []))),
      ] as const,
  );
  const remembered = rememberedChoices(format, mappings);
  return {
    kind: 'shop',
    name: `Exportación de ${format.name}`,
    notes: [],
    mapping: remembered?.mapping ?? null,
    format,
    choices: remembered?.choices ?? null,
    headerOf: (column) => column,
    cellsOf(record) {
      const cells = emptyShopCells();
      for (const [column, indexes] of sources) {
        for (const index of indexes) cells[column] ||= cellAt(record, index, hasLines(column));
      }
      return cells;
    },
    keyOf: ({ row, cells }) => (cells.order === '' ? `\n${row}` : typedKey(cells.order)),
    ordersOf(rows, { choices = remembered?.choices, ...given }) {
      if (!choices) throw new Error(`an export of ${format.name} is read with the client's choices only`);
      const read: FileOrders = { rows: [], leftOut: [] };
      for (const order of shopOrders(rows)) {
        const reason = format.leftOut(order);
        if (reason && !choices.takenIn.has(reason))
          read.leftOut.push(...[...order.rows, ...order.repeated].map(({ row }) => ({ row, reason })));
        else read.rows.push(...shopRows(order, format, choices.values, given));
      }
      return read;
    },
  };
}
