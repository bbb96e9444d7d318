import { listOrders } from '#shared/orders/orders.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './statistics.module.css';

/** First steps of a new client, each with its page. */
const STEPS = [
  { to: paths.account, name: 'Revisá tu domicilio de colecta', why: 'De ahí retiramos tus paquetes.' },
  { to: paths.newOrder, name: 'Creá tu primera orden', why: 'Con los datos de quien compra y el paquete.' },
  { to: paths.orders, name: 'Imprimí la etiqueta y pegala', why: 'Con ella seguís el envío hasta la entrega.' },
] as const;

/** Replaces the chart of a period without shipments; for a client without orders by the first steps. */
export function NoShipments() {
  const orders = useApiQuery(listOrders, { query: { page: 1, limit: 1, filter: {} } });
  if (!orders.data) return null;
  if ((orders.data.pagination?.total ?? orders.data.results.length) > 0) {
    return <p className={styles.range}>No hubo envíos en este período. Elegí otro para ver su distribución.</p>;
  }
  return (
    <ol className={styles.steps} aria-label="Primeros pasos">
      {STEPS.map(({ to, name, why }, index) => (
        <li key={to}>
          <b aria-hidden="true">{index + 1}</b>
          <Link to={to}>{name}</Link>
          <p>{why}</p>
        </li>
      ))}
    </ol>
  );
}
