import { run, type Trx } from '#server/db/connection.ts';

/** What the provider allows a client: paying before sending, reverse logistics, the warehouse. */
export interface ClientFlags {
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
}

/** A flag that is null stays as it is. */
export type FlagChanges = Record<keyof ClientFlags, boolean | null>;

/**
 * Sets what a client may do. Orders that it has keep the payment terms that they were created with. Its sessions have to
 * be forgotten afterwards.
 *
 * @param trx one of the role provider: a client can't give itself flags
 * @returns whether there is such a client
 */
export async function setClientFlags(trx: Trx, clientId: number, changes: FlagChanges): Promise<boolean> {
  const { prepago, logistica_inversa, fulfillment } = changes;
  const rows = await run(
    trx,
    `UPDATE clients SET prepago = coalesce($2, prepago), logistica_inversa = coalesce($3, logistica_inversa),
       fulfillment = coalesce($4, fulfillment)
     WHERE client_id = $1 RETURNING client_id`,
    [clientId, prepago, logistica_inversa, fulfillment],
  );
  return rows.length > 0;
}
