import { execute, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** How buyers reach a client; empty texts without a contact. */
export interface BuyerContactRow {
  email: string;
  phone: string;
}

const COLUMNS = 'buyer_email AS email, buyer_phone AS phone';

const READ_BUYER_CONTACT: Statement<BuyerContactRow> = statement(
  'buyer-contact.read-buyer-contact',
  `SELECT ${COLUMNS} FROM clients WHERE client_id = $1`,
);

export async function readBuyerContact(trx: Trx, clientId: number): Promise<BuyerContactRow> {
  return runOne(trx, READ_BUYER_CONTACT, [clientId]);
}

export async function writeBuyerContact(trx: Trx, clientId: number, { email, phone }: BuyerContactRow): Promise<void> {
  await execute(trx, 'UPDATE clients SET buyer_email = $2, buyer_phone = $3 WHERE client_id = $1', [
    clientId,
    email,
    phone,
  ]);
}
