import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { filterText } from './http/pagination.ts';

/** What may have changed; `resync` says that anything may have. */
const CHANGE_KINDS = ['order', 'shipment', 'payment', 'batch', 'product', 'stock', 'account', 'resync'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Says that something changed, so that whoever shows it reads it again: a kind and an id, never a row. */
export interface ChangeEvent {
  kind: ChangeKind;
  /** Numeric id of what changed; null when it is many or all. */
  id: number | null;
}

const knownKinds: ReadonlySet<unknown> = new Set(CHANGE_KINDS);

/** Reads a hint's text; null when it is none, or of a kind that only a later version knows. */
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
  addition: true,
  background: true,
  summary:
    'Says what changed, as server-sent events whose data is {"kind","id"}. With the id of the last event received, what was missed comes first, or the kind resync.',
  query: z.object({ last_event_id: filterText }),
  produces: 'text/event-stream',
});
