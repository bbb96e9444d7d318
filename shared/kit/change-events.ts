import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { filterText } from './http/pagination.ts';

/** Kinds of changed data; `resync` stands for all kinds. */
const CHANGE_KINDS = [
  'order',
  'shipment',
  'payment',
  'batch',
  'product',
  'stock',
  'account',
  'pending',
  'resync',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Change event: a kind and an id, never a row. Clients that show the data read it again. */
export interface ChangeEvent {
  kind: ChangeKind;
  /** Numeric id of the changed row; null for many or all rows. */
  id: number | null;
}

const knownKinds: ReadonlySet<unknown> = new Set(CHANGE_KINDS);

/** Parses a change event; null for an invalid text or a kind of a later version. */
export function parseChangeEvent(text: string): ChangeEvent | null {
  try {
    const { kind, id } = JSON.parse(text);
    return knownKinds.has(kind) ? { kind, id: typeof id === 'number' ? id : null } : null;
  } catch {
    return null;
  }
}

export const changeStream = endpoint('GET /v1/client/live/', {
  access: 'client',
  needs: 'own',
  addition: true,
  background: true,
  summary:
    'Streams change events as server-sent events with the data {"kind","id"}. With `last_event_id`, the stream begins with the events missed since, or with the kind resync.',
  query: z.object({ last_event_id: filterText }),
  produces: 'text/event-stream',
});
