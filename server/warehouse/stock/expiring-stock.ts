import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { EXPIRING_STATUSES, type expiringStock } from '#shared/warehouse/staff-stock.ts';
import { expiringLots } from './expiring-stock.store.ts';

/** Lists critical and expired lots of all clients, the first to expire first. An unknown client or mark has none. */
export async function listExpiringStock(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { filter, page, limit }: QueryOf<typeof expiringStock>,
): Promise<ReplyOf<typeof expiringStock>> {
  const client = filter.client === undefined ? null : parseRowId(filter.client);
  const status = EXPIRING_STATUSES.find((value) => fold(value) === fold(filter.status ?? '')) ?? null;
  if ((filter.client !== undefined && client === null) || (filter.status !== undefined && status === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return db.withProvider((trx) =>
    readOffsetPage(trx, expiringLots(localDay(clock()), client, status), { page, limit }),
  );
}
