import { useMemo } from 'react';
import { formatDate, integer } from '#shared/kit/text/format.ts';
import { hasDeliveryFigures, readDeliveryResults } from '#shared/orders/statistics.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { DataTable } from '#web/kit/ui/table/data-table.tsx';
import { deliveryColumns, FigureList, type FiguresRow, listOf } from './delivery-columns.tsx';
import styles from './delivery-results.module.css';
import type { Range } from './periods.ts';

/**
 * How the deliveries of a period's shipments went, in total and by province, against the period before. Each figure opens the list of
 * its shipments. Hidden for a gateway without the call.
 */
export function DeliveryResultsSection({ range }: { range: Range }) {
  const supported = useCapability('deliveryResults');
  const readable = hasDeliveryFigures(range);
  const query = { query: { filter: { from_date: range.from, to_date: range.to } } };
  const reply = useApiQuery(readDeliveryResults, readable ? query : null, { keepPrevious: true });
  const { from, to } = range;
  const columns = useMemo(() => deliveryColumns({ from, to }), [from, to]);
  if (!supported) return null;
  const results = reply.data?.results;
  const total: FiguresRow | undefined = results && { name: null, ...results.total };
  const none = total?.ended === 0 && total.failed === 0;
  return (
    <section
      className={styles.section}
      aria-labelledby="entregas"
      aria-busy={readable && (reply.isPending || reply.isPlaceholderData)}
    >
      <h2 id="entregas" className={styles.heading}>
        Cómo llegaron
      </h2>
      {!readable && <p className="muted">Para ver cómo llegaron tus envíos, elegí un período de hasta un año.</p>}
      {readable && none && <p className="muted">Todavía no terminó ningún envío de este período.</p>}
      {readable && !none && (
        <>
          <p className="muted">
            De los envíos creados en el período
            {results &&
              `, comparados con los creados del ${formatDate(results.before.from)} al ${formatDate(results.before.to)}`}
            .
          </p>
          {total && <FigureList row={total} range={range} />}
          {total && total.failures.length > 0 && (
            <>
              <h3 className={styles.subheading}>Por qué fallaron las visitas</h3>
              <ul className={styles.reasons}>
                {total.failures.map(({ reason, total: count }) => (
                  <li key={reason}>
                    <Link to={listOf(range, null, { motivo: reason })} className="name-link">
                      {reason}
                    </Link>{' '}
                    <span className="muted tabular-nums">{integer(count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <DataTable
            boxed
            label="Entregas por provincia"
            columns={columns}
            rows={results?.provinces}
            rowKey={({ name }) => name ?? ''}
            refreshing={reply.isPlaceholderData}
            failed={reply.isError && !results}
            onRetry={() => void reply.refetch()}
            pageSize={4}
            card={(row) => <ProvinceCard row={row} range={range} />}
          />
        </>
      )}
    </section>
  );
}

/** The figures of a province on a phone. */
function ProvinceCard({ row, range }: { row: FiguresRow; range: Range }) {
  return (
    <article className={styles.province}>
      <h3>{row.name}</h3>
      <FigureList row={row} range={range} />
    </article>
  );
}
