import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { type Day, localDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { QUEUES } from '#shared/orders/rules/queues.ts';
import { addWorkingDays, type Calendar } from '#shared/provider/rules/working-days.ts';
import { FULFILLMENT_STATUSES } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import type {
  StaffFulfillment,
  StaffFulfillmentDetail,
  staffFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { fulfillmentsMatching, readContents, readFulfillment } from './fulfillment.store.ts';

/** Identifies a fulfillment order in the staff's calls. */
export interface FulfillmentKey {
  clientId: number;
  id: number;
  /** Whether the caller sees the receiver's contact masked. */
  masked: boolean;
}

/** Lists fulfillment orders of all clients, oldest first; by default those with status 'Registrado'. */
export async function listFulfillments(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof staffFulfillments>,
): Promise<ReplyOf<typeof staffFulfillments>> {
  const client = filter.client === undefined ? null : parseRowId(filter.client);
  const status = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(filter.status ?? 'Registrado'));
  if (!status || (filter.client !== undefined && client === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withProvider(async (trx) => {
    const list = fulfillmentsMatching(status.value, client);
    const found = await readOffsetPage<Listed>(trx, list, { page, limit });
    const [contents, calendar] = await Promise.all([readContents(trx, found.results), readCalendar(trx)]);
    const byOrder = new Map(contents.map((one) => [`${one.client_id} ${one.id}`, one]));
    const results = found.results.map((row) => {
      const { lines = 0, units = 0, city = '', state = '' } = byOrder.get(`${row.client_id} ${row.id}`) ?? {};
      return { ...row, lines, units, city, state, prepare_by: prepareBy(row, calendar) };
    });
    return { ...found, results };
  });
}

type Listed = Omit<StaffFulfillment, 'lines' | 'units' | 'city' | 'state' | 'prepare_by'>;

/** Returns the last day on which an order that waits is within the limit of the queue `preparation`; null for another one. */
function prepareBy({ status, created_at }: Listed, calendar: Calendar): Day | null {
  if (status !== 'Registrado') return null;
  return addWorkingDays(localDay(new Date(created_at)), QUEUES.preparation.limit.workingDays, calendar);
}

/** Returns a fulfillment order. @throws Failure 404 if the client has no such fulfillment order */
export function readFulfillmentOrder(deps: Deps, key: FulfillmentKey): Promise<StaffFulfillmentDetail> {
  return deps.db.withClient(key.clientId, (trx) => findFulfillment(trx, key));
}

/** Returns a fulfillment order within a transaction. @throws Failure 404 if the client has no such fulfillment order */
export async function findFulfillment(trx: Trx, key: FulfillmentKey): Promise<StaffFulfillmentDetail> {
  const detail = await readFulfillment(trx, key);
  if (!detail) throw new Failure(404, messages.notFound);
  return detail;
}
