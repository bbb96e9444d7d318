import type { Hint, Listener } from './bus.ts';

/** Most ids of one kind that are told one by one; more are told as "many". */
const MOST_IDS = 20;

/** Most clients and kinds that wait together; beyond, everybody is told that anything may have changed. */
const MOST_WAITING = 10_000;

export type ClientHint = [clientId: number | null, hint: Hint];

/** Hints that leave together: what is told again meanwhile is told once, a thousand changes become one. */
export interface GatheredHints {
  add: Listener;
  /** Hands over at once what waits. */
  flush(): void;
}

/**
 * @param ms how long the first of them waits for others
 * @param hand gets them, never none
 */
export function gatherHints(ms: number, hand: (hints: ClientHint[]) => void): GatheredHints {
  const waiting = new Map<string, { clientId: number | null; kind: Hint['kind']; ids: Set<number> | null }>();
  let timer: NodeJS.Timeout | undefined;

  function put(clientId: number | null, { kind, id }: Hint): void {
    const key = `${clientId} ${kind}`;
    const entry = waiting.get(key) ?? { clientId, kind, ids: new Set<number>() };
    if (id === null || entry.ids?.size === MOST_IDS) entry.ids = null;
    else entry.ids?.add(id);
    waiting.set(key, entry);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const hints = [...waiting.values()].flatMap(({ clientId, kind, ids }): ClientHint[] =>
      ids ? [...ids].map((id) => [clientId, { kind, id }]) : [[clientId, { kind, id: null }]],
    );
    waiting.clear();
    if (hints.length > 0) hand(hints);
  }

  return {
    add(clientId, hint) {
      if (waiting.size < MOST_WAITING) put(clientId, hint);
      else {
        waiting.clear();
        put(null, { kind: 'resync', id: null });
      }
      timer ??= setTimeout(flush, ms).unref();
    },
    flush,
  };
}
