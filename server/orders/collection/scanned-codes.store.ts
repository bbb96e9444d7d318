import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const COMPANY_NAMES = statement(
  'scanned-codes.company-names',
  'SELECT client_id AS id, nombre_empresa AS name FROM clients WHERE client_id = ANY ($1::bigint[])',
);

/** Reads names of companies by client. @param trx a transaction of the role `provider` */
export async function companyNames(trx: Trx, clientIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await run(trx, COMPANY_NAMES, [clientIds]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
