import type pg from 'pg';

/** What the provider allows a client: paying before sending, reverse logistics, the warehouse. */
export interface ClientFlags {
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
}

/**
 * Sets what a client may do. Orders that it has keep the payment terms that they were created with.
 *
 * @param owner a connection of the tables' owner: a client can't give itself flags
 */
export async function setClientFlags(owner: pg.ClientBase, clientId: number, flags: ClientFlags): Promise<void> {
  await owner.query('UPDATE clients SET prepago = $2, logistica_inversa = $3, fulfillment = $4 WHERE client_id = $1', [
    clientId,
    flags.prepago,
    flags.logistica_inversa,
    flags.fulfillment,
  ]);
}
