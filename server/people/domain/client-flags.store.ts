import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** Features that the provider enables for a client: payment before sending, reverse logistics, the warehouse. */
export interface ClientFlags {
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
}

/** New values; null keeps the stored value. */
export type FlagChanges = Record<keyof ClientFlags, boolean | null>;

const SET_CLIENT_FLAGS: Statement<ClientFlags> = statement(
  'client-flags.set-client-flags',
  `UPDATE clients c SET prepago = coalesce($2, c.prepago), logistica_inversa = coalesce($3, c.logistica_inversa),
     fulfillment = coalesce($4, c.fulfillment)
   FROM (SELECT prepago, logistica_inversa, fulfillment FROM clients WHERE client_id = $1 FOR NO KEY UPDATE) before
   WHERE c.client_id = $1 RETURNING before.*`,
);

/**
 * Sets a client's flags. Existing orders keep the payment terms that they were created with. The caller invalidates the
 * client's cached sessions afterwards.
 *
 * @param trx a transaction of the role `provider`: the role `app` can't change flags
 * @returns the flags before; null for an unknown client
 */
export async function setClientFlags(trx: Trx, clientId: number, changes: FlagChanges): Promise<ClientFlags | null> {
  const { prepago, logistica_inversa, fulfillment } = changes;
  const [before] = await run(trx, SET_CLIENT_FLAGS, [clientId, prepago, logistica_inversa, fulfillment]);
  return before ?? null;
}
