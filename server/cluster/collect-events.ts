import type { BusEvent, ChangeListener } from './event-bus.ts';

/** Maximum number of ids of a kind that are sent one by one. More ids become one event without an id. */
const MAX_IDS = 20;

/** Maximum number of pending clients and kinds. More of them become one resync event for all clients. */
const MAX_PENDING = 10_000;

export type ClientBusEvent = [clientId: number | null, event: BusEvent];

/** Debounces change events: collects them, removes duplicates, and sends them together. */
export interface EventCollector {
  add: ChangeListener;
  /** Sends all pending events at once. */
  flush(): void;
}

/**
 * Creates an event collector.
 *
 * @param ms time from the first pending event until all pending events are sent
 * @param send receives at least one event
 */
export function collectEvents(ms: number, send: (events: ClientBusEvent[]) => void): EventCollector {
  const pending = new Map<string, { clientId: number | null; kind: BusEvent['kind']; ids: Set<number> | null }>();
  let timer: NodeJS.Timeout | undefined;

  function put(clientId: number | null, { kind, id }: BusEvent): void {
    const key = `${clientId} ${kind}`;
    const entry = pending.get(key) ?? { clientId, kind, ids: new Set<number>() };
    if (id === null || entry.ids?.size === MAX_IDS) entry.ids = null;
    else entry.ids?.add(id);
    pending.set(key, entry);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = [...pending.values()].flatMap(({ clientId, kind, ids }): ClientBusEvent[] =>
      ids ? [...ids].map((id) => [clientId, { kind, id }]) : [[clientId, { kind, id: null }]],
    );
    pending.clear();
    if (events.length > 0) send(events);
  }

  return {
    add(clientId, event) {
      if (pending.size < MAX_PENDING) put(clientId, event);
      else {
        pending.clear();
        put(null, { kind: 'resync', id: null });
      }
      timer ??= setTimeout(flush, ms).unref();
    },
    flush,
  };
}
