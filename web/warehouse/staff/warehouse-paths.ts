import type { StaffFulfillment } from '#shared/warehouse/staff-fulfillment.ts';

export const WAREHOUSE_PATH = '/consola/deposito';

type OrderKey = Pick<StaffFulfillment, 'client_id' | 'id'>;

/** Returns the address of a fulfillment order. */
export const orderPath = ({ client_id, id }: OrderKey): string => `${WAREHOUSE_PATH}/pedido/${client_id}/${id}`;

/** Names an order in the address of a picking list. */
export const pickedName = ({ client_id, id }: OrderKey): string => `${client_id}-${id}`;

/** Returns the address of a picking list of orders. */
export const pickingPath = (orders: readonly string[]): string => `${WAREHOUSE_PATH}/lista?pedidos=${orders.join(',')}`;

/** Returns the address of a client's stock of one SKU. */
export const countsPath = (client: number, sku: string): string =>
  `${WAREHOUSE_PATH}/conteo?${new URLSearchParams({ cliente: String(client), sku })}`;
