import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';

type Contact = Omit<ReplyOf<typeof showReceiverContact>['results'], 'requested'>;

const READ_RECEIVER_CONTACT: Statement<Contact> = statement(
  'receiver-contact.read-receiver-contact',
  `SELECT o.receiver_phone, o.document, o.email
   FROM shipments p JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_pk
   WHERE p.client_id = $1 AND p.label = $2`,
);

/** Reads the contact of a shipment's receiver; null without such a shipment. @param trx a transaction of the client */
export async function readReceiverContact(trx: Trx, clientId: number, label: string): Promise<Contact | null> {
  const [row] = await run(trx, READ_RECEIVER_CONTACT, [clientId, label]);
  return row ?? null;
}
