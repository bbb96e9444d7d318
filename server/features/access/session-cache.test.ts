import { expect, test } from 'vitest';
import type { Caller } from '#server/platform/http/caller.ts';
import { type CachedSession, createSessionCache } from './session-cache.ts';

test('a session is found by its token, and the cache stores no token', () => {
  const entries = new Map<string, CachedSession>();
  const cache = createSessionCache(entries);
  const caller = { clientId: 7 } as Caller;
  const now = new Date();
  cache.begin()('a.secret.token', caller, new Date(now.getTime() + 1000));
  expect(cache.get('a.secret.token', now)).toBe(caller);
  expect(cache.get('another.token', now)).toBeNull();
  expect(JSON.stringify([...entries])).not.toContain('secret');
  cache.invalidate(({ clientId }) => clientId === 7);
  expect(entries.size).toBe(0);
});
