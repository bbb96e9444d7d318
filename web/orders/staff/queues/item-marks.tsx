import { addDays, localDay } from '#shared/kit/days.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import {
  assignQueueItem,
  countQueues,
  listQueue,
  type QueueItem,
  snoozeQueueItem,
} from '#shared/orders/staff-queues.ts';
import { offerUndo } from '#web/console/kit/undo-offer.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { AlarmClock } from '#web/kit/ui/display/icons.ts';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import type { ItemPanelProps } from './item-panel.tsx';
import styles from './queues.module.css';

const SNOOZES = [
  { days: 1, name: 'Hasta mañana' },
  { days: 3, name: 'Tres días' },
  { days: 7, name: 'Una semana' },
];

/** Who works on an item, and until when it is hidden. */
export function ItemMarks({ item, me, onChanged, onSettled }: ItemPanelProps & { item: QueueItem }) {
  const assign = useApiMutation(assignQueueItem);
  const snooze = useApiMutation(snoozeQueueItem);
  const params = { queue: item.queue, clientId: String(item.client_id), id: String(item.thing_id) };
  const mine = item.assigned_to?.id === me.id;

  const run = async (change: () => Promise<{ message: string }>, after: (message: string) => void) => {
    try {
      after((await change()).message);
    } catch (error) {
      alerts.danger(asApiError(error).message);
      onChanged();
    }
    void invalidateApiQueries(countQueues);
  };
  const toggle = () =>
    void run(
      () =>
        assign.send({
          params,
          body: { staff_id: mine ? null : String(me.id), instead_of: item.assigned_to && String(item.assigned_to.id) },
        }),
      (message) => {
        alerts.success(message);
        onChanged();
      },
    );
  const hideUntil = (until: string | null) => snooze.send({ params, body: { until } });
  const hide = (days: number) => {
    // Before the call: another item may be open when it answers.
    const path = window.location.pathname;
    void run(
      () => hideUntil(addDays(localDay(new Date()), days)),
      (message) => {
        offerUndo({ message, path, undo: () => hideUntil(null), changes: [listQueue, countQueues] });
        onSettled();
      },
    );
  };
  useShortcuts([
    { keys: 'a', label: mine ? 'Soltar' : 'Asignarme', run: toggle },
    { keys: 'h', label: 'Posponer hasta mañana', run: () => hide(1) },
  ]);
  return (
    <div className={styles.actions}>
      <Button size="sm" busy={assign.pending} kbd="a" onClick={toggle}>
        {mine ? 'Soltar' : item.assigned_to ? `Tomar en lugar de ${item.assigned_to.name}` : 'Asignarme'}
      </Button>
      <Menu
        heading="Posponer"
        align="start"
        trigger={
          <Button size="sm" busy={snooze.pending} kbd="h" icon={<AlarmClock />}>
            Posponer
          </Button>
        }
      >
        {SNOOZES.map(({ days, name }) => (
          <MenuItem key={days} onSelect={() => hide(days)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      {item.snoozed_until && <span className="muted">Pospuesta hasta el {formatTimestamp(item.snoozed_until)}</span>}
    </div>
  );
}
