import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueueOwner } from '#server/platform/concurrency/fair-concurrency-limit.ts';
import { DUMMY_HASH, hashAtLowestCost, hashPassword, isOutdatedHash, passwordMatches } from './passwords.ts';

const owner: QueueOwner = { key: 'a', known: false };

// Earlier test files in this process lower the cost.
beforeAll(() => hashAtLowestCost(false));
afterAll(() => hashAtLowestCost(true));

test('a password matches only its own hash, compared in full beyond 72 characters', async () => {
  const long = `${'ñ'.repeat(100)}1`;
  const stored = await hashPassword(long, owner);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, long, owner)).toBe(true);
  expect(await passwordMatches(stored, `${'ñ'.repeat(100)}2`, owner)).toBe(false);
  expect(await passwordMatches(stored, ` ${long}`, owner)).toBe(false);
});

test('an unknown user is compared with a hash of the same cost, and never matches', async () => {
  expect(isOutdatedHash(DUMMY_HASH)).toBe(false);
  await expect(verify(DUMMY_HASH, 'anything')).resolves.toBe(false);
  expect(await passwordMatches(null, 'anything', owner)).toBe(false);
});

test('a hash of a lower cost is outdated', async () => {
  expect(isOutdatedHash(await hash('portal2026', { memoryCost: 8192, timeCost: 1 }))).toBe(true);
  expect(isOutdatedHash(await hashPassword('portal2026', owner))).toBe(false);
});
