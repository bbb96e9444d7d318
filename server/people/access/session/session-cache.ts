import type { Caller } from '#server/platform/http/caller.ts';
import { tokenHash } from '#server/platform/token-hash.ts';

/** A cached session. */
export interface CachedSession {
  caller: Caller;
  /** Time at which the row was read. */
  readAt: Date;
  /** When the session ends, new terms begin to bind, or the company's requirement of a second factor begins. */
  validUntil: Date;
}

/** Time in ms that a session is cached. Bounds how long another node accepts a revoked session. */
const TTL_MS = 5000;

/** Maximum number of cached sessions. */
const MAX_ENTRIES = 10_000;

/** In-memory cache of sessions by token; invalidation removes revoked and changed sessions of this node. */
export interface SessionCache {
  get(token: string, now: Date): Caller | null;
  /** Begins a look-up at a time. @returns a function that stores its result, unless the cache was invalidated meanwhile */
  begin(now: Date): (token: string, caller: Caller, validUntil: Date) => void;
  /** Removes the matching sessions: they were revoked, or their permissions changed. */
  invalidate(matches: (caller: Caller) => boolean): void;
}

/** @param entries by `tokenHash`; passed by the test that no token is stored */
export function createSessionCache(entries = new Map<string, CachedSession>()): SessionCache {
  let invalidations = 0;
  return {
    get(token, now) {
      const key = tokenHash(token);
      const entry = entries.get(key);
      if (!entry) return null;
      // A clock that was set back must not keep an entry for longer.
      const age = now.getTime() - entry.readAt.getTime();
      if (age >= 0 && age < TTL_MS && entry.validUntil > now) return entry.caller;
      entries.delete(key);
      return null;
    },
    begin(now) {
      const begun = invalidations;
      return (token, caller, validUntil) => {
        // A row that was read before a revocation must not outlive it.
        if (begun !== invalidations) return;
        const [oldest] = entries.size >= MAX_ENTRIES ? entries.keys() : [];
        if (oldest !== undefined) entries.delete(oldest);
        entries.set(tokenHash(token), { caller, validUntil, readAt: now });
      };
    },
    invalidate(matches) {
      invalidations++;
      for (const [key, { caller }] of entries) if (matches(caller)) entries.delete(key);
    },
  };
}
