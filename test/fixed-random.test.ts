import { createHash, randomBytes } from 'node:crypto';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { SEED } from './app/seed.ts';
import { TEST_NOW } from './test-time.ts';

// Drawn while the file is loaded: nothing else of it draws before.
const first = randomBytes(16);
const begun = Date.now();

test('the random bytes of a file depend on the seed and its path only, not on the files before', () => {
  const block = createHash('sha512')
    .update(`${SEED} /${relative(process.cwd(), import.meta.filename)} 0`)
    .digest();
  expect(first).toEqual(block.subarray(0, 16));
});

test('a file begins at the moment of the run', () => {
  expect(begun - TEST_NOW).toBeLessThan(MINUTE_MS);
});
