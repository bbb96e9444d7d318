import { run, type Trx } from '#server/db/connection.ts';

/** How buyers reach a client; empty texts without a contact. */
export interface BuyerContactRow {
  email: string;
  phone: string;
}

const COLUMNS = 'buyer_email AS email, buyer_phone AS phone';

export async function readBuyerContact(trx: Trx, clientId: number): Promise<BuyerContactRow> {
  const [contact] = await run<BuyerContactRow>(trx, `SELECT ${COLUMNS} FROM clients WHERE client_id = $1`, [clientId]);
  if (!contact) throw new Error('the client does not exist');
  return contact;
}

export async function writeBuyerContact(trx: Trx, clientId: number, { email, phone }: BuyerContactRow): Promise<void> {
  await run(trx, 'UPDATE clients SET buyer_email = $2, buyer_phone = $3 WHERE client_id = $1', [
    clientId,
    email,
    phone,
  ]);
}
