import type { Account } from '#server/demo/accounts.ts';
import { demoProducts } from '#server/demo/catalogue.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import type { DeliveryModeId } from '#shared/orders/rules/delivery-modes.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type PlannedShipment, planShipment } from './planned-orders.ts';

/** Fulfillment orders in every status: [days ago, mode, states of the shipments]. */
export const warehouseOrders: readonly (readonly [number, DeliveryModeId, readonly ShipmentStateCode[]])[] = [
  [1, 3, ['registrado']],
  [2, 3, ['registrado', 'registrado']],
  [2, 5, ['en_preparacion']],
  [4, 3, ['listo_despacho']],
  [6, 3, ['listo_despacho', 'en_preparacion']],
  [6, 3, ['en_curso']],
  [7, 3, ['despachado']],
  [12, 3, ['devuelto']],
  [15, 3, ['entregado', 'entregado']],
  [18, 5, ['entregado']],
  [21, 3, ['entregado']],
  [25, 3, ['cancelado']],
  [28, 3, ['entregado', 'entregado']],
  [33, 3, ['entregado', 'entregado']],
  [40, 3, ['cancelado']],
];

/** Number of an account's products that fulfillment orders contain. */
const BEST_SELLERS = 16;

/** Plans the shipments of a fulfillment order. They always have products, because the warehouse stocks nothing else. */
export function warehouseShipments(
  account: Account,
  codes: readonly ShipmentStateCode[],
  seed: string,
): PlannedShipment[] {
  const random = seededRandom(`warehouse ${account.username} ${seed}`);
  const active = demoProducts(account).filter((product) => product.active);
  const sold = active.filter((_, index) => index % Math.ceil(active.length / BEST_SELLERS) === 0);
  return codes.map((code) => {
    const first = random.int(0, sold.length - 1);
    const skus = Array.from({ length: random.int(1, 3) }, (_, n) => sold[(first + n) % sold.length]?.sku ?? '');
    const items = [...new Set(skus)].map((sku) => ({ sku, quantity: random.int(1, 9) }));
    return { ...planShipment(random, account, code), items };
  });
}
