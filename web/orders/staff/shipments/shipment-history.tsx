import { EMPTY_VALUE, formatTimestamp, packageText } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { actorText } from '#shared/orders/rules/shipment/event-actors.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import type { HistoryEvent } from './event-rule.ts';
import styles from './shipments.module.css';

interface ShipmentHistoryProps {
  history: readonly HistoryEvent[];
  /** Why the person may not correct events. */
  refused: string | null;
  onCorrect: (event: HistoryEvent) => void;
}

/** Events by the time when they happened, latest first, with corrections and what they superseded. */
export function ShipmentHistory({ history, refused, onCorrect }: ShipmentHistoryProps) {
  return (
    <StaticTable<HistoryEvent>
      caption="Historial"
      cards="phone"
      rows={[...history].reverse()}
      rowKey={({ at, state, event_id }) => `${at} ${state} ${event_id}`}
      columns={[
        { header: 'Fecha', cell: ({ at }) => <span className="nowrap">{formatTimestamp(at)}</span> },
        {
          header: 'Estado',
          cell: ({ state, superseded }) =>
            superseded ? <s className="muted">{state}</s> : <StateBadge state={state} />,
        },
        {
          header: 'Motivo',
          cell: ({ reason, measured }) =>
            joinSentences([reason ?? '', measured ? packageText(measured) : ''].filter(Boolean)) || EMPTY_VALUE,
        },
        { header: 'Quién lo informó', cell: (event) => <Origin event={event} history={history} /> },
        {
          header: 'Corrección',
          cell: (event) => {
            if (event.superseded) return 'Corregido';
            if (event.event_id === null) return '-';
            return (
              <Button
                size="sm"
                disabledReason={refused}
                aria-label={`Corregir ${event.state}, ${formatTimestamp(event.at)}`}
                onClick={() => onCorrect(event)}
              >
                Corregir
              </Button>
            );
          },
        },
      ]}
    />
  );
}

/**
 * Who reported an event, and what a correction corrects. The id of an event is shown for systems, which choose it. Unknown for events
 * that were recorded before it was kept.
 */
function Origin({ event, history }: { event: HistoryEvent; history: readonly HistoryEvent[] }) {
  const { event_id, reported_by, correction } = event;
  const chosen = reported_by === null || reported_by.kind === 'key';
  const wrong = correction && history.find((one) => one.event_id === correction.corrects);
  const lines = [
    reported_by && actorText(reported_by),
    chosen && event_id && <span className="muted">{event_id}</span>,
    correction &&
      `Corrige ${wrong?.state ?? correction.corrects}: ${correction.by}, ${formatTimestamp(correction.at)}. ${correction.reason ?? '-'}`,
  ].filter(Boolean);
  if (lines.length === 0) return '-';
  return (
    <div className={styles.event}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change their order
        <div key={index}>{line}</div>
      ))}
    </div>
  );
}
