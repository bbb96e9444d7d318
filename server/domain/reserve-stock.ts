import type { Trx } from '#server/db/connection.ts';
import { hasEmbeddedWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import { localDay } from '#shared/days.ts';
import type { FieldError } from '#shared/http/failure.ts';
import { NO_WAREHOUSE_PRODUCT } from '#shared/rules/validate-new-order.ts';
import type { Deps } from './deps.ts';
import { type FreeLot, freeLots, insertReservations, lockStock, type Reservation } from './stock.store.ts';
import { syncFulfillment, usesWarehouse } from './sync-fulfillment.ts';

/** A composed order that isn't stored yet; its items are in the order of their `n`. */
export interface OrderToAllocate {
  id: number;
  delivery_mode: number;
  shipments: readonly {
    label: string;
    items: readonly { product_id: number | null; sku: string; quantity: number }[];
  }[];
}

/** The stock for some new orders, held until the transaction ends. */
export interface StockAllocation {
  /** Puts aside what an order needs, the first to expire first, or nothing of it and says what is missing on its items. */
  allocate(order: OrderToAllocate): FieldError[];
  /** Reserves what was put aside and lets fulfillment orders follow (readings C39). Its orders are stored by now. */
  keep(): Promise<void>;
}

const NO_ALLOCATION: StockAllocation = { allocate: () => [], keep: async () => {} };

/**
 * Holds the stock that new orders of modes 3 and 5 need, paid or not: one as thousands, in one flight. Orders of other
 * modes need none. Where another service keeps the stock nothing is reserved.
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
  lockStock(trx, clientId);
  const skus = new Set(warehouseOrders.flatMap(({ shipments }) => shipments.flatMap(({ items }) => items.map(keyOf))));
  const lots = reserves ? await freeLots(trx, clientId, [...skus], localDay(now)) : null;
  const kept: OrderToAllocate[] = [];
  const reservations: Reservation[] = [];
  return {
    allocate(order) {
      if (!usesWarehouse(order)) return [];
      const { problems, taken } = allocateOrder(order, lots);
      if (problems.length > 0) return problems;
      for (const { lot, ...one } of taken) {
        lot.free -= one.units;
        reservations.push(one);
      }
      kept.push(order);
      return [];
    },
    async keep() {
      if (reservations.length > 0) {
        insertReservations(trx, clientId, reservations);
        deps.bus.publish(trx, clientId, { kind: 'stock', id: null });
      }
      await syncFulfillment(
        deps,
        trx,
        clientId,
        kept.map(({ id }) => id),
        now,
      );
    },
  };
}

const keyOf = ({ sku }: { sku: string }) => sku.toLowerCase();

type AllocatedUnits = Reservation & { lot: FreeLot };

/** What an order takes of which lots; `lots` is null where nothing is counted. */
function allocateOrder(
  order: OrderToAllocate,
  lots: readonly FreeLot[] | null,
): { problems: FieldError[]; taken: AllocatedUnits[] } {
  const problems: FieldError[] = [];
  const taken: AllocatedUnits[] = [];
  const left = (lot: FreeLot) =>
    taken.filter((one) => one.lot === lot).reduce((free, { units }) => free - units, lot.free);
  for (const [s, { label, items }] of order.shipments.entries()) {
    for (const [i, item] of items.entries()) {
      const field = `shipments.${s}.items.${i}`;
      if (item.product_id === null) {
        problems.push({ field: `${field}.product_id`, message: NO_WAREHOUSE_PRODUCT });
        continue;
      }
      if (lots === null) continue;
      const own = lots.filter((lot) => lot.sku === keyOf(item)).map((lot) => ({ lot, free: left(lot) }));
      const remaining = own.reduce((sum, { free }) => sum + free, 0);
      if (remaining < item.quantity) {
        const message = `No hay stock suficiente de ${item.sku}: quedan ${remaining}`;
        problems.push({ field: `${field}.quantity`, message });
        continue;
      }
      let missing = item.quantity;
      for (const { lot, free } of own) {
        const units = Math.min(free, missing);
        if (units > 0) taken.push({ label, n: i + 1, lot_id: lot.id, units, lot });
        missing -= units;
      }
    }
  }
  return { problems, taken };
}
