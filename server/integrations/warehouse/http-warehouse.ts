import type { EgressMetrics } from '#server/platform/network/egress.ts';
import { createEgress, EgressError, type EgressResponse } from '#server/platform/network/egress.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { detailIn, listIn, lotsIn, orderRow, productRow } from './http-responses.ts';
import { type NamedClient, type OrderFilter, type StockFilter, type Warehouse, WarehouseError } from './warehouse.ts';

export interface WarehouseService {
  /** Base URL of the service, without `/Api/service/…`. */
  url: string;
  /** Bearer token of the requests. */
  token: string;
}

/** Creates a client of the provider's warehouse service (D2 §7). `logonName` is always the session's. */
export function createHttpWarehouse({ url, token }: WarehouseService, meter?: EgressMetrics): Warehouse<NamedClient> {
  const egress = createEgress({ origins: [new URL(url).origin], allowPrivateNetwork: true, meter });

  /** Calls the service. @returns `data` of the response */
  async function send(service: string, { logonName }: NamedClient, body: object): Promise<unknown> {
    assertOutsideTransaction('the warehouse');
    try {
      const answer = await egress(`${url}/Api/service/${service}`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ ...body, logonName }),
      });
      return dataOf(answer);
    } catch (error) {
      throw error instanceof EgressError ? new WarehouseError(error.kind, error) : error;
    }
  }

  return {
    async orders(client, filter, page) {
      const body = { ...orderBody(filter), ...page };
      const service = page ? 'FulFillmentEcommercePedidos' : 'FullFilmentEcommercePedidosCSV';
      return listIn(await send(service, client, body), 'pedidos', orderRow);
    },
    order: async (client, referencia) =>
      detailIn(await send('FulFillmentEcommercePedidosDetalle', client, { referencia })),
    async stock(client, filter, page) {
      const body = { ...stockBody(filter), ...page };
      const service = page ? 'FulFillmentEcommerceStock' : 'FulFillmentEcommerceStockCSV';
      return listIn(await send(service, client, body), 'productos', productRow);
    },
    lots: async (client, sku) => lotsIn(await send('FulFillmentEcommerceStockDetalle', client, { sku })),
  };
}

/** Leaves `estado` out if no status is selected. */
function orderBody({ from, to, status }: OrderFilter) {
  return { ...(from && { FechaDesde: from }), ...(to && { FechaHasta: to }), ...(status && { estado: status }) };
}

function stockBody({ sku = '', description = '', state = '' }: StockFilter) {
  return { descripcionArticulo: description, articulo: sku, estado: state };
}

function dataOf({ status, body }: EgressResponse): unknown {
  if (status < 200 || status >= 300) throw new WarehouseError(`status ${status}`);
  try {
    const { data = null } = Object(JSON.parse(body.toString('utf8'))) as { data?: unknown };
    return data;
  } catch {
    throw new WarehouseError('no JSON');
  }
}
