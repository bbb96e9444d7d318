import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { labelOf, parseLabel, parseTrackingId } from '#shared/rules/tracking-id.ts';

/** A column that finds one row within a client, and the value it has there. */
export type RowKey<C extends string> = { column: C; value: string | number };

/** Largest id that the database gives. */
const MAX_ID = 2 ** 40;

/** An id of the database written as text; null for what can't be one. */
export function parseNumericId(text: string): number | null {
  const id = /^\d{1,13}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : null;
}

/**
 * How a text of a path names an order: its tracking id, else its numeric id, never the client's own number (readings
 * C9). Tracking ids are never digits alone, so the two can't collide.
 *
 * @throws Failure 404 for a text that can name none
 */
export function parseOrderKey(text: string): RowKey<'tracking_id' | 'id'> {
  const tracking = parseTrackingId(text);
  if (tracking !== null) return { column: 'tracking_id', value: tracking };
  const id = parseNumericId(text);
  if (id !== null) return { column: 'id', value: id };
  throw new Failure(404, messages.notFound);
}

/**
 * How a text of a path names a shipment: its label, else its numeric id (readings C9).
 *
 * @throws Failure 404 for a text that can name none
 */
export function parseShipmentKey(text: string): RowKey<'label' | 'id'> {
  const label = parseLabel(text);
  if (label !== null) return { column: 'label', value: labelOf(label.trackingId, label.n) };
  const id = parseNumericId(text);
  if (id !== null) return { column: 'id', value: id };
  throw new Failure(404, messages.notFound);
}
