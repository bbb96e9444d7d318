import { run, type Trx } from '#server/db/connection.ts';
import type { StreetAddress } from '#shared/address.ts';
import { DEFAULT_LABEL_SETTINGS } from '#shared/rules/label-settings.ts';
import type { UserPlace } from './user.store.ts';

/** A registration with its password hashed and its CUIT as eleven digits. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  username: string;
  passwordHash: string;
  razonSocial: string;
  companyName: string;
  cuit: string;
  address: StreetAddress;
}

/** The id of a client to come: its rows can only be written once it is known. */
export async function nextClientId(trx: Trx): Promise<number> {
  const [row] = await run<{ id: number }>(trx, 'SELECT next_id() AS id');
  if (!row) throw new Error('the sequence of ids gave none');
  return row.id;
}

/** Writes client, user, main collection address and print settings. Answers the user's id. */
export async function insertAccount(trx: Trx, clientId: number, account: NewAccount, now: Date): Promise<number> {
  await trx
    .insertInto('clients')
    .values({
      client_id: clientId,
      razon_social: account.razonSocial,
      nombre_empresa: account.companyName,
      cuit: account.cuit,
      created_at: now,
    })
    .execute();
  const { id } = await trx
    .insertInto('users')
    .values({
      client_id: clientId,
      username: account.username,
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone,
      password_hash: account.passwordHash,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('sender_addresses')
    .values({ client_id: clientId, ...account.address, main_address: true, created_at: now })
    .execute();
  await trx
    .insertInto('print_configs')
    .values({ client_id: clientId, ...DEFAULT_LABEL_SETTINGS })
    .execute();
  return id;
}

/**
 * Writes a registration over that of an account which nobody has activated yet, and counts it.
 *
 * @returns false for an account that is active: nothing is changed
 */
export async function replaceAccount(trx: Trx, { clientId, userId }: UserPlace, account: NewAccount): Promise<boolean> {
  const replaced = await trx
    .updateTable('users')
    .set((eb) => ({
      username: account.username,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone,
      password_hash: account.passwordHash,
      registrations: eb('registrations', '+', 1),
    }))
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!replaced) return false;
  await trx
    .updateTable('clients')
    .set({ razon_social: account.razonSocial, nombre_empresa: account.companyName, cuit: account.cuit })
    .where('client_id', '=', clientId)
    .execute();
  await trx
    .updateTable('sender_addresses')
    .set(account.address)
    .where('client_id', '=', clientId)
    .where('main_address', '=', true)
    .execute();
  return true;
}
