import type { Caller } from '#server/platform/http/caller.ts';
import { tokenHash } from '#server/platform/token-hash.ts';

/** A session by the hash of its token. */
export interface CachedSession {
  caller: Caller;
  /** Moment of the process's own clock, in ms, after which the row is read again. */
  freshUntil: number;
  /** Moment at which the session itself is over. */
  endsAt: Date;
}

/** How long a session's row is believed without looking, in ms. Other nodes learn of a revocation within this time. */
const TTL_MS = 5000;

/** Most sessions that are remembered at once. */
const MAX_ENTRIES = 10_000;

export interface SessionCache {
  get(token: string, now: Date): Caller | null;
  /** Begins a look-up; its result is kept only when nothing was invalidated meanwhile. */
  begin(): (token: string, caller: Caller, endsAt: Date) => void;
  /** Forgets what matches: revoked, or changed in what it may do. */
  invalidate(matches: (caller: Caller) => boolean): void;
}

/** @param entries by `tokenHash`; given by the test that no token is kept */
export function createSessionCache(entries = new Map<string, CachedSession>()): SessionCache {
  let invalidations = 0;
  return {
    get(token, now) {
      const key = tokenHash(token);
      const entry = entries.get(key);
      if (!entry) return null;
      if (entry.freshUntil > performance.now() && entry.endsAt > now) return entry.caller;
      entries.delete(key);
      return null;
    },
    begin() {
      const begun = invalidations;
      return (token, caller, endsAt) => {
        // A row that was read before a revocation must not outlive it.
        if (begun !== invalidations) return;
        const [oldest] = entries.size >= MAX_ENTRIES ? entries.keys() : [];
        if (oldest !== undefined) entries.delete(oldest);
        entries.set(tokenHash(token), { caller, endsAt, freshUntil: performance.now() + TTL_MS });
      };
    },
    invalidate(matches) {
      invalidations++;
      for (const [key, { caller }] of entries) if (matches(caller)) entries.delete(key);
    },
  };
}
