import { refusalText } from '#shared/orders/event-list/list-events.ts';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { changeList, eventList, type SentRow } from './event-list-store.ts';

/**
 * Sends the pending rows in calls of at most `MAX_EVENTS`, in order. Goes on while the person is on another page. A call whose answer got
 * lost is sent again with the same ids, and its recorded events are repeated.
 */
export async function sendPending(): Promise<void> {
  if (eventList.get().sending) return;
  changeList({ sending: true, stopped: null });
  try {
    for (let rows = nextRows(); rows.length > 0; rows = nextRows()) await sendRows(rows);
  } catch (error) {
    changeList({ stopped: asApiError(error).firstMessage });
  } finally {
    changeList({ sending: false });
  }
}

const nextRows = () =>
  eventList
    .get()
    .sent.filter(({ result }) => result === 'pending')
    .slice(0, MAX_EVENTS);

async function sendRows(rows: readonly SentRow[]): Promise<void> {
  const { results } = await call(recordEvents, { body: { events: rows.map(({ body }) => body) } });
  const answered = new Map<SentRow, SentRow>();
  for (const [index, row] of rows.entries()) {
    const { result, reason } = results[index] ?? { result: 'refused', reason: null };
    answered.set(row, { ...row, result, reason: result === 'refused' ? refusalText(row.cells, reason) : reason });
  }
  changeList({ sent: eventList.get().sent.map((row) => answered.get(row) ?? row) });
}
