import { cellAt, hasLines } from '#shared/bulk/cells/cell-at.ts';
import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import type { BulkLayout, FileOrders } from '#shared/bulk/layout/bulk-layout.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { typedKey } from '#shared/kit/text/typed-key.ts';
import { rememberedChoices } from './file-values.ts';
import { shopOrders } from './group-shop-orders.ts';
import { emptyShopCells, type ShopColumn, type ShopFormat } from './shop-format.ts';
import { shopRows } from './shop-rows.ts';
import { shopify } from './shopify.ts';
import { tiendanube } from './tiendanube.ts';

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
