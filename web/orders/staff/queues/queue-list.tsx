import type { Ref } from 'react';
import type { QueueItem } from '#shared/provider/staff-queues.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Age } from './age.tsx';
import { itemPath } from './queue-paths.ts';
import styles from './queues.module.css';

interface QueueListProps {
  ref: Ref<HTMLUListElement>;
  items: readonly QueueItem[];
  isOpen: (item: QueueItem) => boolean;
}

/** The items of a queue, each a link to its panel. */
export function QueueList({ ref, items, isOpen }: QueueListProps) {
  return (
    <ul ref={ref} className={styles.items}>
      {items.map((item) => (
        <li key={`${item.client_id}/${item.thing_id}`} className={classNames(isOpen(item) && styles.open)}>
          <Link to={itemPath(item)} aria-current={isOpen(item) ? 'true' : undefined}>
            {item.name || `Nro. ${item.thing_id}`}
          </Link>
          <span className={item.beyond ? 'danger-text' : 'muted'}>
            <Age since={item.since} />
          </span>
          <span className={styles.company}>{item.company}</span>
          <span className={styles.marks}>
            {item.state && <StateBadge state={item.state} />}
            {item.assigned_to && <span className="muted">{item.assigned_to.name}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
