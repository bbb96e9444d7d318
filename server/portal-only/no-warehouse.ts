import type { NamedClient, Warehouse } from '#server/integrations/warehouse/warehouse.ts';
import { Failure } from '#shared/http/failure.ts';

const NOT_CONNECTED = 'Este portal no está conectado a un depósito. Comunicate con soporte';

async function refuse(): Promise<never> {
  throw new Failure(501, NOT_CONNECTED);
}

/** Stands in where `WAREHOUSE_URL` is not set: without tables of our own there is nothing to ask. */
export const noWarehouse: Warehouse<NamedClient> = { orders: refuse, order: refuse, stock: refuse, lots: refuse };
