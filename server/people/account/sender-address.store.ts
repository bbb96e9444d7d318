import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { SenderAddress } from '#shared/people/account.ts';

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

const READ_ADDRESSES: Statement<SenderAddress> = statement(
  'sender-address.read-addresses',
  `SELECT ${COLUMNS} FROM sender_addresses WHERE client_id = $1 AND ($2::boolean IS NULL OR active = $2)
   ORDER BY created_at, id`,
);

/** Reads addresses in the order of their creation. @param active undefined reads active and inactive ones */
export function readAddresses(trx: Trx, clientId: number, active: boolean | undefined): Promise<SenderAddress[]> {
  return run(trx, READ_ADDRESSES, [clientId, active ?? null]);
}

/**
 * Locks the client's addresses until the transaction ends, so that two can't both become the main one. `NO KEY UPDATE`
 * doesn't block new orders, which only reference the client.
 */
export async function lockAddresses(trx: Trx, clientId: number): Promise<void> {
  await execute(trx, 'SELECT FROM clients WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
}

const FIND_ADDRESS: Statement<SenderAddress> = statement(
  'sender-address.find-address',
  `SELECT ${COLUMNS} FROM sender_addresses WHERE client_id = $1 AND id = $2`,
);

export async function findAddress(trx: Trx, clientId: number, id: number): Promise<SenderAddress | undefined> {
  const [address] = await run(trx, FIND_ADDRESS, [clientId, id]);
  return address;
}

const COUNT_ADDRESSES = statement(
  'sender-address.count-addresses',
  'SELECT count(*) AS count, coalesce(bool_or(main_address), false) AS has_main FROM sender_addresses WHERE client_id = $1',
);

/** Counts a client's addresses and checks whether one is the main one. */
export async function countAddresses(trx: Trx, clientId: number): Promise<{ count: number; hasMain: boolean }> {
  const [counted] = await run(trx, COUNT_ADDRESSES, [clientId]);
  return { count: counted?.count ?? 0, hasMain: counted?.has_main ?? false };
}

/** Unmarks the client's main address. */
export async function unsetMainAddress(trx: Trx, clientId: number): Promise<void> {
  await execute(trx, 'UPDATE sender_addresses SET main_address = false WHERE client_id = $1 AND main_address', [
    clientId,
  ]);
}

const INSERT_ADDRESS: Statement<SenderAddress> = statement(
  'sender-address.insert-address',
  `INSERT INTO sender_addresses (client_id, created_at, ${WRITTEN.join(', ')})
   VALUES ($1, $2, ${WRITTEN.map((_, index) => `$${index + 3}`).join(', ')}) RETURNING ${COLUMNS}`,
);

export async function insertAddress(
  trx: Trx,
  clientId: number,
  values: AddressValues,
  now: Date,
): Promise<SenderAddress> {
  return runOne(trx, INSERT_ADDRESS, [clientId, now, ...columnValues(values)]);
}

const UPDATE_ADDRESS: Statement<SenderAddress> = statement(
  'sender-address.update-address',
  `UPDATE sender_addresses SET ${WRITTEN.map((column, index) => `${column} = $${index + 3}`).join(', ')}
   WHERE client_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
);

/** Updates an address. @throws Error if the client has no address with this id */
export async function updateAddress(
  trx: Trx,
  clientId: number,
  id: number,
  values: AddressValues,
): Promise<SenderAddress> {
  return runOne(trx, UPDATE_ADDRESS, [clientId, id, ...columnValues(values)]);
}
