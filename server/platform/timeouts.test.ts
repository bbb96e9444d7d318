import { expect, test } from 'vitest';
import { TIMEOUTS } from './timeouts.ts';

/** PostgreSQL's limit of a statement, in ms. */
const STATEMENT = 5000;

/** After which a process that ends is cut off, in ms. */
const END = 10_000;

test('a call ends while its sender still waits: whoever asks waits longer than whoever answers', () => {
  const { egressConnect, egressResponse, gatewayResponse, databaseResponse, openRequests } = TIMEOUTS;
  expect(egressConnect).toBeLessThan(egressResponse);
  expect(egressResponse).toBeLessThan(gatewayResponse);
  expect(gatewayResponse).toBeLessThan(openRequests);
  expect(STATEMENT).toBeLessThan(databaseResponse);
  expect(openRequests).toBeLessThan(END);
  expect(Math.max(...Object.values(TIMEOUTS))).toBeLessThan(END);
});
