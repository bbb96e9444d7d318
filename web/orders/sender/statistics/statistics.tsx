import { useSearchParams } from 'react-router';
import { localDay } from '#shared/days.ts';
import { EMPTY_VALUE, formatDate, integer } from '#shared/format.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import { DeliveryResultsSection } from './delivery-results.tsx';
import { NoShipments } from './no-shipments.tsx';
import { PeriodForm } from './period-form.tsx';
import { periodOf, rangeOf } from './periods.ts';
import { ProvinceChart } from './province-chart.tsx';
import { ProvinceTable } from './province-table.tsx';
import { slicesOf } from './slices.ts';
import styles from './statistics.module.css';
import { TodayPanel } from './today-panel.tsx';
import { useHighlight } from './use-highlight.ts';

/** The statistics (D1 §2): shipments of a period, in total and by province. The period is part of the URL. */
export default function Statistics() {
  const [params, setParams] = useSearchParams();
  const today = localDay(new Date());
  const period = periodOf(params);
  const range = rangeOf(period, today);
  const totals = useApiQuery(
    shipmentTotals,
    { query: { filter: { from_date: range.from, to_date: range.to } } },
    { keepPrevious: true },
  );
  const statistics = totals.data?.results;
  const slices = statistics && slicesOf(statistics.provinces_array);
  const failed = totals.isError && !statistics;
  const highlight = useHighlight();
  const refreshing = totals.isPlaceholderData;

  return (
    <>
      <PageHeader title="Estadísticas" />
      <TodayPanel />
      <PeriodForm
        period={period}
        range={range}
        onDefault={() => setParams({})}
        onMonths={(months) => setParams({ meses: String(months) })}
        onRange={({ from, to }) => setParams({ desde: from, hasta: to })}
      />
      <div className={styles.stats} aria-busy={totals.isPending || refreshing}>
        <section className={styles.card}>
          <h2>Cantidad de Envíos</h2>
          <p className={`${styles.total} ${refreshing ? styles.stale : ''}`} role="status">
            {totals.isPending ? (
              <SkeletonBlock width={112} height={28} />
            ) : statistics ? (
              integer(statistics.total)
            ) : (
              EMPTY_VALUE
            )}
          </p>
          <p className={`${styles.range} tabular-nums`}>
            Del {formatDate(range.from)} al {formatDate(range.to)}
          </p>
          {statistics && statistics.total > 0 && (
            <p className={styles.range}>
              <Link to={`${paths.shipments}?fechaDesde=${range.from}&fechaHasta=${range.to}`}>Ver los envíos</Link>
            </p>
          )}
          {statistics?.total === 0 && <NoShipments />}
          {!failed && statistics?.total !== 0 && (
            <div className={refreshing ? styles.stale : ''}>
              <ProvinceChart slices={slices} highlight={highlight} />
            </div>
          )}
        </section>
        <ProvinceTable
          statistics={statistics}
          slices={slices ?? []}
          highlight={highlight}
          failed={failed}
          stale={refreshing}
          onRetry={() => void totals.refetch()}
        />
      </div>
      <DeliveryResultsSection range={range} />
    </>
  );
}
