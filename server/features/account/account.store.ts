import type { Trx } from '#server/db/connection.ts';

/** The logged-in user and the company behind it, as they are now. */
export interface AccountRow {
  username: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  company: string;
}

export async function readAccount(trx: Trx, clientId: number, userId: number): Promise<AccountRow> {
  const row = await trx
    .selectFrom('users as u')
    .innerJoin('clients as c', 'c.client_id', 'u.client_id')
    .select(['u.username', 'u.first_name', 'u.last_name', 'u.phone', 'u.email', 'c.nombre_empresa', 'c.razon_social'])
    .where('u.client_id', '=', clientId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { nombre_empresa, razon_social, ...user } = row;
  return { ...user, company: nombre_empresa || razon_social };
}
