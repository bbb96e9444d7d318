import type { StaffFulfillment } from '#shared/warehouse/staff-fulfillment.ts';

export const DEPOT_PATH = '/consola/deposito';

type OrderKey = Pick<StaffFulfillment, 'client_id' | 'id'>;

/** Returns the address of a fulfillment order. */
export const orderPath = ({ client_id, id }: OrderKey): string => `${DEPOT_PATH}/pedido/${client_id}/${id}`;

/** Names an order in the address of a picking list. */
export const pickedName = ({ client_id, id }: OrderKey): string => `${client_id}-${id}`;

/** Returns the address of a picking list of orders. */
export const pickingPath = (orders: readonly string[]): string => `${DEPOT_PATH}/lista?pedidos=${orders.join(',')}`;

/** Returns the address of a client's stock of one SKU. */
export const countsPath = (client: number, sku: string): string =>
  `${DEPOT_PATH}/conteo?${new URLSearchParams({ cliente: String(client), sku })}`;
