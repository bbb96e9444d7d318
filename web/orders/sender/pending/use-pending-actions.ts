import { useState } from 'react';
import { addDays } from '#shared/kit/days.ts';
import { dayAndMonth, pluralize } from '#shared/kit/text/format.ts';
import { closePending, listPending, type PendingItem, readToday, snoozePending } from '#shared/orders/pending.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { nameOf } from './kind-texts.ts';

/** Actions of a user on items besides their main action. Each returns the items on which it failed. */
export interface PendingActions {
  busy: boolean;
  snooze: (items: readonly PendingItem[], until: string) => Promise<PendingItem[]>;
  close: (items: readonly PendingItem[]) => Promise<PendingItem[]>;
}

/** Provides the actions on items. Several items are sent one after the other; an alert lists those that failed. */
export function usePendingActions(): PendingActions {
  const [busy, setBusy] = useState(false);
  const each = async (items: readonly PendingItem[], send: (id: number) => Promise<unknown>, done: string) => {
    setBusy(true);
    const failed: PendingItem[] = [];
    const errors: string[] = [];
    for (const item of items) {
      try {
        await send(item.id);
      } catch (error) {
        failed.push(item);
        errors.push(`${nameOf(item)}: ${asApiError(error).firstMessage}`);
      }
    }
    setBusy(false);
    const count = items.length - failed.length;
    if (count > 0) alerts.success(done, items.length > 1 ? pluralize(count, 'pendiente', 'pendientes') : undefined);
    if (failed.length > 0) alerts.danger('No se pudo', undefined, errors);
    void invalidateApiQueries(listPending, readToday);
    return failed;
  };
  return {
    busy,
    snooze: (items, until) => {
      const sent = (id: number) => call(snoozePending, { params: { id }, body: { until } });
      return each(items, sent, `Vuelve el ${dayAndMonth(until)}`);
    },
    close: (items) => each(items, (id) => call(closePending, { params: { id } }), 'Pendiente cerrado'),
  };
}

/** Day to which a selection is snoozed: the day after `today`. */
export const nextDay = (today: string) => addDays(today, 1);
