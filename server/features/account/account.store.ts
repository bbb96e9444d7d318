import { run, type Trx } from '#server/db/connection.ts';

/** The logged-in user and its company. */
export interface AccountRow {
  username: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  company: string;
}

export async function readAccount(trx: Trx, clientId: number, userId: number): Promise<AccountRow> {
  const [account] = await run<AccountRow>(
    trx,
    `SELECT u.username, u.first_name, u.last_name, u.phone, u.email,
       coalesce(nullif(c.nombre_empresa, ''), c.razon_social) AS company
     FROM users u JOIN clients c ON c.client_id = u.client_id WHERE u.client_id = $1 AND u.id = $2`,
    [clientId, userId],
  );
  if (!account) throw new Error('the user of the session does not exist');
  return account;
}
