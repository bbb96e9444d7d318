import type { NamedClient, Warehouse } from '#server/integrations/warehouse/warehouse.ts';
import { Failure } from '#shared/kit/http/failure.ts';

const NOT_CONNECTED = 'Este portal no está conectado a un depósito. Comunicate con soporte';

async function refuse(): Promise<never> {
  throw new Failure(501, NOT_CONNECTED);
}

/** The warehouse without `WAREHOUSE_URL`: a portal before a gateway has no tables of stock, so all calls are refused. */
export const noWarehouse: Warehouse<NamedClient> = { orders: refuse, order: refuse, stock: refuse, lots: refuse };
