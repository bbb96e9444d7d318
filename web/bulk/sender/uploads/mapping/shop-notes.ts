import type { Catalogue } from '#shared/bulk/layout/catalogue.ts';
import { wholeNumberLine } from '#shared/bulk/shops/order-number.ts';
import type { ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { losesItems } from '#shared/bulk/shops/shop-rows.ts';
import { pluralize } from '#shared/format.ts';
import { countLeftOut, ordersToSend, type ShopExport } from './shop-export.ts';
import { leftOutText } from './shop-texts.ts';

/** Returns what the sender should know about a converted export: which orders stay out, and what was left out of others. */
export function shopNotes(shop: ShopExport, { values, takenIn }: ShopChoices, products: Catalogue): string[] {
  const orders = ordersToSend(shop, takenIn);
  const out = [...countLeftOut(shop)].filter(([reason]) => !takenIn.has(reason));
  const long = orders.filter(({ cells }) => wholeNumberLine(cells.order) !== '').length;
  const bare = orders.filter((order) => losesItems(order, shop.format, values, products)).length;
  return [
    ...(out.length > 0
      ? [`Quedan afuera: ${out.map(([reason, count]) => leftOutText(reason, count)).join(', ')}.`]
      : []),
    ...(long > 0
      ? [
          `Acortamos ${pluralize(long, 'número', 'números')} de orden de más de 20 caracteres. El número entero está en Observaciones.`,
        ]
      : []),
    ...(bare > 0
      ? [
          `${pluralize(bare, 'orden va', 'órdenes van')} sin sus productos, solo con el valor: hay SKU que no están en tu catálogo.`,
        ]
      : []),
  ];
}
