import { type Ref, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { integer } from '#shared/kit/text/format.ts';
import { QUEUES, type Queue } from '#shared/orders/rules/queues.ts';
import { listQueue, MAX_QUEUED, type QueueItem } from '#shared/orders/staff-queues.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { history } from '#web/kit/lib/history.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { shownTotal } from '#web/money/shown-total.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { Age } from './age.tsx';
import { ItemPanel } from './item-panel.tsx';
import { itemPath, queueOfSlug, queuePath } from './queue-paths.ts';
import styles from './queues.module.css';

/** How often the list is read again, in ms. */
const REFRESH_MS = 10_000;

/** Items that the list shows; the others follow as these are settled. */
const SHOWN = 50;

const BACK = { to: '/consola', label: 'Colas' };

/** `/consola/colas/{queue}` and `…/{client}/{subject}`: a queue, and one of its items beside it. */
export function QueuePage({ me }: { me: Me }) {
  const { slug } = useParams();
  const queue = queueOfSlug(slug);
  if (!queue) return <EmptyState title="La cola no existe" text="Elegí una en Colas." />;
  return <OpenQueue key={queue} queue={queue} me={me} />;
}

interface QueueListProps {
  ref: Ref<HTMLUListElement>;
  items: readonly QueueItem[];
  isOpen: (item: QueueItem) => boolean;
}

/** The items of a queue, each a link to its panel. */
function QueueList({ ref, items, isOpen }: QueueListProps) {
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

function OpenQueue({ queue, me }: { queue: Queue; me: Me }) {
  const { client, subject } = useParams();
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = useApiQuery(
    listQueue,
    { params: { queue }, query: { limit: SHOWN } },
    { refetchInterval: REFRESH_MS },
  );
  const items = data?.results ?? [];
  const open = client === undefined || subject === undefined ? null : { clientId: client, id: subject };
  const isOpen = ({ client_id, thing_id }: QueueItem) =>
    open !== null && String(client_id) === open.clientId && String(thing_id) === open.id;
  const at = items.findIndex(isOpen);

  /** Moves along the list: to the next item's panel if one is open, else only the focus. */
  const move = (step: number) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = open ? at : links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = Math.min(Math.max(focused + step, 0), links.length - 1);
    const item = items[next];
    if (open && item) history.push(itemPath(item));
    else links[next]?.focus();
  };
  /** Opens the item that takes the place of a settled one. */
  const settled = () => {
    const next = items[at + 1] ?? items[at - 1];
    history.replace(next ? itemPath(next) : queuePath(queue));
    void refetch();
  };
  const close = () => history.push(queuePath(queue));
  // After the effects of the page's heading, which takes the focus on a new address.
  const lastOpen = useRef(-1);
  useEffect(() => {
    if (!open && lastOpen.current >= 0) list.current?.querySelectorAll('a')[lastOpen.current]?.focus();
    lastOpen.current = open ? at : -1;
  });
  useShortcuts([
    { keys: 'j', label: 'Siguiente', repeats: true, run: () => move(1) },
    { keys: 'k', label: 'Anterior', repeats: true, run: () => move(-1) },
    ...(open ? [{ keys: 'Escape', label: 'Cerrar el panel', run: close }] : []),
  ]);

  const total = data?.pagination.total ?? 0;
  return (
    <>
      <PageHeader
        title={QUEUES[queue].name}
        back={BACK}
        count={data ? `${shownTotal(total, total === MAX_QUEUED)} en espera` : '\u00a0'}
      />
      {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={8} label="Cargando la cola" />}
      {data && total === 0 && !open && <EmptyState art title="Al día" text="No hay nada en esta cola." />}
      {data && (total > 0 || open) && (
        <div className={open ? styles.split : undefined}>
          <div className={styles.list}>
            <QueueList ref={list} items={items} isOpen={isOpen} />
            {total > items.length && (
              <Note tone="plain">
                Se ven las {integer(items.length)} más antiguas. Las demás aparecen a medida que resolvés éstas.
              </Note>
            )}
          </div>
          {open && (
            <ItemPanel
              key={`${open.clientId}/${open.id}`}
              target={{ queue, ...open }}
              item={items[at] ?? null}
              place={at < 0 ? null : `${at + 1} de ${shownTotal(total, total === MAX_QUEUED)}`}
              me={me}
              onSettled={settled}
              onClose={close}
              onMove={move}
              onChanged={() => void refetch()}
            />
          )}
        </div>
      )}
    </>
  );
}
