import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isDay, localDay } from '#shared/kit/days.ts';
import { EMPTY_VALUE, formatDate, integer } from '#shared/kit/text/format.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { DeliveryResultsSection } from './delivery-results.tsx';
import { type Period, periodOf, type Range, rangeErrors, rangeOf, SHORTCUTS } from './periods.ts';
import { ProvinceChart } from './province-chart.tsx';
import { ProvinceTable } from './province-table.tsx';
import { slicesOf } from './slices.ts';
import styles from './statistics.module.css';
import { TodayPanel } from './today-panel.tsx';
import { useHighlight } from './use-highlight.ts';

/** First steps of a new client, each with its page. */
const STEPS = [
  { to: paths.account, name: 'Revisá tu domicilio de colecta', why: 'De ahí retiramos tus paquetes.' },
  { to: paths.newOrder, name: 'Creá tu primera orden', why: 'Con los datos de quien compra y el paquete.' },
  { to: paths.orders, name: 'Imprimí la etiqueta y pegala', why: 'Con ella seguís el envío hasta la entrega.' },
] as const;

/** Replaces the chart of a period without shipments; for a client without orders by the first steps. */
function NoShipments() {
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

const DAYS = 'days';
const DEFAULT = 'default';

interface PeriodFormProps {
  period: Period;
  range: Range;
  onDefault: () => void;
  onMonths: (months: number) => void;
  onRange: (range: Range) => void;
}

/**
 * Period shortcuts (D1 §2); 'Seleccionar Fechas' opens two date fields with 'Actualizar'. 'Este mes', our addition, is the
 * default period.
 */
function PeriodForm({ period, range, onDefault, onMonths, onRange }: PeriodFormProps) {
  const currentMonth = useCapability('currentMonth') !== false;
  const [choosing, setChoosing] = useState(period.kind === 'days');
  const [shownKind, setShownKind] = useState(period.kind);
  // "Back" or a link can change the period.
  if (period.kind !== shownKind) {
    setShownKind(period.kind);
    setChoosing(period.kind === 'days');
  }
  const shortcut = period.kind === 'months' ? String(period.months) : currentMonth ? DEFAULT : null;
  return (
    <div className={styles.period}>
      <Segment
        label="Período"
        options={[
          ...(currentMonth ? [{ value: DEFAULT, label: 'Este mes' }] : []),
          ...SHORTCUTS.map(({ months, label }) => ({ value: String(months), label })),
          { value: DAYS, label: 'Seleccionar Fechas' },
        ]}
        value={choosing ? DAYS : shortcut}
        onChange={(value) => {
          setChoosing(value === DAYS);
          if (value === DEFAULT) onDefault();
          else if (value !== DAYS) onMonths(Number(value));
        }}
      />
      {choosing && <DaysForm key={`${range.from} ${range.to}`} range={range} onRange={onRange} />}
    </div>
  );
}

function DaysForm({ range, onRange }: Pick<PeriodFormProps, 'range' | 'onRange'>) {
  const [days, setDays] = useState(range);
  const [errors, setErrors] = useState<ReturnType<typeof rangeErrors>>({});
  const change = (next: Range) => {
    setDays(next);
    // An incomplete date is only reported on blur.
    setErrors(isDay(next.from) && isDay(next.to) ? rangeErrors(next) : {});
  };
  const update = (event: FormEvent) => {
    event.preventDefault();
    const wrong = rangeErrors(days);
    setErrors(wrong);
    if (!wrong.from && !wrong.to) onRange(days);
  };
  const check = () => setErrors(rangeErrors(days));
  return (
    <form className={styles.days} aria-label="Rango de fechas" noValidate onSubmit={update}>
      <Field label="Desde" light error={errors.from ?? null} className={styles.day}>
        <DateInput name="desde" value={days.from} onChange={(from) => change({ ...days, from })} onBlur={check} />
      </Field>
      <Field label="Hasta" light error={errors.to ?? null} className={styles.day}>
        <DateInput name="hasta" value={days.to} onChange={(to) => change({ ...days, to })} onBlur={check} />
      </Field>
      <Button type="submit" variant="brand" className={styles.update}>
        Actualizar
      </Button>
    </form>
  );
}

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
