import type { Deps } from '#server/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as fulfillment from '#shared/fulfillment.ts';
import * as operatorFulfillment from '#shared/ops/fulfillment.ts';
import * as operatorStock from '#shared/ops/stock.ts';
import * as stock from '#shared/stock.ts';
import { cancelByOperator } from './cancel-fulfillment.ts';
import { fulfillmentOf, fulfillmentsOf } from './operator-fulfillment.ts';
import { lotsOfClient, receive } from './operator-stock.ts';
import { labelByOperator, prepareByOperator } from './prepare-fulfillment.ts';
import { lotsOf, orderOf, ordersOf, stockOf } from './warehouse.ts';

/** The browser's calls of D2 §7, and the warehouse's of the provider's entry. */
export function warehouseRoutes(mount: Mount, deps: Deps): void {
  mount.client(fulfillment.listFulfillment, async ({ caller, body }) => {
    const { rows, pages } = await ordersOf(deps, caller, body);
    return paged({ pedidos: rows }, pages);
  });
  mount.client(fulfillment.exportFulfillment, async ({ caller, body }) =>
    whole({ pedidos: (await ordersOf(deps, caller, body)).rows }),
  );
  mount.client(fulfillment.readFulfillment, ({ caller, body }) => orderOf(deps, caller, body));
  mount.client(stock.listStock, async ({ caller, body }) => {
    const { rows, pages } = await stockOf(deps, caller, body);
    return paged({ productos: rows }, pages);
  });
  mount.client(stock.exportStock, async ({ caller, body }) =>
    whole({ productos: (await stockOf(deps, caller, body)).rows }),
  );
  mount.client(stock.stockLots, ({ caller, body }) => lotsOf(deps, caller, body));

  mount.operator(operatorStock.recordReceipts, async ({ params, body }) => ({
    results: await receive(deps, params.clientId, body.receipts),
  }));
  mount.operator(operatorStock.clientStock, ({ params, query }) => lotsOfClient(deps, params.clientId, query));
  mount.operator(operatorFulfillment.operatorFulfillments, ({ query }) => fulfillmentsOf(deps, query));
  mount.operator(operatorFulfillment.clientFulfillment, async ({ params }) => ({
    results: await fulfillmentOf(deps, params),
  }));
  mount.operator(operatorFulfillment.prepareFulfillment, async ({ params, body }) => ({
    message: 'La preparación se guardó',
    results: await prepareByOperator(deps, params, body),
  }));
  mount.operator(operatorFulfillment.labelFulfillment, async ({ params, body }) => ({
    message: 'Las etiquetas se guardaron',
    results: await labelByOperator(deps, params, body.labels),
  }));
  mount.operator(operatorFulfillment.cancelFulfillment, async ({ params, body }) => ({
    message: 'El pedido se canceló',
    results: await cancelByOperator(deps, params, body.reason),
  }));
}

/** The warehouse's way to answer a page (D2 §7), and a list without pages. */
function paged<R>(rows: R, pages: number): { data: [R, { pagination: { pages: number } }] } {
  return { data: [rows, { pagination: { pages } }] };
}

function whole<R>(rows: R): { data: [R] } {
  return { data: [rows] };
}
