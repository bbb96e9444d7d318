import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { localDay, startOfDay } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { dayAndMonth } from '#shared/kit/text/format.ts';
import { ENDS_TODAY, lastSnoozeDay } from '#shared/orders/rules/due/snooze.ts';
import { isClosable, KIND_NAMES, seesKind } from '#shared/orders/rules/open-item-kinds.ts';
import { type LockedItem, lockItem, writeClosed, writeSnooze } from './pending.store.ts';

const refused = (message: string) => refusedField('until', message);

/**
 * Hides an item until the beginning of a day.
 *
 * @throws Failure 404 for an item that is closed, not the client's or not for the caller's role; 422 for a day that is over or too far
 */
export async function snoozePending(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  caller: Caller,
  id: number,
  { until }: { until: string },
): Promise<{ message: string }> {
  const { clientId } = caller;
  return db.withClient(clientId, async (trx) => {
    const item = await lockForCaller(trx, caller, id);
    if (item.closed_at) throw new Failure(404, messages.notFound);
    const now = clock();
    const last = lastSnoozeDay(now, item.deadline);
    if (last === null) throw refused(ENDS_TODAY);
    if (until <= localDay(now)) throw refused('Elegí un día a partir de mañana');
    if (until > last) throw refused(`Se puede posponer hasta el ${dayAndMonth(last)}`);
    const start = new Date(startOfDay(until));
    if (item.snoozed_until?.getTime() !== start.getTime()) {
      await writeSnooze(trx, clientId, id, start);
      events.record(trx, clientId, 'pending.snoozed', { subjectId: item.subject_id, kind: item.kind, until });
    }
    return { message: `Vuelve a la lista el ${dayAndMonth(until)}` };
  });
}

/**
 * Closes an item of a kind that no change in the database closes.
 *
 * @throws Failure 404 for an item that isn't the client's or not for the caller's role; 422 for other kinds
 */
export async function closePending(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  caller: Caller,
  id: number,
): Promise<{ message: string }> {
  const { clientId, userId } = caller;
  return db.withClient(clientId, async (trx) => {
    const item = await lockForCaller(trx, caller, id);
    if (!isClosable(item.kind)) throw new Failure(422, 'Este pendiente se cierra solo cuando se resuelve');
    if (!item.closed_at) {
      await writeClosed(trx, clientId, id, { now: clock(), userId });
      events.record(trx, clientId, 'pending.closed', { subjectId: item.subject_id, kind: item.kind });
    }
    return { message: 'Listo' };
  });
}

async function lockForCaller(trx: Trx, caller: Caller, id: number): Promise<LockedItem> {
  const kinds = KIND_NAMES.filter((kind) => seesKind(caller, kind));
  const item = await lockItem(trx, caller.clientId, { id, kinds });
  if (item === null) throw new Failure(404, messages.notFound);
  return item;
}
