import { run, type Trx } from '#server/db/connection.ts';

/** Features that the provider enables for a client: payment before sending, reverse logistics, the warehouse. */
export interface ClientFlags {
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
}

/** New values; null keeps the stored value. */
export type FlagChanges = Record<keyof ClientFlags, boolean | null>;

/**
 * Sets a client's flags. Existing orders keep the payment terms that they were created with. The caller invalidates the
 * client's cached sessions afterwards.
 *
 * @param trx a transaction of the role `provider`: the role `app` can't change flags
 * @returns whether the client exists
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
