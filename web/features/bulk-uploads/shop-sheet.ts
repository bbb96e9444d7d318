import type { BulkColumn } from '#shared/bulk/columns.ts';
import type { BulkRow } from '#shared/bulk/csv-reader.ts';
import type { FileValues } from '#shared/bulk/shops/file-values.ts';
import { wholeNumberLine } from '#shared/bulk/shops/order-number.ts';
import type { LeftOutReason, ShopOrder } from '#shared/bulk/shops/shop-format.ts';
import { losesItems, shopRows } from '#shared/bulk/shops/shop-rows.ts';
import { pluralize } from '#shared/format.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import {
  activeProducts,
  checkedSheet,
  createTimeSlices,
  type OnRead,
  PRODUCTS_UNCHECKED,
  type ReadFile,
} from './read-sheet.ts';
import { countLeftOut, ordersToSend, type ShopExport } from './shop-export.ts';
import { leftOutText } from './shop-texts.ts';
import { ZIPS_UNCHECKED } from './zip-lookups.ts';

/** What the sender decided for all orders of an export. */
export interface ShopChoices {
  values: FileValues;
  /** Reasons whose orders are sent all the same. */
  takenIn: ReadonlySet<LeftOutReason>;
}

/** Converts the orders of a shop to the sheet of an upload and checks it, in time slices. */
export async function shopSheet(
  shop: ShopExport,
  { values, takenIn }: ShopChoices,
  { onRead, signal }: { onRead: OnRead; signal: AbortSignal },
): Promise<ReadFile> {
  const orders = ordersToSend(shop, takenIn);
  const { products, complete: productsComplete } = await activeProducts(orders.map(({ rows }) => rows));
  const slice = createTimeSlices(signal);
  const read: BulkRow[][] = [];
  for (const order of orders) {
    read.push(shopRows(order, shop.format, values, products));
    if (slice.isOver()) onRead(read.length / orders.length / 2);
    await slice.yieldIfOver();
  }
  const { sheet, zipsComplete } = await checkedSheet(read, products, { onRead, signal });
  const bare = orders.filter((order) => losesItems(order, shop.format, values, products)).length;
  const layout = {
    kind: 'shop' as const,
    name: `Exportación de ${shop.format.name}`,
    notes: [
      ...notesOf(shop, takenIn, orders),
      ...(bare > 0 ? [bareText(bare)] : []),
      ...(zipsComplete ? [] : [ZIPS_UNCHECKED]),
      ...(productsComplete ? [] : [PRODUCTS_UNCHECKED]),
    ],
    headerOf: (column: BulkColumn) => COLUMN_LABELS[column],
    cellsOf: () => {
      throw new Error('the rows of a shop are converted by order');
    },
  };
  return { file: shop.file, layout, mapping: null, sheet };
}

const bareText = (count: number) =>
  `${pluralize(count, 'orden va', 'órdenes van')} sin sus productos, solo con el valor: hay SKU que no están en tu catálogo.`;

function notesOf(shop: ShopExport, takenIn: ReadonlySet<LeftOutReason>, orders: readonly ShopOrder[]): string[] {
  const out = [...countLeftOut(shop)].filter(([reason]) => !takenIn.has(reason));
  const long = orders.filter(({ cells }) => wholeNumberLine(cells.order) !== '').length;
  return [
    ...(out.length > 0
      ? [`Quedan afuera: ${out.map(([reason, count]) => leftOutText(reason, count)).join(', ')}.`]
      : []),
    ...(long > 0
      ? [
          `Acortamos ${pluralize(long, 'número', 'números')} de orden de más de 20 caracteres. El número entero está en Observaciones.`,
        ]
      : []),
  ];
}
