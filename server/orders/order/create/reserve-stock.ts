import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { hasEmbeddedWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { type FreeLot, freeLots, insertReservations, type Reservation } from '#server/warehouse/domain/stock.store.ts';
import { syncFulfillment, usesWarehouse } from '#server/warehouse/domain/sync-fulfillment.ts';
import { localDay } from '#shared/kit/days.ts';
import type { FieldError } from '#shared/kit/http/failure.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { NO_WAREHOUSE_PRODUCT } from '#shared/orders/rules/validate-new-order.ts';

/** A new order that isn't stored yet. Its items are sorted by their `n`. */
export interface OrderToAllocate {
  id: number;
  delivery_mode: number;
  shipments: readonly {
    label: string;
    items: readonly { product_id: number | null; sku: string; quantity: number }[];
  }[];
}

/** Stock for new orders, locked until the transaction ends. */
export interface StockAllocation {
  /** Allocates all units that an order needs, from the lots that expire first. Allocates none if it returns errors. */
  allocate(order: OrderToAllocate): FieldError[];
  /**
   * Stores the allocated units as reservations and creates the fulfillment orders (readings C39). The orders are stored
   * by now.
   */
  keep(): Promise<void>;
}

const NO_ALLOCATION: StockAllocation = { allocate: () => [], keep: async () => {} };

/**
 * Locks and reads the stock that new orders of modes 3 and 5 need, paid or not, in one round trip for any number of
 * orders. Orders of other modes need no stock. With an external warehouse (`WAREHOUSE_URL`) nothing is reserved.
 */
export async function openStockAllocation(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orders: readonly OrderToAllocate[],
): Promise<StockAllocation> {
  const warehouseOrders = orders.filter(usesWarehouse);
  if (warehouseOrders.length === 0) return NO_ALLOCATION;
  const now = deps.clock();
  const reserves = hasEmbeddedWarehouse(deps.config);
  lockClient(trx, clientId);
  const skus = new Set(warehouseOrders.flatMap(({ shipments }) => shipments.flatMap(({ items }) => items.map(skuKey))));
  const lots = reserves ? await freeLots(trx, clientId, [...skus], localDay(now)) : null;
  const allocated: OrderToAllocate[] = [];
  const reservations: Reservation[] = [];
  return {
    allocate(order) {
      if (!usesWarehouse(order)) return [];
      const { errors, taken } = allocateOrder(order, lots);
      if (errors.length > 0) return errors;
      for (const { lot, ...reservation } of taken) {
        lot.free -= reservation.units;
        reservations.push(reservation);
      }
      allocated.push(order);
      return [];
    },
    async keep() {
      const ids = allocated.map(({ id }) => id);
      if (reservations.length > 0) {
        insertReservations(trx, clientId, reservations);
        deps.events.record(trx, clientId, 'stock.reserved', { orderIds: ids });
      }
      await syncFulfillment(deps, trx, clientId, ids, now);
    },
  };
}

const skuKey = ({ sku }: { sku: string }) => foldedKey(sku);

type AllocatedUnits = Reservation & { lot: FreeLot };

/** Returns the units that an order takes from each lot, or its errors. `lots` is null with an external warehouse. */
function allocateOrder(
  order: OrderToAllocate,
  lots: readonly FreeLot[] | null,
): { errors: FieldError[]; taken: AllocatedUnits[] } {
  const errors: FieldError[] = [];
  const taken: AllocatedUnits[] = [];
  const left = (lot: FreeLot) =>
    taken.filter((units) => units.lot === lot).reduce((free, { units }) => free - units, lot.free);
  for (const [s, { label, items }] of order.shipments.entries()) {
    for (const [i, item] of items.entries()) {
      const field = `shipments.${s}.items.${i}`;
      if (item.product_id === null) {
        errors.push({ field: `${field}.product_id`, message: NO_WAREHOUSE_PRODUCT });
        continue;
      }
      if (lots === null) continue;
      const candidates = lots.filter((lot) => lot.sku === skuKey(item)).map((lot) => ({ lot, free: left(lot) }));
      const remaining = candidates.reduce((sum, { free }) => sum + free, 0);
      if (remaining < item.quantity) {
        const message = `No hay stock suficiente de ${item.sku}: quedan ${remaining}`;
        errors.push({ field: `${field}.quantity`, message });
        continue;
      }
      let missing = item.quantity;
      for (const { lot, free } of candidates) {
        const units = Math.min(free, missing);
        if (units > 0) taken.push({ label, n: i + 1, lot_id: lot.id, units, lot });
        missing -= units;
      }
    }
  }
  return { errors, taken };
}
