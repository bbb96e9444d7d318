import { localTime } from '#shared/kit/days.ts';
import { csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { EVENT_COLUMNS, type EventColumn, REFUSAL_COLUMN } from './columns.ts';
import type { EventBody } from './list-events.ts';

/** A row that wasn't recorded. */
interface FailedRow {
  cells: Record<EventColumn, string>;
  /** What was sent; null if the row couldn't be read. */
  sent: EventBody | null;
  /** Whether the server's answer is missing, so that the event may be recorded. */
  unanswered?: boolean;
  reason: string;
}

/**
 * Builds the CSV of failed rows, in the columns of a list with the reason of each refusal, to be corrected and loaded again. Rows that
 * were sent contain the state, the time and the reason that they were sent with. Rows without an answer also contain the event's id and
 * the time to the millisecond, so that loading them again repeats the same event.
 */
export function failedRowsCsv(rows: readonly FailedRow[]): string {
  const lines = rows.map(({ cells, sent, unanswered, reason }) => {
    const own = { ...cells, ...(sent && sentCells(sent)), ...(sent && unanswered && identityCells(sent)) };
    return csvLine([...EVENT_COLUMNS.map((column) => own[column]), reason]);
  });
  return UTF8_BOM + csvLine([...EVENT_COLUMNS, REFUSAL_COLUMN]) + lines.join('');
}

function sentCells({ shipment_id, state, at, reason }: EventBody): Partial<Record<EventColumn, string>> {
  return {
    etiqueta: shipment_id,
    estado: parseShipmentState(state).text,
    fecha: spanishMoment(Date.parse(at)),
    motivo: reason,
  };
}

const identityCells = ({ event_id, at }: EventBody) => ({ evento: event_id, fecha: at });

/** Formats an instant in ms since 1970 as 'dd/mm/yyyy hh:mm:ss' in Argentine time. */
function spanishMoment(ms: number): string {
  const { day, time } = localTime(ms);
  return `${day.split('-').reverse().join('/')} ${time}:${new Date(ms).toISOString().slice(17, 19)}`;
}
