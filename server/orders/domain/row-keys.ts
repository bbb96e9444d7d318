import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { parseScannedId, parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf, trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';

/** A column that identifies one row within a client, and the row's value. */
export type RowKey<C extends string> = { column: C; value: string | number };

/**
 * Parses the key of an order in a path or a list: its tracking id, the label of one of its shipments, or its numeric id, never the client's
 * own number (readings C9). A tracking id is never digits alone, so the two can't collide.
 *
 * @throws Failure 404 for a text that is neither
 */
export function parseOrderKey(text: string): RowKey<'tracking_id' | 'id'> {
  const publicId = parseScannedId(text);
  if (publicId !== null) return { column: 'tracking_id', value: trackingIdOf(publicId) };
  const id = parseRowId(text);
  if (id !== null) return { column: 'id', value: id };
  throw new Failure(404, messages.notFound);
}

/**
 * Parses the key of a shipment in a path or a list: its label or its numeric id (readings C9).
 *
 * @throws Failure 404 for a text that is neither
 */
export function parseShipmentKey(text: string): RowKey<'label' | 'id'> {
  const label = parseScannedLabel(text);
  if (label !== null) return { column: 'label', value: labelOf(label.trackingId, label.n) };
  const id = parseRowId(text);
  if (id !== null) return { column: 'id', value: id };
  throw new Failure(404, messages.notFound);
}
