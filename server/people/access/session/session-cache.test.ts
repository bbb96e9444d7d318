import { expect, test } from 'vitest';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { type CachedSession, createSessionCache } from './session.ts';

const now = new Date('2026-03-02T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

test('a session is read again after five seconds, when it ends, and after the clock was set back', () => {
  const cache = createSessionCache();
  const store = (validUntil: Date) => cache.begin(now)('token', { clientId: 7 } as Caller, validUntil);
  store(later(60_000));
  expect(cache.get('token', later(4999))).not.toBeNull();
  expect(cache.get('token', later(5000))).toBeNull();
  store(later(1000));
  expect(cache.get('token', later(1000))).toBeNull();
  store(later(60_000));
  expect(cache.get('token', later(-1))).toBeNull();
});

test('a session is found by its token, and the cache stores no token', () => {
  const entries = new Map<string, CachedSession>();
  const cache = createSessionCache(entries);
  const caller = { clientId: 7 } as Caller;
  cache.begin(now)('a.secret.token', caller, later(1000));
  expect(cache.get('a.secret.token', now)).toBe(caller);
  expect(cache.get('another.token', now)).toBeNull();
  expect(JSON.stringify([...entries])).not.toContain('secret');
  cache.invalidate(({ clientId }) => clientId === 7);
  expect(entries.size).toBe(0);
});
