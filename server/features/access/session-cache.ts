import type { Caller } from '#server/platform/http/caller.ts';

interface Entry {
  caller: Caller;
  /** Moment of the process's own clock, in ms, after which the row is read again. */
  freshUntil: number;
  /** Moment at which the session itself is over. */
  endsAt: Date;
}

/** How long a session's row is believed without looking, in ms. Other nodes learn of a revocation within this time. */
const FRESH = 5000;

/** Most sessions that are remembered at once. */
const MOST = 10_000;

export interface SessionCache {
  get(token: string, now: Date): Caller | null;
  /** Begins a look-up; its result is kept only when nothing was forgotten meanwhile. */
  begin(): (token: string, caller: Caller, endsAt: Date) => void;
  /** Forgets what matches: revoked, or changed in what it may do. */
  forget(matches: (caller: Caller) => boolean): void;
}

export function createSessionCache(): SessionCache {
  const entries = new Map<string, Entry>();
  let forgotten = 0;
  return {
    get(token, now) {
      const entry = entries.get(token);
      if (!entry) return null;
      if (entry.freshUntil > performance.now() && entry.endsAt > now) return entry.caller;
      entries.delete(token);
      return null;
    },
    begin() {
      const begun = forgotten;
      return (token, caller, endsAt) => {
        // A row that was read before a revocation must not outlive it.
        if (begun !== forgotten) return;
        const [oldest] = entries.size >= MOST ? entries.keys() : [];
        if (oldest !== undefined) entries.delete(oldest);
        entries.set(token, { caller, endsAt, freshUntil: performance.now() + FRESH });
      };
    },
    forget(matches) {
      forgotten++;
      for (const [token, { caller }] of entries) if (matches(caller)) entries.delete(token);
    },
  };
}
