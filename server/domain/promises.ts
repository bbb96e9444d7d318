import type { Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/days.ts';
import { promisedWindow } from '#shared/rules/promise.ts';
import { findUnpromised, writePromises } from './promises.store.ts';

/**
 * Makes the first promise of those of the client's shipments that have none: the quoted number of working days after their
 * collection. The caller has locked their orders and refreshes the flags afterwards.
 */
export async function makePromises(
  trx: Trx,
  clientId: number,
  shipments: readonly { id: number; collectedOn: Day }[],
): Promise<void> {
  if (shipments.length === 0) return;
  const collected = new Map(shipments.map(({ id, collectedOn }) => [id, collectedOn]));
  const unpromised = await findUnpromised(trx, clientId, [...collected.keys()]);
  if (unpromised.length === 0) return;
  const promises = unpromised.map(({ id, ...quoted }) => ({
    id,
    ...promisedWindow(quoted, collected.get(id) ?? quoted.created),
  }));
  await writePromises(trx, clientId, promises);
}
