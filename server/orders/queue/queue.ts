import { deleteInSteps } from '#server/cluster/in-steps.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { addDays, localDay, startOfDay } from '#shared/kit/days.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { dayAndMonth } from '#shared/kit/text/format.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { QUEUE_NAMES, QUEUES, type Queue, timeBefore } from '#shared/orders/rules/queues.ts';
import type * as calls from '#shared/orders/staff-queues.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import {
  countQueue,
  deleteMarks,
  type QueueClient,
  type QueueKey,
  type QueueMoment,
  readItem,
  readQueue,
  writeAssignment,
  writeSnooze,
} from './queue.store.ts';
import { staffName } from './queue-staff.store.ts';

/** Last day to which an item can be snoozed, in days from today. */
const MAX_SNOOZE_DAYS = 30;

/** Days after which a mark that nobody changed is deleted. */
const MARK_DAYS = 180;

/** Refusal of an item whose subject was settled meanwhile. */
const GONE = 'Esto ya no está en la cola: se resolvió mientras tanto';

const momentOf = (now: Date, queue: Queue, calendar: Calendar): QueueMoment => ({
  now,
  from: timeBefore(now, QUEUES[queue].from, calendar),
  limit: timeBefore(now, QUEUES[queue].limit, calendar),
});

const staffIdOf = ({ actor }: ProviderCaller) => (actor.kind === 'staff' ? actor.id : null);

/** Counts all queues, in the order of the console. */
export async function countQueues(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: ProviderCaller,
): Promise<ReplyOf<typeof calls.countQueues>['results']> {
  const now = clock();
  return db.withProvider(async (trx) => {
    const calendar = await readCalendar(trx);
    return Promise.all(
      QUEUE_NAMES.map((queue) => countQueue(trx, queue, momentOf(now, queue, calendar), staffIdOf(caller))),
    );
  });
}

/** Lists the items of a queue, oldest first. A page past the last one is empty. */
export async function listQueue(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: ProviderCaller,
  queue: Queue,
  { filter, page, limit }: QueryOf<typeof calls.listQueue>,
): Promise<ReplyOf<typeof calls.listQueue>> {
  const criteria = { client: clientOf(filter.client), staffId: filter.mine ? (staffIdOf(caller) ?? 0) : null };
  const { items, total } = await db.withProvider(async (trx) => {
    const moment = momentOf(clock(), queue, await readCalendar(trx));
    return readQueue(trx, queue, moment, criteria, { limit, offset: (page - 1) * limit });
  });
  return { results: items, pagination: { page, pages: pageCount(total, limit), total, limit } };
}

function clientOf(text: string | undefined): QueueClient {
  if (text === undefined) return null;
  const id = parseRowId(text);
  return id === null ? { name: text } : { id };
}

/**
 * Assigns an item to a member of the staff, or to nobody.
 *
 * @throws Failure 404 for a subject that doesn't wait, 409 for an item that somebody else took meanwhile, 422 for an unknown person
 */
export async function assignItem(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  key: QueueKey,
  { staff_id: staffId, instead_of: insteadOf }: BodyOf<typeof calls.assignQueueItem>,
): Promise<ReplyOf<typeof calls.assignQueueItem>> {
  const now = clock();
  return db.withProvider(async (trx) => {
    const name = staffId === null ? null : await staffName(trx, staffId);
    if (staffId !== null && name === null) {
      throw refusedField('staff_id', 'La persona no existe o está suspendida');
    }
    const before = await itemOf(trx, key, now);
    const assigned = await writeAssignment(trx, key, { staffId, insteadOf, now });
    const item = await itemOf(trx, key, now);
    if (!assigned) throw new Failure(409, takenBy(item.assigned_to?.name ?? null));
    if ((before.assigned_to?.id ?? null) !== staffId) {
      const waiting = { queue: key.queue, name: before.name || String(key.id) };
      events.record(trx, key.clientId, 'queue_item.assigned', { ...waiting, staffId });
    }
    return { message: name === null ? 'Ya no está asignada' : `Asignada a ${name}`, results: item };
  });
}

const takenBy = (name: string | null) => (name === null ? 'Ya nadie la tiene asignada' : `Ya la tomó ${name}`);

/**
 * Hides an item until the beginning of a day, or shows it again.
 *
 * @throws Failure 404 for a subject that doesn't wait; 422 for a day that is over or too far
 */
export async function snoozeItem(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  key: QueueKey,
  { until }: BodyOf<typeof calls.snoozeQueueItem>,
): Promise<ReplyOf<typeof calls.snoozeQueueItem>> {
  const now = clock();
  const today = localDay(now);
  if (until !== null && until <= today) throw refused('Elegí un día a partir de mañana');
  if (until !== null && until > addDays(today, MAX_SNOOZE_DAYS)) throw refused(`Hasta ${MAX_SNOOZE_DAYS} días`);
  return db.withProvider(async (trx) => {
    const before = await itemOf(trx, key, now);
    await writeSnooze(trx, key, { until: until === null ? null : new Date(startOfDay(until)), now });
    const results = await itemOf(trx, key, now);
    if (results.snoozed_until !== before.snoozed_until) {
      const waiting = { queue: key.queue, name: before.name || String(key.id) };
      events.record(trx, key.clientId, 'queue_item.snoozed', { ...waiting, until });
    }
    const message = until === null ? 'Está de nuevo en la cola' : `Vuelve a la cola el ${dayAndMonth(until)}`;
    return { message, results };
  });
}

const refused = (message: string) => refusedField('until', message);

async function itemOf(trx: Trx, key: QueueKey, now: Date) {
  const item = await readItem(trx, key, momentOf(now, key.queue, await readCalendar(trx)));
  if (!item) throw new Failure(404, GONE);
  return item;
}

/** Deletes marks that nobody needs any more. @returns how many */
export function deleteOldMarks({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping: AbortSignal): Promise<number> {
  const before = new Date(clock().getTime() - MARK_DAYS * DAY_MS);
  return deleteInSteps(stopping, () => db.withProvider((trx) => deleteMarks(trx, before, 1000)));
}
