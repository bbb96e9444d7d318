import { run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import type { OrderProduct } from './order-contents.ts';

/** A collection address with the fields that an order copies. */
export interface PickupAddress extends StreetAddress {
  id: number;
  active: boolean;
  main: boolean;
}

const PRODUCTS: Statement<OrderProduct> = statement(
  'order-create.products',
  `SELECT id, sku, description, value_cents, weight_g, active FROM products
   WHERE client_id = $1 AND id = ANY($2::bigint[])`,
  { prepared: true },
);

/** Returns the client's products with these ids, by id. */
export async function productsById(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
): Promise<Map<number, OrderProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await run(trx, PRODUCTS, [clientId, ids]);
  return new Map(rows.map((product) => [product.id, product]));
}

/**
 * Counts the ids that the rows of orders need: one per order, and two per shipment (the shipment and its first event).
 */
export function countIds(orders: readonly { shipments: readonly unknown[] }[]): number {
  return orders.reduce((count, { shipments }) => count + 1 + 2 * shipments.length, 0);
}

// Not `id = ANY($2)`, for which PostgreSQL would make a new plan at each execution (`clientKeys`).
const ADDRESSES: Statement<{ version: string; addresses: PickupAddress[] }> = statement(
  'order-create.addresses',
  `SELECT version, (SELECT coalesce(json_agg(a), '[]') FROM (
       SELECT id, active, main_address AS main, street_name, street_number, floor, apartment, neighborhood_name, zip_code,
         city, state, other_info
       FROM sender_addresses WHERE client_id = $1 AND (main_address OR id IN (SELECT unnest($2::bigint[])))
     ) a) AS addresses
   FROM reference_version`,
  { prepared: true, present: ['addresses'] },
);

/**
 * Returns the client's main collection address and those with the given ids, and the version of the reference data, which costs no
 * statement of its own here.
 */
export async function pickupAddresses(
  trx: Trx,
  clientId: number,
  ids: readonly (number | null)[],
): Promise<{ version: string; addresses: PickupAddress[] }> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  return runOne(trx, ADDRESSES, [clientId, wanted]);
}
