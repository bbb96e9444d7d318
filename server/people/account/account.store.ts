import { runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** The logged-in user and its company. */
export interface AccountRow {
  username: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  company: string;
}

const READ_ACCOUNT: Statement<AccountRow> = statement(
  'account.read-account',
  `SELECT u.username, u.first_name, u.last_name, u.phone, u.email,
     coalesce(nullif(c.nombre_empresa, ''), c.razon_social) AS company
   FROM users u JOIN clients c ON c.client_id = u.client_id WHERE u.client_id = $1 AND u.id = $2`,
);

export async function readAccount(trx: Trx, clientId: number, userId: number): Promise<AccountRow> {
  return runOne(trx, READ_ACCOUNT, [clientId, userId]);
}
