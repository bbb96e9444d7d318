import type { Deps } from '#server/integrations/deps.ts';
import { seesMasked } from '#server/orders/domain/staff-shipment.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import type { Operator } from '#server/platform/http/request/caller.ts';
import { listExpiringStock } from '#server/warehouse/stock/expiring-stock.ts';
import { recordCounts } from '#server/warehouse/stock/record-counts.ts';
import { listClientLots, recordReceipts, setSkuShelf } from '#server/warehouse/stock/staff-stock.ts';
import { readReturn, returnToLots } from '#server/warehouse/stock/stock-return.ts';
import * as operatorFulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import * as operatorStock from '#shared/warehouse/staff-stock.ts';
import * as stockReturn from '#shared/warehouse/staff-stock-return.ts';
import { cancelFulfillment } from './cancel-fulfillment.ts';
import { listPicking } from './picking.ts';
import { labelFulfillment, prepareFulfillment } from './prepare-fulfillment.ts';
import { type FulfillmentKey, listFulfillments, readFulfillmentOrder } from './staff-fulfillment.ts';

/** Mounts the operator's warehouse calls (`/api/ops/v1`). */
export function operatorWarehouseRoutes(mount: Mount, deps: Deps): void {
  mount.operator(operatorStock.recordReceipts, async ({ params, body }) => ({
    results: await recordReceipts(deps, params.clientId, body.receipts),
  }));
  mount.operator(operatorStock.recordCounts, async ({ params, body }) => ({
    results: await recordCounts(deps, params.clientId, body.counts),
  }));
  mount.operator(operatorStock.setShelf, async ({ params, body }) => ({
    message: 'La ubicación se guardó',
    results: await setSkuShelf(deps, params.clientId, body),
  }));
  mountResource(mount, operatorStock.expiringLots, (query) => listExpiringStock(deps, query));
  mount.operator(stockReturn.readStockReturn, async ({ params }) => ({
    results: await readReturn(deps, params.label),
  }));
  mount.operator(stockReturn.recordStockReturn, async ({ params, body }) => ({
    message: body.units.length > 0 ? 'Las unidades volvieron al stock' : 'La devolución se registró',
    results: await returnToLots(deps, params.label, body),
  }));
  mount.operator(pickingList, async ({ query }) => ({ results: await listPicking(deps, query.orders) }));
  mount.operator(operatorStock.clientStock, ({ params, query }) => listClientLots(deps, params.clientId, query));
  mount.operator(operatorFulfillment.operatorFulfillments, ({ query }) => listFulfillments(deps, query));
  mount.operator(operatorFulfillment.clientFulfillment, async ({ operator, params }) => ({
    results: await readFulfillmentOrder(deps, keyOf(params, operator)),
  }));
  mount.operator(operatorFulfillment.prepareFulfillment, async ({ operator, params, body }) => ({
    message: 'La preparación se guardó',
    results: await prepareFulfillment(deps, keyOf(params, operator), body),
  }));
  mount.operator(operatorFulfillment.labelFulfillment, async ({ operator, params, body }) => ({
    message: 'Las etiquetas se guardaron',
    results: await labelFulfillment(deps, keyOf(params, operator), body.labels),
  }));
  mount.operator(operatorFulfillment.cancelFulfillment, async ({ operator, params, body }) => ({
    message: 'El pedido se canceló',
    results: await cancelFulfillment(deps, keyOf(params, operator), body.reason),
  }));
}

/** Identifies a fulfillment order for a caller: people see receivers' contacts masked (docs/decisions/0060). */
const keyOf = (params: { clientId: number; id: number }, operator: Operator): FulfillmentKey => ({
  ...params,
  masked: seesMasked(operator),
});
