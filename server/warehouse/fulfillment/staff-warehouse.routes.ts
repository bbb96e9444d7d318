import type { Deps } from '#server/integrations/deps.ts';
import { seesMasked } from '#server/orders/domain/staff-shipment.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { listExpiringStock } from '#server/warehouse/stock/expiring-stock.ts';
import { recordCounts } from '#server/warehouse/stock/record-counts.ts';
import { listClientLots, recordReceipts, setSkuShelf } from '#server/warehouse/stock/staff-stock.ts';
import { readReturn, returnToLots } from '#server/warehouse/stock/stock-return.ts';
import * as staffFulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import * as staffStock from '#shared/warehouse/staff-stock.ts';
import * as stockReturn from '#shared/warehouse/staff-stock-return.ts';
import { cancelFulfillment } from './cancel-fulfillment.ts';
import { listPicking } from './picking.ts';
import { labelFulfillment, prepareFulfillment } from './prepare-fulfillment.ts';
import { type FulfillmentKey, listFulfillments, readFulfillmentOrder } from './staff-fulfillment.ts';

/** Mounts the staff's warehouse calls (`/api/ops/v1`). */
export function staffWarehouseRoutes(mount: Mount, deps: Deps): void {
  mount.provider(staffStock.recordReceipts, async ({ params, body }) => ({
    results: await recordReceipts(deps, params.clientId, body.receipts),
  }));
  mount.provider(staffStock.recordCounts, async ({ params, body }) => ({
    results: await recordCounts(deps, params.clientId, body.counts),
  }));
  mount.provider(staffStock.setShelf, async ({ params, body }) => ({
    message: 'La ubicación se guardó',
    results: await setSkuShelf(deps, params.clientId, body),
  }));
  mountResource(mount, staffStock.expiringLots, (query) => listExpiringStock(deps, query));
  mount.provider(stockReturn.readStockReturn, async ({ params }) => ({
    results: await readReturn(deps, params.label),
  }));
  mount.provider(stockReturn.recordStockReturn, async ({ params, body }) => ({
    message: body.units.length > 0 ? 'Las unidades volvieron al stock' : 'La devolución se registró',
    results: await returnToLots(deps, params.label, body),
  }));
  mount.provider(pickingList, async ({ query }) => ({ results: await listPicking(deps, query.orders) }));
  mount.provider(staffStock.clientStock, ({ params, query }) => listClientLots(deps, params.clientId, query));
  mount.provider(staffFulfillment.staffFulfillments, ({ query }) => listFulfillments(deps, query));
  mount.provider(staffFulfillment.clientFulfillment, async ({ caller, params }) => ({
    results: await readFulfillmentOrder(deps, keyOf(params, caller)),
  }));
  mount.provider(staffFulfillment.prepareFulfillment, async ({ caller, params, body }) => ({
    message: 'La preparación se guardó',
    results: await prepareFulfillment(deps, keyOf(params, caller), body),
  }));
  mount.provider(staffFulfillment.labelFulfillment, async ({ caller, params, body }) => ({
    message: 'Las etiquetas se guardaron',
    results: await labelFulfillment(deps, keyOf(params, caller), body.labels),
  }));
  mount.provider(staffFulfillment.cancelFulfillment, async ({ caller, params, body }) => ({
    message: 'El pedido se canceló',
    results: await cancelFulfillment(deps, keyOf(params, caller), body.reason),
  }));
}

/** Identifies a fulfillment order for a caller: people see receivers' contacts masked (docs/decisions/0060). */
const keyOf = (params: { clientId: number; id: number }, caller: ProviderCaller): FulfillmentKey => ({
  ...params,
  masked: seesMasked(caller),
});
