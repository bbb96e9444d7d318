import type { BusEvent, ChangeListener } from './event-bus.ts';

/** Most ids of one kind that are told one by one; more are told as "many". */
const MAX_IDS = 20;

/** Most clients and kinds that wait together; beyond, everybody is told that anything may have changed. */
const MAX_PENDING = 10_000;

export type ClientBusEvent = [clientId: number | null, event: BusEvent];

/** Hints that leave together: what is told again meanwhile is told once, a thousand changes become one. */
export interface EventCollector {
  add: ChangeListener;
  /** Hands over at once what waits. */
  flush(): void;
}

/**
 * @param ms how long the first of them waits for others
 * @param send gets them, never none
 */
export function collectEvents(ms: number, send: (events: ClientBusEvent[]) => void): EventCollector {
  const waiting = new Map<string, { clientId: number | null; kind: BusEvent['kind']; ids: Set<number> | null }>();
  let timer: NodeJS.Timeout | undefined;

  function put(clientId: number | null, { kind, id }: BusEvent): void {
    const key = `${clientId} ${kind}`;
    const entry = waiting.get(key) ?? { clientId, kind, ids: new Set<number>() };
    if (id === null || entry.ids?.size === MAX_IDS) entry.ids = null;
    else entry.ids?.add(id);
    waiting.set(key, entry);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = [...waiting.values()].flatMap(({ clientId, kind, ids }): ClientBusEvent[] =>
      ids ? [...ids].map((id) => [clientId, { kind, id }]) : [[clientId, { kind, id: null }]],
    );
    waiting.clear();
    if (events.length > 0) send(events);
  }

  return {
    add(clientId, event) {
      if (waiting.size < MAX_PENDING) put(clientId, event);
      else {
        waiting.clear();
        put(null, { kind: 'resync', id: null });
      }
      timer ??= setTimeout(flush, ms).unref();
    },
    flush,
  };
}
