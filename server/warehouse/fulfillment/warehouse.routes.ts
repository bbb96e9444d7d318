import type { Mount } from '#server/platform/http/mount.ts';
import * as fulfillment from '#shared/warehouse/fulfillment.ts';
import * as stock from '#shared/warehouse/stock.ts';
import {
  listFulfillmentOrders,
  listLots,
  listStock,
  readFulfillmentOrder,
  type WarehouseCaller,
  type WarehouseDeps,
} from './warehouse.ts';

/** Mounts the portal's warehouse calls (D2 §7). */
export function warehouseRoutes<C extends WarehouseCaller>(mount: Mount<C>, deps: WarehouseDeps<C>): void {
  mount.client(fulfillment.listFulfillment, async ({ caller, body }) => {
    const { rows, pages } = await listFulfillmentOrders(deps, caller, body);
    return paged({ pedidos: rows }, pages);
  });
  mount.client(fulfillment.exportFulfillment, async ({ caller, body }) =>
    unpaged({ pedidos: (await listFulfillmentOrders(deps, caller, body)).rows }),
  );
  mount.client(fulfillment.readFulfillment, ({ caller, body }) => readFulfillmentOrder(deps, caller, body));
  mount.client(stock.listStock, async ({ caller, body }) => {
    const { rows, pages } = await listStock(deps, caller, body);
    return paged({ productos: rows }, pages);
  });
  mount.client(stock.exportStock, async ({ caller, body }) =>
    unpaged({ productos: (await listStock(deps, caller, body)).rows }),
  );
  mount.client(stock.stockLots, ({ caller, body }) => listLots(deps, caller, body));
}

/** Wraps a page in the response format of the warehouse service (D2 §7). */
function paged<R>(rows: R, pages: number): { data: [R, { pagination: { pages: number } }] } {
  return { data: [rows, { pagination: { pages } }] };
}

/** Wraps a list without pages in the response format of the warehouse service. */
function unpaged<R>(rows: R): { data: [R] } {
  return { data: [rows] };
}
