import { run, type Trx } from '#server/db/connection.ts';
import type { SenderAddress } from '#shared/account.ts';

/** Columns of an address that the client writes. */
const WRITTEN = [
  'street_name',
  'street_number',
  'floor',
  'apartment',
  'neighborhood_name',
  'zip_code',
  'city',
  'state',
  'other_info',
  'main_address',
  'active',
] as const;

const COLUMNS = ['id', ...WRITTEN].join(', ');

export type AddressValues = Omit<SenderAddress, 'id'>;

const columnValues = (values: AddressValues) => WRITTEN.map((column) => values[column]);

/** Reads addresses in the order of their creation. @param active undefined reads active and inactive ones */
export function readAddresses(trx: Trx, clientId: number, active: boolean | undefined): Promise<SenderAddress[]> {
  return run<SenderAddress>(
    trx,
    `SELECT ${COLUMNS} FROM sender_addresses WHERE client_id = $1 AND ($2::boolean IS NULL OR active = $2)
     ORDER BY created_at, id`,
    [clientId, active ?? null],
  );
}

/**
 * Locks the client's addresses until the transaction ends, so that two can't both become the main one. `NO KEY UPDATE`
 * doesn't block new orders, which only reference the client.
 */
export async function lockAddresses(trx: Trx, clientId: number): Promise<void> {
  await run(trx, 'SELECT FROM clients WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
}

export async function findAddress(trx: Trx, clientId: number, id: number): Promise<SenderAddress | undefined> {
  const [address] = await run<SenderAddress>(
    trx,
    `SELECT ${COLUMNS} FROM sender_addresses WHERE client_id = $1 AND id = $2`,
    [clientId, id],
  );
  return address;
}

/** Counts a client's addresses and checks whether one is the main one. */
export async function countAddresses(trx: Trx, clientId: number): Promise<{ count: number; hasMain: boolean }> {
  const [counted] = await run<{ count: number; has_main: boolean }>(
    trx,
    'SELECT count(*) AS count, coalesce(bool_or(main_address), false) AS has_main FROM sender_addresses WHERE client_id = $1',
    [clientId],
  );
  return { count: counted?.count ?? 0, hasMain: counted?.has_main ?? false };
}

/** Unmarks the client's main address. */
export async function unsetMainAddress(trx: Trx, clientId: number): Promise<void> {
  await run(trx, 'UPDATE sender_addresses SET main_address = false WHERE client_id = $1 AND main_address', [clientId]);
}

export async function insertAddress(
  trx: Trx,
  clientId: number,
  values: AddressValues,
  now: Date,
): Promise<SenderAddress> {
  const placeholders = WRITTEN.map((_, index) => `$${index + 3}`);
  const [address] = await run<SenderAddress>(
    trx,
    `INSERT INTO sender_addresses (client_id, created_at, ${WRITTEN.join(', ')}) VALUES ($1, $2, ${placeholders.join(', ')})
     RETURNING ${COLUMNS}`,
    [clientId, now, ...columnValues(values)],
  );
  return address as SenderAddress;
}

/** Updates an address. @throws Error if the client has no address with this id */
export async function updateAddress(
  trx: Trx,
  clientId: number,
  id: number,
  values: AddressValues,
): Promise<SenderAddress> {
  const changes = WRITTEN.map((column, index) => `${column} = $${index + 3}`);
  const [address] = await run<SenderAddress>(
    trx,
    `UPDATE sender_addresses SET ${changes.join(', ')} WHERE client_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [clientId, id, ...columnValues(values)],
  );
  if (!address) throw new Error('the locked address does not exist');
  return address;
}
