import type { Trx } from '#server/db/connection.ts';
import { run } from '#server/db/connection.ts';

/** Where a person is: ids alone, from the directory. */
export interface UserPlace {
  clientId: number;
  userId: number;
}

type FoundRow = { client_id: number | null; user_id: number | null };

function placeOf(row: FoundRow | undefined): UserPlace | null {
  return row?.client_id && row.user_id ? { clientId: row.client_id, userId: row.user_id } : null;
}

/** By the user's name, case and accents apart. */
export async function findUser(trx: Trx, username: string): Promise<UserPlace | null> {
  const [row] = await run<FoundRow>(trx, 'SELECT client_id, user_id FROM find_user($1)', [username]);
  return placeOf(row);
}

export async function findUserByEmail(trx: Trx, email: string): Promise<UserPlace | null> {
  const [row] = await run<FoundRow>(trx, 'SELECT client_id, user_id FROM find_user_by_email($1)', [email]);
  return placeOf(row);
}

export interface User {
  username: string;
  email: string;
  firstName: string;
  passwordHash: string;
  passwordEpoch: number;
  activatedAt: Date | null;
  /** Registrations that the address received before it was activated. */
  registrations: number;
}

export async function readUser(trx: Trx, place: UserPlace): Promise<User | null> {
  return userOf(await selectUser(trx, place).executeTakeFirst());
}

/** The same, and keeps others from changing the user until the transaction ends. */
export async function lockUser(trx: Trx, place: UserPlace): Promise<User | null> {
  return userOf(await selectUser(trx, place).forUpdate().executeTakeFirst());
}

const selectUser = (trx: Trx, { clientId, userId }: UserPlace) =>
  trx
    .selectFrom('users')
    .select(['username', 'email', 'first_name', 'password_hash', 'password_epoch', 'activated_at', 'registrations'])
    .where('client_id', '=', clientId)
    .where('id', '=', userId);

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUser>['executeTakeFirst']>>;

function userOf(row: UserRow): User | null {
  if (!row) return null;
  return {
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    passwordHash: row.password_hash,
    passwordEpoch: row.password_epoch,
    activatedAt: row.activated_at,
    registrations: row.registrations,
  };
}

/** Activates; a second time changes nothing. */
export async function activateUser(trx: Trx, { clientId, userId }: UserPlace, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ activated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .execute();
}

/** Stores another hash of the same password: sessions stay. */
export async function rehash(trx: Trx, { clientId, userId }: UserPlace, from: string, to: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: to })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}

/** Stores a new password. The epoch that it raises is the end of every session of the old one. */
export async function setPassword(trx: Trx, { clientId, userId }: UserPlace, hash: string): Promise<number> {
  const { password_epoch } = await trx
    .updateTable('users')
    .set((eb) => ({ password_hash: hash, password_epoch: eb('password_epoch', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .returning('password_epoch')
    .executeTakeFirstOrThrow();
  return password_epoch;
}
