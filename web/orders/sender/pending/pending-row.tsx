import { addDays, type Day } from '#shared/kit/days.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import type { PendingItem } from '#shared/orders/pending.ts';
import { deadlineText } from '#shared/orders/rules/due/deadline.ts';
import { IconButton, LinkButton } from '#web/kit/ui/button.tsx';
import { AlarmClock, Check, Ellipsis } from '#web/kit/ui/display/icons.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { KIND_TEXTS, nameOf, whyOf } from './kind-texts.ts';
import styles from './pending.module.css';
import type { PendingActions } from './use-pending-actions.ts';

/** Values that all rows of a page share. */
export interface RowContext {
  /** The server's day. */
  today: string;
  actions: PendingActions;
}

/** Columns of the items: what, why, until when, and the main action. */
export const pendingColumns = (context: RowContext): Column<PendingItem>[] => [
  {
    id: 'what',
    header: 'Qué pasa',
    wrap: true,
    minWidth: 190,
    skeletonWidth: 160,
    cell: (item) => <What item={item} />,
  },
  { id: 'why', header: 'Por qué', wrap: true, minWidth: 170, skeletonWidth: 180, cell: (item) => <Why item={item} /> },
  { id: 'until', header: 'Hasta cuándo', skeletonWidth: 110, cell: (item) => <Until item={item} /> },
  {
    id: 'actions',
    header: 'Acciones',
    hideHeader: true,
    align: 'right',
    pin: 'right',
    skeletonWidth: 150,
    cell: (item) => <Actions item={item} {...context} />,
  },
];

/** Two lines: what happened, and to which order, file or person. */
function What({ item }: { item: PendingItem }) {
  return (
    <>
      <span className="strong">{KIND_TEXTS[item.kind].what}</span>
      <span className={styles.subject}>
        <Subject item={item} />
      </span>
    </>
  );
}

/** Link to what an item is about, with its receiver or description. */
export function Subject({ item }: { item: PendingItem }) {
  const { kind, thing } = item;
  return (
    <>
      <Link to={KIND_TEXTS[kind].to(item)} className="name-link">
        {thing.name || `Nro. ${thing.id}`}
      </Link>
      {thing.description ? ` · ${thing.description}` : null}
    </>
  );
}

export function Why({ item }: { item: PendingItem }) {
  return (
    <>
      {whyOf(item)}
      <span className="row-line muted">Desde el {formatTimestamp(item.since)}</span>
    </>
  );
}

/** The deadline; one that is over or ends today stands out. */
export function Until({ item: { deadline } }: { item: PendingItem }) {
  if (!deadline) return <span className="muted">Sin plazo</span>;
  return (
    <span
      className={`nowrap ${deadline.minutes_left < 0 ? 'danger-text strong' : deadline.days_left === 0 ? 'strong' : ''}`}
    >
      {deadlineText(deadline)}
    </span>
  );
}

const CHOICES = [
  { days: 1, label: 'Hasta mañana' },
  { days: 2, label: 'Hasta pasado mañana' },
  { days: 7, label: 'Una semana' },
  { days: 14, label: 'Dos semanas' },
];

/** Returns the days to which an item can be snoozed, with their labels. `today` is the server's day. */
function snoozeDays({ snooze_until: last }: PendingItem, today: Day): { until: Day; label: string }[] {
  if (last === null) return [];
  return CHOICES.map(({ days, label }) => ({ until: addDays(today, days), label })).filter(
    ({ until }) => until <= last,
  );
}

/** The main action, and the menu that snoozes or closes the item. */
export function Actions({ item, today, actions }: RowContext & { item: PendingItem }) {
  const { action, to } = KIND_TEXTS[item.kind];
  const days = snoozeDays(item, today);
  const unapproved = usePermissionReason('read');
  return (
    <span className={styles.actions}>
      <LinkButton size="sm" to={to(item)} aria-label={`${action}: ${nameOf(item)}`}>
        {action}
      </LinkButton>
      {(days.length > 0 || item.closable) && (
        <Menu
          heading="Posponer"
          trigger={
            <IconButton size="sm" label={`Posponer o cerrar ${nameOf(item)}`} title="Posponer" icon={<Ellipsis />} />
          }
        >
          {days.map(({ until, label }) => (
            <MenuItem
              key={until}
              icon={<AlarmClock />}
              disabledReason={unapproved}
              onSelect={() => void actions.snooze([item], until)}
            >
              {label}
            </MenuItem>
          ))}
          {item.closable && (
            <MenuItem icon={<Check />} disabledReason={unapproved} onSelect={() => void actions.close([item])}>
              Listo, ya está
            </MenuItem>
          )}
        </Menu>
      )}
    </span>
  );
}
