import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as operatorFulfillment from '#shared/ops/fulfillment.ts';
import * as operatorStock from '#shared/ops/stock.ts';
import { cancelFulfillment } from './cancel-fulfillment.ts';
import { listFulfillments, readFulfillmentOrder } from './operator-fulfillment.ts';
import { listClientLots, recordReceipts } from './operator-stock.ts';
import { labelFulfillment, prepareFulfillment } from './prepare-fulfillment.ts';

/** Mounts the operator's warehouse calls (`/api/ops/v1`). */
export function operatorWarehouseRoutes(mount: Mount, deps: Deps): void {
  mount.operator(operatorStock.recordReceipts, async ({ params, body }) => ({
    results: await recordReceipts(deps, params.clientId, body.receipts),
  }));
  mount.operator(operatorStock.clientStock, ({ params, query }) => listClientLots(deps, params.clientId, query));
  mount.operator(operatorFulfillment.operatorFulfillments, ({ query }) => listFulfillments(deps, query));
  mount.operator(operatorFulfillment.clientFulfillment, async ({ params }) => ({
    results: await readFulfillmentOrder(deps, params),
  }));
  mount.operator(operatorFulfillment.prepareFulfillment, async ({ params, body }) => ({
    message: 'La preparación se guardó',
    results: await prepareFulfillment(deps, params, body),
  }));
  mount.operator(operatorFulfillment.labelFulfillment, async ({ params, body }) => ({
    message: 'Las etiquetas se guardaron',
    results: await labelFulfillment(deps, params, body.labels),
  }));
  mount.operator(operatorFulfillment.cancelFulfillment, async ({ params, body }) => ({
    message: 'El pedido se canceló',
    results: await cancelFulfillment(deps, params, body.reason),
  }));
}
