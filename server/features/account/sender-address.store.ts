import type { Trx } from '#server/db/connection.ts';
import type { SenderAddress } from '#shared/account.ts';

const COLUMNS = [
  'id',
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

export type AddressValues = Omit<SenderAddress, 'id'>;

/** In the order in which they were added. */
export function readAddresses(trx: Trx, clientId: number, active: boolean | undefined): Promise<SenderAddress[]> {
  return trx
    .selectFrom('sender_addresses')
    .select(COLUMNS)
    .where('client_id', '=', clientId)
    .$if(active !== undefined, (query) => query.where('active', '=', active as boolean))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Holds other changes of this client's addresses until the transaction ends, so that two can't both become the main one.
 * Orders, which only refer to the client, go on.
 */
export async function lockAddresses(trx: Trx, clientId: number): Promise<void> {
  await trx.selectFrom('clients').select('client_id').where('client_id', '=', clientId).forNoKeyUpdate().execute();
}

export function findAddress(trx: Trx, clientId: number, id: number): Promise<SenderAddress | undefined> {
  return trx
    .selectFrom('sender_addresses')
    .select(COLUMNS)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countAddresses(trx: Trx, clientId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('sender_addresses')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasMainAddress(trx: Trx, clientId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('sender_addresses')
    .select('id')
    .where('client_id', '=', clientId)
    .where('main_address', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the mark off whichever address has it. */
export async function unsetMainAddress(trx: Trx, clientId: number): Promise<void> {
  await trx
    .updateTable('sender_addresses')
    .set({ main_address: false })
    .where('client_id', '=', clientId)
    .where('main_address', '=', true)
    .execute();
}

export function insertAddress(trx: Trx, clientId: number, values: AddressValues, now: Date): Promise<SenderAddress> {
  return trx
    .insertInto('sender_addresses')
    .values({ client_id: clientId, ...values, created_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function updateAddress(trx: Trx, clientId: number, id: number, values: AddressValues): Promise<SenderAddress> {
  return trx
    .updateTable('sender_addresses')
    .set(values)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
