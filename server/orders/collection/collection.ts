import type { Deps } from '#server/integrations/deps.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import type * as calls from '#shared/orders/staff-collections.ts';
import { type ClientFilter, countWaiting, readCollections } from './collection.store.ts';

/** Returns the filter of a list: a client's id, or part of its company's name. */
export function clientFilter(text: string | undefined): ClientFilter {
  if (text === undefined) return null;
  const id = parseRowId(text);
  return id === null ? { name: text } : { id };
}

/** Lists the addresses where shipments wait. A page past the last one is the last one. */
export function listCollections(
  { db }: Pick<Deps, 'db'>,
  { filter, page, limit }: QueryOf<typeof calls.listCollections>,
): Promise<ReplyOf<typeof calls.listCollections>> {
  const client = clientFilter(filter.client);
  return db.withProvider(async (trx) => {
    const [found, totals] = await Promise.all([
      readCollections(trx, client, { page, limit }),
      countWaiting(trx, client),
    ]);
    return { ...found, totals };
  });
}
