import {
  type NamedClient,
  type Paged,
  type Warehouse,
  WarehouseError,
} from '#server/integrations/warehouse/warehouse.ts';
import type { Log } from '#server/platform/log.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type * as fulfillment from '#shared/warehouse/fulfillment.ts';
import type * as stock from '#shared/warehouse/stock.ts';

/** Dependencies of the warehouse calls. `C` is the type of client that the warehouse needs. */
export interface WarehouseDeps<C> {
  warehouse: Warehouse<C>;
  log: Log;
}

/** The session's client. A portal in front of an external gateway doesn't know the client id. */
export type WarehouseCaller = NamedClient & { username?: string; clientId?: number };

const NO_WAREHOUSE = 'El depósito no responde. Probá de nuevo en unos minutos';

/** Request bodies of the lists. */
type OrderBody = BodyOf<typeof fulfillment.exportFulfillment> & { page?: number; pageSize?: number };
/** Returns a page of the caller's fulfillment orders, or all of them if the body has no page (D2 §7). */
export function listFulfillmentOrders<C extends WarehouseCaller>(
  deps: WarehouseDeps<C>,
  caller: C,
  body: OrderBody,
): Promise<Paged<fulfillment.FulfillmentRow>> {
  const { FechaDesde: from, FechaHasta: to, estado: status } = body;
  return callWarehouse(deps, caller, body.logonName, (client) =>
    deps.warehouse.orders(client, { from, to, status }, pageOf(body)),
  );
}

/** Returns one of the caller's fulfillment orders. @throws Failure 404 if the caller has no such fulfillment order */
export function readFulfillmentOrder<C extends WarehouseCaller>(
  deps: WarehouseDeps<C>,
  caller: C,
  { referencia, logonName }: BodyOf<typeof fulfillment.readFulfillment>,
): Promise<ReplyOf<typeof fulfillment.readFulfillment>> {
  return callWarehouse(deps, caller, logonName, async (client) => {
    const detail = await deps.warehouse.order(client, referencia);
    if (!detail) throw new Failure(404, messages.notFound);
    return { data: [detail] };
  });
}

type StockBody = BodyOf<typeof stock.exportStock> & { page?: number; pageSize?: number };

/** Returns a page of the caller's stock by SKU, or all of it if the body has no page. */
export function listStock<C extends WarehouseCaller>(
  deps: WarehouseDeps<C>,
  caller: C,
  body: StockBody,
): Promise<Paged<stock.StockProduct>> {
  const { articulo: sku, descripcionArticulo: description, estado: state } = body;
  return callWarehouse(deps, caller, body.logonName, (client) =>
    deps.warehouse.stock(client, { sku, description, state }, pageOf(body)),
  );
}

/** Returns the lots of one of the caller's SKUs. @throws Failure 404 if the caller has no such SKU */
export function listLots<C extends WarehouseCaller>(
  deps: WarehouseDeps<C>,
  caller: C,
  { sku, logonName }: BodyOf<typeof stock.stockLots>,
): Promise<ReplyOf<typeof stock.stockLots>> {
  return callWarehouse(deps, caller, logonName, async (client) => {
    const lotes = await deps.warehouse.lots(client, sku);
    if (!lotes) throw new Failure(404, messages.notFound);
    return { data: [{ lotes }] };
  });
}

function pageOf({ page, pageSize }: { page?: number; pageSize?: number }) {
  return page === undefined || pageSize === undefined ? undefined : { page, pageSize };
}

/**
 * Calls the warehouse for the session's client and ignores `logonName` (readings S2).
 *
 * @throws Failure 503 without a response
 */
async function callWarehouse<C extends WarehouseCaller, T>(
  { log }: WarehouseDeps<C>,
  caller: C,
  logonName: string | undefined,
  call: (client: C) => Promise<T>,
): Promise<T> {
  // The portal sends the name of the logged-in user.
  if (logonName !== undefined && logonName !== caller.logonName && logonName !== caller.username) {
    log.warn(
      { clientId: caller.clientId, event: 'security' },
      'the logonName of a warehouse call differs from its session',
    );
  }
  try {
    return await call(caller);
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error;
    log.warn({ reason: error.message }, 'the warehouse did not respond');
    throw new Failure(503, NO_WAREHOUSE, [], { code: 'unavailable', retryAfter: 30 });
  }
}
